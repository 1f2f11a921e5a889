"""Checkers on the points of a backgammon board, as numbers: what its rules count with.

A player's checkers are two numbers, `low` and `high`. Bit i of the first 32 in `low` has the ones of how many stand on
point i, bit i of its next 32 the twos; `high` has the fours and the eights. So a set of points is one number, and so is
the answer to "which checkers can go three points on?". Points are counted as their owner counts them: home is 1 to 6,
and after the last point comes the bar. What is borne off is not counted.
"""

from __future__ import annotations

from typing import TypeAlias

from zermelo.bits import count_bits

Checkers: TypeAlias = tuple[int, int]
"""The two numbers of one player."""

POINTS = (1 << 32) - 1
"""All the points that a set may have."""

HALVES = ((16, 0x0000FFFF), (8, 0x00FF00FF), (4, 0x0F0F0F0F), (2, 0x33333333), (1, 0x55555555))
"""What is exchanged to turn 32 bits round: halves, quarters and so on, by how far and which of them go up."""

WEIGHTS = tuple(sum(1 << i for i in range(32) if i >> j & 1) for j in range(5))
"""The points whose number has a one, a two, a four, an eight, a sixteen in it: so pips are counted set by set."""


def occupied(checkers: Checkers) -> int:
    """The points with a checker or more."""
    low, high = checkers
    return (low | low >> 32 | high | high >> 32) & POINTS


def made(checkers: Checkers) -> int:
    """The points with two checkers or more."""
    low, high = checkers
    return (low >> 32 | high | high >> 32) & POINTS


def added(checkers: Checkers, point: int) -> Checkers:
    """One checker more on the point: it is carried from the ones to the twos, the fours and the eights."""
    low, high = checkers
    one = 1 << point
    two = (low & one) << 32
    low ^= one
    four = (low & two) >> 32
    low ^= two
    eight = (high & four) << 32
    return low, high ^ four ^ eight


def taken(checkers: Checkers, point: int) -> Checkers:
    """One checker less on the point, which has some: what the ones lack is borrowed from the twos, and so on."""
    low, high = checkers
    one = 1 << point
    low ^= one
    two = (low & one) << 32
    low ^= two
    four = (low & two) >> 32
    high ^= four
    return low, high ^ (high & four) << 32


def on_point(checkers: Checkers, point: int) -> int:
    """How many checkers stand there."""
    low, high = checkers
    return (low >> point & 1) + 2 * (low >> point + 32 & 1) + 4 * (high >> point & 1) + 8 * (high >> point + 32 & 1)


def count(checkers: Checkers) -> int:
    """How many checkers there are on the board and on the bar."""
    low, high = checkers
    return _counted(low, high, POINTS)


def pips(checkers: Checkers) -> int:
    """How many points all checkers together have to go until they are off."""
    low, high = checkers
    total = 0
    for j in range(len(WEIGHTS)):
        total += _counted(low, high, WEIGHTS[j]) << j
    return total


def _counted(low: int, high: int, points: int) -> int:
    small = count_bits(low & points) + 2 * count_bits(low >> 32 & points)
    return small + 4 * count_bits(high & points) + 8 * count_bits(high >> 32 & points)


def turned_round(points: int) -> int:
    """The points with the first of the 32 exchanged with the last, and so on."""
    for step, lower in HALVES:
        points = (points & lower) << step | points >> step & lower
    return points


def highest(points: int) -> int:
    """The highest of the points, which are some, all below 8, as a set."""
    points |= points >> 1
    points |= points >> 2
    points |= points >> 4
    return points ^ points >> 1


def packed(numbers: list[int]) -> Checkers:
    """The checkers, of which so many stand on each point."""
    low = sum((n & 1) << i | (n >> 1 & 1) << i + 32 for i, n in enumerate(numbers))
    high = sum((n >> 2 & 1) << i | (n >> 3 & 1) << i + 32 for i, n in enumerate(numbers))
    return low, high
