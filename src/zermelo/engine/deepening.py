"""From an engine to an analysis: one depth after another, each with a window around the value of the last."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from math import inf
from typing import Any, NamedTuple

from zermelo.core.errors import LimitError
from zermelo.core.game import CHANCE, MAX, MOST_ACTIONS, Action, Game, State, each_action, utilities
from zermelo.core.limits import CLOSING_SECONDS, Budget, Limits, OutOfBudget
from zermelo.core.results import Analysis, Line
from zermelo.engine.engine import Engine, Progress, Watch, unwatched
from zermelo.engine.memory import PLIES
from zermelo.engine.root_search import Found, NoEnd, Root, values_of
from zermelo.engine.thread_pool import ALL, Crew, Switches

NAME = "engine"
"""The name of the method."""


def analyse(engine: Engine, s: State, limits: Limits | Budget, **how: Any) -> Analysis:
    """What to play in s: the deepest search that was completed, or what the first one found on its way."""
    *_, last = deepen(engine, s, limits, **how)
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

    The best `lines` actions have a value of their own. `by_action` they have it even where nobody chooses at the root,
    because chance moves or the mover errs. A budget in place of limits is one that other stages share; it has its own
    stop.
    """
    if isinstance(lines, bool) or not isinstance(lines, int) or not 1 <= lines <= MOST_ACTIONS:
        raise LimitError(f"{lines!r} lines make no sense: it has to be a whole number from 1 to {MOST_ACTIONS:,}")
    if engine.game.is_terminal(s):
        yield _at_the_end(engine, s)
        return
    budget = Budget.of(limits, stop)
    depth = min(budget.depth or PLIES, PLIES)
    job, told = None, 0
    try:
        for job in engine.stream(s, lambda: _Deepening(depth, lines, switches, by_action), budget, watch):
            while len(job.completed) > told:  # not again what a search before it, at another speed, has found
                told += 1
                yield _analysis(engine, s, job, job.completed[told - 1], budget)
    finally:
        engine.has_shortcuts |= switches.reductions or switches.extensions
    assert job is not None, "a stream yields its job at the end"
    if job.root is None:
        yield _unread(engine, s, budget)
    else:
        yield _analysis(engine, s, job, job.reached, budget)


class _Reached(NamedTuple):
    """What was found so far: of all actions to the same depth, unless it is `partial`."""

    found: list[Found]
    depth: int = 0
    partial: bool = True


class _Deepening:
    """Deeper and deeper searches. Between two of them nothing is lost: the last that was completed is kept."""

    def __init__(self, depth: int, lines: int, switches: Switches, by_action: bool) -> None:
        self._most = depth
        self.lines = lines
        self.by_action = by_action
        self._switches = switches
        self.completed: list[_Reached] = []  # one for each depth; another thread reads it
        self.reached = _Reached([])
        self.done = False
        self.root: Root | None = None

    def run(self, crew: Crew, progress: Progress) -> None:
        """Searches until the depth is reached, all is proved, or it is stopped; what was found before is kept."""
        self.root = crew.root
        try:
            for depth in range(self.reached.depth + 1, self._most + 1):
                crew.switch(self._switches, depth)
                self.reached = _Reached(self._search(crew, depth), depth, partial=False)
                self.completed.append(self.reached)
                best = self.reached.found[0]
                progress.doing = f"depth {depth}"
                progress.value = crew.root.values_of(best)[0]
                progress.find_line = cache(partial(_line_shown, crew.root, best))
                if self._is_proved(crew.root):
                    break
            self.done = True
        except (OutOfBudget, NoEnd):
            if self.reached.partial:
                self.reached = _Reached(crew.root.tried)

    def _is_proved(self, root: Root) -> bool:
        """Whether nothing would change any more; which the best actions are is known when all are."""
        found = self.reached.found
        return proved(root, found) if self.lines == 1 else not any(f.guessed for f in found)

    def _search(self, crew: Crew, depth: int) -> list[Found]:
        """One depth: at first only around the last value, then on the side on which it fell out, then everywhere."""
        if not (crew.root.chooses or self.by_action):
            return [crew.race(lambda root: root.whole(depth))]
        floor, ceiling = self._window(crew.root)
        while True:
            found = crew.search(depth, self.lines, floor, ceiling)
            v = found[0].value
            if v <= floor and floor > -inf:
                floor = -inf
            elif v >= ceiling and ceiling < inf:
                ceiling = inf
            else:
                return found

    def _window(self, root: Root) -> tuple[float, float]:
        """A window a quarter of the last value wide, where there is one line to be found and it is worth something."""
        if self.lines > 1 or self.reached.depth < 3 or not root.has_windows:
            return -inf, inf
        v = self.reached.found[0].value
        margin = abs(v) / 4
        return (v - margin, v + margin) if margin else (-inf, inf)


def proved(root: Root, found: list[Found], i: int = 0, partial: bool = False) -> bool:
    """Whether the value of the i-th best action is exact: none of it was guessed, or there is no better or worse."""
    this = found[i]
    if not this.guessed and not partial and (i > 0 or not any(other.guessed for other in found)):
        return True
    v = root.sign * this.value
    if not root.scale.is_decided(v) or (partial and this.value < 0):
        return False
    least, greatest = root.game.value_bounds(root.state)
    utility, _ = root.scale.utility_in(v)
    return bool(utility == (greatest if v > 0 else least))


def _line_shown(root: Root, found: Found) -> tuple[Action, ...]:
    """A line for whoever watches: rules may be slow, and the watch is to end the search in time."""
    return root.line_of(found, Budget(Limits(seconds=CLOSING_SECONDS)))


def _line(root: Root, found: list[Found], i: int, partial: bool, budget: Budget) -> Line:
    sure = root.is_exact and proved(root, found, i, partial)
    return Line(
        values=tuple(map(plain, root.values_of(found[i]))),
        actions=root.line_of(found[i], budget),
        proved=sure,
        distance=root.distance_of(found[i]) if sure else None,
    )


def plain(v: float) -> float:
    """A whole number without its point: engines reckon in floats, and people write 1."""
    return int(v) if float(v).is_integer() and abs(v) < 2**53 else v


def _analysis(engine: Engine, s: State, job: _Deepening, reached: _Reached, budget: Budget) -> Analysis:
    root, closing = job.root, budget.closing()
    assert root is not None
    found = reached.found or root.glance(closing)
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
    """What a state is worth in which chance moves, if each outcome is."""
    odds = [float(game.probability(s, line.actions[0])) for line in outcomes]
    values = tuple(sum(p * line.values[i] for p, line in zip(odds, outcomes, strict=True)) for i in range(game.players))
    proved = all(line.proved for line in outcomes)
    return {"value": values[0], "values": values, "action": None, "line": (), "proved": proved, "distance": None}


def _unread(engine: Engine, s: State, budget: Budget) -> Analysis:
    """The first action, if the time was up before all actions were listed and put in order."""
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
        notes=(*notes_of(engine), "stopped before any action was looked at: the first one, and an evaluation"),
    )


def _at_the_end(engine: Engine, s: State) -> Analysis:
    values = utilities(engine.game, s)
    return Analysis(
        game=engine.game,
        state=s,
        method=NAME,
        value=values[0],
        values=values,
        action=None,
        line=(),
        proved=True,
        distance=0,
        depth=0,
        nodes=1,
        seconds=0.0,
        speed="plain",
    )


def notes_of(engine: Engine) -> tuple[str, ...]:
    """What the others are taken to do, where that is a question; and why the engine is slow, where it is."""
    others = () if engine.others is None else (engine.others.words(engine.agent),)
    why_plain = "its rules are still being compiled" if engine.host.is_preparing else engine.why_plain
    if why_plain is None or engine.asked_plain:
        return others
    return (*others, f"at the plain speed: {why_plain}")
