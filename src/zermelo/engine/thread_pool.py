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
from zermelo.engine.root_search import Found, Root

T = TypeVar("T")


@dataclass(frozen=True)
class Switches:
    """What a search makes use of. None of them changes a proved value; the last two may make a way to it longer."""

    table: bool = True
    value_bounds: bool = True
    order: bool = True
    reductions: bool = True
    extensions: bool = True


ALL = Switches()

PROVING = Switches(reductions=False, extensions=False)
"""For a proof every action is read to the same depth."""


class Crew:
    """One root for each thread."""

    def __init__(self, roots: list[Root], most_nodes: int | None) -> None:
        self.roots = roots if most_nodes is None else roots[:most_nodes]
        self.root = roots[0]
        self._most = _shares(1 << 60 if most_nodes is None else most_nodes, len(self.roots))
        self._allow(self._most)

    @property
    def nodes(self) -> int:
        """How many nodes all threads have read together."""
        return sum(root.nodes for root in self.roots)

    def allow_at_most(self, more: int) -> None:
        """From now on all threads together may read this many nodes more, unless the limit is reached before."""
        shares = _shares(more, len(self.roots))
        self._most = [
            min(most, root.nodes + share) for most, root, share in zip(self._most, self.roots, shares, strict=True)
        ]
        self._allow(self._most)

    def switch(self, switches: Switches, depth: int) -> None:
        """Tells all threads what to make use of; an extension goes to twice the depth at most."""
        for root in self.roots:
            m = root.memory
            m.use_table = switches.table
            m.use_value_bounds = switches.value_bounds
            m.use_order = switches.order
            m.use_reductions = switches.reductions
            m.extend_until = 2 * depth if switches.extensions else 0

    def search(self, depth: int, lines: int = 1, floor: float = -inf, ceiling: float = inf) -> list[Found]:
        """What `Root.search` finds, by whichever thread is first."""
        return self.race(lambda root: root.search(depth, lines, floor, ceiling))

    def race(self, work: Callable[[Root], T]) -> T:
        """All threads do the same work, and leave to each other what one of them is at; the first to end answers."""
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
            raise LimitError(f"the system gives no more than {len(tasks)} threads: {error}") from error
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
            root.memory.most_nodes = most


def _shares(whole: int, parts: int) -> list[int]:
    """A number in parts that are as equal as can be."""
    return [whole // parts + (i < whole % parts) for i in range(parts)]
