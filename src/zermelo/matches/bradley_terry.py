"""Ratings of many players from the games that they have played, draws included: Bradley and Terry's model by Davidson.

A player has a strength. The probability that i beats j is proportional to its strength, that of a draw to the geometric
mean of both times a factor, which is the same for all. The ratings are the likeliest strengths, on the Elo scale.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

SCALE = 400 / math.log(10)
"""Elo points for one unit of the logarithm of strength."""

PRIOR = 1000 / SCALE
"""The standard deviation of a normal prior for each strength: so weak that it shows only where a player has won or lost
every game, whose rating would be infinite."""

DRAWS_PRIOR = 3.0
"""The same for the logarithm of the draw factor."""

STEPS = 200
CLOSE = 1e-10


@dataclass(frozen=True)
class Rating:
    """A rating and half the width of its 95 % interval; games and points are those it rests on."""

    name: str
    rating: float
    error: float
    games: int
    points: float

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "name": self.name,
            "rating": round(self.rating, 2),
            "error": round(self.error, 2),
            "games": self.games,
            "points": self.points,
        }


Pairs = Mapping[tuple[int, int], tuple[int, int, int]]
"""For players i < j: how often i won, how often it was a draw, how often j won."""


def rate(names: list[str], pairs: Pairs, anchor: int | None = None, at: float = 0.0) -> list[Rating]:
    """The rating of each player. The anchor's is `at`, without an error; without an anchor that is the mean.

    Errors are those of the difference to the anchor, or to the mean of all.
    """
    count = len(names)
    strengths, covariance = _fitted(count, pairs)
    origin = np.full(count, 1 / count) if anchor is None else np.eye(count)[anchor]
    away = np.eye(count) - origin  # each player less the origin
    ratings = SCALE * (strengths - origin @ strengths) + at
    variances = np.einsum("ij,jk,ik->i", away, covariance, away)
    z = NormalDist().inv_cdf(0.975)
    errors = z * SCALE * np.sqrt(np.maximum(variances, 0))
    games, points = _sums(count, pairs)
    return [
        Rating(name, float(r), float(e), n, p)
        for name, r, e, n, p in zip(names, ratings, errors, games, points, strict=True)
    ]


def _fitted(count: int, pairs: Pairs) -> tuple[Any, Any]:
    """The likeliest logarithms of strengths, and their covariance: by Newton's method, as the problem is concave."""
    theta = np.zeros(count + 1)  # the last is the logarithm of the draw factor
    for _ in range(STEPS):
        gradient, hessian = _derivatives(theta, pairs)
        step = np.linalg.solve(hessian, -gradient)
        theta += step * min(1.0, 2.0 / max(2.0, float(np.abs(step).max())))
        if float(np.abs(step).max()) < CLOSE:
            break
    _, hessian = _derivatives(theta, pairs)
    return theta[:count], np.linalg.inv(-hessian)[:count, :count]


def _derivatives(theta: Any, pairs: Pairs) -> tuple[Any, Any]:
    """The gradient and the Hessian of the logarithm of the likelihood, with the prior."""
    size = len(theta)
    prior = np.full(size, 1 / PRIOR**2)
    prior[-1] = 1 / DRAWS_PRIOR**2
    gradient, hessian = -prior * theta, -np.diag(prior)
    for (i, j), outcome in pairs.items():
        # What each parameter adds to the logarithm of the weight of a win of i, a draw, and a win of j.
        features = np.zeros((3, size))
        features[0, i] = features[2, j] = features[1, -1] = 1
        features[1, i] = features[1, j] = 0.5
        weights = np.exp(features @ theta - (features @ theta).max())
        odds = weights / weights.sum()
        expected = odds @ features
        total = sum(outcome)
        gradient += np.asarray(outcome) @ features - total * expected
        hessian -= total * ((features.T * odds) @ features - np.outer(expected, expected))
    return gradient, hessian


def _sums(count: int, pairs: Pairs) -> tuple[list[int], list[float]]:
    games, points = [0] * count, [0.0] * count
    for (i, j), (won, drawn, lost) in pairs.items():
        for player, own in ((i, won), (j, lost)):
            games[player] += won + drawn + lost
            points[player] += own + drawn / 2
    return games, points
