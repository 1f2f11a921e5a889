"""Wide bitboards: sets of more than 64 points as a tuple of words, the lowest first. All words are `np.uint64`.

Point i is bit i % 64 of word i // 64. The functions work at both speeds; as machine code they are unrolled over the
words, without a loop or a branch for each word. Both operands of a function have the same number of words.

Boards have rows of `stride` points, of which the last is never in a set: so a shift by one point cannot carry a stone
from the end of a row to the beginning of the next, and no masks are needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np

Wide: TypeAlias = tuple[np.uint64, ...]
"""A set of points."""

BITS = 64
"""The number of bits of a word."""

_WORD = (1 << BITS) - 1


def as_integer(a: Wide) -> int:
    """The set as one integer of any length; only at the plain speed."""
    return sum(int(word) << BITS * i for i, word in enumerate(a))


def as_wide(bits: int, words: int) -> Wide:
    """The set whose bits the integer has; only at the plain speed."""
    return tuple(np.uint64(bits >> BITS * i & _WORD) for i in range(words))


def both(a: Wide, b: Wide) -> Wide:
    """The points that are in both sets."""
    return tuple(np.uint64(int(x) & int(y)) for x, y in zip(a, b, strict=True))


def either(a: Wide, b: Wide) -> Wide:
    """The points that are in one of the sets, or in both."""
    return tuple(np.uint64(int(x) | int(y)) for x, y in zip(a, b, strict=True))


def without(a: Wide, b: Wide) -> Wide:
    """The points of the first set that are not in the second."""
    return tuple(np.uint64(int(x) & ~int(y) & _WORD) for x, y in zip(a, b, strict=True))


def up_by(a: Wide, count: int) -> Wide:
    """The set with every point moved to a number that is higher by `count`, from 1 to 63; what leaves it is lost."""
    return as_wide(as_integer(a) << count, len(a))


def down_by(a: Wide, count: int) -> Wide:
    """The set with every point moved to a number that is lower by `count`, from 1 to 63; what leaves it is lost."""
    return as_wide(as_integer(a) >> count, len(a))


def beside(a: Wide, stride: int) -> Wide:
    """The points next to a point of the set: left, right, above or below. It may include points off the board."""
    n = as_integer(a)
    return as_wide(n << 1 | n >> 1 | n << stride | n >> stride, len(a))


def flood(seed: Wide, within: Wide, stride: int) -> Wide:
    """The points of `within` that are connected to a point of `seed` through points of `within`."""
    room, reached = as_integer(within), -1
    grown = as_integer(seed) & room
    while grown != reached:
        reached = grown
        grown = (reached | reached << 1 | reached >> 1 | reached << stride | reached >> stride) & room
    return as_wide(reached, len(within))


def is_empty(a: Wide) -> bool:
    """Whether the set has no points."""
    return not any(a)


def overlap(a: Wide, b: Wide) -> bool:
    """Whether a point is in both sets."""
    return not is_empty(both(a, b))


def count_points(a: Wide) -> int:
    """The number of points in the set."""
    return as_integer(a).bit_count()


def has_point(a: Wide, i: int) -> bool:
    """Whether point i is in the set."""
    return bool(as_integer(a) >> i & 1)


def word_from(a: Wide, i: int) -> np.uint64:
    """The 64 points from point i on as a word, i being at least -63; points that no set has are not in it."""
    n = as_integer(a)
    return np.uint64((n >> i if i >= 0 else n << -i) & _WORD)


def only_point(i: int, like: Wide) -> Wide:
    """The set of point i alone; `like` only determines the number of words."""
    return as_wide(1 << i, len(like))


def lowest_point(a: Wide) -> int:
    """The lowest point of a set that is not empty."""
    n = as_integer(a)
    return (n & -n).bit_length() - 1


def nth_point(a: Wide, n: int) -> int:
    """The point of the set that has n points below it; the set has more than n points."""
    bits = as_integer(a)
    for _ in range(n):
        bits &= bits - 1
    return (bits & -bits).bit_length() - 1


def each_point(a: Wide) -> Iterator[int]:
    """Yields the points of the set, in ascending order."""
    n = as_integer(a)
    while n:
        yield (n & -n).bit_length() - 1
        n &= n - 1
