"""Discs that are enclosed by others along lines of squares: the common part of Othello and Rolit.

Squares are the bits of a number, 8 by 8 in reading order. A smaller board lies in the middle of them, so that the same
shifts and symmetries serve every size:

     0  1  2  3  4  5  6  7
     8  9 10 11 12 13 14 15
    16 17┌18─19─20─21┐22 23
    24 25│26 27 28 29│30 31     the board of 4 by 4: its a1 is 18
    32 33│34 35 36 37│38 39
    40 41└42─43─44─45┘46 47
    48 49 50 51 52 53 54 55
    56 57 58 59 60 61 62 63

All operands combined with a set of squares must be `np.uint64`: see `bits.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from zermelo.core.game import Cell
from zermelo.games.shared.boards import letters

SIZES = (4, 6, 8)
"""The sides that a board may have."""

NONE, ONE = np.uint64(0), np.uint64(1)
"""No square, and the first one."""

ALONG, DOWN, FALLING, RISING = np.uint64(1), np.uint64(8), np.uint64(9), np.uint64(7)
"""From a square to the next: along a row, down a column, and along the two diagonals."""


class Squares(NamedTuple):
    """The squares of a board: how many rows and columns are left free around it, all its squares, and some of them."""

    margin: int
    board: np.uint64
    inner: np.uint64
    """All but those of the first and the last column: a line that leaves its row ends beyond these."""
    corners: np.uint64


def squares_of(size: int) -> Squares:
    """The squares of the board with this side. Raises ValueError if there is none."""
    if isinstance(size, bool) or size not in SIZES:
        raise ValueError(f"size must be 4, 6 or 8, not {size!r}")
    margin = (8 - size) // 2
    first, last = margin, 7 - margin
    all_of_them = range(first, last + 1)
    return Squares(
        margin,
        board=_crossings(all_of_them, all_of_them),
        inner=_crossings(all_of_them, range(first + 1, last)),
        corners=_crossings((first, last), (first, last)),
    )


def _crossings(rows: Iterable[int], columns: Iterable[int]) -> np.uint64:
    """The squares where these rows and columns meet."""
    return np.uint64(sum(1 << r * 8 + c for r in rows for c in columns))


def square_name(square: int, size: int) -> str:
    """The square by the letter of its column and the number of its row, on a board with this side."""
    row, column = square_cell(square, size)
    return f"{letters(size)[column]}{row + 1}"


def square_cell(square: int, size: int) -> Cell:
    """The square by its row and its column, both counted from 0, on a board with this side."""
    margin = (8 - size) // 2
    return square // 8 - margin, square % 8 - margin


# Lines, as machine code. `inner` are those of their discs that are on inner squares.


def closing_squares(mine: np.uint64, theirs: np.uint64, inner: np.uint64) -> np.uint64:
    """The squares, free or not, from which a line leads over their discs to one of mine."""
    ends = ends_of_runs(mine, inner, ALONG) | ends_of_runs(mine, theirs, DOWN)
    return ends | ends_of_runs(mine, inner, FALLING) | ends_of_runs(mine, inner, RISING)


def all_closed_in(disc: np.uint64, mine: np.uint64, theirs: np.uint64, inner: np.uint64) -> np.uint64:
    """Their discs on all lines between a new disc and another of mine."""
    out = closed_in(disc, mine, inner, ALONG) | closed_in(disc, mine, theirs, DOWN)
    return out | closed_in(disc, mine, inner, FALLING) | closed_in(disc, mine, inner, RISING)


def ends_of_runs(mine: np.uint64, theirs: np.uint64, step: np.uint64) -> np.uint64:
    """The squares one step beyond runs of their discs that begin next to one of mine, in both directions."""
    return (run_up(mine, theirs, step) << step) | (run_down(mine, theirs, step) >> step)


def closed_in(disc: np.uint64, mine: np.uint64, theirs: np.uint64, step: np.uint64) -> np.uint64:
    """Their discs in a run from the new disc to one of mine, in both directions."""
    up, down = run_up(disc, theirs, step), run_down(disc, theirs, step)
    if (up << step) & mine == NONE:
        up = NONE
    if (down >> step) & mine == NONE:
        down = NONE
    return up | down


def run_up(start: np.uint64, through: np.uint64, step: np.uint64) -> np.uint64:
    """The discs of `through` that follow one another from the start, each a step higher: six at most."""
    run = through & (start << step)
    run |= through & (run << step)
    pairs = through & (through << step)
    run |= pairs & (run << (step + step))
    return run | (pairs & (run << (step + step)))


def run_down(start: np.uint64, through: np.uint64, step: np.uint64) -> np.uint64:
    """The discs of `through` that follow one another from the start, each a step lower: six at most."""
    run = through & (start >> step)
    run |= through & (run >> step)
    pairs = through & (through >> step)
    run |= pairs & (run >> (step + step))
    return run | (pairs & (run >> (step + step)))
