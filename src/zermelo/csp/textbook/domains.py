"""The domains and the assignment of a search, with a trail for undoing changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from zermelo.csp.constraints import Assignment, Value, Variable
from zermelo.csp.log import Pairs


class Current:
    """The remaining values of each variable, and the assignment. Changes of domains are recorded, and can be undone."""

    def __init__(self, domains: Mapping[Variable, Sequence[Value]]) -> None:
        self.domains: dict[Variable, tuple[Value, ...]] = {x: tuple(values) for x, values in domains.items()}
        self.assignment: Assignment = {}
        self._trail: list[tuple[Variable, tuple[Value, ...]]] = []

    def mark(self) -> int:
        """The current position in the trail, for `undo`."""
        return len(self._trail)

    def keep_only(self, x: Variable, v: Value) -> Pairs:
        """Removes every value of x but v; returns what was removed."""
        removed = tuple((x, w) for w in self.domains[x] if w != v)
        self._set(x, (v,))
        return removed

    def remove(self, x: Variable, v: Value) -> None:
        """Removes a value of x."""
        self._set(x, tuple(w for w in self.domains[x] if w != v))

    def _set(self, x: Variable, values: tuple[Value, ...]) -> None:
        self._trail.append((x, self.domains[x]))
        self.domains[x] = values

    def undo(self, mark: int) -> Pairs:
        """Undoes all removals since the mark; returns the restored values."""
        restored: list[tuple[Variable, Value]] = []
        while len(self._trail) > mark:
            x, values = self._trail.pop()
            now = self.domains[x]
            restored += [(x, v) for v in values if v not in now]
            self.domains[x] = values
        return tuple(restored)

    def is_open(self, x: Variable) -> bool:
        """Whether x has no value yet."""
        return x not in self.assignment
