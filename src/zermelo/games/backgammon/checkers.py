"""The checkers of one player, as two numbers.

How many checkers stand on a point is a binary number of four digits. They are spread over `low` and `high`: bit i of
`low` is the ones digit of point i and bit i + 32 its twos digit; `high` has the fours and the eights in the same way.
So a set of points is one number of 32 bits, and "from which points can a checker go three points on?" is one shift.
Points are counted as their owner counts them: home is 1 to 6, and after the last point comes the bar. Checkers that
are borne off are not counted.
"""

from __future__ import annotations

from typing import TypeAlias

from zermelo.native.bits import count_bits

Checkers: TypeAlias = tuple[int, int]
"""The two numbers of one player."""

POINTS = (1 << 32) - 1
"""The set of all points."""

HALVES = ((16, 0x0000FFFF), (8, 0x00FF00FF), (4, 0x0F0F0F0F), (2, 0x33333333), (1, 0x55555555))
"""The steps that reverse 32 bits, for halves, quarters and so on: how far they are exchanged, and which go up."""

WEIGHTS = tuple(sum(1 << i for i in range(32) if i >> j & 1) for j in range(5))
"""The points whose number has the binary digit 1, 2, 4, 8 or 16, so that pips can be counted by sets of points."""


def occupied(checkers: Checkers) -> int:
    """The points with one checker or more."""
    low, high = checkers
    return (low | low >> 32 | high | high >> 32) & POINTS


def made(checkers: Checkers) -> int:
    """The points with two checkers or more."""
    low, high = checkers
    return (low >> 32 | high | high >> 32) & POINTS


def added(checkers: Checkers, point: int) -> Checkers:
    """The checkers with one more on this point: carried from the ones to the twos, the fours and the eights."""
    low, high = checkers
    one = 1 << point
    two = (low & one) << 32
    low ^= one
    four = (low & two) >> 32
    low ^= two
    eight = (high & four) << 32
    return low, high ^ four ^ eight


def taken(checkers: Checkers, point: int) -> Checkers:
    """The checkers with one less on this point, which has some: the ones borrow from the twos, and so on."""
    low, high = checkers
    one = 1 << point
    low ^= one
    two = (low & one) << 32
    low ^= two
    four = (low & two) >> 32
    high ^= four
    return low, high ^ (high & four) << 32


def on_point(checkers: Checkers, point: int) -> int:
    """The number of checkers on this point."""
    low, high = checkers
    return (low >> point & 1) + 2 * (low >> point + 32 & 1) + 4 * (high >> point & 1) + 8 * (high >> point + 32 & 1)


def count(checkers: Checkers) -> int:
    """The number of checkers on the board and on the bar."""
    low, high = checkers
    return _counted(low, high, POINTS)


def pips(checkers: Checkers) -> int:
    """The pip count: the number of points that all checkers together have to move to be borne off."""
    low, high = checkers
    total = 0
    for j in range(len(WEIGHTS)):
        total += _counted(low, high, WEIGHTS[j]) << j
    return total


def _counted(low: int, high: int, points: int) -> int:
    small = count_bits(low & points) + 2 * count_bits(low >> 32 & points)
    return small + 4 * count_bits(high & points) + 8 * count_bits(high >> 32 & points)


def turned_round(points: int) -> int:
    """The 32 points in reverse order: the first exchanged with the last, and so on."""
    for step, lower in HALVES:
        points = (points & lower) << step | points >> step & lower
    return points


def highest(points: int) -> int:
    """The highest of the points, as a set. There has to be one, and all have to be below 8."""
    points |= points >> 1
    points |= points >> 2
    points |= points >> 4
    return points ^ points >> 1


def packed(numbers: list[int]) -> Checkers:
    """The checkers, from how many of them stand on each point."""
    low = sum((n & 1) << i | (n >> 1 & 1) << i + 32 for i, n in enumerate(numbers))
    high = sum((n >> 2 & 1) << i | (n >> 3 & 1) << i + 32 for i, n in enumerate(numbers))
    return low, high
