"""The order of variables and values: which variable is assigned next, and which value is tried first."""

from __future__ import annotations

from zermelo.core.errors import OptionError, nearest, quote
from zermelo.csp.constraints import Value, Variable
from zermelo.csp.model import Model
from zermelo.csp.textbook.domains import Current

HEURISTICS = ("mrv", "degree", "lcv")
"""Minimum remaining values, degree heuristic, least constraining value."""


class Ordering:
    """The chosen heuristics; without any, variables and values are in the order of the problem.

    With minimum remaining values and the degree heuristic both on, the latter breaks ties.
    """

    def __init__(self, model: Model, heuristics: tuple[str, ...] = ()) -> None:
        for name in heuristics:
            if name not in HEURISTICS:
                raise OptionError(f"there is no heuristic {quote(name)}: {nearest(name, HEURISTICS)}")
        self._model = model
        self._mrv, self._degree, self._lcv = (name in heuristics for name in HEURISTICS)

    def variable(self, current: Current, *, infers: bool) -> Variable:
        """The variable to assign. Unless the search `infers`, domains still contain values that are not legal."""
        unassigned = [x for x in current.domains if current.is_open(x)]
        if self._mrv:
            remaining = {x: self._remaining(x, current, infers) for x in unassigned}
            least = min(remaining.values())
            unassigned = [x for x in unassigned if remaining[x] == least]
        if self._degree:
            return max(unassigned, key=lambda x: self._open_constraints(x, current))
        return unassigned[0]

    def values(self, x: Variable, current: Current) -> list[Value]:
        """The values of x in the order in which they are tried."""
        values = list(current.domains[x])
        return sorted(values, key=lambda v: self._ruled_out(x, v, current)) if self._lcv else values

    def _remaining(self, x: Variable, current: Current, infers: bool) -> int:
        if infers:
            return len(current.domains[x])
        return sum(is_consistent(self._model, current, x, v) for v in current.domains[x])

    def _open_constraints(self, x: Variable, current: Current) -> int:
        """The number of constraints on x that have another unassigned variable."""
        return sum(any(y != x and current.is_open(y) for y in c.scope) for c in self._model.of[x])

    def _ruled_out(self, x: Variable, v: Value, current: Current) -> int:
        """The number of values of unassigned neighbours that x = v would rule out."""
        count = 0
        given = current.assignment | {x: v}
        for c in self._model.of[x]:
            for y in c.scope:
                if y != x and current.is_open(y):
                    count += sum(not c.consistent(given | {y: w}, current.domains) for w in current.domains[y])
        return count


def is_consistent(model: Model, current: Current, x: Variable, v: Value) -> bool:
    """Whether x = v is consistent with the assignment."""
    given = current.assignment | {x: v}
    return all(c.consistent(given, current.domains) for c in model.of[x])
