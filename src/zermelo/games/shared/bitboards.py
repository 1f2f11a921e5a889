"""Boards kept in the 64 bits of one number: reversed, flipped, transposed, and the neighbours of squares.

All operands combined with a board must be `np.uint64`: see `bits.py`.
"""

from __future__ import annotations

import numpy as np

# For 8 rows of 8 bits: the distance, in bits, between the rows that are exchanged, and those that go down.
ONE_ROW, TWO_ROWS, FOUR_ROWS = np.uint64(8), np.uint64(16), np.uint64(32)
EVEN_ROWS, EVEN_PAIRS, UPPER = (
    np.uint64(0x00FF00FF00FF00FF),
    np.uint64(0x0000FFFF0000FFFF),
    np.uint64(0x00000000FFFFFFFF),
)

# In blocks of 2 by 2, 4 by 4 and 8 by 8: the distance between the squares that are exchanged, and those that go down.
BY_ONE, BY_TWO, BY_FOUR = np.uint64(7), np.uint64(14), np.uint64(28)
ONES, TWOS, FOURS = np.uint64(0x00AA00AA00AA00AA), np.uint64(0x0000CCCC0000CCCC), np.uint64(0x00000000F0F0F0F0)

# All but the first column, and all but the last: a horizontal neighbour has to be in the same row.
AFTER_FIRST, BEFORE_LAST = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)
BESIDE = np.uint64(1)


def neighbours(board: np.uint64) -> np.uint64:
    """The squares of a board of 8 by 8 and all that touch one of them, by a side or by a corner."""
    rows = board | ((board << BESIDE) & AFTER_FIRST) | ((board >> BESIDE) & BEFORE_LAST)
    return rows | (rows << ONE_ROW) | (rows >> ONE_ROW)


def swapped(board: np.uint64, step: np.uint64, part: np.uint64) -> np.uint64:
    """The board with each bit of the part exchanged with the bit `step` places higher."""
    differ = (board ^ (board >> step)) & part
    return board ^ differ ^ (differ << step)


def flipped(board: np.uint64) -> np.uint64:
    """A board of 8 by 8 with top and bottom exchanged."""
    board = swapped(board, ONE_ROW, EVEN_ROWS)
    board = swapped(board, TWO_ROWS, EVEN_PAIRS)
    return swapped(board, FOUR_ROWS, UPPER)


def transposed(board: np.uint64) -> np.uint64:
    """A board of 8 by 8 with rows and columns exchanged: within blocks of 2 by 2, then of 4 by 4, then of 8 by 8."""
    board = swapped(board, BY_ONE, ONES)
    board = swapped(board, BY_TWO, TWOS)
    return swapped(board, BY_FOUR, FOURS)


def reversed_lines(board: np.uint64, count: int, step: np.uint64, first: np.uint64) -> np.uint64:
    """A board of any size with the order of its rows or columns reversed.

    There are `count` of them, `step` bits apart, and `first` is the mask of the first one.
    """
    out = np.uint64(0)
    for _ in range(count):
        out = out << step | board & first
        board = board >> step
    return out
