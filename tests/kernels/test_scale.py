"""The scale of values: bounds on a utility give bounds on its value."""

from math import ceil, floor, inf

from hypothesis import given, strategies as st

from zermelo.kernels.scale import FAR, GRAIN, MOST, PLY, WIN, at_least, at_most, utility_in, worth

FACTORS = [(WIN, PLY), (WIN, 0.0), (0.0, 0.0)]

grains = st.integers(-1_000, 1_000).map(lambda n: n * GRAIN)
limits = st.one_of(grains, st.floats(-40, 40), st.sampled_from([-inf, inf, -MOST, MOST, -1e9, 1e9, 1e300, -1e300]))
plies = st.integers(0, FAR - 1)


@given(limits, grains, grains, plies, plies, st.sampled_from(FACTORS))
def test_a_bound_on_utilities_gives_a_bound_on_values(limit, utility, draw, soonest, later, factors):
    value = worth(utility, max(soonest, later), draw, *factors)
    if utility >= limit:
        assert value >= at_least(limit, soonest, draw, *factors)
    if utility <= limit:
        assert value <= at_most(limit, soonest, draw, *factors)


@given(grains, grains, plies, st.sampled_from(FACTORS))
def test_a_bound_that_is_a_utility_is_tight(utility, draw, soonest, factors):
    win, ply = factors
    assert at_least(utility, soonest, draw, *factors) == worth(
        utility, soonest if utility < draw else FAR, draw, win, ply
    )
    assert at_most(utility, soonest, draw, *factors) == worth(
        utility, soonest if utility > draw else FAR, draw, win, ply
    )


@given(st.integers(0, 10), st.integers(0, 10), plies, st.sampled_from(FACTORS))
def test_equal_bounds_give_that_utility_and_no_other(tenths, draw, soonest, factors):
    win, ply = factors
    utility, draw = tenths * 0.1, draw * 0.1
    low, high = at_least(utility, soonest, draw, win, ply), at_most(utility, soonest, draw, win, ply)
    assert low != high or utility_in(low, draw, win, ply)[0] == utility


@given(st.floats(-40, 40), grains, plies)
def test_a_bound_between_two_grains_is_rounded_outwards(limit, draw, soonest):
    low, high = floor((limit - draw) / GRAIN) * GRAIN + draw, ceil((limit - draw) / GRAIN) * GRAIN + draw
    assert at_least(limit, soonest, draw, WIN, PLY) == at_least(low, soonest, draw, WIN, PLY)
    assert at_most(limit, soonest, draw, WIN, PLY) == at_most(high, soonest, draw, WIN, PLY)


@given(st.floats(1e-300, 1e-6), st.sampled_from(FACTORS))
def test_a_tiny_difference_from_a_draw_is_not_a_draw(hair, factors):
    assert at_least(-hair, 1, 0.0, *factors) < 0.0 < at_most(hair, 1, 0.0, *factors)
