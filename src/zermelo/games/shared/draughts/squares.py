"""The dark squares of a board as bits of a number.

A board has twice as many rows as dark squares in a row. Squares are numbered from 1 in reading order, as players do.
Their bits are numbered in reading order too, but one bit is left out after every second row, so that the same step
leads from every row to the next, and a step over the edge of the board leads to a bit that is left out. With four dark
squares in a row:

    row 1       0   1   2   3
    row 2     4   5   6   7         bit 8 is no square
    row 3       9  10  11  12
    row 4    13  14  15  16         bit 17 is no square
"""

from __future__ import annotations

from zermelo.core.game import Cell

DIRECTIONS = 4
"""The number of directions: down to the left and right, and up to the right and left. `d ^ 2` is the opposite of d."""


def moved_by(squares: int, direction: int, in_row: int) -> int:
    """The squares, each one step further in this direction. Steps over the edge lead to bits that are no squares."""
    if direction == 0:  # four shifts by constants are quicker than two whose width is computed
        return squares << in_row
    if direction == 1:
        return squares << in_row + 1
    if direction == 2:
        return squares >> in_row
    return squares >> in_row + 1


def count_of(in_row: int) -> int:
    """The number of dark squares."""
    return 2 * in_row * in_row


def bit_of(number: int, in_row: int) -> int:
    """The bit of the square with this number."""
    return number - 1 + (number - 1) // (2 * in_row)


def number_of(bit: int, in_row: int) -> int:
    """The number of the square."""
    return bit + 1 - bit // (2 * in_row + 1)


def bits_of(first: int, last: int, in_row: int) -> int:
    """The squares with the numbers from the first to the last."""
    return sum(1 << bit_of(number, in_row) for number in range(first, last + 1))


def row_of(row: int, in_row: int) -> int:
    """The squares of a row, counted from the top and from 0."""
    return (1 << in_row) - 1 << bit_of(row * in_row + 1, in_row)


def cell_of(bit: int, in_row: int) -> Cell:
    """The row and the column of a square on the board with its light squares."""
    row, place = divmod(number_of(bit, in_row) - 1, in_row)
    return row, 2 * place + 1 - row % 2
