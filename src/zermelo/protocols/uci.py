"""The client of UCI, the protocol of chess engines: UGI's client with the notation of chess."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.core.errors import KindError, quote
from zermelo.core.game import Action, Game, State
from zermelo.play.player import Turn
from zermelo.protocols.ugi import UgiPlayer

COLOURS = ("w", "b")
"""The names of players 0 and 1."""


class UciPlayer(UgiPlayer):
    """A program that speaks UCI.

    Positions and moves are written by the game's `fen(s)` and `uci(s, a)` if it has these methods, otherwise as the
    game shows them; moves are parsed by `parse_action`.
    """

    hello, welcome, new = "uci", "uciok", "ucinewgame"

    def __init__(self, game: Game, command: str | list[str]) -> None:
        if game.players != 2:
            raise KindError(f"UCI is for games of two players, not for {quote(game)}")
        super().__init__(game, command)

    def written(self, s: State) -> str:
        """The state in one line, without quotes."""
        fen = getattr(self.game, "fen", self.game.show)
        return " ".join(str(fen(s)).split())

    def named(self, s: State, a: Action) -> str:
        """The move in the protocol's notation."""
        return str(getattr(self.game, "uci", self.game.show_action)(s, a))

    def limits(self, turn: Turn) -> Iterator[str]:
        """The limits, with clocks for White and Black."""
        for colour, clock in zip(COLOURS, turn.clocks or (), strict=False):
            yield f"{colour}time {round(1000 * clock.seconds)} {colour}inc {round(1000 * clock.increment)}"
        yield from self.limits_of_move(turn)
