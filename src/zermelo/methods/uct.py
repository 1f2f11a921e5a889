"""UCT as it is taught, as a method: slow, and it shows every step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.core.game import Game, State
from zermelo.core.limits import Budget
from zermelo.core.results import Analysis, Answer
from zermelo.core.trace import Trace
from zermelo.methods.method import Ask, Method, Question, Session, Setting
from zermelo.methods.options import option
from zermelo.textbook.uct import PLAYOUTS, search


@dataclass(frozen=True)
class UctOptions:
    """The options of UCT."""

    playouts: int | None = option(None, "The number of playouts.")
    c: float = option(1.0, "The exploration constant: the factor of the second term of UCB.")


class UctMethod(Method):
    """Playouts one by one, each in the log."""

    name = "uct"
    summary = "Monte Carlo tree search as it is taught: select, expand, simulate, back up"
    questions = frozenset({Question.ANALYSE, Question.PLAY, Question.TREE})
    has_depth = False
    Options = UctOptions

    def refusal(self, game: Game, question: Question) -> str | None:
        """It needs perfect information."""
        return "it has imperfect information, and playouts see the whole state" if game.kind.hidden else None

    def open(self, game: Game, options: Any, setting: Setting) -> Session:
        """A session: nothing is kept between questions."""
        return UctSession(game, options, setting)

    def record(
        self, game: Game, s: State, budget: Budget, options: Any, seed: int = 0, *, past: Sequence[State] = ()
    ) -> tuple[Analysis, Trace]:
        """All playouts, and their log; by default PLAYOUTS, fewer than the node limit, which no picture shows."""
        playouts = PLAYOUTS if options.playouts is None else options.playouts
        analysis, uct = search(game, s, budget, playouts=playouts, c=options.c, seed=seed, records=True, past=past)
        return analysis, uct.trace()


class UctSession(Session):
    """Searches each state anew."""

    def __init__(self, game: Game, options: UctOptions, setting: Setting) -> None:
        self._game, self._options, self._seed = game, options, setting.seed

    def answers(self, ask: Ask) -> Iterator[Answer]:
        """One analysis, with a line for every action that was tried."""
        options = self._options
        found, _ = search(
            self._game,
            ask.state,
            ask.budget,
            playouts=options.playouts,
            c=options.c,
            seed=self._seed,
            past=ask.past,
        )
        yield found
