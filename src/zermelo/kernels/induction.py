"""Backward induction for games without loops: any number of players, general sums, and chance."""

from __future__ import annotations

from zermelo.core.game import CHANCE, Game, State
from zermelo.kernels.enumeration import DONE, FAULTY, PAUSED
from zermelo.kernels.space_memory import ComponentsMemory, InductionMemory


def with_cursor(m: ComponentsMemory) -> InductionMemory:
    """The memory extended by the count of states that are done."""
    return InductionMemory.make(m.is_native, m)


def induce(game: Game, s: State, m: InductionMemory, work: int) -> int:  # noqa: ARG001
    """Computes the values of every state from those of its successors; returns FAULTY if it finds a loop.

    Among actions that are equally good for the mover the first one counts, as in max^n.
    """
    while m.induced < m.met:
        if work <= 0:
            return PAUSED
        if m.sizes[m.induced] != 1:
            return FAULTY
        i = m.order[m.induced]
        work -= 1 + m.lasts[i] - m.firsts[i]
        if m.firsts[i] < m.lasts[i] and not back_up(m, i):
            return FAULTY
        m.induced += 1
    return DONE


def back_up(m: InductionMemory, i: int) -> bool:
    """Computes the values of state i; returns false if a branch leads from i to itself."""
    width, mover, first = m.width, m.movers[i], m.firsts[i]
    best = m.after[first]
    for b in range(first, m.lasts[i]):
        j = m.after[b]
        if j == i:
            return False
        if mover != CHANCE and m.worth[j * width + mover] > m.worth[best * width + mover]:
            best = j
    for p in range(width):
        m.worth[i * width + p] = m.worth[best * width + p] if mover != CHANCE else mean(m, i, p)
    return True


def mean(m: InductionMemory, i: int, p: int) -> float:
    """The expected value of the chance node i to player p."""
    width = m.width
    total = 0.0
    for b in range(m.firsts[i], m.lasts[i]):
        total += m.odds[b] * m.worth[m.after[b] * width + p]
    return total
