"""A player: whoever chooses actions. One small protocol for the engine, baselines, people, bots and other programs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Event

from zermelo.core.errors import ZermeloError
from zermelo.core.game import Action, Game, State, legal_actions, state_of
from zermelo.core.limits import Clock, Limits
from zermelo.core.results import Analysis, Line
from zermelo.engine.engine import Watch, unwatched

NO_LIMITS = Limits()


def ignore(_answer: object) -> None:
    """A callback for what nobody wants to hear."""


class PlayerFault(ZermeloError):
    """A player did not move as it has to: it crashed, fell silent, or answered with something that is not an action.

    `reason` is one of "illegal", "error", "died", "silent" and "time".
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Turn:
    """What a player is given when it is to move. Only the state is always there."""

    state: State
    start: State | None = None
    """The state in which play began; None where nobody kept it."""

    actions: Sequence[Action] = ()
    """All actions from `start` to the state, those of chance among them."""

    clocks: Sequence[Clock] | None = None
    """What each player has left for the game, the mover included; None if there are no clocks."""

    limits: Limits = NO_LIMITS
    """The limits of this move, for a player that has none of its own."""

    legal: Sequence[Action] | None = None
    """The legal actions, where the caller has them already."""

    stop: Event | None = None
    """Set when the player has to move at once."""

    watch: Watch = unwatched
    hear: Callable[[Analysis], None] = ignore
    """Receives every answer that the player finds on its way to the last."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The action that a player takes, and what it thinks of it, if it says so."""

    action: Action
    line: Line | None = None
    """The action's value with the line that the player expects."""

    depth: int = 0
    nodes: int = 0
    waited: float = field(default=0.0, compare=False)
    """Seconds that were spent waiting for a compiler, which no clock counts."""


class Player(ABC):
    """Chooses actions in one game, and keeps what it has computed from move to move."""

    game: Game

    def choose(self, state: State | str) -> Action:
        """The action that it takes in a state, which may be given as text."""
        return self.decide(Turn(state_of(self.game, state))).action

    @abstractmethod
    def decide(self, turn: Turn) -> Choice:
        """The action that it takes, with its reasons. Raises PlayerFault where it cannot move."""

    def begin(self, seed: int = 0) -> None:  # noqa: B027  # most players keep nothing that a new game would change
        """A new game begins: after this, what it plays depends on the seed and not on the games before."""

    def close(self) -> None:  # noqa: B027  # most players hold nothing that has to be given back
        """It is not asked again: processes that belong to it are ended."""


def legal_in(game: Game, turn: Turn) -> Sequence[Action]:
    """The legal actions of a turn."""
    return legal_actions(game, turn.state) if turn.legal is None else turn.legal
