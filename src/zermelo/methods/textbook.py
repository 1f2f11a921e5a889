"""The textbook's algorithms as methods: slow, but every step can be recorded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from zermelo import textbook
from zermelo.core.errors import OptionError
from zermelo.core.game import Game, State
from zermelo.core.limits import Budget
from zermelo.core.repetition import NEEDS_HISTORY
from zermelo.core.results import Analysis, Answer
from zermelo.core.trace import Trace
from zermelo.methods.method import Ask, Method, Question, Session, Setting
from zermelo.methods.options import option
from zermelo.textbook import Search


@dataclass(frozen=True)
class SearchOptions:
    """The options of every algorithm."""

    read_from: str = option(
        "left", "The order in which actions are read.", choices=("left", "right", "best"), flag="--from"
    )
    symmetry: bool = option(False, "Read symmetric actions once.")


@dataclass(frozen=True)
class HorizonOptions(SearchOptions):
    """The options of minimax: what is done about the horizon of a depth-limited search, and about loops."""

    quiescence: bool = option(False, "At the depth limit, follow noisy actions until the position is quiet.")
    extensions: bool = option(False, "Do not count forced actions as plies, up to twice the depth.")
    open_loops: bool = option(False, 'Let the value of a loop be "?", which is between a loss and a win.')


@dataclass(frozen=True)
class AlphaBetaOptions(HorizonOptions):
    """The options of alpha-beta."""

    fail: str = option("soft", "What alpha-beta returns outside its window.", choices=("soft", "hard"))
    window: tuple[float, float] | None = option(None, "The root's alpha and beta.", metavar="ALPHA BETA")


@dataclass(frozen=True)
class AgentOptions(SearchOptions):
    """The options of an algorithm that searches for one player's value."""

    agent: int | None = option(None, "The player whose value is searched; by default the player to move.", flag=None)


@dataclass(frozen=True)
class ExpectimaxOptions(AgentOptions):
    """The options of expectimax."""

    level: float | None = option(None, "The probability that the opponent takes a best action.", never=("play",))
    opponent: Any = option(  # an Opponent, a policy as a function, or text
        None,
        "How the opponent errs, in place of a level: random, temperature=0.5, depth=2.",
        metavar="HOW",
        never=("play",),
    )


class TextbookMethod(Method):
    """One of the textbook's algorithms."""

    questions = frozenset({Question.ANALYSE, Question.PLAY, Question.TREE})

    search: ClassVar[type[Search]]

    def refusal(self, game: Game, question: Question) -> str | None:
        """Requires perfect information, no forbidden repetition, and whatever the algorithm itself requires."""
        if game.kind.hidden:
            return "it has imperfect information, and the textbook's searches see the whole state"
        return NEEDS_HISTORY if game.forbids_repetition else self.search.refusal(game)

    def open(self, game: Game, options: Any, setting: Setting) -> Session:
        """A session: nothing is kept between questions."""
        return TextbookSession(game, self.name, given(options))

    def record(
        self, game: Game, s: State, budget: Budget, options: Any, seed: int = 0, *, past: Sequence[State] = ()
    ) -> tuple[Analysis, Trace]:
        """The analysis of one search, and its log."""
        return textbook.record(game, s, budget, algorithm=self.name, **given(options))


class TextbookSession(Session):
    """Searches each state anew."""

    def __init__(self, game: Game, algorithm: str, options: dict[str, Any]) -> None:
        self._game, self._algorithm, self._options = game, algorithm, options

    def answers(self, ask: Ask) -> Iterator[Answer]:
        """One analysis for each depth if time or nodes are limited; otherwise a single one."""
        if ask.lines != 1:
            raise OptionError(f"{self._algorithm} has no option 'lines': engine has it")
        yield from textbook.deepen(self._game, ask.state, ask.budget, algorithm=self._algorithm, **self._options)


def given(options: Any) -> dict[str, Any]:
    """The options as keyword arguments of a search, without those that are None: the search has its own defaults."""
    return {name: value for name, value in asdict(options).items() if value is not None}


def _method(search: type[Search], options: type) -> Method:
    summary = (search.__doc__ or "").splitlines()[0].rstrip(".")
    attributes = {"name": search.name, "summary": summary, "search": search, "Options": options}
    return type(f"{search.__name__}Method", (TextbookMethod,), {**attributes, "__doc__": search.__doc__})()  # type: ignore[no-any-return]


_OPTIONS: dict[str, type] = {
    "minimax": HorizonOptions,
    "alphabeta": AlphaBetaOptions,
    "expectimax": ExpectimaxOptions,
    "paranoid": AgentOptions,
    "bestreply": AgentOptions,
}

METHODS = tuple(_method(search, _OPTIONS.get(name, SearchOptions)) for name, search in textbook.ALGORITHMS.items())
