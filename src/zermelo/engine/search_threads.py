"""The threads of one search: each has the root and a memory of its own, and all share one table."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import TypeVar

from zermelo.core.errors import LimitError
from zermelo.core.threads import Task, start
from zermelo.engine.root_search import RootAction, RootSearch

T = TypeVar("T")


@dataclass(frozen=True)
class Switches:
    """Which techniques a search uses. None of them changes a proved value; the last two may change the depth needed."""

    table: bool = True
    value_bounds: bool = True
    order: bool = True
    reductions: bool = True
    extensions: bool = True


ALL = Switches()

PROVING = Switches(reductions=False, extensions=False)
"""The switches for proofs, which search every action to the same depth."""


class SearchThreads:
    """The threads that search one state, each with its own RootSearch; `most_nodes` limits all of them together.

    `read_before` is the number of nodes that earlier attempts at the same search have read.
    """

    def __init__(self, roots: list[RootSearch], most_nodes: int | None, read_before: int = 0) -> None:
        self.read_before = read_before
        self.roots = roots if most_nodes is None else roots[:most_nodes]
        self.root = roots[0]
        self._most = _shares(1 << 60 if most_nodes is None else most_nodes, len(self.roots))
        self._allow(self._most)

    @property
    def nodes(self) -> int:
        """The total number of nodes that all threads have read."""
        return sum(root.nodes for root in self.roots)

    def allow_at_most(self, more: int) -> None:
        """Limits all threads together to `more` further nodes; an earlier limit stays in force."""
        shares = _shares(more, len(self.roots))
        self._most = [
            min(most, root.nodes + share) for most, root, share in zip(self._most, self.roots, shares, strict=True)
        ]
        self._allow(self._most)

    def switch(self, switches: Switches, depth: int) -> None:
        """Sets the switches of all threads; extensions reach at most twice the depth."""
        for root in self.roots:
            m = root.memory
            m.use_table = switches.table
            m.use_value_bounds = switches.value_bounds
            m.use_order = switches.order
            m.use_reductions = switches.reductions
            m.extend_until = 2 * depth if switches.extensions else 0

    def search(self, depth: int, lines: int = 1, floor: float = -inf, ceiling: float = inf) -> list[RootAction]:
        """The result of `RootSearch.search` from the thread that finishes first."""
        return self.race(lambda root: root.search(depth, lines, floor, ceiling))

    def race(self, work: Callable[[RootSearch], T]) -> T:
        """Runs the same work in all threads and returns the result of the first to finish.

        A thread puts off a state that another one is searching.
        """
        if len(self.roots) == 1:
            return work(self.root)
        first_ended = threading.Event()
        ended: list[int] = []

        def run(i: int) -> T:
            try:
                return work(self.roots[i])
            finally:
                ended.append(i)
                first_ended.set()

        tasks: list[Task] = []
        try:
            for i in range(len(self.roots)):
                tasks.append(start(partial(run, i)))
        except RuntimeError as error:
            self._end(tasks)
            raise LimitError(f"the system allows only {len(tasks)} threads: {error}") from error
        first_ended.wait()
        self._end(tasks)
        winner = ended[0]
        for root in self.roots:
            root.order = list(self.roots[winner].order)
        answer: T = tasks[winner].answer()
        return answer

    def _end(self, tasks: list[Task]) -> None:
        """Stops the threads and waits for them."""
        self._allow([0] * len(self.roots))
        for task in tasks:
            task.ended.wait()
        self._allow(self._most)

    def _allow(self, nodes: list[int]) -> None:
        for root, most in zip(self.roots, nodes, strict=True):
            root.memory.most_nodes = min(most, root.memory.grow_at)


def _shares(whole: int, parts: int) -> list[int]:
    """Splits a number into parts that differ by at most 1."""
    return [whole // parts + (i < whole % parts) for i in range(parts)]
