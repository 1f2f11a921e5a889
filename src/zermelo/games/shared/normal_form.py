"""Games in normal form: two players choose at the same time, and a table of numbers says what each of them gets."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import MAX, MIN, Game
from zermelo.games.shared.svg import FIRST, SECOND, line, picture, words

MOST = 100
"""The most rows and the most columns."""

CELL_WIDTH, CELL_HEIGHT, MARGIN = 92, 40, 110
"""The size of a cell of the table in the picture, and the space for the names of rows."""

Payoffs = list[list[Fraction]]
"""One row after another."""


class Moves(NamedTuple):
    """The row that player 0 has chosen and the column that player 1 has chosen, from 0; -1: not chosen, or not seen."""

    row: int
    column: int


class NormalForm(Game):
    """Player 0 chooses a row and player 1 a column; neither sees the other's choice before both have chosen.

    A table of one number in each cell is a zero-sum game; the number is what player 0 gets. A table of two numbers in
    each cell says what both get.
    """

    scored = True

    def __init__(self, payoffs: str, rows: tuple[str, ...] = (), columns: tuple[str, ...] = ()) -> None:
        first, second = read_payoffs(payoffs)
        self.rows, self.columns = len(first), len(first[0])
        self.first, self.second = as_array(first), as_array(second)
        sums = self.first + self.second
        self.zero_sum = bool((sums == sums[0]).all())
        self.total = _number(float(sums[0])) if self.zero_sum else 0
        whole = np.concatenate([self.first, self.second])
        self.bounds = (float(whole.min()), float(whole.max()))
        self._names = (
            rows or tuple(f"row{i}" for i in range(1, self.rows + 1)),
            columns or tuple(f"column{i}" for i in range(1, self.columns + 1)),
        )

    # The rules.

    def initial(self) -> Moves:
        """Nothing is chosen."""
        return Moves(-1, -1)

    def player(self, s: Moves) -> int:
        """Player 0 first; player 1 does not see what was chosen."""
        return MAX if s.row < 0 else MIN

    def actions(self, s: Moves) -> Iterator[int]:
        """The numbers of the rows or columns, from 0."""
        yield from range(self.rows if s.row < 0 else self.columns)

    def result(self, s: Moves, a: int) -> Moves:
        """The row or the column chosen."""
        return Moves(a, -1) if s.row < 0 else Moves(s.row, a)

    def is_terminal(self, s: Moves) -> bool:
        """Whether both have chosen."""
        return s.column >= 0

    def utility(self, s: Moves, p: int) -> float:
        """The number in the cell."""
        cell = s.row * self.columns + s.column
        return float(self.first[cell]) if p == 0 else float(self.second[cell])

    def observe(self, s: Moves, p: int) -> Moves:
        """The player's own choice; when both have chosen, both choices."""
        if s.column >= 0:
            return s
        return s if p == 0 else Moves(-1, -1)

    # For people.

    player_names = ("Row", "Column")

    @property
    def action_names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names of the rows and of the columns."""
        return self._names

    def payoff(self, row: int, column: int) -> tuple[float, float]:
        """The utilities of both players in a cell."""
        cell = row * self.columns + column
        return _number(float(self.first[cell])), _number(float(self.second[cell]))

    def show(self, s: Moves, viewer: int | None = None) -> str:
        """What each has chosen, "rock scissors"; "-": not yet, or not seen by the viewer."""
        return self.show_view(MAX, s if viewer is None else self.observe(s, viewer))

    def parse(self, text: str) -> Moves:
        """The state from the output of `show`."""
        return self._read(text, "position")

    def show_view(self, p: int, seen: Moves) -> str:
        """The known choices of both players."""
        return f"{self._name(MAX, seen.row)} {self._name(MIN, seen.column)}"

    def parse_view(self, p: int, text: str) -> Any:
        """The view from the output of `show_view`."""
        return self.observe(self._read(text, "view"), p)

    def _read(self, text: str, noun: str) -> Moves:
        found = text.split()
        known = [{"-": -1} | {name: i for i, name in enumerate(names)} for names in self._names]
        if len(found) != 2 or any(word not in names for word, names in zip(found, known, strict=True)):
            raise ParseError(f"{quote(text)} is not a {noun}: expected something like {quote(self.show(Moves(0, 0)))}")
        row, column = (names[word] for word, names in zip(found, known, strict=True))
        if row < 0 <= column:
            raise ParseError(f"{quote(text)} is not a {noun}: the row is chosen first")
        return Moves(row, column)

    def show_action(self, s: Moves, a: int, viewer: int | None = None) -> str:
        """The name of the row or column; "a row" for player 1, who sees the row only after choosing too."""
        return "a row" if viewer == MIN and self.player(s) == MAX else self._names[self.player(s)][a]

    def _name(self, p: int, choice: int) -> str:
        return "-" if choice < 0 else self._names[p][choice]

    def draw(self, s: Moves, viewer: int | None = None) -> str:
        """The table, with the choices that may be seen marked."""
        seen = s if viewer is None else self.observe(s, viewer)
        rows, columns = self._names
        shapes = [
            *(words((MARGIN + (j + 0.5) * CELL_WIDTH, 26), name, SECOND, 13) for j, name in enumerate(columns)),
            *(words((10, 60 + i * CELL_HEIGHT), name, FIRST, 13, "start") for i, name in enumerate(rows)),
            *(self._line(y=36 + i * CELL_HEIGHT) for i in range(self.rows + 1)),
            *(self._line(x=MARGIN + j * CELL_WIDTH) for j in range(self.columns + 1)),
            *(self._cell(i, j) for i in range(self.rows) for j in range(self.columns)),
        ]
        if seen.row >= 0:
            shapes.append(
                self._frame(MARGIN, 36 + seen.row * CELL_HEIGHT, self.columns * CELL_WIDTH, CELL_HEIGHT, FIRST)
            )
        if seen.column >= 0:
            left = MARGIN + seen.column * CELL_WIDTH
            shapes.append(self._frame(left, 36, CELL_WIDTH, self.rows * CELL_HEIGHT, SECOND))
        width, height = MARGIN + self.columns * CELL_WIDTH + 10, 46 + self.rows * CELL_HEIGHT
        return picture(width, height, f"{self.title}: {self.show(s, viewer)}", shapes)

    def _cell(self, row: int, column: int) -> str:
        first, second = self.payoff(row, column)
        text = f"{first:.4g}" if self.zero_sum and not self.total else f"{first:.4g}, {second:.4g}"
        return words((MARGIN + (column + 0.5) * CELL_WIDTH, 61 + row * CELL_HEIGHT), text)

    def _line(self, *, x: float | None = None, y: float | None = None) -> str:
        right, bottom = MARGIN + self.columns * CELL_WIDTH, 36 + self.rows * CELL_HEIGHT
        return (
            line((MARGIN, y), (right, y), thick=1) if y is not None else line((x or 0, 36), (x or 0, bottom), thick=1)
        )

    @staticmethod
    def _frame(x: float, y: float, width: float, height: float, colour: str) -> str:
        return (
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{colour}" fill-opacity="0.15" '
            f'stroke="{colour}" stroke-width="3"/>'
        )


def read_payoffs(text: str) -> tuple[Payoffs, Payoffs]:
    """The numbers of both players in a table such as "1,-1;-1,1" (zero-sum) or "3,3|0,5;5,0|1,1" (two in each cell).

    Rows are separated by semicolons, the numbers of a zero-sum game by commas; where each cell has two numbers, cells
    are separated by bars and the two by a comma. Numbers may be fractions: 1/3. Raises ParseError.
    """
    text = text.strip().strip("\"'")
    is_bimatrix = "|" in text
    rows = [row.split("|" if is_bimatrix else ",") for row in text.split(";")]
    cells = [[cell.split(",") if is_bimatrix else [cell] for cell in row] for row in rows]
    for row in cells:
        if len(row) != len(cells[0]):
            raise ParseError(f"{quote(text)} is not a table: its rows have {len(cells[0])} and {len(row)} cells")
        for cell in row:
            if len(cell) != 1 + is_bimatrix:
                raise ParseError(f"{quote(text)} is not a table: {quote(','.join(cell))} is not a pair of numbers")
    if len(cells) > MOST or len(cells[0]) > MOST:
        raise ParseError(f"{quote(text)} is too large a table: at most {MOST} rows and {MOST} columns are allowed")
    numbers = [[[_read_number(part, text) for part in cell] for cell in row] for row in cells]
    first = [[cell[0] for cell in row] for row in numbers]
    second = [[cell[1] if is_bimatrix else -cell[0] for cell in row] for row in numbers]
    return first, second


def _read_number(part: str, text: str) -> Fraction:
    try:
        if len(part) > 40 or "e" in part.lower():
            raise ValueError
        return Fraction(part.strip())
    except (ValueError, ZeroDivisionError):
        raise ParseError(
            f"{quote(part)} in {quote(text)} is not a number: write rows separated by ';' and numbers by ',', "
            "like 1,-1;-1,1 (or cells of two numbers separated by '|', like 3,3|0,5;5,0|1,1)"
        ) from None


def as_array(payoffs: Payoffs) -> Any:
    """The numbers of one player, row by row, for machine code."""
    return np.array([float(number) for row in payoffs for number in row])


def _number(value: float) -> float:
    """A whole number as an int, so that it is shown without a point."""
    return int(value) if value.is_integer() else value
