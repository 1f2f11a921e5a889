"""Minesweeper as a deduction problem: which covered cells are certainly safe, and how likely a mine is elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import comb

from zermelo.core.errors import LimitError, ParseError, quote
from zermelo.core.limits import Budget, Limits
from zermelo.csp.constraints import Constraint, Value, Variable, linear
from zermelo.csp.model import Model, modelled
from zermelo.csp.problem import Problem
from zermelo.csp.problems._grids import cell

COVERED = ".#?"
EXAMPLE = ".100000/.201110/.212.21/......./......./......."

MOST_ARRANGEMENTS = 1_000_000
"""The maximum number of arrangements of mines in one component that are counted."""


class Minesweeper(Problem):
    """Rows from top to bottom, with / between them: a digit counts the mines around it, covered cells are . or #.

    The variables are the covered cells beside a digit; 1 is a mine. `mines` is the number of mines on the whole board;
    0 means unknown: then all arrangements of mines beside the digits are equally likely.
    """

    positional = "grid"

    def __init__(self, grid: str = EXAMPLE, mines: int = 0) -> None:
        self.grid, self.mines = "/".join(grid.split()) if "/" not in grid else grid, mines
        self._rows = self.grid.split("/")
        width = len(self._rows[0])
        for r, row in enumerate(self._rows):
            if len(row) != width or not row:
                raise ParseError(
                    f"the minesweeper grid {quote(grid)} has {len(row)} cells in row {r + 1} and {width} in the first"
                )
            wrong = next((sign for sign in row if sign not in COVERED and sign not in "012345678"), None)
            if wrong is not None:
                raise ParseError(
                    f"the minesweeper grid {quote(grid)} has {quote(wrong)} in row {r + 1}: "
                    "uncovered cells are 0 to 8, covered ones . or #"
                )
        self._covered = [(r, c) for r, row in enumerate(self._rows) for c, sign in enumerate(row) if sign in COVERED]
        self._beside = {at: None for at in self._covered if any(self._digit(*n) is not None for n in self._around(*at))}
        if not self._beside:
            raise ParseError(f"the minesweeper grid {quote(grid)} has no covered cell beside a digit")
        if not 0 <= mines <= len(self._covered):
            raise ParseError(f"mines={mines}: the grid {quote(grid)} has {len(self._covered)} covered cells")

    def _digit(self, r: int, c: int) -> int | None:
        sign = self._rows[r][c]
        return None if sign in COVERED else int(sign)

    def _around(self, r: int, c: int) -> Iterator[tuple[int, int]]:
        for i in range(max(0, r - 1), min(len(self._rows), r + 2)):
            for j in range(max(0, c - 1), min(len(self._rows[0]), c + 2)):
                if (i, j) != (r, c):
                    yield i, j

    def variables(self) -> Iterable[Variable]:
        """The covered cells beside a digit."""
        return [cell(*at) for at in self._beside]

    def domain(self, x: Variable) -> Iterable[Value]:
        """Safe, or a mine."""
        return (0, 1)

    def constraints(self) -> Iterable[Constraint]:
        """Around each digit there are that many mines."""
        for r, row in enumerate(self._rows):
            for c in range(len(row)):
                digit = self._digit(r, c)
                near = [cell(*at) for at in self._around(r, c) if at in self._beside]
                if digit is not None and near:
                    yield linear(dict.fromkeys(near, 1), "=", digit)
                elif digit:
                    raise ParseError(
                        f"the minesweeper grid {quote(self.grid)} has {digit} in {cell(r, c)}, "
                        "but no covered cell around it"
                    )

    def show(self, assignment: Mapping[Variable, Value]) -> str:
        """The board: * is a mine, - is safe."""
        signs = {0: "-", 1: "*"}
        lines = []
        for r, row in enumerate(self._rows):
            shown = (signs.get(int(str(assignment.get(cell(r, c), 2))), sign) for c, sign in enumerate(row))
            lines.append(" ".join(shown))
        return "\n".join(lines)

    def show_value(self, x: Variable, v: Value) -> str:
        """A mine is *, a safe cell -."""
        return "*" if v else "-"

    def cells(self) -> Mapping[Variable, tuple[int, int]]:
        """The board."""
        return {cell(*at): at for at in self._beside}

    def digits(self) -> Mapping[tuple[int, int], str]:
        """The content of the cells that are not variables."""
        return {
            (r, c): sign for r, row in enumerate(self._rows) for c, sign in enumerate(row) if (r, c) not in self._beside
        }

    def facts(self) -> list[tuple[str, str]]:
        """The cells that are safe, those with mines, and the others with their probabilities."""
        odds = self.probabilities()
        if not odds:
            return []
        safe = [x for x, p in odds.items() if p == 0]
        mined = [x for x, p in odds.items() if p == 1]
        open_ = sorted((p, x) for x, p in odds.items() if 0 < p < 1)
        return [
            ("safe", ", ".join(safe) or "no cell for certain"),
            ("mines", ", ".join(mined) or "no cell for certain"),
            ("open", ", ".join(f"{x} {float(p):.1%}" for p, x in open_) or "nothing"),
        ]

    def probabilities(self) -> dict[str, Fraction]:
        """The probability of a mine in each covered cell; empty if the digits contradict each other.

        If the number of mines is known, every arrangement on the whole board is equally likely, and cells that are
        beside no digit are included.
        """
        parts = [_arrangements(part) for part in _parts(modelled(self))]
        far = [cell(*at) for at in self._covered if at not in self._beside]
        ways = _weighted(parts, len(far), self.mines)
        total = sum(ways.values())
        if total == 0:
            return {}
        odds: dict[str, Fraction] = {}
        for i, part in enumerate(parts):
            others = parts[:i] + parts[i + 1 :]
            for x in part.mined:
                mined = _weighted([_Part(part.mined[x], {}), *others], len(far), self.mines)
                odds[x] = Fraction(sum(mined.values()), total)
        if self.mines and far:
            beside = sum(k * n for k, n in ways.items())
            mean = Fraction(self.mines) - Fraction(beside, total)
            odds |= dict.fromkeys(far, mean / len(far))
        return odds


class _Part:
    """Arrangements of mines in one component, by number of mines; `mined[x]` counts those with a mine in x."""

    def __init__(self, counts: dict[int, int], mined: dict[str, dict[int, int]]) -> None:
        self.counts, self.mined = counts, mined


def _parts(model: Model) -> list[Model]:
    return [model.restricted(part) for part in model.components]


def _arrangements(part: Model) -> _Part:
    from zermelo.csp.search import FastSearch  # noqa: PLC0415  # only probabilities need it

    made = _Part({}, {str(x): {} for x in part.domains})
    for found, solution in enumerate(FastSearch(part, buffer=1_000).found(Budget(Limits())), 1):
        if found > MOST_ARRANGEMENTS:
            raise LimitError(
                f"the grid {quote(part.problem)} has more than {MOST_ARRANGEMENTS:,} arrangements of mines"
            )
        k = sum(int(str(v)) for v in solution.values())
        made.counts[k] = made.counts.get(k, 0) + 1
        for x, v in solution.items():
            if v:
                made.mined[str(x)][k] = made.mined[str(x)].get(k, 0) + 1
    return made


def _weighted(parts: list[_Part], far: int, mines: int) -> dict[int, int]:
    """The number of arrangements for each number of mines beside digits; the others are in the `far` cells."""
    ways = {0: 1}
    for part in parts:
        longer: dict[int, int] = {}
        for k, n in ways.items():
            for j, m in part.counts.items():
                longer[k + j] = longer.get(k + j, 0) + n * m
        ways = longer
    if mines:
        return {k: n * comb(far, mines - k) for k, n in ways.items() if k <= mines}
    return ways
