"""The mean of a node whose outcomes are decided by chance or by an opponent who errs."""

from __future__ import annotations

from zermelo.core.opponents import Rule, set_odds
from zermelo.kernels.search_memory import SearchMemory


def weigh(m: SearchMemory, first: int, last: int, who: int) -> None:
    """Computes the probability of each action of an opponent who errs, by the opponent's rule: see `core.opponents`."""
    for i in range(first, last):
        m.ties[i] = m.outcomes[i * m.players + who]  # a row that only nodes of choice use otherwise
    set_odds(Rule(m.others, m.odds, m.size, False), m.ties, m.ranks, first, last)


def take_mean(m: SearchMemory, here: int, first: int, last: int) -> None:
    """Sets the vector of a node to the mean of its outcomes, player by player."""
    players = m.players
    for p in range(players):
        total = 0.0
        for i in range(first, last):
            total += m.ranks[i] * m.outcomes[i * players + p]
        m.vectors[here + p] = total
