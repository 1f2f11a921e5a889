"""The analysis of one game on the page: it streams what it has found so far, and remembers it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from random import Random
from threading import Event
from typing import Any

from zermelo.core.errors import LimitError
from zermelo.core.game import CHANCE, Action, Game, State
from zermelo.core.limits import Budget, Limits
from zermelo.core.results import Analysis
from zermelo.engine.engine import Progress
from zermelo.methods.chooser import Chooser, rank_of
from zermelo.methods.method import Question, Setting
from zermelo.methods.options import names_of
from zermelo.methods.registry import method_named
from zermelo.play.computer import Computer
from zermelo.play.player import NO_LIMITS, Turn
from zermelo.web.analyses import Standing
from zermelo.web.move_judgement import Memory
from zermelo.web.positions import some_actions

TABLE = 64 * 2**20
"""The engine's table in bytes: one for each tab."""

COMPILING = 120.0
"""How many seconds are not counted, at most, while the rules are still being compiled."""

OFTEN = 0.1
"""How often costs are told, in seconds."""

Tell = Callable[[Standing], None]
TellCosts = Callable[[int, float, str], None]
"""Receives how many nodes were read, in how many seconds, and at which speed the rules run now."""


class Thinker:
    """Thinks about the positions of one game, and remembers what it found."""

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
        tell: Tell,
        tell_costs: TellCosts,
        *,
        method: str = "",
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """Weighs every action in s, deeper and deeper, until all is proved, the time is over or it is stopped.

        A method that is named answers as it can: not all of them weigh every action.
        """
        chooser, question = self.chooser, Question.RANK
        if method:
            chooser, question = self._chooser_with(options or {}), _question_for(method, options or {})
        lines = len(some_actions(self.game, s)) if question is Question.RANK else 1
        began, best = time.perf_counter(), None
        while True:
            budget = Budget(Limits(seconds=seconds), stop)
            watch = _Costs(chooser, began, tell_costs)
            for found in chooser.answers(question, s, budget, method=method or None, lines=lines, watch=watch):
                if not isinstance(found, Analysis):  # an enumeration that has not come to its end
                    continue
                is_better = best is None or rank_of(found) > rank_of(best)
                if is_better:
                    self._tell(Standing(found), tell)
                if best is None or rank_of(found) >= rank_of(best):  # if only what it costs is new, that is told last
                    best = found
            if best is None:
                if stop.is_set():
                    return
                raise LimitError(f"{method} has found nothing in {seconds:g} seconds")
            # Nobody knows how fast the search will be before the rules are compiled, so it has its time again.
            waits = chooser.is_compiling and time.perf_counter() - began < COMPILING
            if Standing(best).is_settled or stop.is_set() or not waits:
                break
        self._tell(Standing(best, done=True), tell)

    def _chooser_with(self, options: Mapping[str, Any]) -> Chooser:
        """The chooser with these options: as long as they stay the same, it keeps its tables."""
        if self._optioned is None or self._optioned.options != options:
            self._optioned = Chooser(self.game, self.chooser.setting, options, {"table": TABLE})
        return self._optioned

    def _tell(self, standing: Standing, tell: Tell) -> None:
        self.memory.keep(standing)
        tell(standing)

    def choose(self, s: State, limits: Limits, stop: Event) -> Action:
        """What to play in s; where chance moves, what it brings."""
        actions = some_actions(self.game, s)  # it refuses too many
        if self.game.player(s) == CHANCE:
            return self._dice.choices(actions, [self.game.probability(s, a) for a in actions])[0]
        return self._player.decide(Turn(s, limits=limits, stop=stop)).action


def _question_for(method: str, options: Mapping[str, Any]) -> Question:
    """What the method is asked: to rank the actions, if it can with these options, or else for an analysis."""
    asked = method_named(method)
    can_rank = Question.RANK in asked.questions and options.keys() <= names_of(asked, Question.RANK)
    return Question.RANK if can_rank else Question.ANALYSE


class _Costs:
    """Tells now and then what a search costs that goes on."""

    def __init__(self, chooser: Chooser, began: float, tell_costs: TellCosts) -> None:
        self._chooser, self._began, self._tell_costs = chooser, began, tell_costs
        self._told = began

    def __call__(self, progress: Progress) -> None:
        now = time.perf_counter()
        if now - self._told >= OFTEN:
            self._told = now
            self._tell_costs(progress.nodes, now - self._began, self._chooser.speed)
