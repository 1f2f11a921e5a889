"""Strongly connected components of the state space, by Tarjan's algorithm without recursion.

Components are listed in reverse topological order: successors first. Within a component a state follows its successors,
except for those on the stack of the search. So nearly all successors of a state are valued before the state itself.
"""

from __future__ import annotations

from zermelo.core.game import Game, State
from zermelo.kernels.enumeration import DONE, PAUSED
from zermelo.kernels.space_memory import ComponentsMemory, SpaceMemory


def with_components(m: SpaceMemory) -> ComponentsMemory:
    """The memory extended by the rows that the search for components needs."""
    return ComponentsMemory.make(m.is_native, m, states=m.met)


def find_components(game: Game, s: State, m: ComponentsMemory, work: int) -> int:  # noqa: ARG001
    """Lists all states in order, component by component; returns PAUSED after `work` steps, else DONE."""
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
    """Pushes a call for a state that was not visited before."""
    m.visited += 1
    call = m.open_calls
    m.indices[i] = m.lows[call] = m.visited
    m.branches[call] = m.firsts[i]
    m.bases[call] = m.finished_count
    m.longest[call] = 0
    m.waiting[call] = i
    m.open_calls = call + 1


def follow(m: ComponentsMemory, call: int, j: int) -> None:
    """Visits the successor j, or updates the low link of the call, or the length of its longest chain of loops."""
    index = m.indices[j]
    if index == 0:
        visit(m, j)
    elif index > 0:
        m.lows[call] = min(m.lows[call], index)
    else:
        m.longest[call] = max(m.longest[call], -1 - index)


def leave(m: ComponentsMemory, call: int, i: int) -> None:
    """Pops the call of i; if i is the root of a component, closes it: the states finished since the call began."""
    m.open_calls = call
    m.finished[m.finished_count] = i
    m.finished_count += 1
    longest = m.longest[call]
    if m.lows[call] == m.indices[i]:
        longest = close(m, m.bases[call], longest)
    else:  # there is a calling state: the first state of a search is always the root of a component
        m.lows[call - 1] = min(m.lows[call - 1], m.lows[call])
    if call > 0:
        m.longest[call - 1] = max(m.longest[call - 1], longest)


def close(m: ComponentsMemory, base: int, longest: int) -> int:
    """Closes the component of the states finished since `base`.

    `longest` is the greatest number of components with loops on a path that starts at its successors; the result is
    that for paths that start in the component.
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
    """The index of a state in a closed component, from which paths have at most `longest` components with loops."""
    return -1 - longest


def has_loop(m: ComponentsMemory, first: int, last: int) -> bool:
    """Whether play can repeat in the component from index `first` of the order up to, but not including, `last`."""
    i, found = m.order[first], last - first > 1
    for b in range(m.firsts[i], m.lasts[i]):
        found = found or m.after[b] == i
    return bool(found)
