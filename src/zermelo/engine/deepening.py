"""Iterative deepening: analyses a state one depth at a time, each with an aspiration window around the last value."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from math import inf
from typing import Any, NamedTuple

from zermelo.core.errors import LimitError
from zermelo.core.game import CHANCE, MAX, Action, Game, State
from zermelo.core.limits import CLOSING_SECONDS, Budget, Limits, OutOfBudget
from zermelo.core.results import Analysis, Line
from zermelo.core.rules import MOST_ACTIONS, each_action, utilities
from zermelo.engine.engine import Engine, Progress, Watch, unwatched
from zermelo.engine.memory import PLIES
from zermelo.engine.root_search import DepthExceeded, RootAction, RootSearch, values_of
from zermelo.engine.search_threads import ALL, SearchThreads, Switches
from zermelo.kernels.tuning import ASPIRATION

NAME = "engine"
"""The name of the method."""


def analyse(engine: Engine, s: State, limits: Limits | Budget, **options: Any) -> Analysis:
    """The analysis of s by the deepest completed search, or by the first one if the budget ended it."""
    *_, last = deepen(engine, s, limits, **options)
    return last


def deepen(
    engine: Engine,
    s: State,
    limits: Limits | Budget,
    *,
    lines: int = 1,
    by_action: bool = False,
    switches: Switches = ALL,
    stop: threading.Event | None = None,
    watch: Watch = unwatched,
) -> Iterator[Analysis]:
    """Analyses of s, each of a deeper search than the one before; the last one is the answer.

    The best `lines` actions have their own values. With `by_action` they have them even if no player chooses at the
    root, because it is a chance node or the mover errs. A budget may be passed instead of limits if other stages share
    it; then it also holds the stop event.
    """
    if isinstance(lines, bool) or not isinstance(lines, int) or not 1 <= lines <= MOST_ACTIONS:
        raise LimitError(f"lines={lines!r} is not valid: it must be a whole number from 1 to {MOST_ACTIONS:,}")
    if engine.game.is_terminal(s):
        yield terminal_answer(engine.game, s, NAME)
        return
    budget = Budget.of(limits, stop)
    depth = min(budget.depth or PLIES, PLIES)
    job, yielded = None, 0
    try:
        for job in engine.stream_job(s, lambda: _Deepening(depth, lines, switches, by_action), budget, watch):
            while len(job.completed) > yielded:  # a job restarted at another speed repeats depths: yield each once
                yielded += 1
                completed = job.completed[yielded - 1]
                yield replace(_analysis(engine, s, job, completed, budget), nodes=completed.nodes)
    finally:
        engine.has_shortcuts |= switches.reductions or switches.extensions
    assert job is not None, "a stream yields its job at the end"
    if job.root is None:
        yield _unsearched(engine, s, budget)
    else:
        yield _analysis(engine, s, job, job.reached, budget)


class _DepthResult(NamedTuple):
    """The result of a search: every action to the same depth, unless it is `partial`, and the nodes read until then."""

    found: list[RootAction]
    depth: int = 0
    partial: bool = True
    nodes: int = 0


class _Deepening:
    """A job that searches deeper and deeper, and keeps the result of the last completed depth."""

    def __init__(self, depth: int, lines: int, switches: Switches, by_action: bool) -> None:
        self._max_depth = depth
        self.lines = lines
        self.by_action = by_action
        self._switches = switches
        self.completed: list[_DepthResult] = []  # one for each depth; another thread reads it
        self.reached = _DepthResult([])
        self.done = False
        self.root: RootSearch | None = None

    def run(self, threads: SearchThreads, progress: Progress) -> None:
        """Searches until the maximum depth is reached, the result is proved, or the search is stopped."""
        self.root = threads.root
        try:
            for depth in range(self.reached.depth + 1, self._max_depth + 1):
                threads.switch(self._switches, depth)
                found = self._search(threads, depth)
                self.reached = _DepthResult(found, depth, partial=False, nodes=threads.nodes + threads.read_before)
                self.completed.append(self.reached)
                best = self.reached.found[0]
                progress.doing = f"depth {depth}"
                progress.value = threads.root.values_of(best)[0]
                progress.find_line = cache(partial(_line_for_progress, threads.root, best))
                if self._is_proved(threads.root):
                    break
            self.done = True
        except (OutOfBudget, DepthExceeded):
            if self.reached.partial:
                self.reached = _DepthResult(threads.root.tried)

    def _is_proved(self, root: RootSearch) -> bool:
        """Whether a deeper search cannot change the result. With several lines, every action must be exact."""
        found = self.reached.found
        return proved(root, found) if self.lines == 1 else not any(f.guessed for f in found)

    def _search(self, threads: SearchThreads, depth: int) -> list[RootAction]:
        """Searches one depth with an aspiration window; on a fail low or fail high, opens that side and repeats."""
        if not (threads.root.chooses or self.by_action):
            return [threads.race(lambda root: root.root_value(depth))]
        floor, ceiling = self._window(threads.root)
        while True:
            found = threads.search(depth, self.lines, floor, ceiling)
            v = found[0].value
            if v <= floor and floor > -inf:
                floor = -inf
            elif v >= ceiling and ceiling < inf:
                ceiling = inf
            else:
                return found

    def _window(self, root: RootSearch) -> tuple[float, float]:
        """The aspiration window around the last value; infinite for several lines or value 0."""
        if self.lines > 1 or self.reached.depth < 3 or not root.has_windows:
            return -inf, inf
        v = self.reached.found[0].value
        margin = abs(v) / ASPIRATION
        return (v - margin, v + margin) if margin else (-inf, inf)


def proved(root: RootSearch, found: list[RootAction], i: int = 0, partial: bool = False) -> bool:
    """Whether the value of the i-th best action is exact: no evaluation took part in it, or it meets a value bound."""
    this = found[i]
    if not this.guessed and not partial and (i > 0 or not any(other.guessed for other in found)):
        return True
    v = root.sign * this.value
    if not root.scale.is_decided(v) or (partial and this.value < 0):
        return False
    least, greatest = root.game.value_bounds(root.state)
    utility, _ = root.scale.utility_in(v)
    return bool(utility == (greatest if v > 0 else least))


def _line_for_progress(root: RootSearch, found: RootAction) -> tuple[Action, ...]:
    """The line for a progress report. Its time is limited: rules may be slow, and the caller watches the clock."""
    return root.line_of(found, Budget(Limits(seconds=CLOSING_SECONDS)))


def _line(root: RootSearch, found: list[RootAction], i: int, partial: bool, budget: Budget) -> Line:
    sure = root.is_exact and proved(root, found, i, partial)
    return Line(
        values=tuple(map(as_number, root.values_of(found[i]))),
        actions=root.line_of(found[i], budget),
        proved=sure,
        distance=root.distance_of(found[i]) if sure else None,
    )


def as_number(v: float) -> float:
    """An integral float as an int, because the engine computes in floats but answers show 1 rather than 1.0."""
    return int(v) if float(v).is_integer() and abs(v) < 2**53 else v


def _analysis(engine: Engine, s: State, job: _Deepening, reached: _DepthResult, budget: Budget) -> Analysis:
    root, closing = job.root, budget.closing()
    assert root is not None
    found = reached.found or root.evaluate_actions(closing)
    lines = tuple(_line(root, found, i, reached.partial, closing) for i in range(min(job.lines, len(found))))
    best = lines[0]
    analysis = Analysis(
        game=engine.game,
        state=s,
        method=NAME,
        value=best.value,
        values=best.values,
        action=best.actions[0] if best.actions else None,
        line=best.actions,
        lines=lines,
        proved=best.proved,
        distance=best.distance,
        depth=reached.depth,
        nodes=engine.nodes,
        seconds=budget.seconds,
        compile_seconds=budget.compile_seconds,
        speed=engine.speed,
        notes=notes_of(engine),
        against_errors=engine.others is not None and engine.others.errs,
    )
    is_chance = job.by_action and engine.game.player(s) == CHANCE
    return replace(analysis, **_mean(engine.game, s, lines)) if is_chance else analysis


def _mean(game: Game, s: State, outcomes: tuple[Line, ...]) -> dict[str, Any]:
    """The fields of the analysis of a chance node: the expected value over its outcomes."""
    odds = [float(game.probability(s, line.actions[0])) for line in outcomes]
    values = tuple(sum(p * line.values[i] for p, line in zip(odds, outcomes, strict=True)) for i in range(game.players))
    proved = all(line.proved for line in outcomes)
    return {"value": values[0], "values": values, "action": None, "line": (), "proved": proved, "distance": None}


def _unsearched(engine: Engine, s: State, budget: Budget) -> Analysis:
    """An analysis with the first action, for when time ran out before the actions were listed and ordered."""
    game = engine.game
    if game.kind.one_number:
        values = values_of(game, float(game.evaluate(s, MAX)))
    else:
        values = tuple(float(game.evaluate(s, p)) for p in range(game.players))
    action = None if game.player(s) == CHANCE else next(each_action(game, s))
    line = () if action is None else (action,)
    return Analysis(
        game=game,
        state=s,
        method=NAME,
        value=values[0],
        values=values,
        action=action,
        line=line,
        lines=(Line(values=values, actions=line, proved=False, distance=None),),
        proved=False,
        depth=0,
        nodes=0,
        seconds=budget.seconds,
        compile_seconds=budget.compile_seconds,
        speed=engine.speed,
        notes=(*notes_of(engine), "stopped before any action was searched: this is the first action and an evaluation"),
    )


def terminal_answer(game: Game, s: State, method: str) -> Analysis:
    """The analysis of a terminal state."""
    values = utilities(game, s)
    return Analysis(
        game=game,
        state=s,
        method=method,
        value=values[0],
        values=values,
        action=None,
        line=(),
        proved=True,
        distance=0,
        depth=0,
        nodes=1,
        seconds=0.0,
    )


def notes_of(engine: Engine) -> tuple[str, ...]:
    """Notes on an answer: the opponent model, if there is one, and why the search ran at the plain speed, if it did."""
    others = () if engine.others is None else (engine.others.description(engine.agent),)
    why_plain = "its rules are still being compiled" if engine.host.is_preparing else engine.why_plain
    if why_plain is None or engine.asked_plain:
        return others
    return (*others, f"at the plain speed: {why_plain}")
