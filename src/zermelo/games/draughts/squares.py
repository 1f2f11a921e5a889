"""The 50 dark squares as bits of a number: see `shared/draughts/squares.py`."""

from __future__ import annotations

from zermelo.games.shared.draughts.squares import bits_of, moved_by, row_of

IN_ROW = 5
"""The number of dark squares in a row."""

BOARD = bits_of(1, 50, IN_ROW)
"""All squares."""

TOP, BOTTOM = row_of(0, IN_ROW), row_of(2 * IN_ROW - 1, IN_ROW)
"""The rows on which white and black men are crowned."""


def moved(squares: int, direction: int) -> int:
    """The squares, each one step further in this direction. Steps over the edge lead to bits that are no squares."""
    return moved_by(squares, direction, IN_ROW)
