"""Searches that go deeper and deeper, and tell what they have found so far.

Where few states are left they are all read, and everything is known. Else a game that the engine can search keeps its
engine, and with it the machine code and the table; others are searched as the textbook does it. What the search looks
at only as a whole, it is given one action after another, so that each of them has a value.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from threading import Event

from zermelo import solvers, textbook
from zermelo.engines import analysing
from zermelo.engines.engine import Engine, Progress, refusal
from zermelo.engines.workspace import PLIES
from zermelo.game import CHANCE, Action, Game, State, utilities
from zermelo.limits import Limits
from zermelo.results import Analysis
from zermelo.web.analyses import Standing, Weighed, preference
from zermelo.web.judging import Memory
from zermelo.web.positions import some_actions
from zermelo.web.slices import is_compiling, seconds_for
from zermelo.web.solutions import worth_in

TABLE = 64 * 2**20
"""The engine's table in bytes: one for each tab."""

FEW_STATES, READING = 5_000, 2.0
"""How many states are read, and for how many seconds, in the hope that there are no more."""

COMPILING = 120.0
"""How many seconds are not counted, at most, while the rules are still being compiled."""

OFTEN = 0.1
"""How often costs are told, in seconds."""

Tell = Callable[[Standing], None]
TellCosts = Callable[[int, float], None]


class Thinker:
    """Thinks about the positions of one game, and remembers what it found."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.engine = Engine(game, table=TABLE, aside=True) if refusal(game) is None else None
        self.memory = Memory()
        self._dice = Random()

    def analyse(self, s: State, seconds: float, stop: Event, tell: Tell, tell_costs: TellCosts) -> None:
        """Weighs every action in s, deeper and deeper, until all is proved, the time is over or it is stopped."""
        time_left = _Time(seconds, stop, tell_costs)

        def tell_and_keep(standing: Standing) -> None:
            self.memory.keep(standing)
            tell(standing)

        if self.engine is not None and self.game.player(s) != CHANCE:
            standings = _by_engine(self.engine, s, time_left)
        else:
            standings = self._one_by_one(s, time_left)
        standing = next(standings)
        tell_and_keep(standing)
        if not standing.is_settled:
            standing = _by_reading_all(self.game, s, time_left) or standing
        while not standing.is_settled and (deeper := next(standings, None)) is not None:
            standing = deeper
            tell_and_keep(standing)
        tell_and_keep(replace(standing, done=True, nodes=time_left.nodes, seconds=time_left.spent))

    def choose(self, s: State, limits: Limits, stop: Event) -> Action:
        """What to play in s; where chance moves, what it brings."""
        actions = some_actions(self.game, s)
        if self.game.player(s) == CHANCE:
            return self._dice.choices(actions, [self.game.probability(s, a) for a in actions])[0]
        analysis = self._search(s, limits, stop)
        return actions[0] if analysis.action is None else analysis.action

    def _one_by_one(self, s: State, time_left: _Time) -> Iterator[Standing]:
        """Each action, or what chance may bring, by itself to the same depth; then each of them a ply deeper."""
        for depth in range(1, PLIES + 1):
            weighed = [self._weigh(a, self.game.result(s, a), depth, time_left) for a in some_actions(self.game, s)]
            if depth > 1 and not time_left.left:  # not all of them were searched so deep
                return
            yield _standing(self.game, s, weighed, depth + 1, time_left)

    def _weigh(self, a: Action, after: State, depth: int, time_left: _Time) -> Weighed:
        """What action a is worth, `depth` plies after it."""
        game = self.game
        if game.is_terminal(after):
            return Weighed(utilities(game, after), True, (a,), 1)
        guess = tuple(game.evaluate(after, p) for p in range(game.players))
        if not time_left.left:
            return Weighed(guess, False, (a,))
        analysis = self._search(after, Limits(depth, None, time_left.left or 0.001), time_left.stop)
        time_left.nodes += analysis.nodes
        return Weighed(analysis.values or guess, analysis.proved, (a, *analysis.line))

    def _search(self, s: State, limits: Limits, stop: Event) -> Analysis:
        if self.engine is not None:
            return analysing.analyse(self.engine, s, limits, stop=stop)
        return textbook.analyse(self.game, s, limits, stop=stop)


class _Time:
    """What an analysis may still take, and what it has taken."""

    def __init__(self, seconds: float, stop: Event, tell_costs: TellCosts) -> None:
        self.stop = stop
        self.nodes = 0  # of the searches that are over
        self._began = self._told = time.perf_counter()
        self._deadline = self._began + seconds
        self._seconds = seconds
        self._tell_costs = tell_costs

    @property
    def spent(self) -> float:
        """The seconds since the start."""
        return time.perf_counter() - self._began

    @property
    def left(self) -> float:
        """The seconds that are left; 0 where it was stopped."""
        return 0.0 if self.stop.is_set() else max(0.0, self._deadline - time.perf_counter())

    def wait(self) -> None:
        """Gives all the time again, while nobody knows how fast the search will be; but not without end."""
        now = time.perf_counter()
        if now - self._began < COMPILING:
            self._deadline = now + self._seconds

    def watch(self, progress: Progress) -> None:
        """Tells now and then what a search costs that goes on."""
        now = time.perf_counter()
        if now - self._told >= OFTEN:
            self._told = now
            self._tell_costs(self.nodes + progress.nodes, self.spent)


def _by_engine(engine: Engine, s: State, time_left: _Time) -> Iterator[Standing]:
    """One search after another, each a ply deeper; what the table holds makes the first plies of each quick."""
    lines = len(some_actions(engine.game, s))
    depth = 1
    while depth == 1 or (depth <= PLIES and time_left.left):
        limits = Limits(depth, None, seconds_for(engine, time_left.left))
        analysis = analysing.analyse(engine, s, limits, lines=lines, stop=time_left.stop, watch=time_left.watch)
        time_left.nodes += analysis.nodes
        if is_compiling(engine):
            time_left.wait()
        standing = Standing(
            game=engine.game,
            state=s,
            weighed=[Weighed(line.values, line.proved, line.actions, line.distance) for line in analysis.lines],
            depth=analysis.depth,
            nodes=time_left.nodes,
            seconds=time_left.spent,
            speed=analysis.speed,
            notes=analysis.notes,
        )
        if depth in (1, analysis.depth) or standing.is_settled:
            yield standing
            depth += 1


def _by_reading_all(game: Game, s: State, time_left: _Time) -> Standing | None:
    """What is known if all states are read that can be reached; None where they are too many."""
    if game.kind.hidden or not time_left.left:
        return None
    limits = Limits(None, FEW_STATES, min(READING, time_left.left) or 0.001)
    solution = solvers.solve(game, s, limits, stop=time_left.stop)
    if solution.table is None:
        return None
    time_left.nodes += solution.nodes
    weighed = []
    for a in some_actions(game, s):
        after = game.result(s, a)
        worth = worth_in(solution, after)
        if worth is None:
            return None
        distance = None if worth.distance is None else worth.distance + 1
        weighed.append(Weighed(worth.values, True, (a, *solution.table.line(after)), distance))
    return _standing(game, s, weighed, max(len(w.line) for w in weighed), time_left)


def _standing(game: Game, s: State, weighed: list[Weighed], depth: int, time_left: _Time) -> Standing:
    """How it stands with these, the best first."""
    mover = game.player(s)
    if mover != CHANCE:
        weighed = sorted(weighed, key=lambda w: preference(game, mover, w.values, w.distance))
    return Standing(
        game=game,
        state=s,
        weighed=weighed,
        depth=depth,
        nodes=time_left.nodes,
        seconds=time_left.spent,
        speed="plain",
    )
