"""How long a search may go on, and how it is told to stop."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from threading import Event

from zermelo.errors import LimitError


@dataclass(frozen=True)
class Limits:
    """A depth in plies, a number of nodes, a number of seconds: each may be left open."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for name, value in (("depth", self.depth), ("nodes", self.nodes), ("seconds", self.seconds)):
            if value is not None and not (value > 0 and math.isfinite(value)):
                raise LimitError(f"a limit of {value} {name} makes no sense: it has to be above zero")


class OutOfBudget(Exception):
    """The search has used up what it was given; caught by whoever started it."""


class Budget:
    """What a search may still spend: it counts the nodes, watches the clock, and hears when it is told to stop."""

    def __init__(self, limits: Limits, stop: Event | None = None) -> None:
        self.nodes = 0
        self._most = math.inf if limits.nodes is None else limits.nodes
        self._started = time.perf_counter()
        self._deadline = math.inf if limits.seconds is None else self._started + limits.seconds
        self._stop = stop

    def spend(self) -> None:
        """Counts one node; raises OutOfBudget where there is none left."""
        if self.nodes >= self._most:
            raise OutOfBudget
        self.nodes += 1
        if self.nodes & 127 == 0:  # the clock is slow to read, next to a node
            self.look()

    def look(self) -> None:
        """Raises OutOfBudget if the time is up or the search was told to stop."""
        if time.perf_counter() >= self._deadline or (self._stop is not None and self._stop.is_set()):
            raise OutOfBudget

    @property
    def seconds(self) -> float:
        """The time since the start."""
        return time.perf_counter() - self._started
