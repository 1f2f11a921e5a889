"""The memory of a state space, declared once for the kernels that enumerate it and for those that solve it.

Each solver's layout extends that of the enumeration: it takes over the rows of the enumerated space and adds its own.
"""

from __future__ import annotations

from zermelo.native.layouts import Floats, Ints, Layout, Slots, SmallInts, row


class SpaceMemory(Layout):
    """An enumerated state space: `states` states of `words` words and `width` utilities, and `branches` branches.

    The branches of state i are those from `firsts[i]` up to, but not including, `lasts[i]`.
    """

    # The progress of the enumeration.
    met: int
    """The number of states that have a number."""
    expanded: int
    """The number of states that have their branches."""
    branch_count: int
    waiting_count: int
    plies_left: int
    level_end: int
    """The number of the first state beyond the current ply, if the depth is limited."""

    # Capacities and settings.
    state_room: int
    branch_room: int
    slot_count: int
    width: int
    use_symmetry: bool
    prefetches: bool

    greatest_utility: float
    """The greatest utility in absolute value."""
    rounding: float
    """The greatest relative rounding error of a mean."""

    states: Slots = row("states", words="words")
    slots: Ints = row("slots")
    firsts: SmallInts = row("states")
    lasts: SmallInts = row("states")
    movers: SmallInts = row("states")
    waiting: SmallInts = row("states")
    worth: Floats = row("states * width")
    after: SmallInts = row("branches")
    odds: Floats = row("branches if chance else 1")


class ComponentsMemory(SpaceMemory):
    """The memory of the search for strongly connected components."""

    visited: int
    ordered: int
    open_calls: int
    finished_count: int
    search_root: int
    longest_chain: int
    """The greatest number of components with loops on one path."""

    indices: SmallInts = row("states")
    """0 for a state that was not visited, then the number of its visit, and once its component is closed the value of
    `closed`: one row for all of these, because memory accesses take most of the time."""
    sizes: SmallInts = row("states")
    """The number of states of a component, at the place in the order where it begins."""
    order: SmallInts = row("states")
    finished: SmallInts = row("states")
    lows: SmallInts = row("states")
    bases: SmallInts = row("states")
    branches: SmallInts = row("states")
    longest: SmallInts = row("states")


class InductionMemory(ComponentsMemory):
    """The memory of backward induction."""

    induced: int
    """The number of states of the order that are done."""


class RetrogradeMemory(SpaceMemory):
    """The memory of retrograde analysis; utilities are compared by their rank among all that occur."""

    next_state: int
    hunter: int
    """The player whose attractors are computed."""
    rank: int
    """The rank for which they are computed."""
    head: int
    tail: int
    forever_rank: int
    """The rank of infinite play."""
    rank_count: int

    ranks: SmallInts = row("states")
    distances: SmallInts = row("states")
    unattracted: SmallInts = row("states")
    queue: SmallInts = row("states")
    ends: SmallInts = row("ends")
    """The terminal states in the order of their ranks."""
    first_ends: SmallInts = row("levels + 1")
    first_sources: SmallInts = row("states + 1")
    sources: SmallInts = row("sources")


class IterationMemory(ComponentsMemory):
    """The memory of value iteration: the bounds of all states, and the current component, packed."""

    control: Ints = row("1")
    """Not 0 when the iteration has to stop."""

    valued: int
    """The number of states of the order that are valued."""
    size: int
    """The number of states of the current component."""
    packed_size: int
    """The number of states of the current component and of its exits."""
    is_endless: bool
    """Whether play can stay in the component forever."""
    watched: int
    mark: int
    last_rank: int

    forever: float
    """The value of infinite play."""
    grain: float
    """The gap between bounds that each component may add."""
    slack: float
    """The greatest rounding error of a mean."""
    outer_gap: float
    """The widest gap of the component's exits."""
    gap: float
    """The widest gap of the component's states."""
    low_left: float
    high_left: float
    """The fraction of the way that the next extrapolation of a bound leaves out."""
    low_step: float
    high_step: float
    """The distance by which the last sweep has moved the bounds of the watched state."""

    ranks: SmallInts = row("states")
    lower: Floats = row("states")
    upper: Floats = row("states")

    # The current component, by state.
    who: SmallInts = row("states + 1")
    begins: SmallInts = row("states + 1")
    ways_out: SmallInts = row("states + 1")
    kept_low: Floats = row("states")
    kept_high: Floats = row("states")
    # By branch.
    leads: SmallInts = row("branches")
    chances: Floats = row("branches")
    # By state, and then by exit.
    low: Floats = row("states + branches")
    high: Floats = row("states + branches")
    marks: SmallInts = row("states + branches")
