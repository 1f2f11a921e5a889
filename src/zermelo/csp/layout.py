"""The memory of the fast search: every row, with its length, declared in one place.

Domains are bit sets of WORD bits a word, `words` words a variable; bit i stands for value i of the whole problem.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.native.memory import INTEGERS, Memory, Row

WORD = 62
"""Bits of a word that are used: so it stays a small positive number at both speeds, and the next one too."""

# What `m.counts` holds. What the search is about: the number of variables, words of a domain, and propagators; how many
# solutions are wanted before it returns, after how many failures it starts again (0: never).
VARIABLES, WORDS, PROPAGATORS, WANTED, RESTART_AFTER = range(5)
# Where it is: the depth of decisions, the length of the trail, whether the last propagation failed, the first and the
# number of variables in the queue, the same of propagators, failures since the last start, solutions in the buffer.
DEPTH, TRAIL, FAILED, HEAD, WAITING, NEXT, PENDING, FAILURES, FOUND = range(5, 14)
# What it has done.
SOLUTIONS, ASSIGNMENTS, BACKTRACKS, REVISIONS, RESTARTS = range(14, 19)
COUNTS = 19

WEIGHT = 1_000
"""What a failure adds to the weight of a variable; a constraint that excludes everything would begin with as much."""

# The kinds of propagators.
ALL_DIFFERENT, SHIFTED, SUM_EQUAL, SUM_AT_MOST, SUM_NOT, TUPLES = range(6)


@dataclass(frozen=True)
class Sizes:
    """How long the rows are."""

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


def declared(n: Sizes) -> dict[str, Row]:
    """All rows. Each has at least one place, so that machine code always has an address."""
    lengths = {
        "counts": COUNTS,
        # the variables
        "domains": n.variables * n.words,  # what is left, as bits
        "sizes": n.variables,  # the number of values left
        "weights": n.variables,  # how tight the constraints on the variable are, and how often they have failed
        "values": n.values,  # the numbers that the bits stand for, for sums
        # binary constraints: the arcs of variable x are those from arc_starts[x] to before arc_starts[x + 1]
        "arc_starts": n.variables + 1,
        "arc_to": n.arcs,  # the variable that loses values
        "arc_given": n.arcs,  # where the rows begin that say, for each value of x, what the other may take
        "arc_needs": n.arcs,  # where those begin that say, for each value of the other, which of x support it
        "arc_slack": n.arcs,  # with more values of x than this, every value of the other has a support
        "relations": n.relations,
        # propagators: p has the places from place_starts[p] to before place_starts[p + 1]
        "kinds": n.propagators,
        "totals": n.propagators,
        "place_starts": n.propagators + 1,
        "place_variables": n.places,
        "place_factors": n.places,  # the factor in a sum, the offset in all_different
        "incidence_starts": n.variables + 1,
        "incidences": n.incidences,  # the propagators on each variable
        # tables: the tuples of p that are still possible are the first `possible[p]` in `tuple_order`
        "tuple_starts": n.propagators + 1,
        "tuple_words": n.tuple_words,
        "tuple_word_starts": n.propagators + 1,
        "tuple_order": n.tuples,
        "possible": n.propagators,
        "scratch": n.places * n.words,
        # the queues
        "queue": n.variables,
        "is_queued": n.variables,
        "pending": n.propagators,
        "is_pending": n.propagators,
        # the trail, and the decisions
        "trail_places": n.trail,  # the place of a word in `domains`; -1 for a table
        "trail_words": n.trail,  # what it was; of a table, how many tuples were possible
        "trail_owners": n.trail,  # its variable, or the propagator
        "decision_variables": n.variables + 1,
        "decision_values": n.variables + 1,
        "marks": n.variables + 1,
        # solutions that were found since the last return
        "buffer": n.buffer * n.variables,
    }
    return {name: Row(INTEGERS, max(1, length)) for name, length in lengths.items()}


def new_memory(sizes: Sizes, content: dict[str, list[int]], *, native: bool) -> Memory:
    """Memory with this content; what is not given is 0."""
    rows = {}
    for name, row in declared(sizes).items():
        rows[name] = row.made(native)
        given = content.get(name)
        if given:
            rows[name][: len(given)] = given
    return Memory(rows)


def as_native(sizes: Sizes, plain: Memory) -> Memory:
    """The memory of a search at the plain speed, for machine code to go on with."""
    content: dict[str, list[Any]] = plain.rows
    return new_memory(sizes, content, native=True)
