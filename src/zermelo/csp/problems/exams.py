"""Exam timetabling of a generated size: nobody has two exams at the same time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from random import Random

from zermelo.core.errors import LoadError
from zermelo.csp.constraints import Constraint, Value, Variable, differ
from zermelo.csp.problem import Problem


class Exams(Problem):
    """`exams` exams in `slots` slots, taken by `students` students with `each` exams each.

    The students' choices follow a hidden timetable, so there is a solution.
    """

    def __init__(self, exams: int = 40, slots: int = 8, students: int = 120, each: int = 4, seed: int = 0) -> None:
        for name, value in (("exams", exams), ("slots", slots), ("students", students), ("each", each)):
            if value < 1:
                raise LoadError(f"{name}={value}: the number must be at least 1")
        if each > slots:
            raise LoadError(f"each={each}: with slots={slots} nobody can take more than {slots} exams")
        self.exams, self.slots, self.students, self.each, self.seed = exams, slots, students, each, seed

    def variables(self) -> Iterable[Variable]:
        """The exams."""
        return [f"e{i}" for i in range(1, self.exams + 1)]

    def domain(self, x: Variable) -> Iterable[Value]:
        """The slots."""
        return range(1, self.slots + 1)

    def constraints(self) -> Iterable[Constraint]:
        """Two exams that one student takes are at different times."""
        random = Random(self.seed)
        in_slot: list[list[int]] = [[] for _ in range(self.slots)]
        for i in range(1, self.exams + 1):
            in_slot[random.randrange(self.slots)].append(i)
        used = [slot for slot in in_slot if slot]
        together: dict[tuple[int, int], None] = {}
        for _ in range(self.students):
            slots = random.sample(used, min(self.each, len(used)))
            for pair in combinations(sorted(random.choice(slot) for slot in slots), 2):
                together[pair] = None
        for i, j in together:
            yield differ(f"e{i}", f"e{j}")

    def show(self, assignment: Mapping[Variable, Value]) -> str:
        """The exams of each slot."""
        lines = []
        for slot in range(1, self.slots + 1):
            here = [str(x) for x in self.variables() if assignment.get(x) == slot]
            lines.append(f"slot {slot}: {' '.join(here)}")
        return "\n".join(lines)
