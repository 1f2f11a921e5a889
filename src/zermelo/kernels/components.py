"""Strongly connected components, by Tarjan's algorithm without recursion: states from each of which play can come back.

They are put in order, those that others lead to first; within one, a state comes after those that it leads to, but for
those from which the search had come. So what a state is reckoned from has nearly always been reckoned before it.
"""

from __future__ import annotations

from typing import Any

from zermelo.core.game import Game, State
from zermelo.kernels.enumeration import DONE, MET, PAUSED
from zermelo.native.memory import INTEGERS, SMALL, Memory, Row

# What `m.tour` holds: how many states were visited and put in order, how many calls are open and how many states are
# finished but not in order yet, where the next search begins, and the most components with loops on one way.
VISITED, ORDERED, OPEN, FINISHED, ROOT, LONGEST = range(6)

_ROWS = ("indices", "sizes", "order", "finished", "lows", "bases", "branches", "longest")
# "sizes" has, where a component begins in the order, how many states it has.
# "indices" has 0 for a state that was not visited, then the number of its visit, and once its component is closed what
# `closed` says: all that is asked of a state lies in one place, since to get at it is what takes time.


def with_components(m: Memory, native: bool) -> Memory:
    """The memory, and what the search for components needs."""
    rows = {name: Row(SMALL, int(m.counts[MET])).made(native) for name in _ROWS}
    return Memory(m.rows | rows | {"tour": Row(INTEGERS, 6).made(native)})


def find_components(game: Game, s: State, m: Any, work: int) -> int:  # noqa: ARG001
    """Puts all states in order, component by component, in so many steps or as many as it takes; then it is done."""
    tour = m.tour
    while tour[ORDERED] < m.counts[MET]:
        if work <= 0:
            return PAUSED
        work -= 1
        if tour[OPEN] == 0:
            while m.indices[tour[ROOT]] != 0:
                tour[ROOT] += 1
            visit(m, tour[ROOT])
        call = tour[OPEN] - 1
        i = m.waiting[call]
        if m.branches[call] < m.lasts[i]:
            m.branches[call] += 1
            follow(m, call, m.after[m.branches[call] - 1])
        else:
            leave(m, call, i)
    return DONE


def visit(m: Any, i: int) -> None:
    """Opens a call for a state that was not visited before."""
    tour = m.tour
    tour[VISITED] += 1
    call = tour[OPEN]
    m.indices[i] = m.lows[call] = tour[VISITED]
    m.branches[call] = m.firsts[i]
    m.bases[call] = tour[FINISHED]
    m.longest[call] = 0
    m.waiting[call] = i
    tour[OPEN] = call + 1


def follow(m: Any, call: int, j: int) -> None:
    """Goes on to j, or learns from it how far back play can come from the state of the call, or how far it can go."""
    index = m.indices[j]
    if index == 0:
        visit(m, j)
    elif index > 0:
        m.lows[call] = min(m.lows[call], index)
    else:
        m.longest[call] = max(m.longest[call], -1 - index)


def leave(m: Any, call: int, i: int) -> None:
    """Ends the call of i; if nothing before it can be reached from it, what was finished since is a component."""
    tour = m.tour
    tour[OPEN] = call
    m.finished[tour[FINISHED]] = i
    tour[FINISHED] += 1
    longest = m.longest[call]
    if m.lows[call] == m.indices[i]:
        longest = close(m, m.bases[call], longest)
    else:  # it was called: nothing comes before what the search began with
        m.lows[call - 1] = min(m.lows[call - 1], m.lows[call])
    if call > 0:
        m.longest[call - 1] = max(m.longest[call - 1], longest)


def close(m: Any, base: int, longest: int) -> int:
    """Puts a component in order: what was finished since `base`. Gives the most with loops on one way from it.

    It leads to ways with no more than `longest`.
    """
    tour = m.tour
    first = tour[ORDERED]
    for k in range(base, tour[FINISHED]):
        m.order[tour[ORDERED]] = m.finished[k]
        tour[ORDERED] += 1
    m.sizes[first] = tour[ORDERED] - first
    if has_loop(m, first, tour[ORDERED]):
        longest += 1
    for k in range(base, tour[FINISHED]):
        m.indices[m.finished[k]] = closed(longest)
    tour[FINISHED] = base
    tour[LONGEST] = max(tour[LONGEST], longest)
    return int(longest)


def closed(longest: int) -> int:
    """The index of a state from which ways lead through no more than so many components with loops: below 0."""
    return -1 - longest


def has_loop(m: Any, first: int, last: int) -> bool:
    """Whether play can go round in the component from place `first` of the order to before place `last`."""
    i, found = m.order[first], last - first > 1
    for b in range(m.firsts[i], m.lasts[i]):
        found = found or m.after[b] == i
    return bool(found)
