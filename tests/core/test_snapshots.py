"""Snapshots detect whether an object of any type has changed."""

from __future__ import annotations

from collections import deque, namedtuple
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum

import numpy as np
import pytest

from zermelo import load
from zermelo.core.snapshots import Snapshot, is_immutable

Pair = namedtuple("Pair", "one other")


class Colour(Enum):
    RED = 1


@dataclass(frozen=True)
class Frozen:
    held: object


@dataclass
class Open:
    held: object
    aside: list = field(default_factory=list, compare=False)


class Plain:
    def __init__(self, **held):
        self.__dict__.update(held)


class Other(Plain):
    pass


@pytest.mark.parametrize(
    "thing",
    [3, 2.5, "text", None, (), (1, (2, 3)), Pair(1, (2,)), frozenset({1, 2}), Colour.RED, np.uint64(3), Decimal(1),
     Frozen((1, 2)), range(3), load("connect4").initial()],
)  # fmt: skip
def test_immutable_values(thing):
    assert is_immutable(thing)


@pytest.mark.parametrize(
    "thing",
    [[], {}, set(), ([1],), Pair(1, [2]), Frozen([1]), Open(1), Plain(), np.array([1]), bytearray(b"1"), deque()],
)
def test_mutable_values(thing):
    assert not is_immutable(thing)


@pytest.mark.parametrize(
    ("thing", "change"),
    [
        ([1], lambda t: t.append(2)),
        ({}, lambda t: t.update(a=1)),
        ({"a": [1]}, lambda t: t["a"].append(2)),
        (([1],), lambda t: t[0].append(2)),
        (Pair(1, {2}), lambda t: t.other.add(3)),
        (deque([1]), lambda t: t.append(2)),
        (np.array([1.0, float("nan")]), lambda t: t.__setitem__(0, 2.0)),
        (np.zeros(10_000), lambda t: t.__setitem__(5_000, 1.0)),
        (bytearray(b"1"), lambda t: t.append(2)),
        (Open([1]), lambda t: t.held.append(2)),
        (Frozen([1]), lambda t: t.held.append(2)),
        (Plain(), lambda t: setattr(t, "new", 1)),
        (Plain(cells=[[0], [0]]), lambda t: t.cells[1].append(1)),
        (Plain(inner=Other(cells=[0])), lambda t: t.inner.cells.append(1)),
        ((Plain(left=1), 0), lambda t: setattr(t[0], "left", 2)),
        (Plain(cells=np.zeros(3)), lambda t: t.cells.__setitem__(0, 1)),
    ],
)
def test_a_change_is_detected(thing, change):
    before = Snapshot(thing)
    assert not before.has_changed()
    change(thing)
    assert before.has_changed()


def test_changes_that_equality_ignores_are_ignored():
    thing = Open(1)
    before = Snapshot(thing)
    thing.aside.append(1)
    assert not before.has_changed()


def test_of_linked_objects_only_the_first_is_compared():
    last = Plain(left=1, after=None)
    first = Plain(left=2, after=last)
    before = Snapshot(first)
    last.left = 5
    assert not before.has_changed()
    first.after = Plain(left=1, after=None)
    assert before.has_changed()


def test_cyclic_references_end():
    thing = Plain(left=1)
    thing.itself = [thing]
    before = Snapshot(thing)
    assert not before.has_changed()
    thing.left = 2
    assert before.has_changed()
