"""Retrograde analysis: from the terminal states back to every state, loops included.

It is for one player or two-player zero-sum games, without chance. MAX can force at least v, where v is better than
infinite play, exactly from the attractor of the terminal states with utility v or more: a state of MAX belongs to it if
one successor does, a state of MIN if all do. From the greatest v downwards each state takes the first v whose attractor
contains it; MIN's side is the mirror image. All other states have the value of infinite play. Each branch is visited
twice, so the time is linear.

Utilities are compared by their rank among all that occur, so values are exact for every type of number.
"""

from __future__ import annotations

from typing import Any

from zermelo.core.game import MAX, MIN, Game, State
from zermelo.core.limits import Budget
from zermelo.kernels.enumeration import DONE, PAUSED, TERMINAL
from zermelo.kernels.space_memory import RetrogradeMemory, SpaceMemory

STRIDE = 10_000
"""The number of states between two checks of the budget, in loops that do little for each state."""

UNSETTLED = -1
"""The distance of a state whose value is not known yet; at the end its value is that of infinite play."""


def with_ranks(m: SpaceMemory, forever: Any, budget: Budget) -> tuple[RetrogradeMemory, list[Any]]:
    """The memory for retrograde analysis, and the utilities in ascending order, including that of infinite play."""
    levels, ends, firsts, ranks = (
        _rank_natively(m, m.met, forever) if m.is_native else _rank_plainly(m, m.met, forever, budget)
    )
    sizes = {"states": m.met, "ends": max(1, len(ends)), "levels": len(levels), "sources": max(1, m.branch_count)}
    ranked = RetrogradeMemory.make(m.is_native, m, **sizes)
    ranked.ends[: len(ends)] = ends
    ranked.first_ends[:] = firsts
    ranked.ranks[:] = ranks
    ranked.forever_rank, ranked.rank_count = levels.index(forever), len(levels)
    return ranked, levels


def _rank_plainly(
    m: SpaceMemory, states: int, forever: Any, budget: Budget
) -> tuple[list[Any], list[int], list[int], list[int]]:
    """The utilities, the terminal states by rank, the index of the first of each rank, and the rank of each state."""
    terminal = [i for i in budget.each(range(states), STRIDE) if m.movers[i] == TERMINAL]
    levels = sorted({forever, *(m.worth[i] for i in budget.each(terminal, STRIDE))})
    rank_of = {utility: rank for rank, utility in enumerate(levels)}
    ranks = [rank_of[forever]] * states
    by_rank: list[list[int]] = [[] for _ in levels]
    for i in budget.each(terminal, STRIDE):
        ranks[i] = rank_of[m.worth[i]]
        by_rank[ranks[i]].append(i)
    firsts = [0]
    for group in by_rank:
        firsts.append(firsts[-1] + len(group))
    return levels, [i for group in by_rank for i in group], firsts, ranks


def _rank_natively(m: Any, states: int, forever: float) -> tuple[list[Any], Any, Any, Any]:
    """Computes the same as `_rank_plainly`, with arrays."""
    import numpy as np  # noqa: PLC0415  # not needed at the plain speed

    terminal = np.flatnonzero(m.movers[:states] == TERMINAL)
    worth = m.worth[terminal]
    levels = np.unique(np.append(worth, forever))
    ranks = np.full(states, np.searchsorted(levels, forever), np.int32)
    ranks[terminal] = np.searchsorted(levels, worth)
    ends = terminal[np.argsort(ranks[terminal], kind="stable")]
    firsts = np.searchsorted(ranks[ends], np.arange(len(levels) + 1))
    return levels.tolist(), ends, firsts, ranks


def count_sources(game: Game, s: State, m: RetrogradeMemory, work: int) -> int:  # noqa: ARG001
    """Counts for each state the branches that lead to it; marks all but terminal states as unsettled."""
    counts = m.first_sources
    while m.next_state < m.met:
        if work <= 0:
            return PAUSED
        i = m.next_state
        work -= 1 + m.lasts[i] - m.firsts[i]
        for b in range(m.firsts[i], m.lasts[i]):
            counts[m.after[b]] += 1
        m.distances[i] = 0 if m.movers[i] == TERMINAL else UNSETTLED
        m.next_state += 1
    m.next_state = 0
    return DONE


def add_up_sources(game: Game, s: State, m: RetrogradeMemory, work: int) -> int:  # noqa: ARG001
    """Converts the counts to the index after the last source of each state."""
    ends = m.first_sources
    while m.next_state < m.met:
        if work <= 0:
            return PAUSED
        work -= 1
        ends[m.next_state + 1] += ends[m.next_state]
        m.next_state += 1
    m.next_state = 0
    return DONE


def fill_sources(game: Game, s: State, m: RetrogradeMemory, work: int) -> int:  # noqa: ARG001
    """Stores the predecessors of each state, from the last index down to the first."""
    places = m.first_sources
    while m.next_state < m.met:
        if work <= 0:
            return PAUSED
        i = m.next_state
        work -= 1 + m.lasts[i] - m.firsts[i]
        for b in range(m.firsts[i], m.lasts[i]):
            j = m.after[b]
            places[j] -= 1
            m.sources[places[j]] = i
        m.next_state += 1
    m.next_state = 0
    return DONE


def begin_hunt(game: Game, s: State, m: RetrogradeMemory, hunter: int) -> int:  # noqa: ARG001
    """Prepares the attractors of the player `hunter`; `count_branches` has to follow."""
    m.hunter = hunter
    m.rank = m.rank_count if hunter == MAX else -1
    m.head = m.tail = 0
    return DONE


def count_branches(game: Game, s: State, m: RetrogradeMemory, work: int) -> int:  # noqa: ARG001
    """Initialises the count of branches of each state that lead outside an attractor: at first all of them."""
    while m.next_state < m.met:
        if work <= 0:
            return PAUSED
        work -= 1
        m.unattracted[m.next_state] = m.lasts[m.next_state] - m.firsts[m.next_state]
        m.next_state += 1
    m.next_state = 0
    return DONE


def attract(game: Game, s: State, m: RetrogradeMemory, work: int) -> int:  # noqa: ARG001
    """Gives each state the best rank that the hunter can force from it, and the distance to the end."""
    hunter, step = m.hunter, -1 if m.hunter == MAX else 1
    while True:
        if work <= 0:
            return PAUSED
        if m.head == m.tail:
            m.rank += step
            if m.rank == m.forever_rank:
                return DONE
            m.head = m.tail = 0
            for k in range(m.first_ends[m.rank], m.first_ends[m.rank + 1]):
                m.queue[m.tail] = m.ends[k]
                m.tail += 1
        else:
            i = m.queue[m.head]
            m.head += 1
            work -= attract_sources(m, i, hunter)
        work -= 1


def attract_sources(m: RetrogradeMemory, i: int, hunter: int) -> int:
    """Settles the sources of i that now belong to the attractor, and queues them; returns the number of sources of i.

    States leave the queue in the order of their distance, so the last branch of a state to be settled is the longest.
    """
    first, last = m.first_sources[i], m.first_sources[i + 1]
    for k in range(first, last):
        j = m.sources[k]
        m.unattracted[j] -= 1
        if m.distances[j] == UNSETTLED and (m.unattracted[j] == 0 or m.movers[j] == hunter):
            m.ranks[j] = m.rank
            m.distances[j] = m.distances[i] + 1
            m.queue[m.tail] = j
            m.tail += 1
    return int(last - first)


HUNTERS = (MAX, MIN)
"""The order of the players: MAX's wins first, from the greatest down, then MIN's, from the least up."""
