"""Magic squares: the numbers from 1 to n², with equal sums in all rows, columns and both diagonals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from zermelo.core.errors import LoadError
from zermelo.csp.constraints import Constraint, Value, Variable, all_different, linear
from zermelo.csp.problem import Problem
from zermelo.csp.problems._grids import cell, show_cells, square_cells


class Magic(Problem):
    """A square of order n. Rotated and mirrored squares count as different."""

    def __init__(self, n: int = 3) -> None:
        if not 1 <= n <= 10:
            raise LoadError(f"n={n}: the order of a magic square is from 1 to 10")
        self.n = n

    def variables(self) -> Iterable[Variable]:
        """The cells, row by row."""
        return square_cells(self.n, self.n)

    def domain(self, x: Variable) -> Iterable[Value]:
        """The numbers."""
        return range(1, self.n**2 + 1)

    def constraints(self) -> Iterable[Constraint]:
        """Every number once, and the same sum everywhere."""
        every = range(self.n)
        yield all_different(*square_cells(self.n, self.n))
        total = self.n * (self.n**2 + 1) // 2
        lines = [[cell(i, j) for j in every] for i in every]
        lines += [[cell(i, j) for i in every] for j in every]
        lines += [[cell(i, i) for i in every], [cell(i, self.n - 1 - i) for i in every]]
        for line in lines:
            yield linear(dict.fromkeys(line, 1), "=", total)

    def cells(self) -> Mapping[Variable, tuple[int, int]]:
        """The board."""
        return square_cells(self.n, self.n)

    def show(self, assignment: Mapping[Variable, Value]) -> str:
        """The square."""
        return show_cells(self.cells(), assignment)
