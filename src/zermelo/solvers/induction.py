"""Backward induction: any number of players, any sums, and chance, on a graph without loops."""

from __future__ import annotations

from collections import deque

from zermelo.game import CHANCE
from zermelo.solvers.graph import Graph
from zermelo.values import Vector


def solve_upwards(graph: Graph) -> list[Vector] | None:
    """Each player's value of every state, or None where play can go round.

    Among actions that are equally good for the mover the first one counts, as in max^n.
    """
    values: list[Vector | None] = [graph.utilities.get(i) for i in range(len(graph.states))]
    before = graph.predecessors()
    missing = [len(after) for after in graph.successors]
    ready = deque(graph.utilities)
    done = 0
    while ready:
        i = ready.popleft()
        done += 1
        if values[i] is None:
            values[i] = _value(graph, i, values)
        for j in before[i]:
            missing[j] -= 1
            if not missing[j]:
                ready.append(j)
    return [v for v in values if v is not None] if done == len(graph.states) else None


def _value(graph: Graph, i: int, values: list[Vector | None]) -> Vector:
    following = [v for v in (values[j] for j in graph.successors[i]) if v is not None]
    mover = graph.movers[i]
    if mover != CHANCE:
        return max(following, key=lambda v: v[mover])
    weights = graph.probabilities[i]
    return tuple(sum(w * v[p] for w, v in zip(weights, following, strict=True)) for p in range(graph.game.players))
