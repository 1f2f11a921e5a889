"""Strongly connected components, by Tarjan's algorithm without recursion: states from each of which play can come back.

They are put in order, those that others lead to first; within one, a state comes after those that it leads to, but for
those from which the search had come. So what a state is reckoned from has nearly always been reckoned before it.
"""

from __future__ import annotations

from zermelo.core.game import Game, State
from zermelo.kernels.enumeration import DONE, PAUSED
from zermelo.kernels.space_memory import ComponentsMemory, SpaceMemory


def with_components(m: SpaceMemory) -> ComponentsMemory:
    """The memory, and what the search for components needs."""
    return ComponentsMemory.make(m.is_native, m, states=m.met)


def find_components(game: Game, s: State, m: ComponentsMemory, work: int) -> int:  # noqa: ARG001
    """Puts all states in order, component by component, in so many steps or as many as it takes; then it is done."""
    while m.ordered < m.met:
        if work <= 0:
            return PAUSED
        work -= 1
        if m.open_calls == 0:
            while m.indices[m.search_root] != 0:
                m.search_root += 1
            visit(m, m.search_root)
        call = m.open_calls - 1
        i = m.waiting[call]
        if m.branches[call] < m.lasts[i]:
            m.branches[call] += 1
            follow(m, call, m.after[m.branches[call] - 1])
        else:
            leave(m, call, i)
    return DONE


def visit(m: ComponentsMemory, i: int) -> None:
    """Opens a call for a state that was not visited before."""
    m.visited += 1
    call = m.open_calls
    m.indices[i] = m.lows[call] = m.visited
    m.branches[call] = m.firsts[i]
    m.bases[call] = m.finished_count
    m.longest[call] = 0
    m.waiting[call] = i
    m.open_calls = call + 1


def follow(m: ComponentsMemory, call: int, j: int) -> None:
    """Goes on to j, or learns from it how far back play can come from the state of the call, or how far it can go."""
    index = m.indices[j]
    if index == 0:
        visit(m, j)
    elif index > 0:
        m.lows[call] = min(m.lows[call], index)
    else:
        m.longest[call] = max(m.longest[call], -1 - index)


def leave(m: ComponentsMemory, call: int, i: int) -> None:
    """Ends the call of i; if nothing before it can be reached from it, what was finished since is a component."""
    m.open_calls = call
    m.finished[m.finished_count] = i
    m.finished_count += 1
    longest = m.longest[call]
    if m.lows[call] == m.indices[i]:
        longest = close(m, m.bases[call], longest)
    else:  # it was called: nothing comes before what the search began with
        m.lows[call - 1] = min(m.lows[call - 1], m.lows[call])
    if call > 0:
        m.longest[call - 1] = max(m.longest[call - 1], longest)


def close(m: ComponentsMemory, base: int, longest: int) -> int:
    """Puts a component in order: what was finished since `base`. Gives the most with loops on one way from it.

    It leads to ways with no more than `longest`.
    """
    first = m.ordered
    for k in range(base, m.finished_count):
        m.order[m.ordered] = m.finished[k]
        m.ordered += 1
    m.sizes[first] = m.ordered - first
    if has_loop(m, first, m.ordered):
        longest += 1
    for k in range(base, m.finished_count):
        m.indices[m.finished[k]] = closed(longest)
    m.finished_count = base
    m.longest_chain = max(m.longest_chain, longest)
    return int(longest)


def closed(longest: int) -> int:
    """The index of a state from which ways lead through no more than so many components with loops: below 0."""
    return -1 - longest


def has_loop(m: ComponentsMemory, first: int, last: int) -> bool:
    """Whether play can go round in the component from place `first` of the order to before place `last`."""
    i, found = m.order[first], last - first > 1
    for b in range(m.firsts[i], m.lasts[i]):
        found = found or m.after[b] == i
    return bool(found)
