"""Alpha-mu search, for hidden information."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from zermelo.core.game import Game
from zermelo.core.limits import Budget
from zermelo.core.results import Analysis, Answer, Line
from zermelo.core.rules import legal_actions
from zermelo.engine.root_search import values_of
from zermelo.hidden.alphamu import AlphaMuSearch, Strategies
from zermelo.hidden.averaging import refusal
from zermelo.hidden.worlds import Worlds
from zermelo.methods.method import Ask, Method, Question, Session, Setting
from zermelo.methods.options import option
from zermelo.methods.world_search import WorldOptions, WorldSession, check_counts, within_default

WORLDS = 20
"""The number of worlds that are searched, unless another is given."""


@dataclass(frozen=True)
class AlphaMuOptions(WorldOptions):
    """The options of alpha-mu search."""

    worlds: int = option(WORLDS, "Search at most this many worlds.")
    moves: int | None = option(None, "The number M of the player's own decisions that are searched.")


class AlphaMuMethod(Method):
    """Alpha-mu search with more and more of the player's decisions."""

    name = "alphamu"
    summary = "alpha-mu search: worlds that the player cannot tell apart share each of the player's next decisions"
    questions = frozenset({Question.ANALYSE, Question.PLAY, Question.RANK})
    Options = AlphaMuOptions

    def refusal(self, game: Game, question: Question) -> str | None:
        """It is for hidden information and alpha-beta."""
        return refusal(game) if game.kind.hidden else "it has perfect information: there is only one world"

    def open(self, game: Game, options: Any, setting: Setting) -> Session:
        """A session that keeps the machine code."""
        return AlphaMuSession(game, options, setting)


class AlphaMuSession(WorldSession):
    """Worlds are sampled and searched anew for each question."""

    def __init__(self, game: Game, options: AlphaMuOptions, setting: Setting) -> None:
        super().__init__(game, AlphaMuMethod.name, options, setting)
        if options.moves is not None:
            check_counts(moves=options.moves)
        self._search = AlphaMuSearch(game, threads=options.threads, **self.common)

    def answers(self, ask: Ask) -> Iterator[Answer]:
        """An analysis for each number of decisions, until the end of the game is reached or the budget is spent."""
        worlds = self.worlds(ask.state, ask.budget)
        last: Analysis | None = None
        found: Strategies | None = None
        for job in self._search.deepen(worlds, self.options.moves, within_default(ask.budget)):
            if job.best is not None and job.best is not found:
                found = job.best
                last = self._analysis(worlds, found, job.nodes, ask.budget)
                yield last
        if last is None:
            yield self.unsearched(worlds, ask.budget)

    def _analysis(self, worlds: Worlds, found: Strategies, nodes: int, budget: Budget) -> Analysis:
        mover, total = worlds.view.player, self.game.kind.total
        lines = [
            Line(
                values=values_of(self.game, v if mover == 0 else total - v),
                proved=False,
                visits=len(worlds),
                actions=(a,),
            )
            for a, v in zip(legal_actions(self.game, worlds.some), found.values, strict=True)
        ]
        lines.sort(key=lambda line: -line.values[mover])
        # Opponents may see less, and may have acted otherwise, than is assumed: the value is exact only without them.
        proved = worlds.by_chance and not (found.cut or found.dropped or found.opposed)
        return self.ranked(
            worlds,
            budget,
            lines,
            proved=proved,
            depth=found.moves,
            nodes=nodes,
            speed=self._search.host.speed,
            notes=self.notes(worlds),
        )
