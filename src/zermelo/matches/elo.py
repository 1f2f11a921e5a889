"""The strength of two players from their games: Elo difference, confidence interval, and SPRT.

Games come in pairs: one opening, played once from each seat. A pair is scored as a whole, so that neither an unbalanced
opening nor the advantage of the first move adds noise. A pair has one of five scores, 0, ½, 1, 1½ and 2; these
functions take the number of pairs with each score (the pentanomial counts).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

CONFIDENCE = 0.95

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The five outcomes of a pair as fractions of its points."""

PRIOR = 0.5
"""The number of pairs that are added, distributed evenly over the five outcomes, to estimate the variance, so that a
few equal pairs do not look like certainty."""

REGULAR = 1e-3
"""The SPRT adds this to each count, as fishtest does: an outcome that has not occurred yet is not impossible."""

_NORMAL = NormalDist()


def elo_of(score: float) -> float:
    """The Elo difference at which this is the expected score."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)


def score_of(elo: float) -> float:
    """The expected score at an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True)
class Elo:
    """An Elo difference with its 95 % interval; a bound may be infinite."""

    value: float
    low: float
    high: float
    score: float
    """The mean score of a game, from 0 to 1."""

    superiority: float
    """The likelihood of superiority (LOS): the probability that the first player is the stronger one."""

    @property
    def score_interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean score: that of the Elo difference on the other scale."""
        return score_of(self.low), score_of(self.high)

    def to_json(self) -> dict[str, float | None]:
        """As plain data: an infinite bound is null."""
        low, high = self.score_interval
        return {
            "score": round(self.score, 6),
            "score_low": round(low, 6),
            "score_high": round(high, 6),
            "value": round(self.value, 2) + 0.0,  # never -0.0
            "low": _finite(self.low),
            "high": _finite(self.high),
            "superiority": round(self.superiority, 6),
        }


def _finite(number: float) -> float | None:
    return round(number, 2) if math.isfinite(number) else None


def mean_and_variance(counts: Sequence[float]) -> tuple[float, float]:
    """The mean score and the variance of the score of one pair."""
    total = sum(counts)
    mean = sum(n * s for n, s in zip(counts, SCORES, strict=True)) / total
    return mean, sum(n * (s - mean) ** 2 for n, s in zip(counts, SCORES, strict=True)) / total


def elo_difference(counts: Sequence[int]) -> Elo | None:
    """The Elo difference estimated from the pentanomial counts; None if there are no pairs yet.

    The interval is Wilson's, for the number of independent games that would have the observed variance. Unlike the
    normal interval it stays within possible scores, and is valid for few pairs and for lopsided matches. A score of no
    or all points is moved by a quarter of a pair, so that the value is finite.
    """
    pairs = sum(counts)
    if pairs == 0:
        return None
    score, _ = mean_and_variance(counts)
    centre, variance = mean_and_variance([n + PRIOR / len(SCORES) for n in counts])
    spread = centre * (1 - centre)
    size = (pairs + PRIOR) * spread / variance  # the number of wins and losses that would have this variance
    z = _quantile(pairs)
    middle = (score + z * z / (2 * size)) / (1 + z * z / size)
    half = z / (1 + z * z / size) * math.sqrt(score * (1 - score) / size + z * z / (4 * size * size))
    bounded = min(max(score, 0.25 / (pairs + 1)), 1 - 0.25 / (pairs + 1))
    deviation = math.sqrt(variance / (pairs + PRIOR))
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return Elo(
        value=elo_of(bounded),
        low=-math.inf if score == 0 else elo_of(low),
        high=math.inf if score == 1 else elo_of(high),
        score=score,
        superiority=_NORMAL.cdf((centre - 0.5) / deviation),
    )


def _quantile(pairs: int) -> float:
    """The half-width of the interval in standard errors: Student's quantile to first order (estimated variance)."""
    z = _NORMAL.inv_cdf((1 + CONFIDENCE) / 2)
    return z + (z**3 + z) / (4 * pairs)


def pairs_needed(counts: Sequence[int]) -> float:
    """About how many pairs are needed in total until the interval excludes zero, if the score stays the same."""
    pairs = sum(counts)
    mean, _ = mean_and_variance(counts)
    _, variance = mean_and_variance([n + PRIOR / len(SCORES) for n in counts])
    z = _NORMAL.inv_cdf((1 + CONFIDENCE) / 2)
    return math.inf if mean == 0.5 else max(pairs + 1.0, variance * (z / (mean - 0.5)) ** 2)


# The SPRT.


@dataclass(frozen=True)
class Sprt:
    """A sequential test of whether the Elo difference is `high` rather than `low`.

    `alpha` is the probability of accepting `high` if the difference is `low`, `beta` that of the opposite error.
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios between which the test continues."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[int]) -> float:
        """The generalised log-likelihood ratio of the two hypotheses."""
        if sum(counts) == 0:
            return 0.0
        regular = [n + REGULAR for n in counts]
        total = sum(regular)
        observed = [n / total for n in regular]
        no, yes = (likeliest(observed, score_of(elo)) for elo in (self.low, self.high))
        return total * sum(p * math.log(q1 / q0) for p, q0, q1 in zip(observed, no, yes, strict=True))

    def decision(self, counts: Sequence[int]) -> bool | None:
        """True for `high`, False for `low`, None if the data do not decide yet."""
        least, most = self.bounds
        ratio = self.ratio(counts)
        return True if ratio >= most else False if ratio <= least else None


def likeliest(observed: Sequence[float], mean: float) -> list[float]:
    """The maximum-likelihood distribution over the five scores among those with this mean.

    It is p / (1 + x (score - mean)) for the one x at which its mean is right; the condition is strictly decreasing in
    x, so bisection finds it.
    """
    low, high = -1 / (SCORES[-1] - mean), 1 / (mean - SCORES[0])
    for _ in range(200):
        x = (low + high) / 2
        excess = sum(p * (s - mean) / (1 + x * (s - mean)) for p, s in zip(observed, SCORES, strict=True))
        if high - low < 1e-13 * (1 + abs(x)):
            break
        low, high = (x, high) if excess > 0 else (low, x)
    return [p / (1 + x * (s - mean)) for p, s in zip(observed, SCORES, strict=True)]
