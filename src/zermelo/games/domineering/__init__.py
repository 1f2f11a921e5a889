"""Domineering: one player places vertical dominoes, the other horizontal ones; a player who cannot move loses.

  a b c d
1 . . . .
2 # . . .       Vertical began with a2-a3, Horizontal answered c4-d4;
3 # . . .       now Vertical is to move
4 . . # #

rules.py        the board as a set of cells, and the rules: begin here
knowledge.py    safe moves, what they decide, and symmetry
text.py         boards and dominoes, read and written
picture.py      the board drawn
"""

from __future__ import annotations

from zermelo.games.domineering.knowledge import Knowledge
from zermelo.games.domineering.picture import Picture
from zermelo.games.domineering.rules import Cells

__all__ = ["Cells", "Domineering"]


class Domineering(Knowledge, Picture):
    """Cover two free cells, one above the other (player 0) or side by side (player 1). If you cannot, you lose.

    Encoding: an action is the upper or the left cell of a domino, the cells numbered in reading order.

    `first` is the player who begins: 0 places vertical dominoes, 1 horizontal ones.
    """
