"""Alpha-mu search, for hidden information."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from zermelo.core.game import Game, State
from zermelo.core.limits import Budget, OutOfBudget
from zermelo.core.results import Analysis, Answer, Line
from zermelo.engine.root_search import values_of
from zermelo.hidden.alphamu import AlphaMu
from zermelo.hidden.averaging import DEEPEST, DealSearch, refusal
from zermelo.hidden.sampling import adopt_code
from zermelo.hidden.worlds import Worlds
from zermelo.methods.method import Ask, Method, Question, Session, Setting
from zermelo.methods.options import option
from zermelo.methods.world_search import WorldOptions, WorldSession, check_counts, sampling_notes, within_default
from zermelo.native.host import PLAIN_SECONDS

WORLDS = 20
"""The number of worlds that are searched, unless another is given."""


@dataclass(frozen=True)
class AlphaMuOptions(WorldOptions):
    """The options of alpha-mu search."""

    worlds: int = option(WORLDS, "The number of worlds that are searched, if there are not fewer.")
    moves: int | None = option(None, "The number of the player's decisions that are searched without seeing more.")


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
        self._search = DealSearch(game, threads=options.threads, **self.common)

    def answers(self, ask: Ask) -> Iterator[Answer]:
        """An analysis for each number of decisions, until the end of the game is reached or the budget is spent."""
        budget = within_default(ask.budget).part(nodes=ask.budget.most_nodes)
        worlds = self.worlds(ask.state, budget)
        self._search.host.adopt_loaded()
        moves = self.options.moves or 1
        has_answered = False
        while True:
            if budget.seconds > PLAIN_SECONDS:
                adopt_code(self._search.host, budget)
            search = AlphaMu(self.game, worlds, moves, self._open_values, budget)
            try:
                actions = search.actions()
            except OutOfBudget:
                break
            yield self._analysis(worlds, search, actions, budget)
            has_answered = True
            if not search.cut or self.options.moves is not None or moves >= (budget.depth or inf):
                break
            moves += 1
        if not has_answered:
            yield self.unsearched(worlds, budget)

    def _open_values(self, states: Sequence[State], budget: Budget) -> tuple[list[float], bool]:
        return self._search.state_values(states, budget.depth or DEEPEST, budget)

    def _analysis(self, worlds: Worlds, search: AlphaMu, actions: list[tuple[Any, float]], budget: Budget) -> Analysis:
        mover, total = worlds.view.player, self.game.kind.total
        lines = [
            Line(
                values=values_of(self.game, v if mover == 0 else total - v),
                proved=False,
                visits=len(worlds),
                actions=(a,),
            )
            for a, v in actions
        ]
        lines.sort(key=lambda line: -line.values[mover])
        # Opponents may see less than is assumed here: only where none moves the value is exact.
        proved = worlds.exact and not (search.cut or search.dropped or search.opposed)
        best = lines[0]
        return self.analysis(
            worlds,
            budget,
            value=best.values[0],
            values=best.values,
            action=best.action,
            line=best.actions,
            lines=tuple(lines),
            proved=proved,
            depth=search.moves,
            nodes=budget.nodes,
            speed=self._search.speed,
            notes=sampling_notes(worlds),
        )
