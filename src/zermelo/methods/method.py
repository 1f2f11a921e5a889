"""The base classes of methods, which answer questions about games, and of sessions, which do so for one game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar

from zermelo.core.game import Game, State
from zermelo.core.limits import Budget
from zermelo.core.results import Analysis, Answer
from zermelo.core.trace import Trace
from zermelo.engine.engine import Watch, unwatched
from zermelo.methods.options import NoOptions
from zermelo.native.host import KernelHost


class Question(Enum):
    """A question about a state."""

    ANALYSE = "analyse"
    """The best action and its value, as good as the budget allows."""

    RANK = "rank"
    """The value of each action, or of each outcome of a chance node, best first."""

    PLAY = "play"
    """A player's move: like an analysis, but a solution is kept for the whole play."""

    SOLVE = "solve"
    """The exact value."""

    TREE = "tree"
    """The tree that a search reads, with every step: only for methods that can record their steps."""

    @property
    def words(self) -> str:
        """The verb for messages, such as "no method can solve" a game."""
        return {"rank": "rank the actions of", "tree": "draw the tree of"}.get(self.value, self.value)


def ignore(_message: object) -> None:
    """A callback that ignores what it is given."""


@dataclass(frozen=True)
class Setting:
    """The conditions under which the methods of one game run."""

    plain: bool = False
    """Whether rules run as ordinary Python, without machine code."""

    wait: bool = True
    """Whether a search waits for the compiler. If not, it begins at the plain speed while another process compiles."""

    notice: Callable[[str], None] = ignore
    """Called with a message when something takes time before a search begins, such as compiling."""

    seed: int = 0
    """The seed of methods that use random numbers."""


@dataclass(frozen=True)
class Ask:
    """One question about a state, with the budget for its answer."""

    question: Question
    state: State
    budget: Budget
    lines: int = 1
    """The number of best actions that get their own value and line."""

    past: Sequence[State] = ()
    """The states of the play before the state, if they are known: they matter if the game forbids repetition."""

    watch: Watch = unwatched
    """Called repeatedly with the progress of the search."""


class Session(ABC):
    """A method's state for one game. It keeps its tables, its tree or its solution from question to question."""

    host: KernelHost | None = None
    """The host of its kernels, if it has any."""

    @abstractmethod
    def answers(self, ask: Ask) -> Iterator[Answer]:
        """Answers, each better than the one before: at least one, and none after the budget is spent.

        The last one is the answer. The caller may close the iterator, which ends the search.
        """

    def forget(self, seed: int) -> bool:
        """Forgets earlier questions and uses this seed from now on; returns false if that needs a new session."""
        return False


class Method(ABC):
    """A named way to answer questions. Methods are stateless: only sessions keep data between questions."""

    name: ClassVar[str]
    """Its name in Python, on the command line and on the page."""

    summary: ClassVar[str]
    """One line that helps to choose a method."""

    questions: ClassVar[frozenset[Question]]
    """The questions that it can answer."""

    has_depth: ClassVar[bool] = True
    """Whether its search can be limited in depth; a search by playouts cannot."""

    Options: ClassVar[type] = NoOptions
    """Its options: a dataclass whose fields are made by `option`."""

    @abstractmethod
    def refusal(self, game: Game, question: Question) -> str | None:
        """Why it cannot answer this question about this game, or None if it can."""

    @abstractmethod
    def open(self, game: Game, options: Any, setting: Setting) -> Session:
        """A session for this game; `options` is one of its Options."""

    def record(
        self, game: Game, s: State, budget: Budget, options: Any, seed: int = 0, *, past: Sequence[State] = ()
    ) -> tuple[Analysis, Trace]:
        """Searches s once and records every step: for methods that can answer Question.TREE.

        `seed` is the seed of random numbers, `past` the play before s, if it is known.
        """
        raise NotImplementedError
