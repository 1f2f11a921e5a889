"""Selection in Monte Carlo tree search: the child to follow, by UCB1, UCB1-tuned or PUCT, with their extensions.

Playouts that have begun below a child but not ended count as visits in the exploration terms, but not in means: so
other threads prefer other children, and no mean is distorted.
"""

from __future__ import annotations

from math import inf, log, sqrt

from zermelo.core.game import CHANCE, MAX
from zermelo.kernels.amaf import blended, refer
from zermelo.kernels.gains import gain_of
from zermelo.kernels.score_bounds import is_proved, is_settled
from zermelo.kernels.tree_memory import PUCT, ROOT, TUNED, MctsMemory
from zermelo.kernels.tuning import EVEN_CREDIT
from zermelo.native.draws import draw_fraction, next_draw


def select(m: MctsMemory, node: int) -> int:
    """The child to follow: the first with the highest score; where chance moves, a random one."""
    if node == ROOT and m.forced >= 0:
        return m.firsts[ROOT] + m.forced
    mover = m.movers[node]
    if mover == CHANCE:
        return drawn_outcome(m, node)
    best = first = m.firsts[node]
    top = -inf
    tries = tries_of(m, node)
    logarithm = log(float(tries)) if tries > 0 else 0.0
    reference = refer(m, node, mover) if m.use_amaf else -1
    for i in range(considered(m, node)):
        child = first + i
        if is_settled(m, node, child):
            continue
        score = score_of(m, node, child, mover, logarithm, reference)
        if score > top:
            best, top = child, score
            if top == inf:  # no other score is higher
                break
    return best


def tries_of(m: MctsMemory, node: int) -> int:
    """The visits of a node, including playouts that have begun but not ended."""
    return m.visits[node] + m.pending[node] if m.threads > 1 else m.visits[node]


def considered(m: MctsMemory, node: int) -> int:
    """The number of children that are considered; with progressive widening it grows with the visits.

    If all of these are settled, all children are considered.
    """
    count = m.counts[node]
    if m.widening == 0.0:
        return count
    some = min(count, 1 + int(m.widening * sqrt(float(m.visits[node]))))
    for child in range(m.firsts[node], m.firsts[node] + some):
        if not is_settled(m, node, child):
            return some
    return count


def drawn_outcome(m: MctsMemory, node: int) -> int:
    """A child of a chance node, drawn by probability."""
    m.random = next_draw(m.random)
    left = draw_fraction(m.random)
    first, count = m.firsts[node], m.counts[node]
    for child in range(first, first + count):
        left -= m.priors[child]
        if left < 0.0:
            return child
    return first + count - 1


def score_of(m: MctsMemory, node: int, child: int, mover: int, logarithm: float, reference: int) -> float:
    """The score by which a child is selected: the sum of an exploitation term and an exploration term."""
    tries = tries_of(m, child)
    if tries == 0 and m.first_play < 0.0 and m.rule != PUCT:
        return inf
    span = span_of(m)
    mean, own = exploited(m, node, child, mover, span), float(m.visits[child])
    if m.credit > 0.0:
        given = abs(m.credits[child]) + EVEN_CREDIT
        mean = (own * mean + credited(m, node, child, mover, span)) / (own + given)
        own += given
    if reference >= 0:
        mean = blended(m, child, reference, mean, own)
    if m.implicit > 0.0:
        guess = m.guesses[child] if mover == MAX else -m.guesses[child]
        mean = (1.0 - m.implicit) * mean + m.implicit * guess
    if m.bias > 0.0:
        mean += m.bias * span * m.priors[child] / (m.visits[child] + 1)
    if m.rule == PUCT:
        return mean + m.c * span * m.priors[child] * sqrt(float(tries_of(m, node))) / (1 + tries)
    tries = max(tries, 1)
    if m.rule == TUNED:
        spread = variance_of(m, child, mover) / (span * span) + sqrt(2.0 * logarithm / tries)
        return mean + 2.0 * m.c * span * sqrt(logarithm / tries * min(0.25, spread))
    return mean + m.c * span * sqrt(2.0 * logarithm / tries)


def exploited(m: MctsMemory, node: int, child: int, mover: int, span: float) -> float:
    """The exploitation term: the mover's mean at a child; for an unvisited child, first-play urgency."""
    if m.visits[child] > 0:
        return gain_for(m, child, mover)
    mean = gain_for(m, child, mover) if is_proved(m, child) else gain_for(m, node, mover)
    return mean - max(m.first_play, 0.0) * span


def credited(m: MctsMemory, node: int, child: int, mover: int, span: float) -> float:
    """The sum of the outcomes of a child's virtual playouts: some with its parent's mean, the others won or lost."""
    draw = m.draw if mover == MAX or m.width > 1 else -m.draw
    won, more = m.credits[child], abs(m.credits[child])
    return EVEN_CREDIT * gain_for(m, node, mover) + more * draw + 0.5 * span * won


def gain_for(m: MctsMemory, node: int, p: int) -> float:
    """A player's mean reward at a node: of its utilities, or of gains if `winning` is set."""
    if m.winning == 0.0:
        return mean_for(m, node, p)
    if m.width > 1:
        return m.gains[node * m.width + p] / max(m.visits[node], 1)
    mean = m.gains[node] / max(m.visits[node], 1)
    if m.use_proofs:
        mean = min(max(mean, gain_of(m, m.lows[node])), gain_of(m, m.highs[node]))
    return mean if p == MAX else -mean


def span_of(m: MctsMemory) -> float:
    """The difference of the greatest and the least utility: as declared, else among the playouts so far."""
    if m.span > 0.0:
        return m.span
    return m.greatest_seen - m.least_seen if m.greatest_seen > m.least_seen else 1.0


def mean_for(m: MctsMemory, node: int, p: int) -> float:
    """A player's mean utility at a node, but not beyond the node's proved bounds."""
    if m.width > 1:
        return m.totals[node * m.width + p] / max(m.visits[node], 1)
    mean = m.totals[node] / max(m.visits[node], 1)
    if m.use_proofs:
        mean = min(max(mean, m.lows[node]), m.highs[node])
    return mean if p == MAX else -mean


def variance_of(m: MctsMemory, node: int, p: int) -> float:
    """The variance of the utilities of a node's playouts to a player."""
    n = max(m.visits[node], 1)
    at = node * m.width + (p if m.width > 1 else 0)
    mean = m.totals[at] / n
    return max(m.squares[at] / n - mean * mean, 0.0)
