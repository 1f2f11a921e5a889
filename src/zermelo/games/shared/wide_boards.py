"""More about wide bitboards (see `native/wide.py`): a part of one as a word, and random points."""

from __future__ import annotations

import numpy as np

from zermelo.native.wide import BITS, Wide, count_points, nth_point

NONE, ONE, WORD, HALF = np.uint64(0), np.uint64(1), np.uint64(64), np.uint64(32)
"""All operands combined with a word must be `np.uint64`."""


def window(points: Wide, first: int) -> np.uint64:
    """The 64 points from `first` on as one word; none are before point 0 and after the last word."""
    if first < 0:
        return points[0] << np.uint64(-first)
    word, shift = first // BITS, np.uint64(first % BITS)
    low = points[word] >> shift
    return low if shift == NONE or word + 1 == len(points) else low | points[word + 1] << (WORD - shift)


def random_point(points: Wide, random: np.uint64) -> int:
    """A point of a set that is not empty, uniformly at random if all 64 bits of `random` are random."""
    return nth_point(points, below(random, count_points(points)))


def below(random: np.uint64, count: int) -> int:
    """A number from 0 to count - 1, uniformly at random; count is below 2^32."""
    return int((random >> HALF) * np.uint64(count) >> HALF)
