"""The rules of tic-tac-toe.

The cells of the board are bits of a number. Each row has `width + 1` bits, of which the last, the guard, is never set.
So a line cannot run over the edge of the board, and stones shifted to the next cell in a direction meet only their
neighbours. On a board of 3 by 3:

     0  1  2 │ 3         from a cell to the next: 1 along a row, 4 down a column,
     4  5  6 │ 7                                  5 and 3 along the diagonals
     8  9 10 │11
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.core.game import Game
from zermelo.games.shared.parameters import check_whole


class Board(NamedTuple):
    """The cells that X and O have taken, a bit each, and whose turn it is."""

    xs: int
    os: int
    mover: int


class Rules(Game):
    """Take cells in turn; the first to have `row` cells in a straight line wins."""

    bounds = (-1, 1)

    def __init__(self, width: int = 3, height: int = 3, row: int = 3) -> None:
        _check_size(width, height, row)
        self.width, self.height, self.row = width, height, row
        self.stride = width + 1
        self.shifts = (1, self.stride, self.stride + 1, self.stride - 1)
        self.top_row = (1 << width) - 1
        self.left_column = sum(1 << r * self.stride for r in range(height))
        self.full = self.top_row * self.left_column

    def initial(self) -> Board:
        """The empty board, X to move."""
        return Board(0, 0, 0)

    def player(self, s: Board) -> int:
        """The player to take a cell."""
        return s.mover

    def actions(self, s: Board) -> Iterator[int]:
        """The free cells, in reading order."""
        taken = s.xs | s.os
        for cell in range(self.width * self.height):
            if not taken >> (cell + cell // self.width) & 1:
                yield cell

    def result(self, s: Board, a: int) -> Board:
        """Cell a taken by the mover."""
        stone = 1 << (a + a // self.width)
        if s.mover == 0:
            return Board(s.xs | stone, s.os, 1)
        return Board(s.xs, s.os | stone, 0)

    def is_terminal(self, s: Board) -> bool:
        """Whether the player who moved last has a row, or no cell is free."""
        return self.has_row(s.os if s.mover == 0 else s.xs) or s.xs | s.os == self.full

    def utility(self, s: Board, p: int) -> float:
        """1 to the player with a row, −1 to the other; 0 to both if nobody has one."""
        if not self.has_row(s.os if s.mover == 0 else s.xs):
            return 0
        return -1 if p == s.mover else 1

    def has_row(self, stones: int) -> bool:
        """Whether the stones hold a row in any direction."""
        return any(rows_from(stones, shift, self.row) != 0 for shift in self.shifts)


def rows_from(stones: int, shift: int, row: int) -> int:
    """The stones with which a row of this length begins, in the direction of the shift."""
    starts = stones
    for _ in range(row - 1):
        starts &= starts >> shift
    return starts


def _check_size(width: int, height: int, row: int) -> None:
    check_whole("width", width, 1, 26)  # a column has one letter
    check_whole("height", height, 1, 32)
    if height * (width + 1) > 64:
        raise ValueError(
            f"width {width} and height {height} make a board too big for 63 bits: "
            f"height × (width + 1) may be at most 64, not {height * (width + 1)}"
        )
    check_whole("row", row, 1, max(width, height))
