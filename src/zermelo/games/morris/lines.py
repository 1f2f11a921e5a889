"""The boards of morris: their points, and the lines on which mills are made and men move."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple, TypeAlias

Place: TypeAlias = tuple[int, int]
"""A point of the board: its row from the top and its column from the left, from 0."""

DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Right, down, left and up."""


class Layout(NamedTuple):
    """The points of a board in reading order, and its lines: each has the points from one end to the other."""

    size: int
    points: tuple[Place, ...]
    mills: tuple[tuple[int, ...], ...]
    roads: tuple[tuple[int, ...], ...]


def layout(squares: int) -> Layout:
    """The board with this many nested squares; a single square has a point in its centre too.

    Mills are made on lines of three points. Roads are all lines along which men move: with two squares, these include
    the short lines between the squares.
    """
    middle = squares
    sides = [side for ring in range(squares) for side in _sides(ring, middle)]
    if squares == 1:
        ends = ((0, 1), (1, 0), (0, 0), (0, 2))
        across = [[(row, column), (1, 1), (2 - row, 2 - column)] for row, column in ends]
    else:
        across = [[(middle + r * d, middle + r * e) for r in range(1, squares + 1)] for d, e in DIRECTIONS]
    points = tuple(sorted({place for line in sides + across for place in line}))
    roads = tuple(tuple(points.index(place) for place in line) for line in sides + across)
    return Layout(2 * squares + 1, points, tuple(line for line in roads if len(line) == 3), roads)


def _sides(ring: int, middle: int) -> list[list[Place]]:
    """The four sides of a square, the outermost of which is ring 0."""
    low, high = ring, 2 * middle - ring
    return [
        [(low, low), (low, middle), (low, high)],
        [(high, low), (high, middle), (high, high)],
        [(low, low), (middle, low), (high, low)],
        [(low, high), (middle, high), (high, high)],
    ]


def neighbours(board: Layout) -> tuple[int, ...]:
    """For each point, the points next to it on a road, as bits."""
    found = [0] * len(board.points)
    for road in board.roads:
        for a, b in pairwise(road):
            found[a] |= 1 << b
            found[b] |= 1 << a
    return tuple(found)
