"""Min-conflicts: start with a random assignment, and repeatedly repair a variable of a violated constraint.

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
"""The number of moves before the first restart, per variable and at least; it doubles with each restart."""


class _Violations:
    """Counts the violations of one constraint: 1 if it is violated."""

    def __init__(self, c: Constraint, assignment: Assignment) -> None:
        self._c, self._assignment = c, assignment

    def violations(self, x: Variable, values: Sequence[Value]) -> list[int]:
        """For each of the values, the number of violations that x would take part in."""
        others = [self._assignment[y] for y in self._c.scope]
        place = self._c.scope.index(x)
        counts = []
        for v in values:
            others[place] = v
            counts.append(int(not self._c.holds(others)))
        return counts

    def is_violated(self, x: Variable) -> bool:
        """Whether x currently takes part in a violation."""
        return self.violations(x, (self._assignment[x],)) != [0]

    def change(self, x: Variable, before: Value | None, after: Value, *, first: bool) -> None:
        """Called when x has changed its value, or got its first."""


class _EqualValues(_Violations):
    """Counts the violations of an all_different: each pair of equal values is one."""

    def __init__(self, c: AllDifferent, assignment: Assignment) -> None:
        super().__init__(c, assignment)
        offsets = c.offsets or (0,) * len(c.scope)
        self._offset = None if c.offsets is None else dict(zip(c.scope, offsets, strict=True))
        self._taken: defaultdict[Any, int] = defaultdict(int)

    def _shifted(self, x: Variable, v: Any) -> Any:
        return v if self._offset is None else v + self._offset[x]

    def violations(self, x: Variable, values: Sequence[Value]) -> list[int]:
        """For each of the values, the number of other variables that have it."""
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
        """Whether another variable has the value of x."""
        return self._taken[self._shifted(x, self._assignment[x])] > 1

    def change(self, x: Variable, before: Value | None, after: Value, *, first: bool) -> None:
        """Updates the counts of the previous and the new value."""
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
        """Yields the first solution found; searches until `look` raises."""
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
        self._counters: dict[Variable, list[_Violations]] = {x: [] for x in self.model.domains}
        for c in self.model.constraints:
            given = self._assignment
            counter = _EqualValues(c, given) if isinstance(c, AllDifferent) else _Violations(c, given)
            for x in c.scope:
                self._counters[x].append(counter)
                counter.change(x, None, self._assignment[x], first=True)

    def _repair(self, moves: int) -> bool:
        """Makes at most this many moves; returns whether all constraints hold."""
        for _ in range(moves):
            self._look()
            x = self._conflicted()
            if x is None:
                return True
            self._move(x)
        return False

    def _conflicted(self) -> Variable | None:
        """A random variable of a violated constraint; None if there is none.

        Drawing variables is fast while many are in conflict. After n failed draws for n variables, all are checked.
        """
        for _ in self._variables:
            x = self._random.choice(self._variables)
            if self._is_violated(x):
                return x
        every = [x for x in self._variables if self._is_violated(x)]
        return self._random.choice(every) if every else None

    def _is_violated(self, x: Variable) -> bool:
        return any(counter.is_violated(x) for counter in self._counters[x])

    def _move(self, x: Variable) -> None:
        values = self.model.domains[x]
        counts = [
            sum(violations)
            for violations in zip(*(counter.violations(x, values) for counter in self._counters[x]), strict=True)
        ]
        least = min(counts)
        v = self._random.choice([v for v, count in zip(values, counts, strict=True) if count == least])
        was = self._assignment[x]
        for counter in self._counters[x]:
            counter.change(x, was, v, first=False)
        self._assignment[x] = v
        says = f"{x} moves from {was} to {v}, which violates {least} constraint{'s' * (least != 1)}."
        self.log.move(x, v, was, says, (at.LOCAL_PICK, at.LOCAL_MOVE))
