"""Domineering: one player lays dominoes upright, the other across; who finds no room loses.

  a b c d
1 . . . .
2 # . . .       Vertical began with a2-a3, Horizontal answered c4-d4;
3 # . . .       now Vertical is to move
4 . . # #

rules.py        the board as a set of cells, and the rules: begin here
knowledge.py    safe moves, what they decide, which boards are the same
text.py         boards and dominoes, read and written
picture.py      the board drawn
"""

from __future__ import annotations

from zermelo.games.domineering.knowledge import Knowledge
from zermelo.games.domineering.picture import Picture
from zermelo.games.domineering.rules import Cells

__all__ = ["Cells", "Domineering"]


class Domineering(Knowledge, Picture):
    """Cover two free cells, one above the other (player 0) or side by side (player 1); who cannot, loses.

    An action is the upper or the left cell of a domino, the cells numbered in reading order.

    `first` is the player who begins: 0 lays upright, 1 across.
    """
