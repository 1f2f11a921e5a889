"""The transposition table: what is written can be read, bounds stay true, and the deeper entry stays."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from zermelo.kernels.transpositions import (
    AGES,
    BUCKET,
    COMPLETE,
    EXACT,
    LAST_PLACE,
    LOWER,
    NO_PLACE,
    UPPER,
    age_in,
    bound_in,
    depth_in,
    keep,
    look_up,
    pack,
    place_in,
    value_in,
)
from zermelo.native.layouts import SparseRow

numbers = st.floats(allow_nan=False, allow_infinity=False)
bounds = st.sampled_from([LOWER, UPPER, EXACT])
depths, places, ages = st.integers(0, COMPLETE), st.integers(NO_PLACE, LAST_PLACE), st.integers(0, AGES - 1)


@given(numbers, bounds, depths, places, ages)
def test_all_but_the_value_is_read_as_it_was_written(v, bound, depth, place, age):
    data = pack(v, bound, depth, place, age)
    assert 0 < data < 2**63
    assert (depth_in(data), place_in(data), age_in(data)) == (depth, place, age)


@given(numbers, bounds)
def test_rounded_bounds_stay_true(v, bound):
    data = pack(v, bound, 1, 1, 1)
    held, said = value_in(data), bound_in(data)
    if said & LOWER:
        assert held <= v
    if said & UPPER:
        assert held >= v
    if held != v:
        assert said == (LOWER if bound == EXACT else bound)
        if 1e-300 < abs(v) < 1e300:
            assert abs(held - v) <= abs(v) * 2**-27
    else:
        assert said == bound


@given(st.integers(-(2**20), 2**20), st.integers(0, 2**13), bounds)
def test_utilities_and_distances_lose_nothing(grains, plies, bound):
    v = grains * 2.0**595 - plies * 2.0**580 if grains > 0 else grains * 2.0**595 + plies * 2.0**580
    if abs(grains) < 2**10:
        data = pack(v, bound, 1, 1, 1)
        assert (value_in(data), bound_in(data)) == (v, bound)


@given(st.integers(256, 10**6), st.integers(LAST_PLACE + 1, 10**6))
def test_depths_and_places_that_do_not_fit_are_clipped(depth, place):
    data = pack(1.0, EXACT, depth, place, 0)
    assert (depth_in(data), place_in(data), value_in(data)) == (COMPLETE, NO_PLACE, 1)


def bucket():
    return SparseRow()


def entry(depth: int, age: int = 1, value: float = 0.0) -> int:
    return pack(value, EXACT, depth, 0, age)


def held(table) -> dict[int, int]:
    return {key: depth_in(look_up(table, 0, key)) for key in range(20) if look_up(table, 0, key)}


def test_a_bucket_holds_as_many_keys_as_it_has_slots():
    table = bucket()
    assert look_up(table, 0, 1) == 0
    for key in range(BUCKET):
        keep(table, 0, key, entry(key + 1))
    assert held(table) == {key: key + 1 for key in range(BUCKET)}


@given(st.permutations(range(1, 10)))
def test_deeper_entries_stay(depths):
    table = bucket()
    for depth in depths:
        keep(table, 0, depth, entry(depth))
    deepest = range(10 - (BUCKET - 1), 10)
    assert {*deepest, depths[-1]} <= set(held(table))  # the last to come has a slot, whatever it is worth


def test_the_same_key_is_overwritten_even_by_a_smaller_depth():
    table = bucket()
    for key in range(BUCKET):
        keep(table, 0, key, entry(9))
    keep(table, 0, 2, entry(1, value=5.0))
    assert value_in(look_up(table, 0, 2)) == 5
    assert held(table) == {0: 9, 1: 9, 2: 1, 3: 9}


def test_entries_of_older_searches_are_replaced_first_even_if_deeper():
    table = bucket()
    for key in range(BUCKET):
        keep(table, 0, key, entry(5, age=2))
    keep(table, 0, 1, entry(200, age=1))
    keep(table, 0, 9, entry(1, age=2))
    assert held(table) == {0: 5, 2: 5, 3: 5, 9: 1}


@pytest.mark.parametrize("key", [7, (7, 8), (1, (2, 3), 4, 5)])
def test_keys_of_any_shape(key):
    table = bucket()
    keep(table, 0, key, entry(3))
    assert depth_in(look_up(table, 0, key)) == 3
    assert look_up(table, 0, 6) == 0
