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
from zermelo.kernels.enumeration import BRANCHES, DONE, MET, PAUSED, TERMINAL
from zermelo.native.memory import INTEGERS, SMALL, Memory, Row

# Indices into `m.hunt`: the next state of the pass at work; whose attractors are computed, and for which rank; the ends
# of the queue; the rank of infinite play, and the number of ranks.
NEXT, HUNTER, RANK, HEAD, TAIL, FOREVER, RANKS = range(7)

STRIDE = 10_000
"""How many states are passed between two looks at the clock, where there is little to do for each."""

UNSETTLED = -1
"""The distance of a state whose value is not known yet: infinite play, if it stays so."""


def with_ranks(m: Memory, forever: Any, native: bool, budget: Budget) -> tuple[Memory, list[Any]]:
    """The memory for retrograde analysis, and the utilities in ascending order, infinite play's among them."""
    states, branches = int(m.counts[MET]), int(m.counts[BRANCHES])
    levels, ends, firsts, ranks = (
        _rank_natively(m, states, forever) if native else _rank_plainly(m, states, forever, budget)
    )
    rows = {
        "hunt": Row(INTEGERS, 7),
        **{name: Row(SMALL, states) for name in ("ranks", "distances", "unattracted", "queue")},
        "ends": Row(SMALL, max(1, len(ends))),
        "first_ends": Row(SMALL, len(levels) + 1),
        "first_sources": Row(SMALL, states + 1),
        "sources": Row(SMALL, max(1, branches)),
    }
    m = Memory(m.rows | {name: row.made(native) for name, row in rows.items()})
    m.ends[: len(ends)] = ends
    m.first_ends[:] = firsts
    m.ranks[:] = ranks
    m.hunt[FOREVER], m.hunt[RANKS] = levels.index(forever), len(levels)
    return m, levels


def _rank_plainly(
    m: Memory, states: int, forever: Any, budget: Budget
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


def _rank_natively(m: Memory, states: int, forever: float) -> tuple[list[Any], Any, Any, Any]:
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


def count_sources(game: Game, s: State, m: Any, work: int) -> int:  # noqa: ARG001
    """Counts for each state the branches that lead to it; marks all but terminal states as unsettled."""
    hunt, counts = m.hunt, m.first_sources
    while hunt[NEXT] < m.counts[MET]:
        if work <= 0:
            return PAUSED
        i = hunt[NEXT]
        work -= 1 + m.lasts[i] - m.firsts[i]
        for b in range(m.firsts[i], m.lasts[i]):
            counts[m.after[b]] += 1
        m.distances[i] = 0 if m.movers[i] == TERMINAL else UNSETTLED
        hunt[NEXT] += 1
    hunt[NEXT] = 0
    return DONE


def add_up_sources(game: Game, s: State, m: Any, work: int) -> int:  # noqa: ARG001
    """Turns the counts into the places behind the last source of each state."""
    hunt, ends = m.hunt, m.first_sources
    while hunt[NEXT] < m.counts[MET]:
        if work <= 0:
            return PAUSED
        work -= 1
        ends[hunt[NEXT] + 1] += ends[hunt[NEXT]]
        hunt[NEXT] += 1
    hunt[NEXT] = 0
    return DONE


def fill_sources(game: Game, s: State, m: Any, work: int) -> int:  # noqa: ARG001
    """Stores for each state those that have a branch to it, from the last place down to the first."""
    hunt, places = m.hunt, m.first_sources
    while hunt[NEXT] < m.counts[MET]:
        if work <= 0:
            return PAUSED
        i = hunt[NEXT]
        work -= 1 + m.lasts[i] - m.firsts[i]
        for b in range(m.firsts[i], m.lasts[i]):
            j = m.after[b]
            places[j] -= 1
            m.sources[places[j]] = i
        hunt[NEXT] += 1
    hunt[NEXT] = 0
    return DONE


def begin_hunt(game: Game, s: State, m: Any, hunter: int) -> int:  # noqa: ARG001
    """Prepares the attractors of one player; `count_branches` has to follow."""
    hunt = m.hunt
    hunt[HUNTER] = hunter
    hunt[RANK] = hunt[RANKS] if hunter == MAX else -1
    hunt[HEAD] = hunt[TAIL] = 0
    return DONE


def count_branches(game: Game, s: State, m: Any, work: int) -> int:  # noqa: ARG001
    """Counts the branches of each state that lead outside an attractor: so far all of them."""
    hunt = m.hunt
    while hunt[NEXT] < m.counts[MET]:
        if work <= 0:
            return PAUSED
        work -= 1
        m.unattracted[hunt[NEXT]] = m.lasts[hunt[NEXT]] - m.firsts[hunt[NEXT]]
        hunt[NEXT] += 1
    hunt[NEXT] = 0
    return DONE


def attract(game: Game, s: State, m: Any, work: int) -> int:  # noqa: ARG001
    """Gives each state the best rank for the hunter that the hunter can force from it, and the plies to the end."""
    hunt, hunter, step = m.hunt, m.hunt[HUNTER], -1 if m.hunt[HUNTER] == MAX else 1
    while True:
        if work <= 0:
            return PAUSED
        if hunt[HEAD] == hunt[TAIL]:
            hunt[RANK] += step
            if hunt[RANK] == hunt[FOREVER]:
                return DONE
            hunt[HEAD] = hunt[TAIL] = 0
            for k in range(m.first_ends[hunt[RANK]], m.first_ends[hunt[RANK] + 1]):
                m.queue[hunt[TAIL]] = m.ends[k]
                hunt[TAIL] += 1
        else:
            i = m.queue[hunt[HEAD]]
            hunt[HEAD] += 1
            work -= attract_sources(m, i, hunter)
        work -= 1


def attract_sources(m: Any, i: int, hunter: int) -> int:
    """Settles the sources of i that are attracted now, and puts them into the queue; the number of sources.

    States come from the queue nearest to the end first, so the last branch to close is the longest delay.
    """
    hunt = m.hunt
    first, last = m.first_sources[i], m.first_sources[i + 1]
    for k in range(first, last):
        j = m.sources[k]
        m.unattracted[j] -= 1
        if m.distances[j] == UNSETTLED and (m.unattracted[j] == 0 or m.movers[j] == hunter):
            m.ranks[j] = hunt[RANK]
            m.distances[j] = m.distances[i] + 1
            m.queue[hunt[TAIL]] = j
            hunt[TAIL] += 1
    return int(last - first)


HUNTERS = (MAX, MIN)
"""MAX's wins first, from the greatest down, then MIN's from the least up."""
