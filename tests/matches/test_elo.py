"""Elo, its interval and the SPRT, with simulated players of known strength."""

from __future__ import annotations

import math

import numpy as np
import pytest

from zermelo.matches.elo import SCORES, Sprt, elo_difference, elo_of, likeliest, pairs_needed, score_of


def pair_odds(elo: float, draws: float = 0.4, bias: float = 0.0) -> np.ndarray:
    """The probability of each score of a pair for a player stronger by `elo`, with `bias` Elo for the first seat."""
    odds = np.zeros(5)
    singles = []
    for difference in (elo + bias, elo - bias):
        score = score_of(difference)
        drawn = min(draws, 2 * min(score, 1 - score))
        singles.append(np.array([1 - score - drawn / 2, drawn, score - drawn / 2]))
    for i, p in enumerate(singles[0]):
        for j, q in enumerate(singles[1]):
            odds[i + j] += p * q
    return odds


@pytest.mark.parametrize("pairs", [10, 50, 400])
@pytest.mark.parametrize(("elo", "draws", "bias"), [(0, 0.4, 0), (50, 0.8, 0), (150, 0.0, 100), (400, 0.2, 0)])
def test_intervals_cover_as_often_as_they_claim(pairs, elo, draws, bias):
    odds = pair_odds(elo, draws, bias)
    true = elo_of(float(odds @ SCORES))
    drawn = np.random.default_rng(7).multinomial(pairs, odds, size=1_000)
    found = [elo_difference(counts.tolist()) for counts in drawn]
    covered = sum(e.low <= true <= e.high for e in found) / len(found)
    assert 0.93 <= covered <= 0.995
    middle = np.median([e.value for e in found])
    assert abs(middle - true) < 60 / math.sqrt(pairs) + 0.1 * elo


def test_likely_superiority_is_calibrated():
    """Where both are equal, it is above 95 % in 5 % of the matches."""
    drawn = np.random.default_rng(3).multinomial(100, pair_odds(0), size=2_000)
    sure = [elo_difference(counts.tolist()).superiority for counts in drawn]
    assert 0.03 < np.mean(np.array(sure) > 0.95) < 0.07
    assert 0.03 < np.mean(np.array(sure) < 0.05) < 0.07


@pytest.mark.parametrize(("elo", "right"), [(0, False), (30, True)])
def test_the_error_rates_of_the_sprt_are_as_claimed(elo, right):
    random, test, odds, wrong, runs = np.random.default_rng(11), Sprt(0, 30), pair_odds(elo), 0, 150
    for _ in range(runs):
        counts, decision = np.zeros(5, int), None
        while decision is None:
            counts += random.multinomial(4, odds)
            decision = test.decision(counts.tolist())
        wrong += decision is not right
    assert wrong / runs < 0.05 + 2.5 * math.sqrt(0.05 * 0.95 / runs)


def test_no_other_distribution_with_the_same_mean_is_likelier():
    counts = [20, 180, 400, 210, 30]
    total = sum(counts)
    observed = [n / total for n in counts]
    for mean in (0.5, score_of(5)):
        found = likeliest(observed, mean)
        assert sum(found) == pytest.approx(1, abs=1e-9)
        assert sum(p * s for p, s in zip(found, SCORES, strict=True)) == pytest.approx(mean, abs=1e-9)
        best = sum(p * math.log(q) for p, q in zip(observed, found, strict=True))
        random = np.random.default_rng(5)
        for _ in range(300):  # every other distribution with that mean is less likely
            noise = random.normal(0, 0.02, 5)
            noise -= noise.mean()
            a = np.array(SCORES) - np.mean(SCORES)
            noise -= a * (noise @ a) / (a @ a)
            other = np.array(found) + noise
            if (other > 0).all():
                assert sum(p * math.log(q) for p, q in zip(observed, other, strict=True)) <= best + 1e-12


def test_bounds_are_walds():
    assert Sprt(0, 5).bounds == pytest.approx((-2.9444, 2.9444), abs=1e-4)
    assert Sprt(0, 5, alpha=0.1, beta=0.2).bounds == pytest.approx((math.log(0.2 / 0.9), math.log(0.8 / 0.1)))


def test_certainty_needs_more_than_a_few_games():
    assert elo_difference([0] * 5) is None
    few = elo_difference([0, 0, 3, 0, 0])  # three pairs, each won by the first seat
    assert few.low < -50
    assert few.high > 50
    won = elo_difference([0, 0, 0, 0, 10])
    assert won.high == math.inf
    assert 100 < won.low < won.value < math.inf
    lost = elo_difference([10, 0, 0, 0, 0])
    assert (lost.low, lost.value) == (-math.inf, pytest.approx(-won.value))


def test_the_score_has_the_same_interval_as_the_elo_difference() -> None:
    found = elo_difference([4, 6, 10, 10, 20])
    assert found is not None
    low, high = found.score_interval
    assert found.score == pytest.approx((6 * 0.25 + 10 * 0.5 + 10 * 0.75 + 20) / 50)
    assert low < found.score < high
    assert [elo_of(s) for s in (low, found.score, high)] == pytest.approx([found.low, found.value, found.high])
    for counts, score, interval in (([0, 0, 0, 0, 9], 1.0, (0.5, 1.0)), ([9, 0, 0, 0, 0], 0.0, (0.0, 0.5))):
        one_sided = elo_difference(counts)
        assert one_sided is not None
        low, high = one_sided.score_interval
        assert one_sided.score == score
        assert interval[0] <= low <= high <= interval[1]


def test_the_games_that_are_needed_decide():
    counts = [10, 20, 41, 22, 12]
    needed = pairs_needed(counts)
    assert needed > sum(counts)
    scaled = [round(n * needed / sum(counts)) for n in counts]
    found = elo_difference(scaled)
    assert found.low == pytest.approx(0, abs=3)
    assert pairs_needed([1, 0, 0, 0, 1]) == math.inf
