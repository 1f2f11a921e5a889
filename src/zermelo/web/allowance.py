"""A limit on the rate of messages."""

from __future__ import annotations

import time


class Allowance:
    """A token bucket that limits messages to `burst` at once and `rate` per second."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._left = burst
        self._at = time.monotonic()

    def take(self) -> bool:
        """Takes one token; False if none is left."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        self._left -= 1
        return self._left >= 0
