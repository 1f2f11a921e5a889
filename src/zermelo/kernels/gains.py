"""What selection in Monte Carlo tree search goes by, where that is not the utility itself."""

from __future__ import annotations

from zermelo.kernels.tree_memory import MctsMemory


def gain_of(m: MctsMemory, utility: float) -> float:
    """What selection takes a utility to be worth: a blend of the utility and of the best or worst there is.

    It is the latter if the utility is more, or less, than a draw. Where by how much matters less than who wins, risks
    that cost points but save the game are seen to be worth it.
    """
    won = 1.0 if utility > m.draw else -1.0 if utility < m.draw else 0.0
    return (1.0 - m.winning) * utility + m.winning * (m.draw + 0.5 * m.span * won)
