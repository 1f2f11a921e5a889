"""Alpha-mu search, for hidden information."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from zermelo.core.game import Game, State, legal_actions
from zermelo.core.limits import Budget, OutOfBudget
from zermelo.core.results import Analysis, Answer, Line
from zermelo.core.views import View
from zermelo.engine.root_search import values_of
from zermelo.hidden.alphamu import AlphaMu
from zermelo.hidden.averaging import DEEPEST, DealSearch, refusal
from zermelo.hidden.sampling import WorldSampler, adopt_code
from zermelo.hidden.worlds import Worlds
from zermelo.methods.method import Ask, Method, Question, Session, Setting
from zermelo.methods.options import option
from zermelo.methods.pimc import check_counts, within_default
from zermelo.native.host import PLAIN_SECONDS

WORLDS = 20
"""The number of worlds that are searched, unless another is given."""


@dataclass(frozen=True)
class AlphaMuOptions:
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


class AlphaMuSession(Session):
    """Worlds are sampled and searched anew for each question."""

    def __init__(self, game: Game, options: AlphaMuOptions, setting: Setting) -> None:
        check_counts(worlds=options.worlds)
        if options.moves is not None:
            check_counts(moves=options.moves)
        self.game = game
        self._options = options
        self._seed = setting.seed
        common: dict[str, Any] = {"plain": setting.plain, "wait": setting.wait, "notice": setting.notice}
        self._sampler = WorldSampler(game, **common)
        self._search = DealSearch(game, **common)

    def forget(self, seed: int) -> bool:
        """Draws from this seed from now on."""
        self._seed = seed
        return True

    def answers(self, ask: Ask) -> Iterator[Answer]:
        """An analysis for each number of decisions, until the end of the game is reached or the budget is spent."""
        budget = within_default(ask.budget).part(nodes=ask.budget.most_nodes)
        worlds = self._sampler.worlds(View.of(self.game, ask.state), self._options.worlds, self._seed, budget)
        self._search.host.adopt_loaded()
        moves = self._options.moves or 1
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
            if not search.cut or self._options.moves is not None or moves >= (budget.depth or inf):
                break
            moves += 1
        if not has_answered:
            yield self._unsearched(worlds, budget)

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
        return self._answer(
            worlds, budget, values=lines[0].values, lines=tuple(lines), proved=proved, depth=search.moves
        )

    def _unsearched(self, worlds: Worlds, budget: Budget) -> Analysis:
        """The answer if there was no time for any search: the first action, without a value."""
        first = legal_actions(self.game, worlds.some)[0]
        fair = (float(self.game.fair_share),) * self.game.players
        line = Line(values=fair, proved=False, actions=(first,))
        return self._answer(worlds, budget, values=None, lines=(line,), proved=False, depth=0)

    def _answer(
        self,
        worlds: Worlds,
        budget: Budget,
        *,
        values: tuple[float, ...] | None,
        lines: tuple[Line, ...],
        proved: bool,
        depth: int,
    ) -> Analysis:
        return Analysis(
            game=self.game,
            state=worlds.some,
            view=worlds.view,
            method=AlphaMuMethod.name,
            value=None if values is None else values[0],
            values=values,
            action=lines[0].action,
            line=lines[0].actions,
            lines=lines,
            proved=proved,
            depth=depth,
            nodes=budget.nodes,
            seconds=budget.seconds,
            compile_seconds=budget.compile_seconds,
            speed=self._search.host.speed,
            notes=() if worlds.exact else (f"the worlds are a sample, by {worlds.how}",),
            worlds=len(worlds),
        )
