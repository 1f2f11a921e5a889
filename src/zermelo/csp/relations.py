"""Binary constraints as rows of bits: for each value of one variable, the compatible values of the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.csp.constraints import AllDifferent, Constraint, Differ, Equal, Table, Value
from zermelo.native.bits import each_bit


class Universe:
    """All values of a problem, numbered: integers in ascending order, then the others in order of appearance."""

    def __init__(self, domains: Sequence[Sequence[Value]]) -> None:
        every = dict.fromkeys(v for domain in dict.fromkeys(map(tuple, domains)) for v in domain)
        numbers = sorted(v for v in every if isinstance(v, int))
        self.values: list[Any] = [*numbers, *(v for v in every if not isinstance(v, int))]
        self.numbers = numbers
        self.index = {v: i for i, v in enumerate(self.values)}
        self.full = (1 << len(self.values)) - 1

    def mask(self, values: Sequence[Value]) -> int:
        """The set of these values as bits."""
        bits = 0
        for v in values:
            bits |= 1 << self.index[v]
        return bits


@dataclass(frozen=True)
class Relation:
    """The compatible values of each value, in both directions, and the most values that one value excludes."""

    given: list[int]
    needs: list[int]
    slack_of_first: int
    slack_of_second: int
    tightness: float  # the share of all pairs that are excluded


def signature(c: Constraint, forwards: bool) -> tuple[Any, ...]:
    """The meaning of a binary constraint, regardless of its variables: constraints with equal signatures share rows."""
    if isinstance(c, Differ) or (isinstance(c, AllDifferent) and c.offsets is None):
        return ("shift", 0)
    if isinstance(c, AllDifferent):
        assert c.offsets is not None
        shift = c.offsets[0] - c.offsets[1]
        return ("shift", shift if forwards else -shift)
    if isinstance(c, Equal):
        return ("equal",)
    return ("own", id(c), forwards)


def tabulated(
    constraints: Sequence[tuple[Constraint, bool]], first: Sequence[Value], second: Sequence[Value], universe: Universe
) -> Relation:
    """The relation in which all constraints hold; each comes with whether its scope has this order."""
    count = len(universe.values)
    given = [universe.full] * count
    is_shared = True
    for c, forwards in constraints:
        kind = signature(c, forwards)
        if kind[0] == "shift":
            for i, v in enumerate(universe.values):
                excluded = universe.index.get(v + kind[1] if kind[1] else v)
                if excluded is not None:
                    given[i] &= ~(1 << excluded)
        elif kind[0] == "equal":
            given = [row & 1 << i for i, row in enumerate(given)]
        else:
            is_shared = False
            rows = _rows_of(c, forwards, first, second, universe)
            given = [row & own for row, own in zip(given, rows, strict=True)]
    needs = [0] * count
    for i, row in enumerate(given):
        for j in each_bit(row):
            needs[j] |= 1 << i
    left, right = (universe.full,) * 2 if is_shared else (universe.mask(first), universe.mask(second))
    allowed = sum((row & right).bit_count() for i, row in enumerate(given) if left >> i & 1)
    tightness = 1 - allowed / max(1, left.bit_count() * right.bit_count())
    return Relation(given, needs, _slack(needs, right, left), _slack(given, left, right), tightness)


def _rows_of(
    c: Constraint, forwards: bool, first: Sequence[Value], second: Sequence[Value], universe: Universe
) -> list[int]:
    """The rows of one constraint, from its table or by testing every pair."""
    rows = [0] * len(universe.values)
    index = universe.index
    if isinstance(c, Table):
        for t in c.tuples:
            v, w = t if forwards else t[::-1]
            if v in index and w in index:
                rows[index[v]] |= 1 << index[w]
        return rows
    for v in first:
        for w in second:
            if c.holds((v, w) if forwards else (w, v)):
                rows[index[v]] |= 1 << index[w]
    return rows


def _slack(rows: Sequence[int], own: int, other: int) -> int:
    """The largest number of values of the other domain that one value of this domain excludes."""
    size = other.bit_count()
    return max((size - (row & other).bit_count() for i, row in enumerate(rows) if own >> i & 1), default=0)
