"""The root of a Monte Carlo tree search: noise on its priors, actions by temperature, and when a choice is decided.

Self-play needs the first two: without them one player repeats the same game.
"""

from __future__ import annotations

from math import exp, inf, log, sqrt
from random import Random

from zermelo.core.game import State
from zermelo.kernels.tree_memory import ROOT, MctsMemory
from zermelo.native.draws import Draws
from zermelo.native.memory import hash_of

TYPICAL_NOISE = 10.0
"""The parameter of the Dirichlet distribution is this, divided by the number of actions, unless one is given."""

CLOSE_VISITS = 0.5
"""Two actions are close if the second has this share of the visits of the first, or more."""

CLOSE_ERRORS = 2.0
"""They are close, too, if their means differ by no more than this many standard errors."""

ONE = 1 << 40
"""The resolution of the random fraction by which an action is drawn."""


def add_noise(m: MctsMemory, share: float, alpha: float | None, random: Random) -> None:
    """Mixes Dirichlet noise into the priors of the root: this share of them, on average the same for each action."""
    children = _children(m)
    shape = TYPICAL_NOISE / len(children) if alpha is None else alpha
    drawn = [random.gammavariate(shape, 1.0) for _ in children]
    total = sum(drawn)
    for child, noise in zip(children, drawn, strict=True):
        even = noise / total if total > 0 else 1 / len(children)  # each draw may be too small for a float
        m.priors[child] = (1.0 - share) * m.priors[child] + share * even


def drawn_child(m: MctsMemory, s: State, temperature: float, seed: int) -> int:
    """A child of the root, drawn in proportion to its visits to the power 1 / temperature.

    The number drawn depends on the seed and on s, so that the answers of one search do not jump.
    """
    children = _children(m)
    logs = [log(int(m.visits[child])) / temperature if m.visits[child] > 0 else -inf for child in children]
    most = max(logs)
    if most == -inf:
        return children[0]
    weights = [exp(value - most) for value in logs]
    left = Draws(seed, hash_of(s) >> 1).below(ONE) / ONE * sum(weights)
    for child, weight in zip(children, weights, strict=True):
        left -= weight
        if left < 0:
            return child
    return max(child for child, weight in zip(children, weights, strict=True) if weight > 0)


def nothing_can_change(m: MctsMemory, more: float) -> bool:
    """Whether the most visited action would stay so if all of `more` further playouts went to the second."""
    first, second = _two_best(m)
    return second is None or m.visits[second] + more < m.visits[first]


def is_close(m: MctsMemory) -> bool:
    """Whether the two most visited actions are so close that more playouts may well change the choice."""
    first, second = _two_best(m)
    if second is None or m.visits[second] < 2:
        return False
    if m.visits[second] >= CLOSE_VISITS * m.visits[first]:
        return True
    mover = int(m.movers[ROOT])
    at = mover if m.width > 1 else 0
    means, variances = [], 0.0
    for child in (first, second):
        n = int(m.visits[child])
        mean = float(m.totals[child * m.width + at]) / n
        means.append(mean)
        variances += max(float(m.squares[child * m.width + at]) / n - mean * mean, 0.0) / (n - 1)
    return abs(means[0] - means[1]) <= CLOSE_ERRORS * sqrt(variances)


def _two_best(m: MctsMemory) -> tuple[int, int | None]:
    """The two children of the root with the most visits; None if there is only one child."""
    first, second, *_ = [*sorted(_children(m), key=lambda child: -int(m.visits[child])), None]
    assert first is not None, "a root has children"
    return first, second


def _children(m: MctsMemory) -> range:
    first = int(m.firsts[ROOT])
    return range(first, first + int(m.counts[ROOT]))
