"""AC-3. For constraints on more than two variables an arc is a variable and a constraint on it (Mackworth's GAC-3)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from zermelo.csp.constraints import Constraint, Variable
from zermelo.csp.log import Log
from zermelo.csp.model import Model
from zermelo.csp.textbook.domains import Current
from zermelo.csp.textbook.pseudocode import EMPTY, POP, REMOVE, UNSUPPORTED

Arc = tuple[Variable, Constraint]
Look = Callable[[], None]


def all_arcs(model: Model) -> list[Arc]:
    """Every variable with every constraint on it."""
    return [(x, c) for c in model.constraints for x in c.scope]


def arcs_to(model: Model, x: Variable, current: Current) -> list[Arc]:
    """The arcs by which a change of x may remove values of unassigned variables."""
    return [(y, c) for c in model.of[x] for y in c.scope if y != x and current.is_open(y)]


def make_consistent(
    model: Model, current: Current, arcs: Iterable[Arc], log: Log, look: Look, *, offset: int = 0, last: bool = False
) -> bool:
    """Removes values without support until every arc is consistent; false if a domain becomes empty.

    `last` takes arcs from the end of the queue: the resulting domains are the same. `offset` is the index of the
    first line of AC-3 in the displayed pseudocode.
    """
    queue = deque(dict.fromkeys(arcs))
    waiting = set(queue)
    while queue:
        look()
        x, c = queue.pop() if last else queue.popleft()
        waiting.discard((x, c))
        log.revise(x, c, (offset + POP,))
        if not revise(current, x, c, log, offset):
            continue
        if not current.domains[x]:
            log.wipeout(x, (offset + EMPTY,))
            return False
        for d in model.of[x]:
            if d is not c:
                for z in d.scope:
                    if z != x and (z, d) not in waiting:
                        queue.append((z, d))
                        waiting.add((z, d))
    return True


def revise(current: Current, x: Variable, c: Constraint, log: Log, offset: int = 0) -> bool:
    """Removes the values of x without support in c; returns whether there were any."""
    unsupported = [v for v in current.domains[x] if c.support(x, v, current.domains) is None]
    for v in unsupported:
        current.remove(x, v)
        log.prune(x, v, c, (offset + UNSUPPORTED, offset + REMOVE))
    return bool(unsupported)
