"""The memory of the kernels that build and verify a table.

The entry of a position is one number: its level, the index of its value among the utilities in ascending order, and
above it the distance to the end, in plies.
"""

from __future__ import annotations

from zermelo.native.layouts import Floats, Ints, Layout, SmallInts, row

UNUSED = 255
"""The level of a number that no position has; also its entry."""

UNKNOWN = -1
"""The entry of a position that is not settled, or not loaded."""

LEVEL_BITS = 8
"""The bits of an entry that hold the level."""

MOST_DISTANCE = (1 << 16) - 1
"""The greatest distance that a table can store."""


def entry_of(level: int, distance: int) -> int:
    """The entry for a level and a distance."""
    return distance << LEVEL_BITS | level


def level_in(entry: int) -> int:
    """The level of an entry."""
    return entry & UNUSED


def distance_in(entry: int) -> int:
    """The distance of an entry."""
    return entry >> LEVEL_BITS


class KnownMemory(Layout):
    """The entries of all positions that are solved, and where those of each stage begin."""

    stage: int
    """The stage that is built or verified."""
    use_symmetry: bool
    level_count: int
    forever_level: int
    """The level of infinite play."""

    levels: Floats = row("levels")
    """The utilities in ascending order."""
    bases: Ints = row("stages + 1")
    """The place in `known` of the first position of each stage, and after the last stage the length of `known`."""
    known: SmallInts = row("known")


class PartMemory(KnownMemory):
    """A part of a stage: its positions, numbered from 0, and the graph of the actions that stay within it."""

    first: int
    """The number in the stage of the part's first position."""
    size: int
    pieces: int
    """The number of pieces in which the part is read."""
    hunter: int
    """The player whose attractors are computed."""
    level: int
    """The level for which they are computed."""
    distance: int
    """The distance of the positions that are settled now."""
    is_shared: bool
    """Whether several threads settle positions at the same time."""

    branches: SmallInts = row("size")
    """Twice the number of branches to positions that are not settled, plus the player to move. All branches that leave
    the part count as one. UNKNOWN for an unused number."""
    outside: SmallInts = row("size")
    """The mover's best entry outside the part, with the distance increased by one; for a terminal position its own
    entry; else UNKNOWN."""
    entries: SmallInts = row("size")
    after: SmallInts = row("after")
    """The positions that branches within the part lead to, in the order of the pieces in which they were read."""
    piece_firsts: Ints = row("pieces + 1")
    """The index of each piece's first branch."""
    source_ends: SmallInts = row("size + 1")
    """Where the sources of each position begin, and those of the position before it end."""
    sources: SmallInts = row("sources")
    """The positions whose branches lead to a position."""
    events: SmallInts = row("events")
    """The positions with an outside entry, in the order of these entries."""
    queue: SmallInts = row("size")
    """The positions in the order in which they were settled."""
    tail: Ints = row("1")
    """The number of positions in the queue; a row, because threads add to it."""


class PieceMemory(Layout):
    """The results of one thread while it reads a piece of a part."""

    filled: int
    """The number of branches found."""
    room: int
    fault: int
    fault_number: int
    """The number of the position with the fault."""
    fault_utility: float

    found: SmallInts = row("room")
    """The positions that the branches lead to."""
