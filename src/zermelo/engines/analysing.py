"""From an engine to an analysis: one depth after another, each with a window around the value of the last."""

from __future__ import annotations

import threading
from functools import partial
from math import inf

from zermelo.engines.crew import ALL, Crew, Switches
from zermelo.engines.engine import Engine, Progress, Watch, unwatched
from zermelo.engines.root import Found, NoEnd, Root, Stopped
from zermelo.engines.workspace import PLIES
from zermelo.errors import LimitError
from zermelo.game import State, utilities
from zermelo.limits import Limits
from zermelo.results import Analysis, Line

MOST_LINES = 1_000


def analyse(
    engine: Engine,
    s: State,
    limits: Limits,
    *,
    lines: int = 1,
    switches: Switches = ALL,
    stop: threading.Event | None = None,
    watch: Watch = unwatched,
) -> Analysis:
    """What to play in s: the deepest search that was completed, or what the first one found on its way."""
    if isinstance(lines, bool) or not isinstance(lines, int) or not 1 <= lines <= MOST_LINES:
        raise LimitError(f"{lines!r} lines make no sense: it has to be a number from 1 to {MOST_LINES:,}")
    if engine.game.is_terminal(s):
        return _at_the_end(engine, s)
    try:
        job = engine.do(s, lambda: _Deepening(min(limits.depth or PLIES, PLIES), lines, switches), limits, stop, watch)
    finally:
        engine.has_shortcuts |= switches.reductions or switches.extensions
    return _analysis(engine, s, job)


class _Deepening:
    """Deeper and deeper searches. Between two of them nothing is lost: the last that was completed is kept."""

    def __init__(self, depth: int, lines: int, switches: Switches) -> None:
        self._most = depth
        self.lines = lines
        self._switches = switches
        self.found: list[Found] = []
        self.depth = 0
        self.partial = False  # whether some actions were not looked at
        self.done = False
        self.root: Root | None = None

    def run(self, crew: Crew, progress: Progress) -> None:
        """Searches until the depth is reached, all is proved, or it is stopped."""
        self.root = crew.root
        try:
            for depth in range(1, self._most + 1):
                crew.switch(self._switches, depth)
                self.found = self._search(crew, depth)
                self.depth = depth
                best = self.found[0]
                progress.doing = f"depth {depth}"
                progress.value = crew.root.values_of(best)[0]
                progress.find_line = partial(crew.root.line_of, best)
                if self._is_proved(crew.root):
                    break
            self.done = True
        except (Stopped, NoEnd):
            self.partial = not self.found
            self.found = self.found or crew.root.tried

    def _is_proved(self, root: Root) -> bool:
        """Whether nothing would change any more; which the best actions are is known when all are."""
        return proved(root, self.found) if self.lines == 1 else not any(f.guessed for f in self.found)

    def _search(self, crew: Crew, depth: int) -> list[Found]:
        """One depth: at first only around the last value, then on the side on which it fell out, then everywhere."""
        if not crew.root.chooses:
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
        if self.lines > 1 or self.depth < 3 or not root.has_windows:
            return -inf, inf
        v = self.found[0].value
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
    least, greatest = root.game.limits(root.state)
    utility, _ = root.scale.utility_in(v)
    return bool(utility == (greatest if v > 0 else least))


def _line(root: Root, found: list[Found], i: int, partial: bool) -> Line:
    sure = root.is_exact and proved(root, found, i, partial)
    return Line(
        values=tuple(map(plain, root.values_of(found[i]))),
        actions=root.line_of(found[i]),
        proved=sure,
        distance=root.distance_of(found[i]) if sure else None,
    )


def plain(v: float) -> float:
    """A whole number without its point: engines reckon in floats, and people write 1."""
    return int(v) if float(v).is_integer() and abs(v) < 2**53 else v


def _analysis(engine: Engine, s: State, job: _Deepening) -> Analysis:
    game, root = engine.game, job.root
    assert root is not None
    found = job.found or root.glance()
    partial = job.partial or not job.found
    lines = tuple(_line(root, found, i, partial) for i in range(min(job.lines, len(found))))
    best = lines[0]
    return Analysis(
        game=game,
        state=s,
        algorithm="engine" if engine.others is None else f"engine ({engine.others.name})",
        value=best.value,
        values=best.values,
        action=best.actions[0] if best.actions else None,
        line=best.actions,
        lines=lines,
        proved=best.proved,
        distance=best.distance,
        depth=job.depth,
        nodes=engine.nodes,
        seconds=engine.seconds,
        speed=engine.speed,
        notes=notes_of(engine),
    )


def _at_the_end(engine: Engine, s: State) -> Analysis:
    values = utilities(engine.game, s)
    return Analysis(
        game=engine.game,
        state=s,
        algorithm="engine",
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
    if engine.why_plain is None or engine.asked_plain:
        return others
    return (*others, f"at the plain speed: {engine.why_plain}")
