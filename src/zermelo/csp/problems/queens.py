"""n queens: a queen in each row of a chessboard, none of which attacks another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from zermelo.core.errors import LoadError
from zermelo.csp.constraints import Assignment, Constraint, Value, Variable, all_different
from zermelo.csp.problem import Problem
from zermelo.csp.queens_search import permutation_search

SMALLEST_FOR_PERMUTATIONS = 3_000
"""The least n for which the local search is that of Sosič and Gu: n domains of n values would take too long to list."""


class Queens(Problem):
    """The variables are the rows, the values the columns, both from 1."""

    def __init__(self, n: int = 8) -> None:
        if n < 1:
            raise LoadError(f"n={n}: a board has at least one row")
        self.n = n

    def variables(self) -> Iterable[Variable]:
        """The rows."""
        return range(1, self.n + 1)

    def domain(self, x: Variable) -> Iterable[Value]:
        """The columns."""
        return range(1, self.n + 1)

    def constraints(self) -> Iterable[Constraint]:
        """Columns differ, and so do both kinds of diagonals."""
        rows = range(1, self.n + 1)
        yield all_different(*rows)
        yield all_different(*rows, offsets=list(rows))
        yield all_different(*rows, offsets=[-row for row in rows])

    def squares(self) -> bool:
        """A row of squares for each variable."""
        return True

    def local_search(self, seed: int) -> Assignment | None:
        """For large boards a permutation with swaps, and counts of queens for each diagonal."""
        if self.n < SMALLEST_FOR_PERMUTATIONS:
            return None
        return {row: column + 1 for row, column in enumerate(permutation_search(self.n, seed), 1)}

    def show(self, assignment: Mapping[Variable, Value]) -> str:
        """The board; large ones as a list of columns."""
        if self.n > 40:
            return " ".join(str(assignment.get(row, "-")) for row in self.variables())
        lines = (
            " ".join("Q" if assignment.get(row) == column else "." for column in range(1, self.n + 1))
            for row in self.variables()
        )
        return "\n".join(lines)
