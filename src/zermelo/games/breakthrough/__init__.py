"""Breakthrough: pawns step forward and capture diagonally; the first player to reach the far row wins.

6 b b b b b
5 b b b b b
4 . . . . .         white begins, and goes up
3 . . . . .
2 w w w w w
1 w w w w w
  a b c d e

rules.py        the pawns as two sets of cells, and the rules: begin here
knowledge.py    move ordering, candidate moves, evaluation, and symmetry
text.py         boards and moves, read and written
picture.py      the board drawn
"""

from __future__ import annotations

from zermelo.games.breakthrough.knowledge import Knowledge
from zermelo.games.breakthrough.picture import Picture
from zermelo.games.breakthrough.rules import Pawns

__all__ = ["Breakthrough", "Pawns"]


class Breakthrough(Knowledge, Picture):
    """Step forward, straight or diagonally, to an empty cell, or capture diagonally. White is player 0.

    A player who reaches the far row or captures every pawn wins. Each side begins with two rows of pawns; with one, if
    the board has fewer than six rows. There is always a move: the foremost pawn has no pawn of its own side ahead of
    it, and at least one of the two cells diagonally ahead of it is on the board.

    Encoding: an action is a cell and a direction in one integer: `cell * 3 + direction`. Cells are numbered from a1
    along the rows; the directions are 0 to the left, 1 straight ahead, 2 to the right, as White sees them.
    """
