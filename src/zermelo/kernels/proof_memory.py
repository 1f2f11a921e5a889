"""The memory of proof-number search."""

from __future__ import annotations

from zermelo.kernels.search_memory import LeafMemory, PathMemory
from zermelo.native.layouts import Ints, Slots, row

INFINITE = (1 << 31) - 1
"""The disproof number of a proved state, and the proof number of a disproved one."""

BUCKET = 4
"""The number of slots in a bucket of the table."""


class ProofMemory(LeafMemory, PathMemory):
    """The table, the path and the frames of one search; `room` cells for the children of the states on the path."""

    control: Ints = row("1")
    """Not 0 when the search has to stop."""

    # The question.
    attacker: int
    sign: float
    """1 if the attacker is MAX, -1 if it is MIN: the factor of player 0's utility."""
    goal: float
    """The attacker has to get more than this."""
    players: int

    # Settings.
    most_nodes: int
    most_plies: int
    frame_room: int

    # The last state: its numbers, the earliest ply on which a disproof depends, and the child that decides.
    pn: int
    dn: int
    back: int
    best: int
    second: int
    """The second least of the numbers of which the least counts."""
    others: int
    """The sum of the numbers that add up, without that of the best child."""
    is_attack: bool

    least_above: float
    """The least utility above the goal that was met: a proved state has at least this value."""

    buckets: int
    table: Slots = row("slots", words="words")
    frames: Ints = row("room")
