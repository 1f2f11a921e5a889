"""Retrograde analysis: from the terminal states back to every state, loops included.

For one or two players, zero sums and no chance. MAX can force at least v, where v beats infinite play, exactly from the
states that are attracted to terminal states worth v or more: a state of MAX with one successor there, a state of MIN
with all of them. From the greatest v downwards each state takes the first v that attracts it; MIN's side is the mirror
image. Whatever neither side attracts is worth infinite play. Each branch is visited twice, so the time is linear.

Utilities are compared by their rank among all that occur, so that values are exact whatever numbers they are.
"""

from __future__ import annotations

from typing import Any

from zermelo.core.game import MAX, MIN, Game, State
from zermelo.core.limits import Budget
from zermelo.kernels.enumeration import DONE, PAUSED, TERMINAL
from zermelo.kernels.space_memory import RetrogradeMemory, SpaceMemory

STRIDE = 10_000
"""How many states are passed between two looks at the clock, where there is little to do for each."""

UNSETTLED = -1
"""The distance of a state whose value is not known yet: infinite play, if it stays so."""


def with_ranks(m: SpaceMemory, forever: Any, budget: Budget) -> tuple[RetrogradeMemory, list[Any]]:
    """The memory for retrograde analysis, and the utilities in ascending order, infinite play's among them."""
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
    """The utilities, the terminal states in their order, where those of each rank begin, and the rank of each state."""
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
    """The same on arrays."""
    import numpy as np  # noqa: PLC0415  # the plain speed does without

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
    """Turns the counts into the places behind the last source of each state."""
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
    """Stores for each state those that have a branch to it, from the last place down to the first."""
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
    """Prepares the attractors of one player; `count_branches` has to follow."""
    m.hunter = hunter
    m.rank = m.rank_count if hunter == MAX else -1
    m.head = m.tail = 0
    return DONE


def count_branches(game: Game, s: State, m: RetrogradeMemory, work: int) -> int:  # noqa: ARG001
    """Counts the branches of each state that lead outside an attractor: so far all of them."""
    while m.next_state < m.met:
        if work <= 0:
            return PAUSED
        work -= 1
        m.unattracted[m.next_state] = m.lasts[m.next_state] - m.firsts[m.next_state]
        m.next_state += 1
    m.next_state = 0
    return DONE


def attract(game: Game, s: State, m: RetrogradeMemory, work: int) -> int:  # noqa: ARG001
    """Gives each state the best rank for the hunter that the hunter can force from it, and the plies to the end."""
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
    """Settles the sources of i that are attracted now, and puts them into the queue; the number of sources.

    States come from the queue nearest to the end first, so the last branch to close is the longest delay.
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
"""MAX's wins first, from the greatest down, then MIN's from the least up."""
