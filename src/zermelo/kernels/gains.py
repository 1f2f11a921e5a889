"""The reward that selection in Monte Carlo tree search maximises, if that is not the utility itself."""

from __future__ import annotations

from zermelo.kernels.tree_memory import MctsMemory


def gain_of(m: MctsMemory, utility: float) -> float:
    """The reward for a utility: a blend of the utility itself and of win, draw or loss.

    A win counts as the greatest utility, a loss as the least. If who wins matters more than by how much, the search
    takes risks that cost points but save the game.
    """
    won = 1.0 if utility > m.draw else -1.0 if utility < m.draw else 0.0
    return (1.0 - m.winning) * utility + m.winning * (m.draw + 0.5 * m.span * won)
