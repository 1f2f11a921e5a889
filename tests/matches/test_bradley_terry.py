"""Ratings of many players, with simulated players of known strength."""

from __future__ import annotations

import math

import numpy as np
import pytest

from zermelo.matches.bradley_terry import rate
from zermelo.matches.elo import score_of

TRUE = np.array([0.0, 50.0, 120.0, -80.0, 200.0])
DRAWS = 0.5


def simulated(random: np.random.Generator, games: int) -> dict[tuple[int, int], tuple[int, int, int]]:
    """Games whose expected scores are those of the true ratings, with many draws."""
    pairs = {}
    for i in range(len(TRUE)):
        for j in range(i + 1, len(TRUE)):
            score = score_of(TRUE[i] - TRUE[j])
            draws = min(DRAWS, 1.6 * min(score, 1 - score))
            odds = [score - draws / 2, draws, 1 - score - draws / 2]
            pairs[i, j] = tuple(int(n) for n in random.multinomial(games, odds))
    return pairs


def test_error_bars_cover_as_often_as_they_claim():
    random, names = np.random.default_rng(0), list("abcde")
    covered = anchored = 0
    runs = 150
    for _ in range(runs):
        pairs = simulated(random, 40)
        centred = TRUE - TRUE.mean()
        covered += sum(abs(r.rating - true) <= r.error for r, true in zip(rate(names, pairs), centred, strict=True))
        to_first = rate(names, pairs, anchor=0)
        anchored += sum(abs(r.rating - true) <= r.error for r, true in zip(to_first[1:], TRUE[1:], strict=True))
    assert 0.93 < covered / (5 * runs) < 0.97
    assert 0.93 < anchored / (4 * runs) < 0.97


@pytest.mark.parametrize("counts", [(300, 0, 100), (250, 100, 50)])
def test_two_players_agree_with_the_formula(counts):
    """The difference is that of the score, draws or not."""
    first, second = rate(["a", "b"], {(0, 1): counts})
    assert first.rating - second.rating == pytest.approx(400 * math.log10(3), rel=0.01)
    assert (first.games, first.points) == (400, 300.0)


def test_draws_make_errors_smaller():
    with_draws, without = (rate(["a", "b"], {(0, 1): counts})[0].error for counts in ((50, 300, 50), (200, 0, 200)))
    assert with_draws < 0.6 * without


def test_the_anchor_sets_the_scale_and_has_no_error():
    free = rate(["a", "b", "c"], {(0, 1): (10, 5, 3), (1, 2): (7, 7, 7)})
    fixed = rate(["a", "b", "c"], {(0, 1): (10, 5, 3), (1, 2): (7, 7, 7)}, anchor=1, at=1500)
    assert fixed[1].rating == pytest.approx(1500)
    assert fixed[1].error == pytest.approx(0, abs=1e-6)
    assert fixed[0].rating - fixed[2].rating == pytest.approx(free[0].rating - free[2].rating)


def test_a_player_who_won_every_game_is_far_ahead_and_uncertain():
    first, second = rate(["a", "b"], {(0, 1): (8, 0, 0)})
    assert 300 < first.rating - second.rating < 3_000
    assert first.error > 200


def test_players_who_never_met_are_compared_through_others():
    pairs = {(0, 1): (30, 0, 10), (1, 2): (30, 0, 10)}
    a, b, c = rate(["a", "b", "c"], pairs)
    assert a.rating - c.rating == pytest.approx(2 * (a.rating - b.rating), rel=0.02)
