"""Solving by search: the value by questions with a null window, then every optimal action, then the distance.

A question is "is the value above g?", which is far cheaper than "what is the value?". The answers are proofs: depth is
not limited, and nothing is reduced or extended.
"""

from __future__ import annotations

import threading
from math import inf, nextafter

from zermelo.core.errors import KindError, RuleError, quote
from zermelo.core.game import MAX, Action, State
from zermelo.core.limits import Budget, Limits, OutOfBudget
from zermelo.core.results import Solution
from zermelo.core.values import Vector
from zermelo.engine.deepening import NAME, notes_of, plain
from zermelo.engine.engine import Engine, Progress, Watch, proof_refusal, unwatched
from zermelo.engine.memory import PLIES
from zermelo.engine.root_search import UNLIMITED, Found, NoEnd, values_of
from zermelo.engine.thread_pool import PROVING, Crew, Switches
from zermelo.kernels.scale import FAR

FREE_NODES = 20_000
"""Unless they are asked for, every optimal action and the distance are looked for within this many nodes: enough for a
small game, and at the native speed less than a hundredth of a second."""

WARMING = 10
"""To so many plies a search is made, deeper and deeper, before the first question: it leaves an order in the table."""


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
    """The value of s; every optimal action and the distance; what was not found within the limits is left out.

    Actions and distance are looked for within a few thousand nodes; with `all_actions`, however long it takes; with
    `value_only` not at all. A budget in place of limits is one that other stages share.
    """
    why = proof_refusal(engine.game)
    if why is not None:
        raise KindError(f"the engine proves no value of this game: {why}")
    if switches.reductions or switches.extensions:
        raise KindError("a proof neither reduces nor extends")
    if engine.game.is_terminal(s):
        return _at_the_end(engine, s)
    if engine.has_shortcuts:  # a search that reduced or extended has left depths in the table that are not those
        engine.forget()
    budget = Budget.of(limits, stop)
    job = engine.do(s, lambda: _Proof(switches, value_only, all_actions, budget), budget, watch)
    return _solution(engine, s, job, switches, budget)


class _Proof:
    """What is known of a root: its utility, its optimal actions, its distance, a line. Values are the mover's."""

    def __init__(self, switches: Switches, value_only: bool, all_actions: bool, budget: Budget) -> None:
        self._switches = switches
        self._value_only = value_only
        self._all_actions = all_actions
        self._budget = budget
        self.utility: float | None = None  # player 0's
        self.best: int | None = None  # the place of an action whose value was established
        self.optimal: list[int] | None = None
        self.distance: int | None = None
        self.line: tuple[Action, ...] = ()
        self.actions: list[Action] = []
        self.too_deep = False
        self.left_off = False  # it took too long to find every optimal action
        self.done = False

    def run(self, crew: Crew, progress: Progress) -> None:
        """Finds one after the other, until all is known or it is stopped."""
        self._crew, self._root, self._scale, self._progress = crew, crew.root, crew.root.scale, progress
        self.actions = crew.root.actions
        crew.switch(self._switches, 0)
        try:
            if self._scale.win == 0.0:
                self._find_score()
            else:
                self._find_outcome()
            if not self._value_only:
                self._find_the_rest()
            self.done = True
        except OutOfBudget:
            pass
        except NoEnd:
            self.done = self.too_deep = True

    def _find_the_rest(self) -> None:
        """Every optimal action, the distance and a line; unless all are asked for, within a few nodes."""
        if not self._all_actions:
            self._crew.allow_at_most(FREE_NODES)
        try:
            self._find_optimal()
            self._find_distance()
            self._find_line()
        except OutOfBudget:
            was_halted = self._root.memory.control[0] != 0 or self._crew.nodes == self._budget.most_nodes
            if self._all_actions or was_halted:
                raise
            self.left_off = True

    # The value.

    def _find_score(self) -> None:
        """The value of a scored game: searches that deepen give an order and a guess, then one goes to the end."""
        for depth in range(1, WARMING + 1):
            self._say(f"depth {depth}")
            found = self._crew.search(depth)
            if not any(f.guessed for f in found):
                break
        else:
            self._say("to the end")
            found = self._crew.search(UNLIMITED)
        _refuse_guesses(found)
        self._establish(found[0])
        self.line = self._root.line_of(found[0], self._budget)

    def _find_outcome(self) -> None:
        """Won, drawn or lost; and if there are several kinds of wins or losses, which."""
        draw = self._root.sign * self._scale.draw
        self._say("is it won?")
        won = self._above(draw)
        if won:
            self._climb(won)
            return
        self._say("is it lost?")
        drawn = self._at_least(draw)
        if drawn:
            self._establish(drawn, draw)
            return
        self._descend(self._bound)

    def _climb(self, found: Found) -> None:
        """From a win to the greatest there is."""
        greatest = self._extreme(self._value_bounds, best=True)
        while self._utility(found.value) != greatest:
            more = self._above(self._soonest(found.value))
            if not more:
                break
            found = more
        self._establish(found)

    def _descend(self, bound: float) -> None:
        """From a loss to the one that can really be held."""
        least = self._extreme(self._value_bounds, best=False)
        while self._utility(bound) != least:
            held = self._at_least(self._soonest(bound))
            if held:
                self._establish(held, bound)
                return
            bound = self._bound
        self.utility = self._utility(bound)

    def _above(self, g: float, depth: int = UNLIMITED) -> Found | None:
        """An action whose value is above g, or None; then no value is above `_bound`."""
        above_g, tried = self._crew.race(lambda root: root.exceeds(g, depth))
        if depth == UNLIMITED:
            _refuse_guesses(tried[-1:] if above_g else tried)
        self._bound = max(f.value for f in tried)
        return tried[-1] if above_g else None

    def _at_least(self, g: float, depth: int = UNLIMITED) -> Found | None:
        return self._above(nextafter(g, -inf), depth)

    def _establish(self, found: Found, value: float | None = None) -> None:
        self.best = found.place
        self.utility = self._utility(found.value if value is None else value)
        self._progress.value = self.utility

    # The actions.

    def _find_optimal(self) -> None:
        """Every action that leads to the same utility."""
        assert self.utility is not None
        if self.best is None and self.utility == self._extreme(self._bounds, best=False):  # nothing is worse
            self.optimal = list(range(len(self._root.actions)))
            self.best = 0
            return
        least = self._worst_of(self.utility)
        found = [] if self.best is None else [self.best]
        for place in self._root.order:
            self._say(f"is {self._shown(place)} as good?")
            if place != self.best and self._reaches(place, least):
                found.append(place)
        if not found:
            game, s = self._root.game, self._root.state
            said = f"{type(game).__name__}.value_bounds gave {game.value_bounds(s)} in {quote(game.show(s))}"
            raise RuleError(f"{said}, and no action leads to such a value")
        self.optimal = sorted(found)
        self.best = found[0]

    def _reaches(self, place: int, least: float) -> bool:
        """Whether an action is worth at least that."""
        found = self._crew.race(lambda root: root.child(place, UNLIMITED, nextafter(least, -inf), least, rootless=True))
        _refuse_guesses([found])
        return found.value >= least

    # The distance.

    def _find_distance(self) -> None:
        """How soon a win can be forced, or how long a loss be put off: first one ply, then two, and so on."""
        utility = self.utility
        assert utility is not None
        if self._scale.ply == 0.0 or utility == self._scale.draw:
            return
        wins = self._wins(utility)
        if wins and not self._at_least(self._at(utility, FAR - 1)):
            return  # it is won by playing on for ever
        if not wins and self._above(self._at(utility, FAR - 1)):
            return
        # Whoever loses may put it off by heading for a greater loss, which a depth would hide.
        limited = utility == self._extreme(self._bounds, best=wins)
        for plies in range(1, FAR):
            self._say(f"in {plies} plies?")
            depth = plies if limited else UNLIMITED
            value = self._at(utility, plies)
            found = self._at_least(value, depth) if wins else self._above(value, depth)
            if found:
                self.best = found.place
            if bool(found) == wins:
                self.distance = plies
                return

    def _find_line(self) -> None:
        """Best play, as far as it was kept."""
        assert self.best is not None
        assert self.utility is not None
        if self.line:
            return
        self._say("the line")
        value = self._at(self.utility, self.distance or 0)
        # Up to the distance is enough for a win than which there is no greater; a loss may be hidden behind a depth.
        greatest = self._extreme(self._bounds, best=True)
        enough = self.distance is not None and self._wins(self.utility) and self.utility == greatest
        depth = (enough and self.distance) or UNLIMITED
        if self.distance is not None or self.utility == self._scale.draw:
            below, beyond = nextafter(value, -inf), nextafter(value, inf)
            found = self._crew.search(depth, 1, below, beyond)[0]
            self.best, self.line = found.place, self._root.line_of(found, self._budget)
        else:
            self.line = (self._root.actions[self.best],)

    # Values.

    def _utility(self, v: float) -> float:
        return self._scale.utility_in(self._root.sign * v)[0]

    def _wins(self, utility: float) -> bool:
        """Whether a utility that is no draw is a win of the mover."""
        return (utility > self._scale.draw) == (self._root.sign > 0)

    def _at(self, utility: float, plies: int) -> float:
        """The mover's value of a utility so many plies away."""
        return self._root.sign * self._scale.worth(utility, plies)

    def _soonest(self, v: float) -> float:
        """The value of the same utility at the next ply: the greatest of a win's, the least of a loss's.

        Without distances that is the value itself. It must not become another on the way through its utility: a bound
        from the table may be rounded to what no utility is worth, and then the same question would be asked for ever.
        """
        return self._at(self._utility(v), 0) if self._scale.ply else v

    def _worst_of(self, utility: float) -> float:
        """The least value that stands for a utility: the slowest win, or the quickest loss."""
        return self._at(utility, self._scale.endless if self._wins(utility) else 0)

    @property
    def _value_bounds(self) -> tuple[float, float]:
        """Between which the value lies: what can come of mistakes may lie beyond."""
        return self._root.game.value_bounds(self._root.state)

    @property
    def _bounds(self) -> tuple[float, float]:
        """Between which all utilities lie."""
        return self._root.game.bounds or (-inf, inf)

    def _extreme(self, ends: tuple[float, float], best: bool) -> float:
        """Which of the two ends the mover likes better, or less."""
        least, greatest = ends
        return greatest if best == (self._root.sign > 0) else least

    def _shown(self, place: int) -> str:
        return self._root.game.show_action(self._root.state, self._root.actions[place])

    def _say(self, doing: str) -> None:
        self._progress.doing = doing


def _refuse_guesses(found: list[Found]) -> None:
    if any(f.guessed for f in found):
        raise NoEnd


class _Answers:
    """What a solution knows of other states: it is found when it is asked for."""

    def __init__(self, engine: Engine, switches: Switches) -> None:
        self._engine = engine
        self._switches = switches

    def _of(self, s: State, budget: Budget | None = None) -> Solution:
        return solve(self._engine, s, budget or Limits(), switches=self._switches, all_actions=True)

    def values_of(self, s: State) -> Vector | None:
        """The value of s to each player."""
        return self._of(s).values

    def distance(self, s: State) -> int | None:
        """The plies from s to the end."""
        return self._of(s).distance

    def policy(self, s: State) -> tuple[Action, ...]:
        """Every optimal action in s."""
        return self._of(s).actions

    def line(self, s: State, budget: Budget | None = None) -> tuple[Action, ...]:
        """Best play from s."""
        return self._of(s, budget).line


def _solution(engine: Engine, s: State, job: _Proof, switches: Switches, budget: Budget) -> Solution:
    value = None if job.utility is None else plain(job.utility)
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
        notes=(*notes_of(engine), *_missing(job, budget)),
        ended=job.done,
        table=None if value is None else _Answers(engine, switches),
    )


def _missing(job: _Proof, budget: Budget) -> tuple[str, ...]:
    """What was not found, and why."""
    deep = f"play goes on for more than {PLIES:,} plies, which only the method 'states' follows (--method states)"
    if job.utility is None:
        if job.too_deep:
            return (f"not solved: {deep}",)
        return (f"not solved {'before it was stopped' if budget.was_stopped else 'within the limit'}",)
    if job.too_deep:
        return (f"not every optimal action is known: {deep}",)
    if job.left_off:
        return ("more actions may be optimal, and the end may be nearer: all_actions (--all-actions) finds out",)
    return () if job.done else ("stopped before every optimal action and the distance were found",)


def _at_the_end(engine: Engine, s: State) -> Solution:
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
