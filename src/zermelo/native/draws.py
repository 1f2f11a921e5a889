"""Numbers that look random and follow from seeds, the same on every machine and in every version of Python."""

from __future__ import annotations

from zermelo.native.mixing import mix


class Draws:
    """Numbers that follow from a few others."""

    def __init__(self, *seeds: int) -> None:
        self._state = mix(1, seeds)
        self._drawn = 0

    def below(self, most: int) -> int:
        """A number from 0 up to, and without, `most`."""
        self._drawn += 1
        self._state = mix(self._state, self._drawn)
        return (self._state >> 16) % most

    def different(self, count: int, most: int) -> list[int]:
        """So many different numbers below `most`."""
        left = list(range(most))
        return [left.pop(self.below(len(left))) for _ in range(count)]
