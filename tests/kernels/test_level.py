"""Bounds on the value of a node whose opponent has a level, against every way in which the node may turn out."""

from __future__ import annotations

from itertools import product

from hypothesis import given, strategies as st

from zermelo.kernels.level import floor_for, highest, highest_with, lowest, read_one, roof_for

WORST, BEST = 0.0, 3.0
GRID = (0.0, 1.0, 1.5, 3.0)
NEAR = 1e-9

levels = st.sampled_from([0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0])
values = st.lists(st.sampled_from(GRID), max_size=3)
windows = st.floats(WORST, BEST)


def worth(level: float, all_values: tuple[float, ...]) -> float:
    """The value of the node to the agent if all values are known."""
    best = min(all_values)
    others = [v for v in all_values if v != best]
    return level * best + (1 - level) * sum(others) / len(others) if others else best


def given_level(level: float, count: int) -> float:
    return level if count > 1 else 1.0


def read_all(some: list[float], unread: int):
    count = len(some) + unread
    read = (count, count, BEST, 0, 0.0, 0.0)
    for v in some:
        read = read_one(read, v, 0.0)
    return read


def ends(level: float, some: list[float], unread: int) -> list[float]:
    """All possible values of the node if `unread` values are not known."""
    return [worth(level, (*some, *rest)) for rest in product(GRID, repeat=unread)]


@given(levels, values, st.integers(0, 3))
def test_the_value_is_between_the_bounds_whatever_is_unread(level, some, unread):
    count = len(some) + unread
    if count == 0:
        return
    level, read = given_level(level, count), read_all(some, unread)
    every = ends(level, some, unread)
    assert lowest(level, read, WORST) <= min(every) + NEAR
    assert max(every) <= highest(level, read, BEST) + NEAR
    if unread == 0:
        assert abs(highest(level, read, BEST) - every[0]) < NEAR


@given(levels, values, st.integers(0, 2), windows)
def test_an_action_at_the_floor_or_below_keeps_the_node_at_alpha_or_below(level, some, unread, alpha):
    count = len(some) + 1 + unread
    level, read = given_level(level, count), read_all(some, unread + 1)
    floor = floor_for(level, read, BEST, alpha, 0.0)
    for bound in (v for v in GRID if v < floor):
        most = highest_with(level, read, BEST, bound, 0.0)
        assert most <= alpha + NEAR
        assert all(end <= most + NEAR for v in GRID if v <= bound for end in ends(level, [*some, v], unread))


@given(levels, values, st.integers(0, 2), windows)
def test_an_action_at_the_roof_or_above_keeps_the_node_at_beta_or_above(level, some, unread, beta):
    count = len(some) + 1 + unread
    level, read = given_level(level, count), read_all(some, unread + 1)
    roof = roof_for(level, read, WORST, beta)
    for bound in (v for v in GRID if v > roof):
        least = lowest(level, read_one(read, bound, 0.0), WORST)
        assert least >= beta - NEAR
        assert all(end >= least - NEAR for v in GRID if v >= bound for end in ends(level, [*some, v], unread))


def test_the_windows_are_as_wide_as_they_have_to_be_and_no_wider():
    """A forced action has the node's own window, and so has the last of an opponent who never errs."""
    forced = read_all([], 1)
    assert floor_for(1.0, forced, BEST, 1.0, 0.0) == roof_for(1.0, forced, WORST, 1.0) == 1.0
    last = read_all([2.5], 1)
    assert floor_for(1.0, last, BEST, 1.0, 0.0) == roof_for(1.0, last, WORST, 1.0) == 1.0
    assert roof_for(0.5, last, WORST, 2.75) == 3.0
    assert floor_for(0.5, last, BEST, 2.0, 0.0) == 1.5
