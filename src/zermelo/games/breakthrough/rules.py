"""The rules of Breakthrough.

The cells of the board are bits of a number, from a1 along the rows. Masks keep pawns from running over the edge.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from zermelo.core.game import Game
from zermelo.games.shared.boards import check_cells
from zermelo.games.shared.parameters import check_whole
from zermelo.native.bits import each_bit

ONE = np.uint64(1)
"""All operands combined with a set of cells must be `np.uint64`: see `bits.py`."""

STRAIGHT = 1
"""The direction of a step straight ahead; 0 is to the left, as White sees the board, and 2 to the right."""


class Pawns(NamedTuple):
    """The cells of the white and of the black pawns, a bit each, and whose turn it is."""

    white: np.uint64
    black: np.uint64
    mover: int


class Rules(Game):
    """Step forward, straight or diagonally, to an empty cell, or capture diagonally; reach the far row to win."""

    bounds = (-1, 1)

    def __init__(self, width: int = 8, height: int = 8) -> None:
        _check_size(width, height)
        self.width, self.height = width, height
        bottom_row = (1 << width) - 1
        left_column = sum(1 << r * width for r in range(height))
        rows = 2 if height >= 6 else 1
        at_start = (1 << rows * width) - 1
        self.whites, self.blacks = np.uint64(at_start), np.uint64(at_start << (height - rows) * width)
        self.board = np.uint64(bottom_row * left_column)
        self.left_column = np.uint64(left_column)
        self.not_left = np.uint64((bottom_row - 1) * left_column)
        self.not_right = np.uint64((bottom_row >> 1) * left_column)
        self.bottom_row = np.uint64(bottom_row)
        self.top_row = np.uint64(bottom_row << (height - 1) * width)
        self.up = np.uint64(width)

    def initial(self) -> Pawns:
        """All pawns in their rows, White to move."""
        return Pawns(self.whites, self.blacks, 0)

    def player(self, s: Pawns) -> int:
        """Whose pawn moves."""
        return s.mover

    def actions(self, s: Pawns) -> Iterator[int]:
        """The moves to the left, then those straight ahead, then those to the right; each from a1 on."""
        return self.moves_into(s, self.board)

    def result(self, s: Pawns, a: int) -> Pawns:
        """The pawn moved, and what it captures taken off."""
        start = ONE << np.uint64(a // 3)
        end = ONE << np.uint64(self.target(s, a))
        if s.mover == 0:
            return Pawns(s.white ^ start | end, s.black & ~end, 1)
        return Pawns(s.white & ~end, s.black ^ start | end, 0)

    def is_terminal(self, s: Pawns) -> bool:
        """Whether a pawn has reached the far row, or one side has no pawns."""
        return self.has_won(s, 0) or self.has_won(s, 1)

    def utility(self, s: Pawns, p: int) -> float:
        """1 to the winner, −1 to the other."""
        winner = 0 if self.has_won(s, 0) else 1
        return 1 if p == winner else -1

    def has_won(self, s: Pawns, p: int) -> bool:
        """Whether player p has broken through or captured every pawn."""
        if p == 0:
            return not s.black or bool(s.white & self.top_row)
        return not s.white or bool(s.black & self.bottom_row)

    def moves_into(self, s: Pawns, cells: np.uint64) -> Iterator[int]:
        """The actions that end on these cells."""
        ahead = self.width if s.mover == 0 else -self.width
        for direction in range(3):
            for end in each_bit(self.targets(s, direction) & cells):
                yield (end - ahead - direction + 1) * 3 + direction

    def targets(self, s: Pawns, direction: int) -> np.uint64:
        """The cells that the mover's pawns can go to in this direction."""
        mine, theirs = (s.white, s.black) if s.mover == 0 else (s.black, s.white)
        ends = self.step(mine, s.mover, direction) & ~mine
        return ends & ~theirs if direction == STRAIGHT else ends

    def step(self, cells: np.uint64, p: int, direction: int) -> np.uint64:
        """The cells, each moved as a pawn of player p moves. Those that leave the board are removed."""
        if direction < STRAIGHT:
            cells = (cells & self.not_left) >> ONE
        elif direction > STRAIGHT:
            cells = (cells & self.not_right) << ONE
        return cells << self.up & self.board if p == 0 else cells >> self.up

    def target(self, s: Pawns, a: int) -> int:
        """The cell on which action a ends."""
        return a // 3 + a % 3 - 1 + (self.width if s.mover == 0 else -self.width)


def _check_size(width: int, height: int) -> None:
    check_whole("width", width, 2, 26)  # a column has one letter; in a single one, pawns could block each other
    check_whole("height", height, 2, 32)
    check_cells(width, height)
