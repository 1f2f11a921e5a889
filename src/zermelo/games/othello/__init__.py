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
knowledge.py    move ordering, evaluation, and symmetries
text.py         boards and squares, read and written
picture.py      the board drawn

The code for enclosing discs is shared with Rolit: see `shared/discs.py`.
"""

from __future__ import annotations

from zermelo.games.othello.knowledge import Knowledge
from zermelo.games.othello.picture import Picture
from zermelo.games.othello.rules import PASS, Board

__all__ = ["PASS", "Board", "Othello"]


class Othello(Knowledge, Picture):
    """Place a disc so that opposing discs lie in a straight line between it and one of yours: they become yours.

    X, who has the black discs, is player 0 and begins. A player without a move passes; play is over when neither player
    has a move. The utility is the difference in discs. Empty squares count for nobody, unless `empty_to_winner` gives
    them to the winner, as in tournaments.

    Encoding: the squares are numbered in reading order, and so are the actions: a1 is 0, h1 is 7 and h8 is 63; 64 is a
    pass. A smaller board lies in the middle of these 64 squares.
    """
