"""Retrograde analysis: from the ends of play back to every state, loops included.

For two players, zero sums and no chance. MAX can force at least v, where v beats infinite play, exactly from the states
that are attracted to terminal states worth v or more: a state of MAX with one successor there, a state of MIN with all
of them. From the greatest v downwards each state takes the first v that attracts it; MIN's side is the mirror of it.
Whatever neither side attracts is worth infinite play. Each branch is looked at twice, so the time is linear.
"""

from __future__ import annotations

from collections import deque

from zermelo.game import MAX, MIN
from zermelo.solvers.graph import Graph


class Retrograde:
    """MAX's value of every state, and the plies to the end where one side hurries and the other delays."""

    def __init__(self, graph: Graph) -> None:
        self.values = [graph.game.infinite_play(MAX)] * len(graph.states)
        self.distances: list[int | None] = [None] * len(graph.states)
        self._graph = graph
        self._before = graph.predecessors()
        self._settled = [False] * len(graph.states)
        self._ends: dict[float, list[int]] = {}

    def solve(self) -> None:
        """Finds them all: MAX's wins from the greatest down, then MIN's from the least up."""
        forever = self._graph.game.infinite_play(MAX)
        for i, utility in self._graph.utilities.items():
            self._settle(i, utility[MAX], 0)
            self._ends.setdefault(utility[MAX], []).append(i)
        self._hunt(MAX, sorted((v for v in self._ends if v > forever), reverse=True))
        self._hunt(MIN, sorted(v for v in self._ends if v < forever))

    def _hunt(self, hunter: int, values: list[float]) -> None:
        """Gives each state the first of the values, best for the hunter first, that the hunter can force from it."""
        escapes = [len(after) for after in self._graph.successors]  # branches to what the hunter has not yet got
        for value in values:
            queue = deque(self._ends[value])
            while queue:  # nearest to the end first, so the last escape that closes is the longest delay
                i = queue.popleft()
                for j in self._before[i]:
                    escapes[j] -= 1
                    if self._settled[j] or (escapes[j] and self._graph.movers[j] != hunter):
                        continue
                    self._settle(j, value, (self.distances[i] or 0) + 1)
                    queue.append(j)

    def _settle(self, i: int, value: float, distance: int) -> None:
        self.values[i], self.distances[i], self._settled[i] = value, distance, True
