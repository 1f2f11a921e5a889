"""The memory of the fast search: every row, with its length, declared in one place.

Domains are bit sets of WORD bits a word, `words` words a variable; bit i stands for value i of the whole problem.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from zermelo.native.layouts import Ints, Layout, row

WORD = 62
"""The number of bits used in a word: so a word, and the next power of two, fit a signed 64-bit integer."""

WEIGHT = 1_000
"""The weight that a failure adds to a variable. The initial weight is this times the tightness of its constraints."""

# The kinds of propagators.
ALL_DIFFERENT, SHIFTED, SUM_EQUAL, SUM_AT_MOST, SUM_NOT, TUPLES = range(6)


@dataclass(frozen=True)
class Sizes:
    """The lengths of the rows."""

    variables: int
    words: int
    values: int
    arcs: int
    relations: int
    propagators: int
    places: int
    incidences: int
    tuples: int
    tuple_words: int
    trail: int
    buffer: int


class SolverMemory(Layout):
    """The memory of the fast search."""

    # The problem.
    variable_count: int
    words: int
    """The number of words of a domain."""
    propagator_count: int
    wanted: int
    """The maximum number of solutions that it returns at a time."""
    restart_after: int
    """The number of failures before a restart; 0: never restart."""

    # The state of the search.
    depth: int
    trail_length: int
    failed: bool
    """Whether the last propagation failed."""
    queue_head: int
    queue_length: int
    pending_head: int
    pending_count: int
    failures: int
    """The number of failures since the last restart."""
    found: int
    """The number of solutions in the buffer."""

    # Counts.
    solutions: int
    assignments: int
    backtracks: int
    revisions: int
    restarts: int

    # The variables.
    domains: Ints = row("max(1, variables * words)")
    """The remaining values, as bits."""
    sizes: Ints = row("max(1, variables)")
    """The number of remaining values."""
    weights: Ints = row("max(1, variables)")
    """The tightness of the constraints on the variable, and the number of their failures."""
    values: Ints = row("max(1, values)")
    """The number that each bit represents in sums."""

    # Binary constraints: the arcs of variable x are those from arc_starts[x] to before arc_starts[x + 1].
    arc_starts: Ints = row("variables + 1")
    arc_to: Ints = row("max(1, arcs)")
    """The variable that loses values."""
    arc_given: Ints = row("max(1, arcs)")
    """The start of the rows that hold, for each value of x, the allowed values of the other."""
    arc_needs: Ints = row("max(1, arcs)")
    """The start of the rows that hold, for each value of the other, the values of x that support it."""
    arc_slack: Ints = row("max(1, arcs)")
    """If x has more values than this, every value of the other has a support."""
    relations: Ints = row("max(1, relations)")

    # Propagators: p has the places from place_starts[p] to before place_starts[p + 1].
    kinds: Ints = row("max(1, propagators)")
    totals: Ints = row("max(1, propagators)")
    place_starts: Ints = row("propagators + 1")
    place_variables: Ints = row("max(1, places)")
    place_factors: Ints = row("max(1, places)")
    """The factor in a sum, the offset in all_different."""
    incidence_starts: Ints = row("variables + 1")
    incidences: Ints = row("max(1, incidences)")
    """The propagators on each variable."""

    # Tables: the tuples of p that are still possible are the first `possible[p]` in `tuple_order`.
    tuple_starts: Ints = row("propagators + 1")
    tuple_words: Ints = row("max(1, tuple_words)")
    tuple_word_starts: Ints = row("propagators + 1")
    tuple_order: Ints = row("max(1, tuples)")
    possible: Ints = row("max(1, propagators)")
    scratch: Ints = row("max(1, places * words)")

    # The queues.
    queue: Ints = row("max(1, variables)")
    is_queued: Ints = row("max(1, variables)")
    pending: Ints = row("max(1, propagators)")
    is_pending: Ints = row("max(1, propagators)")

    # The trail, and the decisions.
    trail_places: Ints = row("max(1, trail)")
    """The index of a word in `domains`; -1 for a table."""
    trail_words: Ints = row("max(1, trail)")
    """The word's previous content; for a table, the previous number of possible tuples."""
    trail_owners: Ints = row("max(1, trail)")
    """The word's variable, or the table's propagator."""
    decision_variables: Ints = row("variables + 1")
    decision_values: Ints = row("variables + 1")
    marks: Ints = row("variables + 1")

    # The solutions found since the last return.
    buffer: Ints = row("max(1, buffer * variables)")


def new_memory(
    sizes: Sizes, content: Mapping[str, Sequence[int]], scalars: Mapping[str, int], *, native: bool
) -> SolverMemory:
    """Memory with this content; everything else is 0."""
    m = SolverMemory.make(native, **asdict(sizes))
    for name, given in content.items():
        getattr(m, name)[: len(given)] = given
    for name, number in scalars.items():
        setattr(m, name, number)
    return m


def as_native(sizes: Sizes, plain: SolverMemory) -> SolverMemory:
    """The memory of a search at the plain speed, which machine code can resume."""
    scalars = {field.name: getattr(plain, field.name) for field in plain.fields if field.row is None}
    return new_memory(sizes, plain.rows(), scalars, native=True)
