"""Solving by search: null-window searches prove the value, then every optimal action, then the distance.

A null-window search decides whether the value is above g, which is far cheaper than finding the value. Its result is a
proof: depth is not limited, and there are no reductions or extensions.
"""

from __future__ import annotations

import threading
from math import inf, nextafter

from zermelo.core.errors import KindError, RuleError, quote
from zermelo.core.game import MAX, Action, State
from zermelo.core.limits import Budget, Limits, OutOfBudget
from zermelo.core.results import Solution
from zermelo.core.values import Vector
from zermelo.engine.deepening import NAME, as_number, notes_of
from zermelo.engine.engine import Engine, Progress, Watch, proof_refusal, unwatched
from zermelo.engine.memory import PLIES
from zermelo.engine.root_search import UNLIMITED, DepthExceeded, RootAction, values_of
from zermelo.engine.search_threads import PROVING, SearchThreads, Switches
from zermelo.kernels.scale import FAR
from zermelo.kernels.tuning import FREE_NODES, WARM_UP_DEPTH


def solve(
    engine: Engine,
    s: State,
    limits: Limits | Budget,
    *,
    switches: Switches = PROVING,
    value_only: bool = False,
    all_actions: bool = False,
    stop: threading.Event | None = None,
    watch: Watch = unwatched,
) -> Solution:
    """The value of s, every optimal action and the distance, as far as they are found within the limits.

    After the value, actions and distance get at most FREE_NODES nodes; with `all_actions` there is no such limit, and
    with `value_only` they are not searched. A budget may be passed instead of limits if other stages share it.
    """
    why = proof_refusal(engine.game)
    if why is not None:
        raise KindError(f"the engine cannot prove the value of this game: {why}")
    if switches.reductions or switches.extensions:
        raise KindError("a proof cannot use reductions or extensions")
    if engine.game.is_terminal(s):
        return _terminal_answer(engine, s)
    if engine.has_shortcuts:  # reductions and extensions leave table entries whose depth is not the searched depth
        engine.forget()
    budget = Budget.of(limits, stop)
    job = engine.run_job(s, lambda: _Proof(switches, value_only, all_actions, budget), budget, watch)
    return _solution(engine, s, job, switches, budget)


class _Proof:
    """A job that proves a root's utility, optimal actions, distance and line. Values are the mover's."""

    def __init__(self, switches: Switches, value_only: bool, all_actions: bool, budget: Budget) -> None:
        self._switches = switches
        self._value_only = value_only
        self._all_actions = all_actions
        self._budget = budget
        self.utility: float | None = None  # player 0's
        self.best: int | None = None  # the index of an action whose value is established
        self.optimal: list[int] | None = None
        self.distance: int | None = None
        self.line: tuple[Action, ...] = ()
        self.actions: list[Action] = []
        self.too_deep = False
        self.gave_up = False  # FREE_NODES were not enough to find every optimal action
        self.done = False

    def run(self, threads: SearchThreads, progress: Progress) -> None:
        """Proves one after the other, until all is known or the job is stopped."""
        self._threads, self._root, self._scale, self._progress = threads, threads.root, threads.root.scale, progress
        self.actions = threads.root.actions
        threads.switch(self._switches, 0)
        try:
            if self._scale.win == 0.0:
                self._find_score()
            else:
                self._find_outcome()
            if not self._value_only:
                self._find_actions_and_distance()
            self.done = True
        except OutOfBudget:
            pass
        except DepthExceeded:
            self.done = self.too_deep = True

    def _find_actions_and_distance(self) -> None:
        """Finds every optimal action, the distance and a line; unless all are asked for, within FREE_NODES nodes."""
        if not self._all_actions:
            self._threads.allow_at_most(FREE_NODES)
        try:
            self._find_optimal()
            self._find_distance()
            self._find_line()
        except OutOfBudget:
            was_halted = self._root.memory.control[0] != 0 or self._threads.nodes == self._budget.most_nodes
            if self._all_actions or was_halted:
                raise
            self.gave_up = True

    # The value.

    def _find_score(self) -> None:
        """Finds the value of a scored game: iterative deepening orders the actions, then one search goes to the end."""
        for depth in range(1, WARM_UP_DEPTH + 1):
            self._report(f"depth {depth}")
            found = self._threads.search(depth)
            if not any(f.guessed for f in found):
                break
        else:
            self._report("to the end")
            found = self._threads.search(UNLIMITED)
        _refuse_guesses(found)
        self._establish(found[0])
        self.line = self._root.line_of(found[0], self._budget)

    def _find_outcome(self) -> None:
        """Decides whether the root is won, drawn or lost, and which utility a win or a loss has."""
        draw = self._root.sign * self._scale.draw
        self._report("is it won?")
        won = self._above(draw)
        if won:
            self._climb(won)
            return
        self._report("is it lost?")
        drawn = self._at_least(draw)
        if drawn:
            self._establish(drawn, draw)
            return
        self._descend(self._bound)

    def _climb(self, found: RootAction) -> None:
        """Improves a win to the greatest utility that can be forced."""
        greatest = self._extreme(self._value_bounds, best=True)
        while self._utility(found.value) != greatest:
            more = self._above(self._soonest(found.value))
            if not more:
                break
            found = more
        self._establish(found)

    def _descend(self, bound: float) -> None:
        """Lowers a bound on a loss to the greatest utility that can be forced."""
        least = self._extreme(self._value_bounds, best=False)
        while self._utility(bound) != least:
            held = self._at_least(self._soonest(bound))
            if held:
                self._establish(held, bound)
                return
            bound = self._bound
        self.utility = self._utility(bound)

    def _above(self, g: float, depth: int = UNLIMITED) -> RootAction | None:
        """An action whose value is above g, or None; in that case `_bound` is an upper bound on every action."""
        above_g, tried = self._threads.race(lambda root: root.exceeds(g, depth))
        if depth == UNLIMITED:
            _refuse_guesses(tried[-1:] if above_g else tried)
        self._bound = max(f.value for f in tried)
        return tried[-1] if above_g else None

    def _at_least(self, g: float, depth: int = UNLIMITED) -> RootAction | None:
        return self._above(nextafter(g, -inf), depth)

    def _establish(self, found: RootAction, value: float | None = None) -> None:
        self.best = found.place
        self.utility = self._utility(found.value if value is None else value)
        self._progress.value = self.utility

    # The actions.

    def _find_optimal(self) -> None:
        """Finds every action that leads to the root's utility."""
        assert self.utility is not None
        if self.best is None and self.utility == self._extreme(self._bounds, best=False):  # no action can be worse
            self.optimal = sorted(self._root.order)
            self.best = self.optimal[0]
            return
        least = self._worst_of(self.utility)
        found = [] if self.best is None else [self.best]
        for place in self._root.order:
            self._report(f"is {self._shown(place)} as good?")
            if place != self.best and self._reaches(place, least):
                found.append(place)
        if not found:
            game, s = self._root.game, self._root.state
            gave = f"{type(game).__name__}.value_bounds gave {game.value_bounds(s)} in {quote(game.show(s))}"
            raise RuleError(f"{gave}, and no action leads to such a value")
        self.optimal = sorted(found)
        self.best = found[0]

    def _reaches(self, place: int, least: float) -> bool:
        """Whether the value of an action is at least `least`."""
        below = nextafter(least, -inf)
        found = self._threads.race(lambda root: root.child(place, UNLIMITED, below, least, ignore_root=True))
        _refuse_guesses([found])
        return found.value >= least

    # The distance.

    def _find_distance(self) -> None:
        """Finds how soon a win can be forced, or how long a loss can be delayed: in one ply, in two, and so on."""
        utility = self.utility
        assert utility is not None
        if self._scale.ply == 0.0 or utility == self._scale.draw:
            return
        wins = self._wins(utility)
        if wins and not self._at_least(self._at(utility, FAR - 1)):
            return  # infinite play is the win
        if not wins and self._above(self._at(utility, FAR - 1)):
            return
        # The loser may delay the end by heading for a greater loss, which a depth limit would hide.
        limited = utility == self._extreme(self._bounds, best=wins)
        for plies in range(1, FAR):
            self._report(f"in {plies} plies?")
            depth = plies if limited else UNLIMITED
            value = self._at(utility, plies)
            found = self._at_least(value, depth) if wins else self._above(value, depth)
            if found:
                self.best = found.place
            if bool(found) == wins:
                self.distance = plies
                return

    def _find_line(self) -> None:
        """Finds a line of best play, as far as the table holds it."""
        assert self.best is not None
        assert self.utility is not None
        if self.line:
            return
        self._report("the line")
        value = self._at(self.utility, self.distance or 0)
        # For a win of the greatest utility the distance is deep enough; a depth limit could hide a loss.
        greatest = self._extreme(self._bounds, best=True)
        enough = self.distance is not None and self._wins(self.utility) and self.utility == greatest
        depth = (enough and self.distance) or UNLIMITED
        if self.distance is not None or self.utility == self._scale.draw:
            below, beyond = nextafter(value, -inf), nextafter(value, inf)
            found = self._threads.search(depth, 1, below, beyond)[0]
            self.best, self.line = found.place, self._root.line_of(found, self._budget)
        else:
            self.line = (self._root.actions[self.best],)

    # Values.

    def _utility(self, v: float) -> float:
        return self._scale.utility_in(self._root.sign * v)[0]

    def _wins(self, utility: float) -> bool:
        """Whether a utility other than a draw is a win for the mover."""
        return (utility > self._scale.draw) == (self._root.sign > 0)

    def _at(self, utility: float, plies: int) -> float:
        """The mover's value of a utility that is `plies` plies away."""
        return self._root.sign * self._scale.value_of(utility, plies)

    def _soonest(self, v: float) -> float:
        """The value of the same utility at distance 0: the greatest value of a win, the least of a loss.

        Without distances that is v itself. Then v must not be converted to a utility and back: a bound from the table
        may be rounded to a value that no utility has, and the same null-window search would repeat without end.
        """
        return self._at(self._utility(v), 0) if self._scale.ply else v

    def _worst_of(self, utility: float) -> float:
        """The least value that represents a utility: the slowest win, or the quickest loss."""
        return self._at(utility, self._scale.endless if self._wins(utility) else 0)

    @property
    def _value_bounds(self) -> tuple[float, float]:
        """The bounds on the value of the root; play with mistakes may end outside them."""
        return self._root.game.value_bounds(self._root.state)

    @property
    def _bounds(self) -> tuple[float, float]:
        """The bounds on all utilities of the game."""
        return self._root.game.bounds or (-inf, inf)

    def _extreme(self, ends: tuple[float, float], best: bool) -> float:
        """The bound that is better for the mover, or with `best` false the one that is worse."""
        least, greatest = ends
        return greatest if best == (self._root.sign > 0) else least

    def _shown(self, place: int) -> str:
        return self._root.game.show_action(self._root.state, self._root.actions[place])

    def _report(self, doing: str) -> None:
        self._progress.doing = doing


def _refuse_guesses(found: list[RootAction]) -> None:
    if any(f.guessed for f in found):
        raise DepthExceeded


class _SearchedAnswers:
    """The answers of a solution about other states: each is searched when it is asked for."""

    def __init__(self, engine: Engine, switches: Switches) -> None:
        self._engine = engine
        self._switches = switches

    def _solve(self, s: State, budget: Budget | None = None) -> Solution:
        return solve(self._engine, s, budget or Limits(), switches=self._switches, all_actions=True)

    def values_of(self, s: State) -> Vector | None:
        """The value of s to each player."""
        return self._solve(s).values

    def distance(self, s: State) -> int | None:
        """The plies from s to the end."""
        return self._solve(s).distance

    def policy(self, s: State) -> tuple[Action, ...]:
        """Every optimal action in s."""
        return self._solve(s).actions

    def line(self, s: State, budget: Budget | None = None) -> tuple[Action, ...]:
        """Best play from s."""
        return self._solve(s, budget).line


def _solution(engine: Engine, s: State, job: _Proof, switches: Switches, budget: Budget) -> Solution:
    value = None if job.utility is None else as_number(job.utility)
    best = () if job.best is None else (job.actions[job.best],)
    others = [] if job.optimal is None else [job.actions[i] for i in job.optimal if i != job.best]
    return Solution(
        game=engine.game,
        state=s,
        method=NAME,
        value=value,
        values=None if value is None else values_of(engine.game, value),
        action=best[0] if best else None,
        actions=(*best, *others),
        line=job.line or best,
        proved=value is not None,
        depth=len(job.line),
        distance=job.distance,
        nodes=engine.nodes,
        states=None,
        seconds=budget.seconds,
        compile_seconds=budget.compile_seconds,
        speed=engine.speed,
        notes=(*notes_of(engine), *_notes_on_missing(job, budget)),
        ended=job.done,
        # The value of another state would depend on how it is reached.
        table=None if value is None or engine.game.forbids_repetition else _SearchedAnswers(engine, switches),
    )


def _notes_on_missing(job: _Proof, budget: Budget) -> tuple[str, ...]:
    """Notes on what was not found, and why."""
    deep = f"play goes on for more than {PLIES:,} plies: the methods 'states' and 'pn' may solve it (--method states)"
    if job.utility is None:
        if job.too_deep:
            return (f"not solved: {deep}",)
        return (f"not solved {'before it was stopped' if budget.was_stopped else 'within the limit'}",)
    if job.too_deep:
        return (f"not every optimal action is known: {deep}",)
    if job.gave_up:
        return ("there may be further optimal actions and a shorter distance: all_actions (--all-actions) finds them",)
    return () if job.done else ("stopped before every optimal action and the distance were found",)


def _terminal_answer(engine: Engine, s: State) -> Solution:
    value = engine.game.utility(s, MAX)
    return Solution(
        game=engine.game,
        state=s,
        method=NAME,
        value=value,
        values=values_of(engine.game, value),
        action=None,
        actions=(),
        line=(),
        proved=True,
        depth=0,
        distance=0,
        nodes=1,
        states=None,
        seconds=0.0,
        table=None,
    )
