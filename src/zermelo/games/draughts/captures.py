"""The longest captures of a piece, counted and numbered.

A capture goes from landing to landing. What it has taken still stands in its way, and may not be jumped again. Of all
ways to go on, only those that take the most pieces count, and they are numbered in the order in which they are found.
The number of pieces and the number of ways are kept in one integer, `pieces << 32 | ways`.

A king that goes straight on may land anywhere between two pieces that it takes: only the first of these squares counts,
so that the ways differ.
"""

from __future__ import annotations

from zermelo.games.draughts.squares import moved
from zermelo.games.shared.draughts.squares import DIRECTIONS

ANY_DIRECTION = 0b1111
"""Directions as a set of bits."""

ONE_PIECE = 1 << 32
"""What one more piece adds to the number of pieces and ways."""


def pieces_in(best: int) -> int:
    """The number of pieces that the longest captures take."""
    return best >> 32


def ways_in(best: int) -> int:
    """The number of the longest captures."""
    return best & (ONE_PIECE - 1)


def first_met(at: int, empty: int, direction: int, flies: bool) -> int:
    """The square beside the piece; for a king, the first square in this direction that is not empty."""
    over = moved(at, direction)
    while flies and over & empty:
        over = moved(over, direction)
    return over


def longest_captures(at: int, theirs: int, empty: int, flies: bool, directions: int) -> int:
    """The number of pieces and ways of the longest captures from a square, beginning in one of the directions.

    `theirs` are the pieces that can still be taken; `empty` includes the square where the piece started. To take
    nothing is one way.
    """
    best = 1
    for direction in range(DIRECTIONS):
        if not directions >> direction & 1:
            continue
        over = first_met(at, empty, direction, flies)
        if not over & theirs:
            continue
        landing, onward = moved(over, direction), ANY_DIRECTION
        while landing & empty:
            found = longest_captures(landing, theirs & ~over, empty, flies, onward) + ONE_PIECE
            if pieces_in(found) == pieces_in(best):
                best += ways_in(found)
            elif found > best:
                best = found
            if not flies:
                break
            landing, onward = moved(landing, direction), ANY_DIRECTION & ~(1 << direction)
    return best


def jump_on_way(  # noqa: PLR0917  # in the order of `longest_captures`, and then the way
    at: int, theirs: int, empty: int, flies: bool, directions: int, pieces: int, way: int
) -> tuple[int, int, int, int]:
    """The first jump of a way that takes this many pieces.

    Returns where it lands, the piece that it takes, the directions in which it may go on, and the number of the way
    among those from there.
    """
    for direction in range(DIRECTIONS):
        if not directions >> direction & 1:
            continue
        over = first_met(at, empty, direction, flies)
        if not over & theirs:
            continue
        landing, onward = moved(over, direction), ANY_DIRECTION
        while landing & empty:
            found = longest_captures(landing, theirs & ~over, empty, flies, onward)
            if pieces_in(found) == pieces - 1:
                if way < ways_in(found):
                    return landing, over, onward, way
                way -= ways_in(found)
            if not flies:
                break
            landing, onward = moved(landing, direction), ANY_DIRECTION & ~(1 << direction)
    return at, 0, 0, way


def capture_on_way(  # noqa: PLR0917  # as above
    at: int, theirs: int, empty: int, flies: bool, pieces: int, way: int
) -> tuple[int, int]:
    """Where the capture ends, and what it takes."""
    taken, directions = 0, ANY_DIRECTION
    while pieces:
        at, over, directions, way = jump_on_way(at, theirs & ~taken, empty, flies, directions, pieces, way)
        taken |= over
        pieces -= 1
    return at, taken
