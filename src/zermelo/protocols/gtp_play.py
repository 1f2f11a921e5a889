"""A play under the rules of GTP: a player may move twice in a row, and play may continue after both have passed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from zermelo.core.errors import ParseError
from zermelo.core.game import Action, Game, State
from zermelo.core.repetition import refuse_repetition, states_along
from zermelo.play.player import Turn
from zermelo.protocols.gtp_lines import GtpError


@dataclass(frozen=True)
class Play:
    """The play since `start`, and the states before it, which matter if repetition is forbidden."""

    game: Game
    start: State
    actions: tuple[Action, ...] = ()
    before: tuple[State, ...] = ()

    @property
    def states(self) -> list[State]:
        """All states, including the last one."""
        return [*self.before, *states_along(self.game, self.start, self.actions)]

    @property
    def state(self) -> State:
        """The last state."""
        return self.states[-1]

    def turned_to(self, player: int) -> Play:
        """The play with this player to move. Raises GtpError if the game cannot change the turn.

        A game may have a method `turned_to(s, player)`, as Go has. In other games only a pass changes the turn.
        """
        states = self.states
        s = states[-1]
        if not self.game.is_terminal(s) and self.game.player(s) == player:
            return self
        turned_to = getattr(self.game, "turned_to", None)
        if turned_to is not None:
            return Play(self.game, turned_to(s, player), (), tuple(states))
        return self.after("pass")

    def after(self, vertex: str) -> Play:
        """The play after the player to move has played at a vertex. Raises GtpError."""
        game, states = self.game, self.states
        s = states[-1]
        if game.is_terminal(s):
            raise GtpError("illegal move: play is over")
        try:
            action = game.parse_action(s, vertex)
            refuse_repetition(game, states, action)
        except ParseError as error:
            turn = game.player_names[game.player(s)]
            raise GtpError(f"illegal move: {error} ({turn} is to move)") from None
        return self.with_action(action)

    def with_action(self, action: Action) -> Play:
        """The play after a legal action."""
        return replace(self, actions=(*self.actions, action))

    def turn(self, **conditions: Any) -> Turn:
        """The turn of the player to move."""
        return Turn(self.state, self.start, self.actions, before=self.before, **conditions)
