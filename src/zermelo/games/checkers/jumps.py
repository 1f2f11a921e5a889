"""Actions as numbers, and the jumps of a piece one after another.

An action is `start | kind << 6 | path << 7`: the bit of the square where the piece starts, whether it jumps, and the
directions that it takes, two bits for each. A leading 1 marks where the path begins.
"""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.games.checkers.squares import moved
from zermelo.games.shared.draughts.squares import DIRECTIONS
from zermelo.native.bits import highest_bit

JUMP = 64
"""The bit of an action that says that it is a jump."""

NO_PATH = 1
"""The path without directions."""


def move_action(start: int, direction: int) -> int:
    """The move of one step."""
    return start | (NO_PATH << 2 | direction) << 7


def start_of(a: int) -> int:
    """The bit of the square where the piece starts."""
    return a & 63


def path_of(a: int) -> int:
    """The directions that the piece takes."""
    return a >> 7


def length_of(path: int) -> int:
    """The number of directions in a path."""
    return highest_bit(path) >> 1


def direction_at(path: int, i: int) -> int:
    """Direction i of a path, counted from 0."""
    return path >> 2 * (length_of(path) - 1 - i) & 3


def jumps_from(start: int, theirs: int, empty: int, directions: int, stops: int) -> Iterator[int]:
    """Yields the jumps of the piece on this square: each as long as it can go on.

    `empty` includes the piece's own square, which it has left. `directions` has a bit for each direction that the piece
    may take; a piece that lands on a square of `stops` ends its turn there. The paths are searched depth first, and a
    path itself tells the way back.
    """
    path, at, taken = NO_PATH, 1 << start, 0
    direction, can_go_on = 0, False
    while True:
        if direction < DIRECTIONS:
            over = moved(at, direction)
            landing = moved(over, direction)
            if directions >> direction & 1 and over & theirs & ~taken and landing & empty:
                path, at, taken = path << 2 | direction, landing, taken | over
                direction, can_go_on = DIRECTIONS if landing & stops else 0, False
            else:
                direction += 1
        else:
            if path == NO_PATH:
                return
            if not can_go_on:
                yield start | JUMP | path << 7
            direction = path & 3
            over = moved(at, direction ^ 2)
            path, at, taken = path >> 2, moved(over, direction ^ 2), taken & ~over
            direction, can_go_on = direction + 1, True
