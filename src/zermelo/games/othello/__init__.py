"""Othello on a board of 4, 6 or 8 squares a side.

  a b c d e f g h
1 . . . . . . . .
2 . . . . . . . .
3 . . . . . . . .
4 . . . O X . . .       where play begins: X may take d3, c4, f5 or e6
5 . . . X O . . .
6 . . . . . . . .
7 . . . . . . . .
8 . . . . . . . .

rules.py        the board as sets of squares, and the rules: begin here
knowledge.py    which squares to try first, what a board is worth, and its symmetries
text.py         boards and squares, read and written
picture.py      the board drawn

The lines along which discs are closed in are the same as in Rolit: see `shared/discs.py`.
"""

from __future__ import annotations

from zermelo.games.othello.knowledge import Knowledge
from zermelo.games.othello.picture import Picture
from zermelo.games.othello.rules import PASS, Board

__all__ = ["PASS", "Board", "Othello"]


class Othello(Knowledge, Picture):
    """Place a disc so that discs of the other lie in a straight line between it and one of yours: they become yours.

    X, who has the black discs, is player 0 and begins. Who has no move passes, and when neither has one play is over.
    The utility is the difference in discs as they lie: squares left empty count for nobody, unless `empty_to_winner`
    says that they are the winner's, as they are in tournaments.

    The squares are numbered in reading order, and so are the actions: a1 is 0, h1 is 7 and h8 is 63; 64 is a pass.
    A smaller board lies in the middle of these 64 squares.
    """
