"""Samples are solutions, and uniform where that is promised."""

from collections import Counter
from math import sqrt

import pytest
from hypothesis import given

from csp_helpers import Listed, as_set, brute_force, problems
from property_helpers import examples
from zermelo import csp
from zermelo.core.errors import LimitError
from zermelo.csp import elimination, sampling
from zermelo.csp.constraints import all_different, differ, linear


def chi_square_is_plausible(counts, total, solutions):
    """Whether the counts of equally likely outcomes lie within about four standard deviations (Wilson and Hilferty)."""
    expected = total / solutions
    statistic = sum((counts.get(s, 0) - expected) ** 2 for s in counts) / expected
    statistic += (solutions - len(counts)) * expected
    freedom = solutions - 1
    z = ((statistic / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom))
    return abs(z) < 4


LOPSIDED = Listed({"a": range(3), "b": range(4), "c": range(3)}, [linear({"a": 1, "b": -1, "c": 1}, "<=", 1)])
APART = Listed(dict.fromkeys("abcd", range(3)), [differ("a", "b"), differ("c", "d")])


@pytest.mark.parametrize("problem", [csp.load("australia"), LOPSIDED, APART], ids=["australia", "lopsided", "apart"])
@pytest.mark.parametrize("method", [sampling.ELIMINATION, sampling.LISTING])
def test_samples_are_uniform_by_chi_square(problem, method, monkeypatch):
    if method == sampling.LISTING:
        monkeypatch.setattr(elimination, "MOST_ASKED", 0)
    expected = as_set(csp.solve(problem, solutions="all", plain=True).solutions)
    drawn = csp.sample(problem, 4_000, seed=7, plain=True)
    assert drawn.exact
    assert method in drawn.method
    counts = Counter(tuple(sorted(s.items())) for s in drawn.solutions)
    assert set(counts) == expected
    assert chi_square_is_plausible(counts, 4_000, len(expected))


@pytest.mark.thorough
def test_importance_resampling_is_nearly_uniform_and_says_so(monkeypatch):
    monkeypatch.setattr(elimination, "MOST_ASKED", 0)
    monkeypatch.setattr(sampling, "LISTED", 0)
    drawn = csp.sample(LOPSIDED, 600, seed=3, plain=True)
    assert not drawn.exact
    assert drawn.method == sampling.RESAMPLING
    counts = Counter(tuple(sorted(s.items())) for s in drawn.solutions)
    assert set(counts) == as_set(brute_force(LOPSIDED))
    assert chi_square_is_plausible(counts, 600, len(counts))


@examples(60)
@given(problems())
def test_samples_are_solutions(problem):
    expected = as_set(brute_force(problem))
    if not expected:
        with pytest.raises(LimitError, match="no solution"):
            csp.sample(problem, 1, plain=True)
        return
    assert as_set(csp.sample(problem, 3, seed=1, plain=True).solutions) <= expected


def test_the_same_seed_draws_the_same():
    problem = csp.load("latin:n=4")
    first, again, other = (csp.sample(problem, 5, seed=seed).solutions for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_a_chain_with_more_solutions_than_can_be_listed_is_drawn_exactly():
    chain = Listed(dict.fromkeys(range(300), "rgb"), [differ(i, i + 1) for i in range(299)])
    drawn = csp.sample(chain, 2)
    assert drawn.exact
    assert all(s[i] != s[i + 1] for s in drawn.solutions for i in range(299))


def test_nothing_is_drawn_from_nothing():
    with pytest.raises(LimitError, match="no solution"):
        csp.sample(Listed(dict.fromkeys("abc", range(2)), [all_different(*"abc")]), 1, plain=True)
