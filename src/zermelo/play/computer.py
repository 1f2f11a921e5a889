"""The computer as a player: exact where all states can be read while one waits, else by the engine or the textbook."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from math import inf
from threading import Event
from typing import Any

from zermelo import solvers, textbook
from zermelo.engines import analysing
from zermelo.engines.engine import Engine, Watch, refusal, unwatched
from zermelo.game import Action, Game, State, legal_actions
from zermelo.limits import Clock, Limits
from zermelo.results import Analysis, Line, Solution, Table
from zermelo.values import Vector

SOLVABLE = 50_000
"""How many states the computer is ready to read before the first move, to play perfectly ever after."""

SOLVING = 0.5
"""The part of the first move's time in which it has to find that it can; the rest is for a search."""


@dataclass(frozen=True)
class Choice:
    """An action, what the computer thinks it is worth to each player, and how it expects play to go on."""

    action: Action
    values: Vector
    proved: bool
    line: tuple[Action, ...]


class Computer:
    """Chooses actions and says what they are worth, within a limit for each move, or by a clock for all of them.

    Where only the time is limited it first tries to solve the game from `start`, in the part `solving` of the time of a
    move, and then plays perfectly. Else it searches: by the engine, which begins at the plain speed while the rules are
    compiled, where that fits the game.
    """

    def __init__(
        self,
        game: Game,
        limits: Limits,
        start: State,
        *,
        clock: Clock | None = None,
        solving: float = SOLVING,
        **settings: Any,
    ) -> None:
        self.game = game
        self.limits = limits
        self.clock = clock
        self._start = start
        self._solving = solving
        self._solution: Solution | None = None
        self._engine = Engine(game, **{"aside": True, **settings}) if refusal(game) is None else None

    def choose(self, s: State, stop: Event | None = None, watch: Watch = unwatched) -> Choice:
        """The action it would take in s; where there is a clock, it runs."""
        began = time.perf_counter()
        choice = self._choose(s, stop, watch)
        if self.clock is not None:
            self.clock = self.clock.after(time.perf_counter() - began)
        return choice

    def _choose(self, s: State, stop: Event | None, watch: Watch) -> Choice:
        analysis = self.analyse(s, stop=stop, watch=watch)
        if analysis.action is None:  # stopped before it had looked at anything
            return self.weigh(s, stop)[0]
        return Choice(analysis.action, analysis.values or self._guess(s), analysis.proved, analysis.line)

    def analyse(
        self, s: State, *, depth: int | None = None, stop: Event | None = None, watch: Watch = unwatched
    ) -> Analysis:
        """What it thinks of s: exact where the game is solved, else by a search; no deeper than `depth`, if given."""
        began = time.perf_counter()
        table = self._table(stop)
        values = table.values_of(s) if table else None
        if table and values:
            return self._known(s, table, values)
        limits = self._left(began)
        if depth is not None:
            limits = replace(limits, depth=min(depth, limits.depth or depth))
        return self._search(s, limits, stop, watch)

    def _known(self, s: State, table: Table, values: Vector) -> Analysis:
        line = table.line(s)
        return Analysis(
            game=self.game,
            state=s,
            algorithm="solution",
            value=values[0],
            values=values,
            action=line[0] if line else None,
            line=line,
            proved=True,
            depth=len(line),
            nodes=0,
            seconds=0.0,
        )

    def consider(self, s: State, most: int, stop: Event | None = None) -> Iterator[list[Choice]]:
        """The best actions in s with their values, at most so many: again and again as the search goes deeper."""
        began = time.perf_counter()
        if self._engine is None or self._table(stop) is not None:
            yield self.weigh(s, stop)[:most]
            return
        whole = self._left(began)
        until = inf if whole.seconds is None else time.perf_counter() + whole.seconds
        for depth in count(1):
            left = until - time.perf_counter()
            if left <= 0 or depth > (whole.depth or inf):
                return
            limits = Limits(depth, whole.nodes, None if left == inf else left)
            analysis = analysing.analyse(self._engine, s, limits, lines=most, stop=stop)
            if depth in (1, analysis.depth):  # a search that was cut short knows less than the one before
                yield [self._choice(line) for line in analysis.lines]
            if analysis.depth < depth or all(line.proved for line in analysis.lines):
                return

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
        analysis = self._search(after, limits, stop)
        return Choice(a, analysis.values or self._guess(after), analysis.proved, (a, *analysis.line))

    def _weigh_by_engine(self, s: State, stop: Event | None) -> list[Choice]:
        assert self._engine is not None
        every = len(legal_actions(self.game, s))
        analysis = analysing.analyse(self._engine, s, self._now, lines=every, stop=stop)
        return [self._choice(line) for line in analysis.lines]

    def _choice(self, line: Line) -> Choice:
        return Choice(line.actions[0], line.values, line.proved, line.actions)

    def _search(self, s: State, limits: Limits, stop: Event | None, watch: Watch = unwatched) -> Analysis:
        if self._engine is None:
            return textbook.analyse(self.game, s, limits, stop=stop)
        return analysing.analyse(self._engine, s, limits, stop=stop, watch=watch)

    @property
    def _now(self) -> Limits:
        """The limits of the next move."""
        if self.clock is None:
            return self.limits
        return Limits(self.limits.depth, self.limits.nodes, min(self.clock.share, self.limits.seconds or inf))

    def _left(self, began: float) -> Limits:
        """What is left of the limits of a move that began then."""
        limits = self._now
        if limits.seconds is None:
            return limits
        spent = time.perf_counter() - began
        return replace(limits, seconds=max((1 - SOLVING) * limits.seconds, limits.seconds - spent))

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
            seconds = self._now.seconds
            limits = Limits(None, SOLVABLE, None if seconds is None else self._solving * seconds)
            self._solution = solvers.solve(self.game, self._start, limits, stop=stop)
        return self._solution.table
