"""International draughts as text: which squares a move visits. The rest is that of all draughts."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.core.game import Action
from zermelo.games.draughts.captures import end_of, start_of, taken_of, ways_to_capture
from zermelo.games.draughts.rules import Rules
from zermelo.games.shared.draughts.rules import Pieces
from zermelo.games.shared.draughts.text import DraughtsText


class Text(DraughtsText, Rules):
    """Boards and moves, read and written."""

    player_names = ("White", "Black")

    def is_jump(self, a: Action) -> bool:
        """Whether the action captures."""
        return taken_of(a) != 0

    def show_action(self, s: Pieces, a: Action) -> str:
        """The first and the last square: "32-28", "19x30"; all squares, "26x37x48", if two captures have the same."""
        full = super().show_action(s, a)
        ends = (start_of(a), end_of(a))
        if not self.is_jump(a) or sum((start_of(b), end_of(b)) == ends for b in self.actions(s)) > 1:
            return full
        numbers = full.split("x")
        return f"{numbers[0]}x{numbers[-1]}"

    def paths_of(self, s: Pieces, a: Action) -> Iterator[list[int]]:
        """All ways to capture the same pieces and end on the same square."""
        start = start_of(a)
        if self.is_jump(a):
            yield from ways_to_capture(a, self.empty(s) | 1 << start, s.kings >> start & 1 == 1)
        else:
            yield [start, end_of(a)]
