"""Latin squares: n values, each once in every row and column."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from zermelo.core.errors import LoadError
from zermelo.csp.constraints import Constraint, Value, Variable, all_different
from zermelo.csp.problem import Problem
from zermelo.csp.problems._grids import cell, show_cells, square_cells


class Latin(Problem):
    """A square of order n."""

    def __init__(self, n: int = 4) -> None:
        if not 1 <= n <= 60:
            raise LoadError(f"n={n}: the order of a Latin square is from 1 to 60")
        self.n = n

    def variables(self) -> Iterable[Variable]:
        """The cells, row by row."""
        return square_cells(self.n, self.n)

    def domain(self, x: Variable) -> Iterable[Value]:
        """The values."""
        return range(1, self.n + 1)

    def constraints(self) -> Iterable[Constraint]:
        """Rows and columns."""
        every = range(self.n)
        for i in every:
            yield all_different(*(cell(i, j) for j in every))
            yield all_different(*(cell(j, i) for j in every))

    def cells(self) -> Mapping[Variable, tuple[int, int]]:
        """The board."""
        return square_cells(self.n, self.n)

    def show(self, assignment: Mapping[Variable, Value]) -> str:
        """The square."""
        return show_cells(self.cells(), assignment)
