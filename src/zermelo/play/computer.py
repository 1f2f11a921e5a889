"""The computer as a player: exact where all states can be read while one waits, else by the engine or the textbook."""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import inf
from threading import Event
from typing import Any

from zermelo import solvers, textbook
from zermelo.engines import analysing
from zermelo.engines.engine import Engine, refusal
from zermelo.game import Action, Game, State, legal_actions
from zermelo.limits import Clock, Limits
from zermelo.results import Analysis, Solution, Table
from zermelo.values import Vector

SOLVABLE = 50_000
"""How many states the computer is ready to read before the first move, to play perfectly ever after."""


@dataclass(frozen=True)
class Choice:
    """An action, what the computer thinks it is worth to each player, and how it expects play to go on."""

    action: Action
    values: Vector
    proved: bool
    line: tuple[Action, ...]


class Computer:
    """Chooses actions and says what they are worth, within a limit for each move, or by a clock for all of them.

    Where only the time is limited it first tries to solve the game from `start`, and then plays perfectly. Else it
    searches: by the engine, which begins at the plain speed while the rules are compiled, where that fits the game.
    """

    def __init__(
        self, game: Game, limits: Limits, start: State, *, clock: Clock | None = None, **settings: Any
    ) -> None:
        self.game = game
        self.limits = limits
        self.clock = clock
        self._start = start
        self._solution: Solution | None = None
        self._engine = Engine(game, aside=True, **settings) if refusal(game) is None else None

    def choose(self, s: State, stop: Event | None = None) -> Choice:
        """The action it would take in s; where there is a clock, it runs."""
        began = time.perf_counter()
        choice = self._choose(s, stop)
        if self.clock is not None:
            self.clock = self.clock.after(time.perf_counter() - began)
        return choice

    def _choose(self, s: State, stop: Event | None) -> Choice:
        table = self._table(stop)
        values = table.values_of(s) if table else None
        if table and values:
            return Choice(table.policy(s)[0], values, True, table.line(s))
        analysis = self._analyse(s, self._now, stop)
        if analysis.action is None:  # stopped before it had looked at anything
            return self.weigh(s, stop)[0]
        return Choice(analysis.action, analysis.values or self._guess(s), analysis.proved, analysis.line)

    def weigh(self, s: State, stop: Event | None = None) -> list[Choice]:
        """Every action in s with its value, the best for the mover first."""
        if self._engine is not None and self._table(stop) is None:
            return self._weigh_by_engine(s, stop)
        mover = self.game.player(s)
        actions = legal_actions(self.game, s)
        share = self._share(len(actions))
        choices = [self._weigh_one(s, a, share, stop) for a in actions]
        return sorted(choices, key=lambda choice: -choice.values[mover])

    def _weigh_one(self, s: State, a: Action, limits: Limits, stop: Event | None) -> Choice:
        after = self.game.result(s, a)
        table = self._table(stop)
        values = table.values_of(after) if table else None
        if table and values:
            return Choice(a, values, True, (a, *table.line(after)))
        analysis = self._analyse(after, limits, stop)
        return Choice(a, analysis.values or self._guess(after), analysis.proved, (a, *analysis.line))

    def _weigh_by_engine(self, s: State, stop: Event | None) -> list[Choice]:
        assert self._engine is not None
        count = len(legal_actions(self.game, s))
        analysis = analysing.analyse(self._engine, s, self._now, lines=count, stop=stop)
        total = self.game.total
        return [
            Choice(line.actions[0], (line.value, total - line.value)[: self.game.players], line.proved, line.actions)
            for line in analysis.lines
        ]

    def _analyse(self, s: State, limits: Limits, stop: Event | None) -> Analysis:
        if self._engine is None:
            return textbook.analyse(self.game, s, limits, stop=stop)
        return analysing.analyse(self._engine, s, limits, stop=stop)

    @property
    def _now(self) -> Limits:
        """The limits of the next move."""
        if self.clock is None:
            return self.limits
        return Limits(self.limits.depth, self.limits.nodes, min(self.clock.share, self.limits.seconds or inf))

    def _guess(self, s: State) -> Vector:
        return tuple(self.game.evaluate(s, p) for p in range(self.game.players))

    def _share(self, parts: int) -> Limits:
        """The limits for one of so many searches that share those of a move."""
        whole = self._now
        return Limits(
            depth=None if whole.depth is None else max(1, whole.depth - 1),
            nodes=None if whole.nodes is None else max(1, whole.nodes // parts),
            seconds=None if whole.seconds is None else whole.seconds / parts,
        )

    def _table(self, stop: Event | None) -> Table | None:
        """What is known exactly of every state; found the first time that it is asked for, if at all."""
        if self.limits.depth is not None or self.limits.nodes is not None:
            return None
        if self._solution is None:
            limits = Limits(None, SOLVABLE, self._now.seconds)
            self._solution = solvers.solve(self.game, self._start, limits, stop=stop)
        return self._solution.table
