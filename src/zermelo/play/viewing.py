"""A game in progress as one player may see it: the moves it has seen, and a record without the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from zermelo.core.game import Action, Game, State
from zermelo.core.people import action_shown, player_name, shown


class SeenMove(NamedTuple):
    """An action or chance outcome as a viewer has seen it: the player who took it, and its text."""

    player: int
    text: str


def seen_moves(
    game: Game, past: Sequence[tuple[State, Action]], state: State, viewer: int | None = None
) -> list[SeenMove]:
    """The moves so far that the viewer has seen; all of them if nothing is hidden, if play is over, or without one.

    `past` has the states before `state`, each with the action that followed. The moves of others that do not change
    what the viewer has seen are left out: even their number may be a secret.
    """
    if not game.kind.hidden or game.is_terminal(state):
        viewer = None
    states = [*(s for s, _ in past), state]
    return [
        SeenMove(int(game.player(s)), action_shown(game, s, a, viewer))
        for (s, a), following in zip(past, states[1:], strict=True)
        if viewer is None or game.player(s) == viewer or game.observe(s, viewer) != game.observe(following, viewer)
    ]


@dataclass(frozen=True)
class PartialRecord:
    """The record of a game that is still running, as one player may see it. It cannot be replayed."""

    game: Game
    viewer: int
    moves: Sequence[SeenMove]
    board: str
    """The state as the viewer sees it."""

    def text(self) -> str:
        """The record as text for people."""
        moves = ", ".join(f"{player_name(self.game, move.player)}: {move.text}" for move in self.moves) or "none"
        head = f"game: {self.game}\nseen by: {player_name(self.game, self.viewer)} (play is not over)"
        return f"{head}\nmoves: {moves}\n\n{self.board}\n"

    def to_json(self) -> dict[str, Any]:
        """The record as plain data."""
        moves = [{"player": move.player, "action": move.text} for move in self.moves]
        return {"game": str(self.game), "viewer": self.viewer, "over": False, "moves": moves, "position": self.board}


def partial_record(game: Game, past: Sequence[tuple[State, Action]], state: State, viewer: int) -> PartialRecord:
    """The part of a running game that the viewer may see."""
    return PartialRecord(game, viewer, seen_moves(game, past, state, viewer), shown(game, state, viewer))
