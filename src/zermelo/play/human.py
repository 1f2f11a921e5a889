"""A person at the terminal, as a player."""

from __future__ import annotations

import sys

from zermelo.core.errors import ParseError
from zermelo.core.game import Game
from zermelo.core.people import player_name, shown
from zermelo.play.player import Choice, Player, PlayerFault, Turn, legal_in


class Human(Player):
    """Shows the state on standard error, and reads standard input until it gets a legal action."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def decide(self, turn: Turn) -> Choice:
        """The action that the person types."""
        game, s = self.game, turn.state
        names = ", ".join(game.show_action(s, a) for a in legal_in(game, turn))
        self._say(f"\n{shown(game, s, game.player(s))}\n\n{names}")
        while True:
            self._say(f"{player_name(game, game.player(s))}> ", end="")
            text = sys.stdin.readline()
            if not text:
                raise PlayerFault("died", "the input has ended")
            try:
                return Choice(game.parse_action(s, text.strip()))
            except ParseError as error:
                self._say(str(error))

    def _say(self, text: str, end: str = "\n") -> None:
        sys.stderr.write(text + end)
        sys.stderr.flush()
