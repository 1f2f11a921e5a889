"""Min-conflicts: begin with any assignment, and again and again repair the variable of a violated constraint.

It finds solutions of large loose problems quickly, and can never prove that there is none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from zermelo.csp.constraints import AllDifferent, Assignment, Constraint, Value, Variable
from zermelo.csp.log import Log
from zermelo.csp.model import Model
from zermelo.csp.textbook import pseudocode as at

MOVES_PER_VARIABLE, LEAST_MOVES = 20, 200
"""After this many moves, and twice as many at each further start, the search begins again."""


class _Holding:
    """Whether one constraint holds, and how many violations a value would mean: 0 or 1."""

    def __init__(self, c: Constraint, assignment: Assignment) -> None:
        self.c, self._assignment = c, assignment

    def violations(self, x: Variable, v: Value) -> int:
        """The violations that x takes part in, if it has the value v."""
        return not self.c.holds([v if y == x else self._assignment[y] for y in self.c.scope])

    def change(self, x: Variable, before: Value | None, after: Value, *, first: bool) -> None:
        """Notes that x has changed its value."""


class _Differing(_Holding):
    """The same of `all_different`, each pair of equal values counted: how often each value occurs is kept."""

    c: AllDifferent

    def __init__(self, c: AllDifferent, assignment: Assignment) -> None:
        super().__init__(c, assignment)
        self._place = {x: i for i, x in enumerate(c.scope)}
        self._taken: Counter[Any] = Counter()

    def violations(self, x: Variable, v: Value) -> int:
        place = self._place[x]
        shifted = self.c.shifted(place, v)
        own = shifted == self.c.shifted(place, self._assignment[x])
        return self._taken[shifted] - own

    def change(self, x: Variable, before: Value | None, after: Value, *, first: bool) -> None:
        place = self._place[x]
        if not first:
            self._taken[self.c.shifted(place, before)] -= 1
        self._taken[self.c.shifted(place, after)] += 1


class MinConflicts:
    """A local search with restarts, from a seed."""

    def __init__(self, model: Model, log: Log, look: Callable[[], None], seed: int) -> None:
        self.model, self.log, self._look = model, log, look
        self._random = Random(seed)
        self._assignment: Assignment = {}

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
        conflicted = [x for x in self.model.domains if self._conflicts(x, self._assignment[x])]
        for _ in range(moves):
            self._look()
            conflicted = [x for x in conflicted if self._conflicts(x, self._assignment[x])]
            if not conflicted:  # moves may have brought others into conflict
                conflicted = [x for x in self.model.domains if self._conflicts(x, self._assignment[x])]
            if not conflicted:
                return True
            self._move(self._random.choice(conflicted))
        return False

    def _move(self, x: Variable) -> None:
        counts = [(self._conflicts(x, v), v) for v in self.model.domains[x]]
        least = min(count for count, _ in counts)
        v = self._random.choice([v for count, v in counts if count == least])
        was = self._assignment[x]
        for holding in self._of[x]:
            holding.change(x, was, v, first=False)
        self._assignment[x] = v
        says = f"{x} moves from {was} to {v}, which violates {least} constraint{'s' * (least != 1)}."
        self.log.move(x, v, was, says, (at.LOCAL_PICK, at.LOCAL_MOVE))

    def _conflicts(self, x: Variable, v: Value) -> int:
        return sum(holding.violations(x, v) for holding in self._of[x])
