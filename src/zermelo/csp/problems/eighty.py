"""Eighty boolean variables in four independent parts of twenty.

As a whole there are 2^80 assignments; solved part by part, at most 4·2^20 have to be examined.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from zermelo.csp.constraints import Constraint, Value, Variable, satisfies
from zermelo.csp.problem import Problem

PARTS, SIZE, CLAUSES = 4, 20, 60


class Eighty(Problem):
    """Random clauses of three literals in each part: at least one literal of each clause is true."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def variables(self) -> Iterable[Variable]:
        """The variables of parts a, b, c and d."""
        return [f"{part}{i}" for part in "abcd"[:PARTS] for i in range(1, SIZE + 1)]

    def domain(self, x: Variable) -> Iterable[Value]:
        """False and true."""
        return (0, 1)

    def constraints(self) -> Iterable[Constraint]:
        """The clauses. A hidden assignment satisfies all of them, so there is a solution."""
        random = Random(self.seed)
        for part in "abcd"[:PARTS]:
            names = [f"{part}{i}" for i in range(1, SIZE + 1)]
            hidden = {x: random.randrange(2) for x in names}
            for _ in range(CLAUSES):
                scope = random.sample(names, 3)
                wanted = tuple(random.randrange(2) for _ in scope)
                if all(hidden[x] != w for x, w in zip(scope, wanted, strict=True)):
                    wanted = (hidden[scope[0]], *wanted[1:])
                yield satisfies(scope, _Clause(wanted), _named(scope, wanted))

    def show(self, assignment: Mapping[Variable, Value]) -> str:
        """A line of bits for each part."""
        lines = []
        for part in "abcd"[:PARTS]:
            bits = (str(assignment.get(f"{part}{i}", ".")) for i in range(1, SIZE + 1))
            lines.append(f"{part}: {' '.join(bits)}")
        return "\n".join(lines)

    def facts(self) -> list[tuple[str, str]]:
        """The numbers of assignments that the lecture compares."""
        return [
            ("as a whole", f"2^{PARTS * SIZE} = {2 ** (PARTS * SIZE):,} assignments"),
            ("part by part", f"at most {PARTS}·2^{SIZE} = {PARTS * 2**SIZE:,} assignments"),
        ]

    def layout(self) -> Mapping[Variable, tuple[float, float]]:
        """Four blocks."""
        return {
            f"{part}{i + 1}": (7 * (p % 2) + 1.3 * (i % 5), 6.5 * (p // 2) + 1.5 * (i // 5) + 0.3 * (i % 2))
            for p, part in enumerate("abcd"[:PARTS])
            for i in range(SIZE)
        }


class _Clause:
    """Whether at least one variable has the value that its literal requires."""

    def __init__(self, wanted: tuple[int, ...]) -> None:
        self.wanted = wanted

    def __call__(self, *values: int) -> bool:
        return any(v == w for v, w in zip(values, self.wanted, strict=True))


def _named(scope: list[str], wanted: tuple[int, ...]) -> str:
    return " or ".join(x if w else f"not {x}" for x, w in zip(scope, wanted, strict=True))
