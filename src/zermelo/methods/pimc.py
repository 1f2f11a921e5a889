"""Averaging over deals (perfect-information Monte Carlo): sampled worlds are searched with perfect information."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import fsum
from random import Random
from typing import Any

from zermelo.core.errors import KindError, quote
from zermelo.core.game import Action, Game, State
from zermelo.core.limits import Budget
from zermelo.core.results import Analysis, Answer, Line
from zermelo.core.rules import legal_actions
from zermelo.engine.root_search import values_of
from zermelo.hidden.averaging import DealDeepening, DealSearch, ValuesByWorld, refusal
from zermelo.hidden.open_game import open_game
from zermelo.hidden.saddle import is_open
from zermelo.hidden.worlds import Worlds
from zermelo.methods.method import Ask, Method, Question, Session, Setting
from zermelo.methods.options import option
from zermelo.methods.registry import method_named
from zermelo.methods.world_search import WorldOptions, WorldSession, within_default

DEALS = 100
"""The number of worlds that are searched, unless another is given."""


@dataclass(frozen=True)
class PimcOptions(WorldOptions):
    """The options of averaging over deals."""

    worlds: int = option(DEALS, "Search at most this many worlds.")
    engine: str | None = option(
        None,
        "The method that searches each world, such as engine, mcts or expectiminimax; without it, alpha-beta "
        "searches all worlds to the same depth.",
        metavar="METHOD",
    )


class Pimc(Method):
    """Averaging over deals (perfect-information Monte Carlo)."""

    name = "pimc"
    summary = "averaging over deals: the best mean over sampled worlds, each searched with perfect information"
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


class PimcSession(WorldSession):
    """Searches all worlds by alpha-beta, deeper and deeper, or each world by another method."""

    def __init__(self, game: Game, options: PimcOptions, setting: Setting) -> None:
        super().__init__(game, Pimc.name, options, setting)
        self._search: DealSearch | SearchByMethod
        if options.engine is None:
            self._search = DealSearch(game, threads=options.threads, **self.common)
        else:
            self._search = SearchByMethod(game, options.engine, setting)

    def answers(self, ask: Ask) -> Iterator[Answer]:
        """An analysis for each depth; without limits the search goes to the end of the game."""
        worlds = self.worlds(ask.state, ask.budget)
        last: Analysis | None = None
        for job in self._search.deepen(worlds.states, within_default(ask.budget)):
            if job.best is not None:
                last = self._analysis(worlds, job.best, job.nodes, ask.budget)
                yield last
        if last is None:
            yield self.unsearched(worlds, ask.budget)

    def _analysis(self, worlds: Worlds, found: ValuesByWorld, nodes: int, budget: Budget) -> Analysis:
        game, mover = self.game, worlds.view.player
        actions = legal_actions(game, worlds.some)
        sign = 1 if mover == 0 else -1
        lines = [self._line(a, worlds, [row[i] for row in found.values]) for i, a in enumerate(actions)]
        everywhere = [
            a for i, a in enumerate(actions) if all(sign * row[i] == max(sign * v for v in row) for row in found.values)
        ]
        # Where many actions are as good, as when ships are placed, always the same one would be predictable.
        Random(self.seed).shuffle(lines)
        lines.sort(key=lambda line: (-line.values[mover], line.action not in everywhere))
        best = lines[0]
        is_optimal = (
            worlds.exact
            and self.options.assumed_policy is None  # it may exclude worlds
            and found.exact
            and best.action in everywhere
            and is_open(game, worlds, budget.closing())
        )
        return self.ranked(
            worlds,
            budget,
            lines,
            proved=is_optimal and worlds.by_chance,
            depth=found.depth,
            nodes=nodes,
            speed=self._search.speed,
            notes=tuple(self._notes(worlds, found, best.action, everywhere, is_optimal)),
        )

    def _line(self, a: Action, worlds: Worlds, values: list[float]) -> Line:
        mean = fsum(p * v for p, v in zip(worlds.probabilities, values, strict=True))
        error = 0.0 if worlds.exact else standard_error(worlds.probabilities, values, mean)
        return Line(values=values_of(self.game, mean), proved=False, visits=len(worlds), error=error, actions=(a,))

    def _notes(
        self, worlds: Worlds, found: ValuesByWorld, best: Action, everywhere: list[Action], is_optimal: bool
    ) -> Iterator[str]:
        number = f"{'all ' if worlds.exact else ''}{len(worlds):,} deals"
        if len(worlds) == 1:
            number = "the only deal" if worlds.exact else "the one deal that was searched"
        if best in everywhere and found.exact:
            shown = self.game.show_action(worlds.some, best)
            unless = "" if is_optimal else "; that proves it optimal only if no later decision depends on the deal"
            yield f"{shown} is {'proved optimal: it is ' if is_optimal else ''}optimal in {number}{unless}"
        yield from self.notes(worlds)


def standard_error(probabilities: Sequence[float], values: Sequence[float], mean: float) -> float | None:
    """The standard error of the mean of a sample; None if one value is all there is."""
    if len(values) == 1:
        return None
    squares = sum((p * (v - mean)) ** 2 for p, v in zip(probabilities, values, strict=True))
    return float(squares**0.5)


class SearchByMethod:
    """Values the actions in each world by any method for perfect information, one world after the other."""

    def __init__(self, game: Game, name: str, setting: Setting) -> None:
        self._open = open_game(game)
        method = method_named(name)
        why = method.refusal(self._open, Question.ANALYSE)
        if Question.ANALYSE not in method.questions:
            why = "it does not analyse states"
        if why is not None:
            raise KindError(f"{quote(name)} cannot search a world of {quote(game)}: {why}")
        # The process that compiles in the background knows only the game with hidden information.
        self._session = method.open(self._open, method.Options(), replace(setting, wait=True))
        self.speed = ""

    def deepen(self, worlds: tuple[State, ...], budget: Budget) -> Iterator[DealDeepening]:
        """Yields the search once all worlds are valued, and not at all if the budget does not suffice for that."""
        game = self._open
        actions = legal_actions(game, worlds[0])
        left = len(worlds) * len(actions)
        values: list[float] = []
        job, found = DealDeepening(), ValuesByWorld([], 0, True)
        for s in worlds:
            for a in actions:
                answer = self._analyse(game.result(s, a), _share(budget, job.nodes, left))
                if answer is None or answer.value is None:
                    return
                values.append(answer.value)
                found.exact, found.depth = found.exact and answer.proved, max(found.depth, answer.depth + 1)
                job.nodes += answer.nodes
                left -= 1
            found.values.append(values[-len(actions) :])
        job.best = found
        yield job

    def _analyse(self, s: State, budget: Budget) -> Answer | None:
        """The last answer about a state, or None if there was no time for one."""
        if budget.is_over:
            return None
        last: Answer | None = None
        for last in self._session.answers(Ask(Question.ANALYSE, s, budget)):  # noqa: B007  # only the last counts
            pass
        if last is not None:
            self.speed = last.speed
        return last


def _share(budget: Budget, spent: int, searches: int) -> Budget:
    """The part of the budget for the next of the searches that are left."""
    nodes = None if budget.most_nodes is None else max((budget.most_nodes - spent) // searches, 1)
    return budget.part(budget.remaining() / searches, nodes=nodes)
