"""Min-conflicts: begin with any assignment, and repeatedly repair a variable of a violated constraint.

It finds solutions of large loose problems quickly, and can never prove that there is none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from zermelo.csp.constraints import AllDifferent, Assignment, Constraint, Value, Variable
from zermelo.csp.log import Log
from zermelo.csp.model import Model
from zermelo.csp.textbook import pseudocode as at

MOVES_PER_VARIABLE, LEAST_MOVES = 20, 200
"""After this many moves, and twice as many at each further start, the search begins again."""


class _Holding:
    """What one constraint says of the values of its variables, given those of the others: a violation counts 1."""

    def __init__(self, c: Constraint, assignment: Assignment) -> None:
        self._c, self._assignment = c, assignment

    def violations(self, x: Variable, values: Sequence[Value]) -> list[int]:
        """The violations that x would take part in with each of the values."""
        others = [self._assignment[y] for y in self._c.scope]
        place = self._c.scope.index(x)
        counts = []
        for v in values:
            others[place] = v
            counts.append(int(not self._c.holds(others)))
        return counts

    def is_violated(self, x: Variable) -> bool:
        """Whether x takes part in a violation now."""
        return self.violations(x, (self._assignment[x],)) != [0]

    def change(self, x: Variable, before: Value | None, after: Value, *, first: bool) -> None:
        """Notes that x has changed its value, or has got its first."""


class _Differing(_Holding):
    """The same of all_different, where each pair of equal values is a violation: equal values are counted."""

    def __init__(self, c: AllDifferent, assignment: Assignment) -> None:
        super().__init__(c, assignment)
        offsets = c.offsets or (0,) * len(c.scope)
        self._offset = None if c.offsets is None else dict(zip(c.scope, offsets, strict=True))
        self._taken: defaultdict[Any, int] = defaultdict(int)

    def _shifted(self, x: Variable, v: Any) -> Any:
        return v if self._offset is None else v + self._offset[x]

    def violations(self, x: Variable, values: Sequence[Value]) -> list[int]:
        """The number of other variables that take each value."""
        taken, own = self._taken, self._shifted(x, self._assignment[x])
        taken[own] -= 1
        if self._offset is None:
            counts = [taken[v] for v in values]
        else:
            offset: Any = self._offset[x]
            counts = [taken[v + offset] for v in values]
        taken[own] += 1
        return counts

    def is_violated(self, x: Variable) -> bool:
        """Whether the value of x is taken twice."""
        return self._taken[self._shifted(x, self._assignment[x])] > 1

    def change(self, x: Variable, before: Value | None, after: Value, *, first: bool) -> None:
        """Counts the value that x has now, and no longer the one before."""
        if not first:
            self._taken[self._shifted(x, before)] -= 1
        self._taken[self._shifted(x, after)] += 1


class MinConflicts:
    """A local search with restarts, from a seed."""

    def __init__(self, model: Model, log: Log, look: Callable[[], None], seed: int) -> None:
        self.model, self.log, self._look = model, log, look
        self._random = Random(seed)
        self._assignment: Assignment = {}
        self._variables = model.variables

    def solutions(self) -> Iterator[Assignment]:
        """The first solution that is found; it searches until `look` raises."""
        moves = max(LEAST_MOVES, MOVES_PER_VARIABLE * len(self.model.domains))
        while True:
            self._begin()
            if self._repair(moves):
                self.log.solution((at.LOCAL_DONE,))
                yield dict(self._assignment)
                return
            moves *= 2

    def _begin(self) -> None:
        was = dict(self._assignment)
        for x, values in self.model.domains.items():
            self._assignment[x] = self._random.choice(values)
        lines = (at.LOCAL_RESTART if was else at.LOCAL_RANDOM,)
        self.log.restart(list(self._assignment.items()), lines, was)
        self._of: dict[Variable, list[_Holding]] = {x: [] for x in self.model.domains}
        for c in self.model.constraints:
            made = _Differing(c, self._assignment) if isinstance(c, AllDifferent) else _Holding(c, self._assignment)
            for x in c.scope:
                self._of[x].append(made)
                made.change(x, None, self._assignment[x], first=True)

    def _repair(self, moves: int) -> bool:
        """Makes at most this many moves; whether no constraint is violated any more."""
        for _ in range(moves):
            self._look()
            x = self._conflicted()
            if x is None:
                return True
            self._move(x)
        return False

    def _conflicted(self) -> Variable | None:
        """A random variable of a violated constraint; None if there is none.

        Variables are drawn until one is in conflict, which is quick while many are; a look at all of them ends it.
        """
        for _ in self._variables:
            x = self._random.choice(self._variables)
            if self._is_violated(x):
                return x
        every = [x for x in self._variables if self._is_violated(x)]
        return self._random.choice(every) if every else None

    def _is_violated(self, x: Variable) -> bool:
        return any(holding.is_violated(x) for holding in self._of[x])

    def _move(self, x: Variable) -> None:
        values = self.model.domains[x]
        counts = [sum(of) for of in zip(*(holding.violations(x, values) for holding in self._of[x]), strict=True)]
        least = min(counts)
        v = self._random.choice([v for v, count in zip(values, counts, strict=True) if count == least])
        was = self._assignment[x]
        for holding in self._of[x]:
            holding.change(x, was, v, first=False)
        self._assignment[x] = v
        says = f"{x} moves from {was} to {v}, which violates {least} constraint{'s' * (least != 1)}."
        self.log.move(x, v, was, says, (at.LOCAL_PICK, at.LOCAL_MOVE))
