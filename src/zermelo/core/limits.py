"""The limits of a search, and how it is stopped."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Sized
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from threading import Event
from typing import TypeVar

from zermelo.core.errors import LimitError, quote

T = TypeVar("T")

CLOSING_SECONDS = 0.05
"""The seconds that a call may take beyond its limit to assemble its answer."""


@dataclass(frozen=True)
class Limits:
    """The greatest depth in plies, number of nodes and number of seconds. None means unlimited.

    `playouts` limits methods that make playouts, in place of depth and nodes; other methods ignore it.
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    playouts: int | None = None

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            if value is None:
                continue
            whole = isinstance(value, int) and not isinstance(value, bool)
            if not (whole or (name == "seconds" and isinstance(value, float))) or not 0 < value < math.inf:
                kind = "number" if name == "seconds" else "whole number"
                shown = quote(repr(value))[1:-1]
                raise LimitError(f"{name} has to be a {kind} above zero, not {shown}")


@dataclass(frozen=True)
class Clock:
    """The time that a player has left for a game, and the increment after every move, in seconds."""

    seconds: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        if not (0 < self.seconds < math.inf and 0 <= self.increment < math.inf):
            raise LimitError(
                f"{self.seconds:g}+{self.increment:g} is not a clock: the time has to be above zero, "
                "the increment at least zero, and both finite"
            )

    @property
    def share(self) -> float:
        """The seconds to spend on a move: as if thirty moves remained, and at most half of the time left."""
        return min(self.seconds / 30 + 0.8 * self.increment, self.seconds / 2)

    @property
    def reserve(self) -> float:
        """The seconds that a move may take beyond its share: as many, and with it at most half of the time left."""
        return min(self.share, self.seconds / 2 - self.share)

    def after(self, spent: float) -> Clock:
        """The clock after a move that took `spent` seconds; at least a hundredth of a second is left."""
        return Clock(max(self.seconds - spent, 0.01) + self.increment, self.increment)

    @classmethod
    def parse(cls, text: str) -> Clock:
        """The clock for a text: "300", or "300+2" for an increment of two seconds a move. Raises LimitError."""
        seconds, _, increment = text.partition("+")
        try:
            return cls(float(seconds), float(increment or 0))
        except ValueError:
            raise LimitError(
                f"{quote(text)} is not a clock: expected seconds, or seconds+increment as in 300+2"
            ) from None


class OutOfBudget(BaseException):
    """A budget is used up. The caller that started the work catches it.

    It is not an Exception, so that handlers for errors in rules do not catch it.
    """


class Budget:
    """The nodes and the time that a call may still spend; setting the event `stop` ends it at once.

    Each call makes one budget and passes it to all of its stages. The wait for machine code is counted in
    `compile_seconds`, not in `seconds`, and does not count towards the limit.

    `reserve` is for a player with a clock for the whole game: seconds that a search may add to this move if it is a
    close one. If it is not None, unused time is kept for later moves.
    """

    def __init__(self, limits: Limits, stop: Event | None = None, reserve: float | None = None) -> None:
        self.depth = limits.depth
        self.most_nodes = limits.nodes
        self.most_playouts = limits.playouts
        self.stop = stop
        self.nodes = 0
        self.compile_seconds = 0.0
        self._started = time.perf_counter()
        self._deadline = math.inf if limits.seconds is None else self._started + limits.seconds
        self._whole: Budget | None = None
        self.reserve = reserve

    def __str__(self) -> str:
        """For people: "2.0 s, 500,000 nodes", or "no limit"."""
        seconds = f"{self.remaining():.1f} s" if self.has_deadline else None
        nodes = None if self.most_nodes is None else f"{self.most_nodes:,} nodes"
        depth = None if self.depth is None else f"depth {self.depth}"
        playouts = None if self.most_playouts is None else f"{self.most_playouts:,} playouts"
        return ", ".join(part for part in (seconds, nodes, depth, playouts) if part is not None) or "no limit"

    @classmethod
    def of(cls, limits: Limits | Budget, stop: Event | None = None) -> Budget:
        """A new budget for limits; a Budget, which has its own stop event, is returned as it is."""
        return limits if isinstance(limits, Budget) else cls(limits, stop)

    @property
    def nodes_for_playouts(self) -> int | None:
        """The limit on nodes of a method that makes playouts: none if the number of playouts is limited instead."""
        return self.most_nodes if self.most_playouts is None else None

    def spend(self) -> None:
        """Counts one node; raises OutOfBudget if there is none left, the time is up or the call was stopped."""
        if self.out_of_nodes:
            raise OutOfBudget
        self.nodes += 1
        self.check()

    def check(self) -> None:
        """Raises OutOfBudget if the time is up or the call was stopped."""
        if time.perf_counter() >= self._deadline or self.was_stopped:
            raise OutOfBudget

    def each(self, items: Iterable[T], every: int = 1) -> Iterable[T]:
        """The items, with a call of `check` before one in `every`."""
        if isinstance(items, Sized) and len(items) <= every:
            self.check()
            return items
        return self._each(items, every)

    def _each(self, items: Iterable[T], every: int) -> Iterator[T]:
        for number, item in enumerate(items):
            if number % every == 0:
                self.check()
            yield item

    def remaining(self) -> float:
        """The seconds that are left; 0 if the call was stopped."""
        return 0.0 if self.was_stopped else max(0.0, self._deadline - time.perf_counter())

    @property
    def has_deadline(self) -> bool:
        """Whether the time is limited."""
        return self._deadline < math.inf

    @property
    def is_over(self) -> bool:
        """Whether the time is up or the call was stopped."""
        return self.remaining() <= 0

    def part(self, seconds: float = math.inf, nodes: int | None = None, depth: int | None = None) -> Budget:
        """A budget for a part of the work, with its own count of nodes. It ends no later than this one."""
        part = Budget(Limits(depth or self.depth, nodes, playouts=self.most_playouts), self.stop)
        part._deadline = min(self._deadline, part._started + seconds)
        part._whole = self
        part.reserve = self.reserve
        return part

    def use_reserve(self) -> None:
        """Moves the deadline by the reserve, which is then used up."""
        whole: Budget | None = self
        while whole is not None:
            whole._deadline += whole.reserve or 0.0
            whole.reserve = whole.reserve and 0.0
            whole = whole._whole

    def closing(self) -> Budget:
        """A budget for assembling the answer: the time left, but at least CLOSING_SECONDS, even after a stop."""
        was_stopped = self.was_stopped
        closing = Budget(Limits(), None if was_stopped else self.stop)
        earliest = closing._started + CLOSING_SECONDS
        closing._deadline = earliest if was_stopped else max(self._deadline, earliest)
        return closing

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """A context for a wait for machine code: the time spent in it does not count as thinking time."""
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
        """Whether the limit of nodes is reached."""
        return self.most_nodes is not None and self.nodes >= self.most_nodes

    @property
    def was_stopped(self) -> bool:
        """Whether the stop event is set."""
        return self.stop is not None and self.stop.is_set()

    @property
    def seconds(self) -> float:
        """The thinking time so far, without the time spent compiling."""
        return time.perf_counter() - self._started - self.compile_seconds
