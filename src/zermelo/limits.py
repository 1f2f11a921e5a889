"""How long a search may go on, and how it is told to stop."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from threading import Event

from zermelo.errors import LimitError, quote


@dataclass(frozen=True)
class Limits:
    """A depth in plies, a number of nodes, a number of seconds: each may be left open."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for name, value in (("depth", self.depth), ("nodes", self.nodes), ("seconds", self.seconds)):
            if value is None:
                continue
            whole = isinstance(value, int) and not isinstance(value, bool)
            if not (whole or (name == "seconds" and isinstance(value, float))) or not 0 < value < math.inf:
                raise LimitError(
                    f"a limit of {quote(value)[1:-1]} {name} makes no sense: it has to be a number above zero"
                )


class OutOfBudget(Exception):
    """The search has used up what it was given; caught by whoever started it."""


class Budget:
    """What a search may still spend: it counts the nodes, watches the clock, and hears when it is told to stop."""

    def __init__(self, limits: Limits, stop: Event | None = None) -> None:
        self.nodes = 0
        self._most = math.inf if limits.nodes is None else limits.nodes
        self._started = time.perf_counter()
        self._deadline = math.inf if limits.seconds is None else self._started + limits.seconds
        self._stop = stop or Event()

    def spend(self) -> None:
        """Counts one node; raises OutOfBudget where there is none left."""
        if self.nodes >= self._most:
            raise OutOfBudget
        self.nodes += 1
        if time.perf_counter() >= self._deadline or self._stop.is_set():
            raise OutOfBudget

    def aside(self) -> Budget:
        """A budget for work beside the search: it ends with this one, but its nodes are its own."""
        other = Budget(Limits(), self._stop)
        other._deadline = self._deadline
        return other

    @property
    def out_of_nodes(self) -> bool:
        """Whether it was the nodes that ran out, and neither the time nor somebody's patience."""
        return self.nodes >= self._most

    @property
    def was_stopped(self) -> bool:
        """Whether somebody said stop."""
        return self._stop.is_set()

    @property
    def seconds(self) -> float:
        """The time since the start."""
        return time.perf_counter() - self._started
