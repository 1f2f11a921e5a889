"""Gomoku: five in a row on a board of 15 by 15.

5 . . . . .
4 . . o . .
3 . x x x .        x to move makes an open four, and wins
2 . . o . .
1 . . . . .
  a b c d e

rules.py        the stones as two sets of points, lines through the last stone, and the rules: begin here
knowledge.py    threats: points that make five, and lines of five that are still open
text.py         boards and moves, read and written
picture.py      the board drawn
"""

from __future__ import annotations

from zermelo.games.gomoku.knowledge import Knowledge
from zermelo.games.gomoku.picture import Picture
from zermelo.games.gomoku.rules import Stones

__all__ = ["Gomoku", "Stones"]


class Gomoku(Knowledge, Picture):
    """Place stones in turn; the first to have five in a row wins. With `standard`, exactly five. Black is player 0.

    A row is horizontal, vertical or diagonal. In freestyle gomoku, the default, more than five stones in a row win too;
    in standard gomoku such an overline counts for nothing. A full board without a row is a draw.

    Encoding: an action is a point: `(size + 1) * row + column`, both counted from 0 at a1, the lower left corner.
    """
