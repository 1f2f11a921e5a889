"""Retrograde analysis of a part: from its terminal positions and its exits back to all others, cycles included.

It computes the same attractors as `retrograde`, but of a part whose branches may leave it, and with several threads. At
each level the positions are settled in the order of their distance. An entry outside the part takes effect at its
distance, as if the position that it belongs to were settled then.

A player's attractor counts down only the branches of the other player's positions. So the counts of each position are
used for one player only, and need not be restored for the other.

None of these kernels calls the rules.
"""

from __future__ import annotations

from zermelo.core.game import Game, State
from zermelo.kernels.table_memory import UNKNOWN, PartMemory, distance_in, entry_of
from zermelo.native.memory import claim, fetch_add

PIECE = 1 << 16
"""The number of positions that are read together."""


def branches_inside(m: PartMemory, i: int) -> int:
    """The number of branches of a position that stay within the part, before any is settled."""
    if m.branches[i] == UNKNOWN:
        return 0
    leaves = m.outside[i] != UNKNOWN and distance_in(m.outside[i]) > 0
    return int((m.branches[i] >> 1) - leaves)


def count_sources(game: Game, s: State, m: PartMemory, low: int, high: int) -> int:  # noqa: ARG001
    """Counts the sources of the positions from `low` up to, but not including, `high`.

    Each thread has a range of its own and reads all branches: it is quicker than atomic operations. Returns 1 plus an
    unused number that a branch leads to, or 0.
    """
    for piece in range(m.pieces):
        place = m.piece_firsts[piece]
        for i in range(piece * PIECE, min((piece + 1) * PIECE, m.size)):
            for _ in range(branches_inside(m, i)):
                j = m.after[place]
                place += 1
                if low <= j < high:
                    m.source_ends[j + 1] += 1
                    if m.branches[j] == UNKNOWN:
                        return j + 1
    return 0


def fill_sources(game: Game, s: State, m: PartMemory, low: int, high: int) -> int:  # noqa: ARG001
    """Stores the sources of the positions from `low` up to, but not including, `high`.

    Before, `source_ends[j + 1]` is where those of position j begin, and afterwards where they end.
    """
    for piece in range(m.pieces):
        place = m.piece_firsts[piece]
        for i in range(piece * PIECE, min((piece + 1) * PIECE, m.size)):
            for _ in range(branches_inside(m, i)):
                j = m.after[place]
                place += 1
                if low <= j < high:
                    m.sources[m.source_ends[j + 1]] = i
                    m.source_ends[j + 1] += 1
    return 0


def settle_events(game: Game, s: State, m: PartMemory, first: int, last: int) -> int:  # noqa: ARG001
    """Lets these events take effect: entries outside the part, and terminal positions."""
    for k in range(first, last):
        j = m.events[k]
        if m.distance == 0:
            settle(m, j)
        else:
            attract(m, j)
    return 0


def settle_sources(game: Game, s: State, m: PartMemory, first: int, last: int) -> int:  # noqa: ARG001
    """Lets the positions in this range of the queue, which are settled, take effect on their sources."""
    for k in range(first, last):
        i = m.queue[k]
        for place in range(m.source_ends[i], m.source_ends[i + 1]):
            attract(m, m.sources[place])
    return 0


def attract(m: PartMemory, j: int) -> None:
    """Settles position j, of whose branches one more leads to the attractor, if it belongs to it now."""
    if m.branches[j] & 1 == m.hunter:
        if m.entries[j] == UNKNOWN:
            settle(m, j)
    elif m.is_shared:
        if fetch_add(m.branches, j, -2) >> 1 == 1:
            settle(m, j)
    else:
        m.branches[j] -= 2
        if m.branches[j] >> 1 == 0:
            settle(m, j)


def settle(m: PartMemory, j: int) -> None:
    """Gives position j its entry and adds it to the queue, unless another thread has."""
    entry = entry_of(m.level, m.distance)
    if not m.is_shared:
        m.entries[j] = entry
        m.queue[m.tail[0]] = j
        m.tail[0] += 1
    elif claim(m.entries, j, UNKNOWN, entry):
        m.queue[fetch_add(m.tail, 0, 1)] = j
