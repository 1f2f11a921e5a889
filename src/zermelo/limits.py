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


@dataclass(frozen=True)
class Clock:
    """What a player has left for a game, and what is added after every move, in seconds."""

    seconds: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        if not (0 < self.seconds < math.inf and 0 <= self.increment < math.inf):
            raise LimitError(f"a clock of {self.seconds:g}+{self.increment:g} seconds makes no sense")

    @property
    def share(self) -> float:
        """How long to think about a move: as if thirty more were to come, and never more than half of what is left."""
        return min(self.seconds / 30 + 0.8 * self.increment, self.seconds / 2)

    def after(self, spent: float) -> Clock:
        """The clock after a move; a moment is always left."""
        return Clock(max(self.seconds - spent, 0.01) + self.increment, self.increment)

    @classmethod
    def parse(cls, text: str) -> Clock:
        """A clock as people write it: "300", or "300+2" with two seconds more for every move."""
        seconds, _, increment = text.partition("+")
        try:
            return cls(float(seconds), float(increment or 0))
        except ValueError:
            raise LimitError(f"{quote(text)} is not a clock: write seconds, or as in 300+2") from None


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
