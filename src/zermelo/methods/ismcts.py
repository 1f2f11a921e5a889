"""Information-set Monte Carlo tree search, for hidden information."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any

from zermelo.core.errors import OptionError
from zermelo.core.game import Action, Game
from zermelo.core.limits import Budget
from zermelo.core.results import Analysis, Answer, Line
from zermelo.core.rules import legal_actions
from zermelo.engine.engine import Progress
from zermelo.engine.root_search import values_of
from zermelo.hidden.ismcts import NO_LIMIT, ActionStatistics, InformationSetSearch, Simulation
from zermelo.hidden.worlds import Worlds
from zermelo.methods.method import Ask, Method, Question, Session, Setting
from zermelo.methods.options import option
from zermelo.methods.world_search import WorldOptions, WorldSession, check_counts

SIMULATIONS = 10_000
"""The number of simulations if neither they nor time nor nodes are limited."""

WORLDS = 1_000
"""The number of worlds that simulations draw from, unless another is given."""


@dataclass(frozen=True)
class IsmctsOptions(WorldOptions):
    """The options of information-set Monte Carlo tree search."""

    playouts: int | None = option(None, "The number of simulations.")
    worlds: int = option(WORLDS, "Draw simulations from at most this many worlds.")
    observers: str = option(
        "multiple",
        "Whose information sets are the nodes: those of each mover, or those of the player at the root alone.",
        choices=("multiple", "single"),
    )
    c: float = option(0.5, "The exploration constant: the factor of the second term of UCB.")


class Ismcts(Method):
    """Simulations in sampled worlds, down one tree of information sets."""

    name = "ismcts"
    summary = "information-set Monte Carlo tree search, at the native speed where the rules compile"
    questions = frozenset({Question.ANALYSE, Question.PLAY, Question.RANK})
    Options = IsmctsOptions

    def refusal(self, game: Game, question: Question) -> str | None:
        """It is for hidden information."""
        return None if game.kind.hidden else "it has perfect information: mcts searches it"

    def open(self, game: Game, options: Any, setting: Setting) -> Session:
        """A session that keeps the machine code."""
        return IsmctsSession(game, options, setting)


class IsmctsSession(WorldSession):
    """Worlds are sampled and searched anew for each question."""

    def __init__(self, game: Game, options: IsmctsOptions, setting: Setting) -> None:
        super().__init__(game, Ismcts.name, options, setting)
        if options.playouts is not None:
            check_counts(playouts=options.playouts)
        if not 0 <= options.c < float("inf"):
            raise OptionError(f"'c' cannot be {options.c!r}: it has to be a number from 0 up")
        self._search = InformationSetSearch(
            game, single=options.observers == "single", c=options.c, threads=options.threads, **self.common
        )

    def answers(self, ask: Ask) -> Iterator[Answer]:
        """Analyses of more and more simulations; the last one is the answer."""
        budget = ask.budget
        is_open = budget.most_nodes is None and not budget.has_deadline
        count = self.options.playouts or budget.most_playouts or (SIMULATIONS if is_open else NO_LIMIT)
        worlds = self.worlds(ask.state, budget, most=count)
        run: Simulation | None = None
        progress = Progress(self.game, worlds.some)
        for run in self._search.stream(worlds, count, self.seed, budget):
            progress.nodes, progress.seconds = run.nodes, budget.seconds
            ask.watch(progress)
            if run.is_news:
                run.is_news = False
                yield self._analysis(worlds, run, budget)
        assert run is not None, "a stream yields its run at the end"
        yield self._analysis(worlds, run, budget)

    def _analysis(self, worlds: Worlds, run: Simulation, budget: Budget) -> Analysis:
        game = self.game
        actions = legal_actions(game, worlds.some)
        statistics = self._search.statistics(run)
        lines = [self._line(a, found) for a, found in zip(actions, statistics, strict=True)]
        lines.sort(key=lambda line: -(line.visits or 0))
        return self.ranked(
            worlds,
            budget,
            lines,
            proved=False,
            depth=run.depth,
            nodes=run.nodes,
            speed=self._search.host.speed,
            notes=self.notes(worlds),
            visits=sum(found.visits for found in statistics),
        )

    def _line(self, a: Action, found: ActionStatistics) -> Line:
        game, n = self.game, found.visits
        means = tuple(total / n for total in found.totals) if n else (float(game.fair_share),) * len(found.totals)
        values = values_of(game, means[0]) if len(means) == 1 else means
        error = sqrt(max(found.squares[0] / n - means[0] ** 2, 0.0) / (n - 1)) if n > 1 else None
        return Line(values=values, proved=False, visits=n, error=error, actions=(a,))
