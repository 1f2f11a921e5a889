"""What can answer a question about a game: a method, and a session in which it is at work on one game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar

from zermelo.core.game import Game, State
from zermelo.core.limits import Budget
from zermelo.core.results import Analysis, Answer
from zermelo.core.trace import Trace
from zermelo.engine.engine import Watch, unwatched
from zermelo.methods.options import NoOptions


class Question(Enum):
    """What people ask of a state."""

    ANALYSE = "analyse"
    """What to play, and what that is worth: as good an answer as the budget allows."""

    RANK = "rank"
    """What each action is worth, or where chance moves each outcome, the best first."""

    PLAY = "play"
    """What a player does: as an analysis, but what was solved once is remembered for the whole game."""

    SOLVE = "solve"
    """The exact value."""

    TREE = "tree"
    """The tree that a search reads, with every step: only for methods that show their work."""

    @property
    def words(self) -> str:
        """What a method does with a game to answer it."""
        return {"rank": "rank the actions of", "tree": "draw the tree of"}.get(self.value, self.value)


def ignore(_message: str) -> None:
    """A callback for messages that nobody wants."""


@dataclass(frozen=True)
class Setting:
    """How the methods of one game are to run."""

    plain: bool = False
    """Whether rules run as ordinary Python, without machine code."""

    wait: bool = True
    """Whether a search waits for the compiler. If not, it begins at the plain speed while another process compiles."""

    notice: Callable[[str], None] = ignore
    """Receives what takes time before a search begins, such as compiling."""

    seed: int = 0
    """What methods that draw at random start from."""


@dataclass(frozen=True)
class Ask:
    """One question, and within which budget it is to be answered."""

    question: Question
    state: State
    budget: Budget
    lines: int = 1
    """How many of the best actions are to have a value and a line of their own."""

    watch: Watch = unwatched
    """Is called again and again with the progress of the search."""


class Session(ABC):
    """A method at work on one game. It keeps its tables, its tree or its solution from question to question."""

    @abstractmethod
    def answers(self, ask: Ask) -> Iterator[Answer]:
        """Answers, each better than the one before: at least one, and none after the budget is spent.

        The last one is the answer. Whoever has heard enough may close the iterator, which ends the search.
        """


class Method(ABC):
    """A way to answer questions, by its name. Methods are stateless: what is kept between questions is a session's."""

    name: ClassVar[str]
    """What it is called in Python, on the command line and on the page."""

    summary: ClassVar[str]
    """One line for people who have to choose a method."""

    questions: ClassVar[frozenset[Question]]
    """What it can be asked."""

    Options: ClassVar[type] = NoOptions
    """Its options: a dataclass whose fields are made by `option`."""

    @abstractmethod
    def refusal(self, game: Game, question: Question) -> str | None:
        """Why it cannot answer this question about this game, or None where it can."""

    @abstractmethod
    def open(self, game: Game, options: Any, setting: Setting) -> Session:
        """A session for this game; `options` is one of its Options."""

    def record(self, game: Game, s: State, budget: Budget, options: Any, seed: int = 0) -> tuple[Analysis, Trace]:
        """Searches s once and writes down every step: for methods that can be asked for a tree.

        What is random starts from `seed`.
        """
        raise NotImplementedError
