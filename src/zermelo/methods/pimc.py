"""Averaging over deals, for hidden information: the action with the best mean over worlds searched with open cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import fsum
from random import Random
from typing import Any

from zermelo.core.errors import LimitError
from zermelo.core.game import Action, Game, legal_actions
from zermelo.core.limits import Budget
from zermelo.core.results import Analysis, Answer, Line
from zermelo.core.views import View
from zermelo.engine.root_search import values_of
from zermelo.hidden.averaging import DealSearch, ValuesByWorld, refusal
from zermelo.hidden.saddle import is_open
from zermelo.hidden.sampling import WorldSampler
from zermelo.hidden.worlds import Worlds
from zermelo.methods.method import Ask, Method, Question, Session, Setting
from zermelo.methods.options import option

DEALS = 100
"""The number of worlds that are searched, unless another is given."""


SECONDS = 5.0
"""The time limit of a search without limits."""


@dataclass(frozen=True)
class PimcOptions:
    """The options of averaging over deals."""

    worlds: int = option(DEALS, "The number of worlds that are searched, if there are not fewer.")
    threads: int = option(1, "The number of threads that search.")


class Pimc(Method):
    """Averaging over deals (perfect-information Monte Carlo)."""

    name = "pimc"
    summary = "averaging over deals: the best mean over sampled worlds, each searched as if everything were seen"
    questions = frozenset({Question.ANALYSE, Question.PLAY, Question.RANK})
    Options = PimcOptions

    def refusal(self, game: Game, question: Question) -> str | None:
        """It is for hidden information and alpha-beta."""
        if not game.kind.hidden:
            return "it has perfect information: there is only one deal"
        return refusal(game)

    def open(self, game: Game, options: Any, setting: Setting) -> Session:
        """A session that keeps the machine code."""
        return PimcSession(game, options, setting)


def check_counts(**counts: int) -> None:
    """Raises LimitError unless all of them are whole numbers above zero."""
    for name, count in counts.items():
        if isinstance(count, bool) or not isinstance(count, int) or count < 1:
            raise LimitError(f"{name} has to be a whole number above zero, not {count!r}")


def within_default(budget: Budget) -> Budget:
    """The budget, limited to SECONDS if it has no limit: some games are too long to be searched to their end."""
    is_limited = budget.has_deadline or budget.most_nodes is not None or budget.depth is not None
    return budget if is_limited else budget.part(SECONDS)


class PimcSession(Session):
    """Worlds are sampled and searched anew for each question."""

    def __init__(self, game: Game, options: PimcOptions, setting: Setting) -> None:
        check_counts(worlds=options.worlds, threads=options.threads)
        self.game = game
        self._options = options
        self._seed = setting.seed
        common: dict[str, Any] = {"plain": setting.plain, "wait": setting.wait, "notice": setting.notice}
        self._sampler = WorldSampler(game, **common)
        self._search = DealSearch(game, threads=options.threads, **common)

    def forget(self, seed: int) -> bool:
        """Draws from this seed from now on."""
        self._seed = seed
        return True

    def answers(self, ask: Ask) -> Iterator[Answer]:
        """An analysis for each depth; without limits the search goes to the end of the game."""
        view = View.of(self.game, ask.state)
        worlds = self._sampler.worlds(view, self._options.worlds, self._seed, ask.budget)
        last: Analysis | None = None
        for job in self._search.deepen(worlds.states, within_default(ask.budget)):
            if job.best is not None:
                last = self._analysis(worlds, job.best, job.nodes, ask.budget)
                yield last
        if last is None:
            yield self._unsearched(worlds, ask.budget)

    def _analysis(self, worlds: Worlds, found: ValuesByWorld, nodes: int, budget: Budget) -> Analysis:
        game, mover = self.game, worlds.view.player
        actions = legal_actions(game, worlds.some)
        sign = 1 if mover == 0 else -1
        lines = [self._line(a, worlds, [row[i] for row in found.values]) for i, a in enumerate(actions)]
        everywhere = [
            a for i, a in enumerate(actions) if all(sign * row[i] == max(sign * v for v in row) for row in found.values)
        ]
        # Where many actions are as good, as when ships are placed, always the same one would be predictable.
        Random(self._seed).shuffle(lines)
        lines.sort(key=lambda line: (-line.values[mover], line.action not in everywhere))
        best = lines[0]
        proved = worlds.exact and found.exact and best.action in everywhere and is_open(game, worlds, budget.closing())
        return Analysis(
            game=game,
            state=worlds.some,
            view=worlds.view,
            method=Pimc.name,
            value=best.values[0],
            values=best.values,
            action=best.action,
            line=(best.action,),
            lines=tuple(lines),
            proved=proved,
            depth=found.depth,
            nodes=nodes,
            seconds=budget.seconds,
            compile_seconds=budget.compile_seconds,
            speed=self._search.host.speed,
            notes=tuple(self._notes(worlds, found, best.action, everywhere, proved)),
            error=best.error,
            worlds=len(worlds),
        )

    def _line(self, a: Action, worlds: Worlds, values: list[float]) -> Line:
        mean = fsum(p * v for p, v in zip(worlds.probabilities, values, strict=True))
        squares = sum((p * (v - mean)) ** 2 for p, v in zip(worlds.probabilities, values, strict=True))
        error = 0.0 if worlds.exact else squares**0.5
        return Line(values=values_of(self.game, mean), proved=False, visits=len(worlds), error=error, actions=(a,))

    def _notes(
        self, worlds: Worlds, found: ValuesByWorld, best: Action, everywhere: list[Action], proved: bool
    ) -> Iterator[str]:
        number = f"{'all ' if worlds.exact else ''}{len(worlds):,} deals"
        if best in everywhere and found.exact:
            shown = self.game.show_action(worlds.some, best)
            unless = "" if proved else "; that proves it optimal only if no later decision depends on the deal"
            yield f"{shown} is {'proved optimal: it is ' if proved else ''}optimal in {number}{unless}"
        if not worlds.exact:
            yield f"the deals are a sample, by {worlds.how}"

    def _unsearched(self, worlds: Worlds, budget: Budget) -> Analysis:
        """The answer if there was no time for any search: the first action, without a value."""
        action = legal_actions(self.game, worlds.some)[0]
        return Analysis(
            game=self.game,
            state=worlds.some,
            view=worlds.view,
            method=Pimc.name,
            value=None,
            values=None,
            action=action,
            line=(action,),
            proved=False,
            depth=0,
            nodes=0,
            seconds=budget.seconds,
            compile_seconds=budget.compile_seconds,
            worlds=len(worlds),
        )
