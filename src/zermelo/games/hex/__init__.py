"""Hex: connect your two sides of a board of hexagons.

    a b c d e
  1 . . . . .
   2 . . . . .        Red connects the upper and the lower edge, and begins;
    3 . . . . .       Blue connects the left and the right one
     4 . . . . .
      5 . . . . .

rules.py        the stones in a grid with a rim, chains, and the rules: begin here
knowledge.py    bridges: in playouts, and for move ordering
text.py         boards and moves, read and written
picture.py      the board drawn
"""

from __future__ import annotations

from zermelo.games.hex.knowledge import Knowledge
from zermelo.games.hex.picture import Picture
from zermelo.games.hex.rules import SWAP, Stones

__all__ = ["SWAP", "Hex", "Stones"]


class Hex(Knowledge, Picture):
    """Place a stone on an empty cell; connect your two sides of the board to win. Red is player 0, from top to bottom.

    One of the players always wins, and the one who begins has a great advantage. With `swap`, Blue may therefore answer
    the first stone by taking it over: it becomes Blue's, mirrored so that it stands to Blue's sides as it stood to
    Red's, and Red is to move.

    Encoding: an action is a cell, numbered in reading order with a rim around the board: a1 is `size + 3`. 0 is the
    swap.
    """
