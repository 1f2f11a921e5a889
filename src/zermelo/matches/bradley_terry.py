"""Ratings of many players from their games, including draws, by the Bradley-Terry model.

Each player has a strength, and the expected score of i against j is its share of the sum of both strengths; a draw is
half a win. The ratings are the maximum-likelihood strengths on the Elo scale, so a difference of ratings means the same
as the Elo difference of two players. Errors take into account that games with many draws have a smaller variance.
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
"""The standard deviation of a normal prior for each strength. It is so weak that it matters only for a player who won
or lost every game, whose rating would otherwise be infinite."""

LEAST = 0.05
"""The smallest variance of a game that is assumed, as a fraction of the variance without draws."""

STEPS = 200
CLOSE = 1e-10


@dataclass(frozen=True)
class Rating:
    """A rating and half the width of its 95 % interval, with the games and points that it is based on."""

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
"""For players i < j: the number of wins of i, of draws, and of wins of j."""


def rate(names: list[str], pairs: Pairs, anchor: int | None = None, at: float = 0.0) -> list[Rating]:
    """The rating of each player. The anchor has the rating `at` without an error; without an anchor the mean is `at`.

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
    """The maximum-likelihood log-strengths and their covariance, by Newton's method: the problem is concave."""
    theta = np.zeros(count)
    for _ in range(STEPS):
        gradient, information, _ = _derivatives(theta, pairs)
        step = np.linalg.solve(information, gradient)
        theta += step * min(1.0, 2.0 / max(2.0, float(np.abs(step).max())))
        if float(np.abs(step).max()) < CLOSE:
            break
    _, information, scatter = _derivatives(theta, pairs)
    inverse = np.linalg.inv(information)
    return theta, inverse @ scatter @ inverse


def _derivatives(theta: Any, pairs: Pairs) -> tuple[Any, Any, Any]:
    """The gradient of the log-likelihood, the information matrix, and the covariance of the gradient.

    Without draws, the last two would be the same. Draws reduce the variance of a game.
    """
    count = len(theta)
    prior = np.eye(count) / PRIOR**2
    gradient, information, scatter = -prior @ theta, prior.copy(), prior.copy()
    for (i, j), (won, drawn, lost) in pairs.items():
        games = won + drawn + lost
        expected = 1 / (1 + math.exp(theta[j] - theta[i]))
        spread = expected * (1 - expected)
        draws = drawn / (games + 1)
        difference = np.zeros(count)
        difference[i], difference[j] = 1, -1
        gradient += (won + drawn / 2 - games * expected) * difference
        both = np.outer(difference, difference)
        information += games * spread * both
        scatter += games * max(spread - draws / 4, LEAST * spread) * both
    return gradient, information, scatter


def _sums(count: int, pairs: Pairs) -> tuple[list[int], list[float]]:
    games, points = [0] * count, [0.0] * count
    for (i, j), (won, drawn, lost) in pairs.items():
        for player, own in ((i, won), (j, lost)):
            games[player] += won + drawn + lost
            points[player] += own + drawn / 2
    return games, points
