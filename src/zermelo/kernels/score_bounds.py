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
    """Whether a further visit gains nothing: the value is known, or proved to be no better than another child's.

    As long as a node is not proved it has a child that is not settled.
    """
    if not m.use_proofs:
        return False
    if m.movers[node] == MAX:
        return m.highs[child] <= max(m.lows[node], m.lows[child])
    return m.lows[child] >= min(m.highs[node], m.highs[child])


def tighten(m: MctsMemory, node: int) -> bool:
    """Backs up bounds and evaluations from the children of a node; whether a bound has become better."""
    first, last, mover = m.firsts[node], m.firsts[node] + m.counts[node], m.movers[node]
    if m.width > 1:
        return False
    low, high, guess = m.lows[first], m.highs[first], m.guesses[first]
    if mover == CHANCE:
        low = high = guess = 0.0
        is_known = True
        for child in range(first, last):
            value = m.lows[child]  # read once: another thread may prove the child meanwhile
            low += m.priors[child] * value
            guess += m.priors[child] * m.guesses[child]
            is_known = is_known and m.use_proofs and value >= m.highs[child]
        low, high = (low, low) if is_known else (m.least, m.greatest)
    for child in range(first + 1, last if mover != CHANCE else first):
        if mover == MAX:
            low, high = max(low, m.lows[child]), max(high, m.highs[child])
            guess = max(guess, m.guesses[child])
        else:
            low, high = min(low, m.lows[child]), min(high, m.highs[child])
            guess = min(guess, m.guesses[child])
    m.guesses[node] = guess
    if not m.use_proofs or (low <= m.lows[node] and high >= m.highs[node]):
        return False
    m.lows[node], m.highs[node] = max(low, m.lows[node]), min(high, m.highs[node])
    return True
