"""Sudoku, 9×9 or 16×16: every row, column and box has each value once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from zermelo.core.errors import ParseError, quote
from zermelo.csp.constraints import Constraint, Value, Variable, all_different
from zermelo.csp.problem import Problem
from zermelo.csp.problems._grids import cell, square_cells

EMPTY = ".0_*"
SIGNS = "123456789ABCDEFG"
"""The signs of the values, from 1."""

EXAMPLE = "6.8..5....5....6.9....8.2.....82..4..8...3......9....8.2315.......6..1..9.6.....4"
"""A minimal sudoku: if any given is removed, there is more than one solution."""

BOXES = {81: 3, 256: 4}
"""The side of a box, for each number of cells."""


class Sudoku(Problem):
    """`grid` is a line of 81 or 256 signs, or a drawn grid; empty cells are . or 0."""

    positional = "grid"

    def __init__(self, grid: str = EXAMPLE) -> None:
        self.grid = _line_of(grid)
        self._box = BOXES[len(self.grid)]
        self._side = self._box**2
        self._given = {
            cell(i // self._side, i % self._side): SIGNS.index(sign) + 1
            for i, sign in enumerate(self.grid)
            if sign not in EMPTY
        }
        self._units = _UNITS.setdefault(self._box, _units_of(self._box))
        self._refuse_clash()

    def variables(self) -> Iterable[Variable]:
        """The cells, row by row."""
        return square_cells(self._side, self._side)

    def domain(self, x: Variable) -> Iterable[Value]:
        """The given value, or all values for an empty cell."""
        given = self._given.get(str(x))
        return range(1, self._side + 1) if given is None else (given,)

    def constraints(self) -> Iterable[Constraint]:
        """Rows, columns and boxes."""
        return self._units.values()

    def show_value(self, x: Variable, v: Value) -> str:
        """The sign of a value, which is a letter from 10."""
        return _sign(v)

    def cells(self) -> Mapping[Variable, tuple[int, int]]:
        """The board."""
        return square_cells(self._side, self._side)

    @property
    def box(self) -> int:
        """The side of a box, which is drawn with thick lines."""
        return self._box

    def show(self, assignment: Mapping[Variable, Value]) -> str:
        """The grid, with bars between the boxes."""
        lines = []
        for r in range(self._side):
            if r and r % self._box == 0:
                lines.append("+".join(["-" * (2 * self._box + (0 < i < self._box - 1)) for i in range(self._box)]))
            signs = [_sign(assignment.get(cell(r, c))) for c in range(self._side)]
            parts = [" ".join(signs[i : i + self._box]) for i in range(0, self._side, self._box)]
            lines.append(" | ".join(parts))
        return "\n".join(lines)

    def __str__(self) -> str:
        return f"sudoku:{self.grid}"

    def _refuse_clash(self) -> None:
        for name, unit in self._units.items():
            seen: dict[int, Variable] = {}
            for x in unit.scope:
                value = self._given.get(str(x))
                if value is not None and value in seen:
                    raise ParseError(
                        f"the sudoku {quote(self.grid)} gives {SIGNS[value - 1]} twice in {name}: "
                        f"in {seen[value]} and {x}"
                    )
                if value is not None:
                    seen[value] = x


_UNITS: dict[int, dict[str, Constraint]] = {}
"""Rows, columns and boxes by name, for each side of a box: they are the same for every grid."""


def _units_of(box: int) -> dict[str, Constraint]:
    side = box * box
    every = range(side)
    units = {}
    for i in every:
        units[f"row {i + 1}"] = all_different(*(cell(i, c) for c in every))
        units[f"column {i + 1}"] = all_different(*(cell(r, i) for r in every))
        top, left = i // box * box, i % box * box
        units[f"box {i + 1}"] = all_different(*(cell(top + k // box, left + k % box) for k in every))
    return units


def _sign(value: Value | None) -> str:
    return "." if value is None else SIGNS[int(str(value)) - 1]


def _line_of(text: str) -> str:
    """The cells in one line. Raises ParseError."""
    line = re.sub(r"[\s|+/-]", "", text).upper()
    if len(line) not in BOXES:
        raise ParseError(f"the sudoku {quote(text)} has {len(line)} cells: it must have 81 (9×9) or 256 (16×16)")
    known = SIGNS[: BOXES[len(line)] ** 2]
    for i, sign in enumerate(line):
        if sign not in EMPTY and sign not in known:
            side = BOXES[len(line)] ** 2
            raise ParseError(
                f"the sudoku {quote(text)} has {quote(sign)} in {cell(i // side, i % side)}: "
                f"cells are {known[0]} to {known[-1]}, and . or 0 if empty"
            )
    return line
