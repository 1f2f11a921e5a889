"""The threads of a Monte Carlo tree search: each has its own memory, and all grow one tree."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from zermelo.core.errors import LimitError
from zermelo.core.threads import Task, start
from zermelo.kernels.faults import NO_FAULT
from zermelo.kernels.tree_memory import MctsMemory
from zermelo.kernels.tuning import ANCHOR_VISITS, BLOCK, LEAST_BLOCKS, STAY
from zermelo.native.draws import first_draw

THREAD_SEEDS = 1_000_003
"""The difference between the seeds of two threads."""


class TreeThreads:
    """The memories of the threads that grow one tree; the first also holds the results of the whole search."""

    def __init__(self, memories: list[MctsMemory]) -> None:
        self.memories = memories
        self.main = memories[0]
        for m in memories:
            m.threads = len(memories)
            is_alone = m.threads == 1
            m.stay = 1 if is_alone or m.use_amaf else STAY  # all moves as first are counted at all nodes of a path
            m.anchor_visits = ANCHOR_VISITS
            m.block = 1 if is_alone else min(BLOCK, m.most_tree_nodes // (LEAST_BLOCKS * m.threads))

    @property
    def nodes(self) -> int:
        """The number of nodes that all threads have read."""
        return sum(int(m.nodes) for m in self.memories)

    @property
    def is_full(self) -> bool:
        """Whether a thread could not expand a node because there was no memory left."""
        return any(m.full for m in self.memories)

    @property
    def faulty(self) -> MctsMemory | None:
        """The memory of a thread that met a broken rule, if there is one."""
        return next((m for m in self.memories if m.fault != NO_FAULT), None)

    def begin(self, most_nodes: int) -> None:
        """Prepares the threads for a search in which they read at most this many nodes in total."""
        self.main.control[0] = self.main.paused[0] = 0
        count = len(self.memories)
        for i, m in enumerate(self.memories):
            m.nodes = 0
            m.most_nodes = most_nodes // count + (i < most_nodes % count)
            m.stopped = m.full = False
            m.fault = NO_FAULT
            m.anchor_ply = m.carried = 0
            m.least_seen, m.greatest_seen = self.main.least_seen, self.main.greatest_seen

    def reseed(self, seed: int) -> None:
        """Seeds the random numbers of the threads, which differ from thread to thread."""
        for i, m in enumerate(self.memories):
            m.random = first_draw(seed + i * THREAD_SEEDS)

    def force(self, child: int) -> None:
        """Makes all playouts begin with this child of the root; -1: with any child."""
        for m in self.memories:
            m.forced = child

    def run(self, work: Callable[[MctsMemory], object]) -> None:
        """Runs the work in parallel, once for each memory; raises the exception of one of them when all have ended."""
        self.main.paused[0] = 0
        for m in self.memories:
            m.full = False
            m.own_free = m.own_end = 0  # the tree may have been compacted
        tasks: list[Task] = []
        try:
            for m in self.memories[1:]:
                tasks.append(start(partial(work, m)))
        except RuntimeError as error:
            self._end(tasks)
            raise LimitError(f"the system allows only {len(tasks)} threads: {error}") from error
        try:
            work(self.main)
        except BaseException:
            self._end(tasks)
            raise
        for task in tasks:
            task.answer()
        self._gather()

    def _end(self, tasks: list[Task]) -> None:
        """Stops the threads and waits for them."""
        self.main.paused[0] = 1
        for task in tasks:
            task.ended.wait()

    def _gather(self) -> None:
        """Combines the statistics of all threads."""
        main = self.main
        main.deepest = max(m.deepest for m in self.memories)
        main.least_seen = min(m.least_seen for m in self.memories)
        main.greatest_seen = max(m.greatest_seen for m in self.memories)
