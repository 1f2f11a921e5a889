"""The analyses of one game on the page: they stream their results, which are remembered."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from random import Random
from threading import Event
from typing import Any

from zermelo.core.errors import LimitError
from zermelo.core.game import CHANCE, Action, Game, State
from zermelo.core.limits import Budget, Limits
from zermelo.core.results import Analysis
from zermelo.engine.engine import Progress, unwatched
from zermelo.methods.chooser import Chooser, rank_of
from zermelo.methods.method import Question, Setting
from zermelo.methods.options import names_of
from zermelo.methods.registry import method_named
from zermelo.play.computer import Computer
from zermelo.play.player import NO_LIMITS, Turn
from zermelo.web.analyses import SPEEDS, Standing
from zermelo.web.move_judgement import Memory
from zermelo.web.positions import some_actions
from zermelo.web.walks import Walk

TABLE = 64 * 2**20
"""The size of the engine's transposition table in bytes; each tab has one."""

COMPILE_SECONDS = 120.0
"""While the rules are being compiled, an analysis starts its time again, for at most this many seconds."""

REPORT_SECONDS = 0.1
"""The least time between two reports of costs."""

Report = Callable[[Standing], None]
ReportCosts = Callable[[int, float, str], None]
"""Called with the nodes so far, the seconds of thinking, and the current speed of the rules."""


class Thinker:
    """Analyses positions of one game, and remembers the results."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.chooser = Chooser(game, Setting(wait=False), defaults={"table": TABLE})
        self._player = Computer(game, NO_LIMITS, game.initial(), chooser=self.chooser)
        self.memory = Memory()
        self._optioned: Chooser | None = None
        self._dice = Random()

    def analyse(
        self,
        s: State,
        seconds: float,
        stop: Event,
        report: Report,
        report_costs: ReportCosts,
        *,
        past: Sequence[State] = (),
        method: str = "",
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """Evaluates every action in s by iterative deepening, until all is proved, the time is over or it is stopped.

        Not every method can evaluate every action: if `method` cannot, it analyses the state.
        """
        chooser, question = self.chooser, Question.RANK
        if method:
            chooser, question = self._chooser_with(options or {}), _question_for(method, options or {})
        lines = len(some_actions(self.game, s)) if question is Question.RANK else 1
        began, best = time.perf_counter(), None
        while True:
            budget = Budget(Limits(seconds=seconds), stop)
            watch = Costs(chooser, report_costs)
            for found in chooser.answers(
                question, s, budget, method=method or None, lines=lines, past=past, watch=watch
            ):
                if not isinstance(found, Analysis):  # an enumeration that has not finished
                    continue
                is_better = best is None or rank_of(found) > rank_of(best)
                if is_better:
                    self._report(Standing(found), report)
                if best is None or rank_of(found) >= rank_of(best):  # new costs alone are reported last
                    best = found
            if best is None:
                if stop.is_set():
                    return
                raise LimitError(f"{method} found no answer in {seconds:g} seconds")
            # Before the rules are compiled the search is slow, so its time starts again.
            waits = chooser.is_compiling and time.perf_counter() - began < COMPILE_SECONDS
            if Standing(best).is_settled or stop.is_set() or not waits:
                break
        self._report(Standing(best, done=True), report)

    def _chooser_with(self, options: Mapping[str, Any]) -> Chooser:
        """The chooser with these options; it keeps its tables as long as the options stay the same."""
        if self._optioned is None or self._optioned.options != options:
            self._optioned = Chooser(self.game, self.chooser.setting, options, {"table": TABLE})
        return self._optioned

    def _report(self, standing: Standing, report: Report) -> None:
        report(self.memory.keep(standing))

    def choose(
        self,
        walk: Walk,
        limits: Limits,
        stop: Event,
        report_costs: ReportCosts | None = None,
    ) -> Action:
        """The computer's action after the play so far; if chance moves, a random outcome."""
        s = walk.state
        outcomes = some_actions(self.game, s)  # it refuses too many
        if self.game.player(s) == CHANCE:
            return self._dice.choices(outcomes, [self.game.probability(s, a) for a in outcomes])[0]
        watch = unwatched if report_costs is None else Costs(self.chooser, report_costs)
        turn = Turn(s, walk.start, walk.actions, before=walk.before, limits=limits, stop=stop, watch=watch)
        return self._player.decide(turn).action


def _question_for(method: str, options: Mapping[str, Any]) -> Question:
    """RANK if the method can rank the actions with these options, otherwise ANALYSE."""
    asked = method_named(method)
    can_rank = Question.RANK in asked.questions and options.keys() <= names_of(asked, Question.RANK)
    return Question.RANK if can_rank else Question.ANALYSE


def speed_in_words(chooser: Chooser) -> str:
    """The current speed of the rules, and whether they are being compiled."""
    return SPEEDS[chooser.speed] + (", compiling the rules" if chooser.is_compiling else "")


class Costs:
    """Reports the costs of a running search, at most once every REPORT_SECONDS."""

    def __init__(self, chooser: Chooser, report_costs: ReportCosts) -> None:
        self._chooser, self._report_costs = chooser, report_costs
        self._reported = time.perf_counter()

    def __call__(self, progress: Progress) -> None:
        """Reports the costs, unless that was done a moment ago."""
        now = time.perf_counter()
        if now - self._reported >= REPORT_SECONDS:
            self._reported = now
            self._report_costs(progress.nodes, progress.seconds, speed_in_words(self._chooser))
