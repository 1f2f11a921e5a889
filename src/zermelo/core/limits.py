"""How long a search may go on, and how it is told to stop."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Sized
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event
from typing import TypeVar

from zermelo.core.errors import LimitError, quote

T = TypeVar("T")

MOMENT = 0.05
"""How long, beyond its limit, a call may take to put its answer together, in seconds."""


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
                kind = "number" if name == "seconds" else "whole number"
                shown = quote(repr(value))[1:-1]
                raise LimitError(f"a limit of {shown} {name} makes no sense: it has to be a {kind} above zero")


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


class OutOfBudget(BaseException):
    """A budget is used up; caught by whoever started the work.

    It is not an Exception, so that code which guards against errors in rules cannot swallow it.
    """


class Budget:
    """What a call may still spend: it counts nodes, watches the clock, and hears when it is told to stop.

    One is made for each call and handed to all of its stages, and each takes what is left. The wait for machine code is
    told apart: it is in `compile_seconds`, not in `seconds`, and uses up nothing of the limit.
    """

    def __init__(self, limits: Limits, stop: Event | None = None) -> None:
        self.depth = limits.depth
        self.most_nodes = limits.nodes
        self.stop = stop
        self.nodes = 0
        self.compile_seconds = 0.0
        self._started = time.perf_counter()
        self._deadline = math.inf if limits.seconds is None else self._started + limits.seconds
        self._whole: Budget | None = None

    def __str__(self) -> str:
        """For people: "2.0 s, 500,000 nodes", or "no limit"."""
        seconds = f"{self.remaining():.1f} s" if self.has_deadline else None
        nodes = None if self.most_nodes is None else f"{self.most_nodes:,} nodes"
        depth = None if self.depth is None else f"depth {self.depth}"
        return ", ".join(part for part in (seconds, nodes, depth) if part is not None) or "no limit"

    @classmethod
    def of(cls, limits: Limits | Budget, stop: Event | None = None) -> Budget:
        """A new budget from limits; a budget, which has a stop of its own, is taken as it is."""
        return limits if isinstance(limits, Budget) else cls(limits, stop)

    def spend(self) -> None:
        """Counts one node; raises OutOfBudget where there is none left."""
        if self.out_of_nodes:
            raise OutOfBudget
        self.nodes += 1
        self.look()

    def look(self) -> None:
        """Raises OutOfBudget where the time is up or somebody said stop."""
        if time.perf_counter() >= self._deadline or self.was_stopped:
            raise OutOfBudget

    def each(self, items: Iterable[T], every: int = 1) -> Iterable[T]:
        """The items, with a look before each, or before one in so many where there is little work between them."""
        if isinstance(items, Sized) and len(items) <= every:
            self.look()
            return items
        return self._each(items, every)

    def _each(self, items: Iterable[T], every: int) -> Iterator[T]:
        for number, item in enumerate(items):
            if number % every == 0:
                self.look()
            yield item

    def remaining(self) -> float:
        """The seconds that are left: none where somebody said stop."""
        return 0.0 if self.was_stopped else max(0.0, self._deadline - time.perf_counter())

    @property
    def has_deadline(self) -> bool:
        """Whether the time is limited."""
        return self._deadline < math.inf

    @property
    def is_over(self) -> bool:
        """Whether the time is up or somebody said stop."""
        return self.remaining() <= 0

    def part(self, seconds: float = math.inf, nodes: int | None = None, depth: int | None = None) -> Budget:
        """A budget for a part of the work, with nodes of its own: it lasts so long, and no longer than this one."""
        part = Budget(Limits(depth or self.depth, nodes), self.stop)
        part._deadline = min(self._deadline, part._started + seconds)
        part._whole = self
        return part

    def closing(self) -> Budget:
        """A budget for putting an answer together: what is left, but at least a moment, even after a stop."""
        was_stopped = self.was_stopped
        closing = Budget(Limits(), None if was_stopped else self.stop)
        moment = closing._started + MOMENT
        closing._deadline = moment if was_stopped else max(self._deadline, moment)
        return closing

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Stands around a wait for machine code, which is not thinking time."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self._add_wait(time.perf_counter() - began)

    def _add_wait(self, seconds: float) -> None:
        self.compile_seconds += seconds
        self._deadline += seconds
        if self._whole is not None:
            self._whole._add_wait(seconds)

    @property
    def out_of_nodes(self) -> bool:
        """Whether there is no node left."""
        return self.most_nodes is not None and self.nodes >= self.most_nodes

    @property
    def was_stopped(self) -> bool:
        """Whether somebody said stop."""
        return self.stop is not None and self.stop.is_set()

    @property
    def seconds(self) -> float:
        """The thinking time since the start."""
        return time.perf_counter() - self._started - self.compile_seconds
