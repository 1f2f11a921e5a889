"""Backward induction: any number of players, any sums, and chance, where play cannot go round."""

from __future__ import annotations

from typing import Any

from zermelo.core.game import CHANCE, Game, State
from zermelo.kernels.enumeration import DONE, FAULTY, MET, PAUSED, WIDTH
from zermelo.native.memory import INTEGERS, Memory, Row


def with_cursor(m: Memory, native: bool) -> Memory:
    """The memory, and how many states of the order are done."""
    return Memory(m.rows | {"induced": Row(INTEGERS, 1).made(native)})


def induce(game: Game, s: State, m: Any, work: int) -> int:  # noqa: ARG001
    """Gives every state its utilities by those of its successors, in the order of components; FAULTY at a loop.

    Among actions that are equally good for the mover the first one counts, as in max^n.
    """
    while m.induced[0] < m.counts[MET]:
        if work <= 0:
            return PAUSED
        if m.sizes[m.induced[0]] != 1:
            return FAULTY
        i = m.order[m.induced[0]]
        work -= 1 + m.lasts[i] - m.firsts[i]
        if m.firsts[i] < m.lasts[i] and not back_up(m, i):
            return FAULTY
        m.induced[0] += 1
    return DONE


def back_up(m: Any, i: int) -> bool:
    """Computes the utilities of state i; false where it leads to itself."""
    width, mover, first = m.counts[WIDTH], m.movers[i], m.firsts[i]
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


def mean(m: Any, i: int, p: int) -> float:
    """The expected utility of player p in state i, where chance moves."""
    width = m.counts[WIDTH]
    total = 0.0
    for b in range(m.firsts[i], m.lasts[i]):
        total += m.odds[b] * m.worth[m.after[b] * width + p]
    return total
