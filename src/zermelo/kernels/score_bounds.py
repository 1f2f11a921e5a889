"""Proofs in Monte Carlo tree search: bounds on the minimax value, which no playout can change.

Bounds only ever become narrower, and each follows from the children's. So a thread may read them while another writes
them: what it reads was true, and stays true.
"""

from __future__ import annotations

from zermelo.core.game import CHANCE, MAX
from zermelo.kernels.tree_memory import MctsMemory


def is_proved(m: MctsMemory, node: int) -> bool:
    """Whether the exact value of a node is known."""
    return m.use_proofs and m.lows[node] >= m.highs[node]


def is_settled(m: MctsMemory, node: int, child: int) -> bool:
    """Whether further visits are useless: the value is known, or proved to be no better than another child's.

    A node that is not proved has a child that is not settled.
    """
    if not m.use_proofs:
        return False
    if m.movers[node] == MAX:
        return m.highs[child] <= max(m.lows[node], m.lows[child])
    return m.lows[child] >= min(m.highs[node], m.highs[child])


def tighten(m: MctsMemory, node: int) -> bool:
    """Backs up bounds and evaluations from the children of a node. Returns whether a bound has become narrower."""
    if m.width > 1:
        return False
    if m.implicit > 0.0:
        back_up_guess(m, node)
    if not m.use_proofs:
        return False
    first, last, mover = m.firsts[node], m.firsts[node] + m.counts[node], m.movers[node]
    low, high = m.lows[first], m.highs[first]
    if mover == CHANCE:
        low, high = bounds_of_chance(m, first, last)
    for child in range(first + 1, last if mover != CHANCE else first):
        if mover == MAX:
            low, high = max(low, m.lows[child]), max(high, m.highs[child])
        else:
            low, high = min(low, m.lows[child]), min(high, m.highs[child])
    if low <= m.lows[node] and high >= m.highs[node]:
        return False
    m.lows[node], m.highs[node] = max(low, m.lows[node]), min(high, m.highs[node])
    return True


def bounds_of_chance(m: MctsMemory, first: int, last: int) -> tuple[float, float]:
    """The mean of the outcomes, if all are proved; else no bounds."""
    low = 0.0
    is_known = True
    for child in range(first, last):
        value = m.lows[child]  # read once: another thread may prove the child meanwhile
        low += m.priors[child] * value
        is_known = is_known and value >= m.highs[child]
    return (low, low) if is_known else (m.least, m.greatest)


def back_up_guess(m: MctsMemory, node: int) -> None:
    """Backs up evaluations by minimax: that of the best child for the mover; where chance moves, the mean."""
    first, last, mover = m.firsts[node], m.firsts[node] + m.counts[node], m.movers[node]
    guess = 0.0 if mover == CHANCE else m.guesses[first]
    for child in range(first, last):
        if mover == CHANCE:
            guess += m.priors[child] * m.guesses[child]
        else:
            guess = max(guess, m.guesses[child]) if mover == MAX else min(guess, m.guesses[child])
    m.guesses[node] = guess
