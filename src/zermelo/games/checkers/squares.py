"""The 32 dark squares as bits of a number: see `shared/draughts/squares.py`."""

from __future__ import annotations

from zermelo.games.shared.draughts.squares import bits_of, moved_by, row_of

ROWS = 8
"""The number of rows."""

IN_ROW = 4
"""The number of dark squares in a row."""

STEPS = (4, 5, -4, -5)
"""How far a step leads in each direction: down to the left and right, and up to the right and left."""

BOARD = bits_of(1, 32, IN_ROW)
"""All squares."""

TOP, BOTTOM = row_of(0, IN_ROW), row_of(ROWS - 1, IN_ROW)
"""The rows on which white and black men are crowned."""


def moved(squares: int, direction: int) -> int:
    """The squares, each one step further in this direction. Steps over the edge lead to bits that are no squares."""
    return moved_by(squares, direction, IN_ROW)


def moved_back(squares: int, direction: int) -> int:
    """The squares from which one step in this direction leads to these."""
    return moved(squares, direction ^ 2)
