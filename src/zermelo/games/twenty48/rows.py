"""Tiles in rows of four: what a push does to them, looked up in tables.

A tile is a power of 2, and the power is kept in four bits; 0 is an empty cell. A row of four tiles is a number of 16
bits, the tile on the left in the lowest, and a board of four rows has 64 bits, the upper row in the lowest.
All operands combined with a board must be `np.uint64`: see `bits.py`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from zermelo.games.shared.bitboards import swapped

UP, RIGHT, DOWN, LEFT = range(4)
"""The four pushes."""

GREATEST = 15
"""The greatest tile is 2 to this power, 32768: it is what four bits can hold. Two of them do not become one."""

NONE = np.uint64(0)
BIT, TWO_BITS = np.uint64(1), np.uint64(2)
LINE, LOWEST_BITS = np.uint64(0xFFFF), np.uint64(0x1111111111111111)
"""All bits of the first row, and the lowest bit of every cell."""

# The distance between cells that change places when a board is transposed, and which of them go down.
DIAGONAL, FAR_DIAGONAL = np.uint64(12), np.uint64(24)
ABOVE, FAR_ABOVE = np.uint64(0x0000F0F00000F0F0), np.uint64(0x00000000FF00FF00)


def _pushed_rows() -> tuple[NDArray[np.uint16], NDArray[np.int32]]:
    """For every row of four tiles: the row after a push, and the sum of the tiles that were made by joining two.

    Table 0 is for pushes to the left; tables 1 to 4 are for pushes to the right, in rows of 1 to 4 cells. The sum is
    the same in both directions.
    """
    rows = np.arange(1 << 16)
    tiles = [rows >> 4 * i & 15 for i in range(4)]
    out = [np.zeros_like(rows) for _ in range(4)]
    gain, filled, may_join = np.zeros_like(rows), np.zeros_like(rows), np.zeros(rows.shape, bool)
    for tile in tiles:
        last = np.choose(np.maximum(filled - 1, 0), out)
        joins = (tile > 0) & may_join & (tile == last) & (tile < GREATEST)
        enters = (tile > 0) & ~joins
        for place in range(4):
            out[place] += joins & (filled - 1 == place)
            out[place][enters & (filled == place)] = tile[enters & (filled == place)]
        gain[joins] += 1 << tile[joins] + 1
        filled += enters
        may_join = np.where(joins, False, np.where(enters, True, may_join))
    left = np.asarray(sum(place << 4 * i for i, place in enumerate(out)))
    right = [_reversed(left[_reversed(rows, width)], width) for width in range(1, 5)]
    return np.asarray([left, *right], np.uint16), np.asarray(gain, np.int32)


def _reversed(rows: NDArray[np.int64], width: int) -> NDArray[np.int64]:
    """Rows of this width with left and right exchanged."""
    return np.asarray(sum((rows >> 4 * i & 15) << 4 * (width - 1 - i) for i in range(width)))


def _moving_rows(pushed: NDArray[np.uint16]) -> NDArray[np.uint8]:
    """For every row of four tiles the pushes that move one, a bit each; four bits higher, the same if it is a column.

    Tables 1 to 4 are for rows of 1 to 4 cells.
    """
    rows = np.arange(1 << 16)
    to_left, to_right = pushed[:1] != rows, pushed != rows
    return np.asarray(to_left << LEFT | to_left << UP + 4 | to_right << RIGHT | to_right << DOWN + 4, np.uint8)


PUSHED, GAINED = _pushed_rows()
TO_LEFT = 0
"""The place of the table of pushes to the left."""
MOVING = _moving_rows(PUSHED)
ACROSS = 1 << LEFT | 1 << RIGHT
"""The bits of MOVING that are about the row as a row."""


def taken(cells: np.uint64) -> np.uint64:
    """The lowest bit of every cell that is not empty."""
    pairs = cells | (cells >> BIT)
    return (pairs | (pairs >> TWO_BITS)) & LOWEST_BITS


def moving_rows(cells: np.uint64, width: int) -> int:
    """The pushes that move one of the rows, as MOVING has it for rows of this width."""
    moving = 0
    for row in range(4):
        moving |= int(MOVING[width, int((cells >> np.uint64(16 * row)) & LINE)])
    return moving


def pushed_rows(cells: np.uint64, table: int) -> tuple[np.uint64, int]:
    """The board with all rows pushed, by one of the tables, and the sum of the tiles that were made."""
    out, gain = NONE, 0
    for row in range(4):
        shift = np.uint64(16 * row)
        tiles = int((cells >> shift) & LINE)
        out |= np.uint64(PUSHED[table, tiles]) << shift
        gain += int(GAINED[tiles])
    return out, gain


def transposed(cells: np.uint64) -> np.uint64:
    """The board with rows and columns exchanged: in blocks of 2 by 2, and then the blocks."""
    return swapped(swapped(cells, DIAGONAL, ABOVE), FAR_DIAGONAL, FAR_ABOVE)
