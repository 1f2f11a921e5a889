"""A player chooses actions. One small interface for the engine, baselines, people, bots and other programs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Event

from zermelo.core.errors import ZermeloError
from zermelo.core.game import Action, Game, State
from zermelo.core.limits import Clock, Limits
from zermelo.core.repetition import legal_after, play_to, states_along
from zermelo.core.results import Analysis, Line
from zermelo.engine.engine import Watch, unwatched

NO_LIMITS = Limits()


def ignore(_answer: object) -> None:
    """A callback that does nothing."""


class PlayerFault(ZermeloError):
    """A player failed to move: it crashed, did not answer, or answered with something that is not an action.

    `reason` is one of "illegal", "error", "died", "silent" and "time".
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Turn:
    """The situation in which a player is to move. Only the state is always given."""

    state: State
    start: State | None = None
    """The state in which play began; None if it is unknown."""

    actions: Sequence[Action] = ()
    """All actions from `start` to the state, including chance outcomes."""

    clocks: Sequence[Clock] | None = None
    """The remaining time of each player, including the mover; None if there are no clocks."""

    limits: Limits = NO_LIMITS
    """The limits of this move, for a player without limits of its own."""

    legal: Sequence[Action] | None = None
    """The legal actions, if the caller has computed them already."""

    stop: Event | None = None
    """Set when the player must move immediately."""

    watch: Watch = unwatched
    hear: Callable[[Analysis], None] = ignore
    """Called with every intermediate answer of the player."""

    before: Sequence[State] = ()
    """The states before `start`, as far as they are known: they matter if the game forbids repetition."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The action that a player takes, and its evaluation, if the player gives one."""

    action: Action
    line: Line | None = None
    """The action's value, with the line that the player expects."""

    depth: int = 0
    nodes: int = 0
    waited: float = field(default=0.0, compare=False)
    """Seconds spent waiting for a compiler, which no clock counts."""

    source: str | None = None
    """"book" or "table" if the action was looked up and not searched for."""

    strategy: tuple[tuple[Action, float], ...] = ()
    """The mixed strategy that the action was drawn from, if there is one: actions with their probabilities."""


class Player(ABC):
    """Chooses actions in one game, and keeps its tables from move to move."""

    game: Game

    def choose(self, state: State | str) -> Action:
        """The action that it takes in a state, which may be given as text."""
        *before, s = play_to(self.game, state)
        return self.decide(Turn(s, s, before=before)).action

    @abstractmethod
    def decide(self, turn: Turn) -> Choice:
        """The action that it takes, with its evaluation. Raises PlayerFault if it cannot move."""

    def begin(self, seed: int = 0) -> None:  # noqa: B027  # most players have nothing to reset
        """Starts a new game: from now on, its play depends on the seed and not on previous games."""

    def get_ready(self) -> None:  # noqa: B027  # most players always are
        """Waits until it plays at its full speed, if it is preparing for that: for callers without a clock."""

    def close(self) -> None:  # noqa: B027  # most players have nothing to release
        """Releases its resources, such as processes; it is not used again."""


def legal_in(game: Game, turn: Turn) -> Sequence[Action]:
    """The legal actions of a turn."""
    return legal_after(game, [*play_before(game, turn), turn.state]) if turn.legal is None else turn.legal


def play_before(game: Game, turn: Turn) -> list[State]:
    """The states before the turn's, as far as they are known and matter: if the game forbids repetition."""
    if not game.forbids_repetition or turn.start is None:
        return []
    return [*turn.before, *states_along(game, turn.start, turn.actions)[:-1]]
