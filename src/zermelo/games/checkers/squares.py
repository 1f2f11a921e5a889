"""The 32 dark squares as bits of a number.

Squares are numbered from 1 to 32 in reading order, as players do. Their bits are numbered in reading order too, but one
bit is left out after every second row, so that the same step leads from every row to the next, and a step over the edge
of the board leads to a bit that is left out:

    row 1       0   1   2   3
    row 2     4   5   6   7         bit 8 is no square
    row 3       9  10  11  12
    row 4    13  14  15  16         bit 17 is no square
"""

from __future__ import annotations

ROWS = 8
"""The number of rows."""

IN_ROW = 4
"""The number of dark squares in a row."""

STEPS = (4, 5, -4, -5)
"""How far a step leads in each direction: down to the left and right, and up to the right and left."""


def bit_of(number: int) -> int:
    """The bit of the square with this number, from 1 to 32."""
    return number - 1 + (number - 1) // 8


def number_of(bit: int) -> int:
    """The number of the square, from 1 to 32."""
    return bit + 1 - bit // 9


def row_mask(row: int) -> int:
    """The squares of a row, counted from the top and from 0."""
    return 0b1111 << bit_of(row * IN_ROW + 1)


BOARD = sum(row_mask(row) for row in range(ROWS))
"""All squares."""

TOP, BOTTOM = row_mask(0), row_mask(ROWS - 1)
"""The rows on which white and black men are crowned."""


def moved(squares: int, direction: int) -> int:
    """The squares, each one step further in this direction. Steps over the edge lead to bits that are no squares."""
    if direction == 0:
        return squares << 4
    if direction == 1:
        return squares << 5
    if direction == 2:
        return squares >> 4
    return squares >> 5


def moved_back(squares: int, direction: int) -> int:
    """The squares from which one step in this direction leads to these."""
    return moved(squares, direction ^ 2)
