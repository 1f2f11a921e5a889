"""Checkers as text: which squares a move visits. The rest is that of all draughts."""

from __future__ import annotations

from zermelo.core.game import Action
from zermelo.games.checkers.jumps import JUMP, direction_at, length_of, path_of, start_of
from zermelo.games.checkers.rules import Rules
from zermelo.games.checkers.squares import STEPS
from zermelo.games.shared.draughts.rules import Pieces
from zermelo.games.shared.draughts.text import DraughtsText


class Text(DraughtsText, Rules):
    """Boards and moves, read and written."""

    player_names = ("Black", "White")

    def is_jump(self, a: Action) -> bool:
        """Whether the action captures."""
        return bool(a & JUMP)

    def paths_of(self, s: Pieces, a: Action) -> list[list[int]]:
        """The one way that the action names."""
        squares = [start_of(a)]
        path, steps = path_of(a), 2 if a & JUMP else 1
        for i in range(length_of(path)):
            squares.append(squares[-1] + steps * STEPS[direction_at(path, i)])
        return [squares]
