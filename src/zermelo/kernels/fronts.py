"""Fronts: sets of vectors of which none dominates another, as rows of numbers in a kernel's memory.

A vector has a number for each state of a node. One dominates another if it is nowhere smaller. The rows of a front
follow each other in `m.vectors`.
"""

from __future__ import annotations

from math import inf

from zermelo.kernels.deals import DealsMemory
from zermelo.kernels.faults import NO_ROOM, faulty
from zermelo.native.layouts import Floats, row


class FrontsMemory(DealsMemory):
    """Room for vectors."""

    most_vectors: int
    """The maximum number of vectors in a front: those with the best means are kept, which can only lower values."""
    dropped: bool
    """Whether a vector that no other one dominates was left out."""
    vector_room: int
    vectors: Floats = row("numbers")


def has_vector_room(m: FrontsMemory, end: int) -> bool:
    """Whether the numbers before `end` fit into the memory; if not, that is a fault."""
    if end > m.vector_room:
        faulty(m, NO_ROOM)
        return False
    return True


def dominates(m: FrontsMemory, one: int, other: int, width: int) -> bool:
    """Whether the vector at `one` is nowhere smaller than the vector at `other`."""
    for i in range(width):  # noqa: SIM110  # machine code has no `all` over a generator
        if m.vectors[one + i] < m.vectors[other + i]:
            return False
    return True


def copy_numbers(m: FrontsMemory, begin: int, to: int, count: int) -> None:
    """Copies numbers to an earlier place, or to one that does not overlap."""
    if begin != to:
        for i in range(count):
            m.vectors[to + i] = m.vectors[begin + i]


def settle(m: FrontsMemory, base: int, size: int, width: int) -> int:
    """Decides about the vector that follows a front of `size` vectors; returns the new size of the front."""
    candidate = base + size * width
    for i in range(size):
        if dominates(m, base + i * width, candidate, width):
            return size
    kept = 0
    for i in range(size):
        if not dominates(m, candidate, base + i * width, width):
            copy_numbers(m, base + i * width, base + kept * width, width)
            kept += 1
    copy_numbers(m, candidate, base + kept * width, width)
    kept += 1
    if kept > m.most_vectors:
        drop_least(m, base, kept, width)
        kept -= 1
    return kept


def drop_least(m: FrontsMemory, base: int, size: int, width: int) -> None:
    """Removes the vector with the least mean; the last one takes its place."""
    m.dropped = True
    least = inf
    worst = size - 1
    for i in range(size):
        total = known_sum(m, base + i * width, width)
        if total < least:
            least, worst = total, i
    copy_numbers(m, base + (size - 1) * width, base + worst * width, width)


def known_sum(m: FrontsMemory, vector: int, width: int) -> float:
    """The sum of a vector, without the numbers that are not known yet: these are infinite, in the whole front."""
    total = 0.0
    for i in range(width):
        if m.vectors[vector + i] < inf:
            total += m.vectors[vector + i]
    return total


def united(m: FrontsMemory, base: int, size: int, more: int, width: int) -> int:
    """Joins a front of `size` vectors and the `more` that follow it, in place; returns the size of their front."""
    following = base + size * width
    for i in range(more):
        copy_numbers(m, following + i * width, base + size * width, width)
        size = settle(m, base, size, width)
    return size


def is_below(m: FrontsMemory, base: int, size: int, above: int, count: int, width: int) -> bool:
    """Whether each vector of a front is dominated by one of the `count` vectors at `above`."""
    for i in range(size):
        is_dominated = False
        for j in range(count):
            is_dominated = is_dominated or dominates(m, above + j * width, base + i * width, width)
        if not is_dominated:
            return False
    return True
