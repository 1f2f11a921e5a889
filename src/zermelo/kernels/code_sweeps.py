"""Solves states from their stored branches by sweeps, in the order of the distance to the end. It calls no rules.

A sweep at distance d settles the states that a player can bring to a level in d plies: of the player's own those with a
branch, and of the other's those with all branches, to states that were settled before. It reads only entries of smaller
distances, so its result does not depend on the order or on the number of threads.

MAX's levels are taken from the greatest downwards and at the same time MIN's from the least upwards, one of each: no
state can belong to both.
"""

from __future__ import annotations

from zermelo.core.game import MAX, Game, State
from zermelo.kernels.table_memory import UNKNOWN, distance_in, entry_of, level_in
from zermelo.native.layouts import Layout, SmallInts, row


class SweepMemory(Layout):
    """Some states with their branches, and the entries of all."""

    linked: int
    filled: int
    """The number of branches that remain when settled states were dropped."""
    high: int
    """The level that MAX is to reach."""
    low: int
    """The level that MIN is to reach."""
    distance: int

    entries: SmallInts = row("1")
    positions: SmallInts = row("1")
    counts: SmallInts = row("1")
    after: SmallInts = row("1")


def sweep(game: Game, s: State, m: SweepMemory) -> int:  # noqa: ARG001
    """Settles the states whose distance is that of the sweep; returns their number."""
    place, settled = 0, 0
    for k in range(m.linked):
        i, count = m.positions[k], m.counts[k] >> 1
        if m.entries[i] == UNKNOWN:
            level = level_reached(m, place, count, m.counts[k] & 1)
            if level >= 0:
                m.entries[i] = entry_of(level, m.distance)
                settled += 1
        place += count
    return settled


def level_reached(m: SweepMemory, first: int, count: int, mover: int) -> int:
    """The level that the mover reaches, or cannot avoid, by branches to settled states; -1 if that is not known."""
    loses = True
    for place in range(first, first + count):
        entry = m.entries[m.after[place]]
        if entry == UNKNOWN:
            loses = False
            continue
        level, is_new = level_in(entry), distance_in(entry) >= m.distance
        if mover == MAX:
            if level == m.high and not is_new:
                return m.high
            loses = loses and (level < m.low or (level == m.low and not is_new))
        else:
            if level == m.low and not is_new:
                return m.low
            loses = loses and (level > m.high or (level == m.high and not is_new))
    if not loses:
        return -1
    return m.low if mover == MAX else m.high


def drop_settled(game: Game, s: State, m: SweepMemory) -> int:  # noqa: ARG001
    """Drops the states that are settled, with their branches; returns the number of those that remain."""
    place, kept, filled = 0, 0, 0
    for k in range(m.linked):
        count = m.counts[k] >> 1
        if m.entries[m.positions[k]] == UNKNOWN:
            m.positions[kept], m.counts[kept] = m.positions[k], m.counts[k]
            kept += 1
            for b in range(place, place + count):
                m.after[filled] = m.after[b]
                filled += 1
        place += count
    m.linked, m.filled = kept, filled
    return kept
