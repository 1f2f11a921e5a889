"""Random numbers that are the same at both speeds, on every machine and in every version.

The state is a linear congruential generator modulo 2^62: machine code, whose products wrap at 64 bits, keeps the same
62 bits as Python's integers. Only the upper bits are used, because the lower ones have short periods.
"""

from __future__ import annotations

from typing import Any

from zermelo.native.mixing import mix

MULTIPLIER, INCREMENT, MASK = 6_364_136_223_846_793_005, 1_442_695_040_888_963_407, (1 << 62) - 1


def next_draw(state: int) -> int:
    """The state of the generator after `state`."""
    return (state * MULTIPLIER + INCREMENT) & MASK


def first_draw(seed: int) -> int:
    """A state for a seed; neighbouring seeds give unrelated sequences."""
    state = seed & MASK
    for _ in range(4):
        state = next_draw(state ^ (state >> 31))
    return state


def draw_below(state: int, count: int) -> int:
    """A number from 0 to count - 1, which is below 2^31."""
    return ((state >> 31) * count) >> 31


def draw_fraction(state: int) -> float:
    """A number from 0 up to, but not including, 1."""
    return (state >> 9) / 9_007_199_254_740_992.0


def random_word(state: int) -> Any:
    """64 random bits as an `np.uint64`, for rules that choose at random: bits of any position are equally random."""
    import numpy as np  # noqa: PLC0415  # few games need it at the plain speed

    return np.uint64(mix(mix(0, state), 1))


class Draws:
    """Reproducible random numbers from several seeds, at the plain speed."""

    def __init__(self, *seeds: int) -> None:
        self._state = mix(1, seeds)
        self._drawn = 0

    def below(self, most: int) -> int:
        """A random number from 0 to `most` - 1."""
        self._drawn += 1
        self._state = mix(self._state, self._drawn)
        return (self._state >> 16) % most

    def different(self, count: int, most: int) -> list[int]:
        """`count` different random numbers below `most`."""
        left = list(range(most))
        return [left.pop(self.below(len(left))) for _ in range(count)]
