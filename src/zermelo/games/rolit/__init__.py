"""Rolit: Othello for two, three or four, with balls that can show any of four colours.

  a b c d e f g h
1 . . . . . . . .
2 . . . . . . . .
3 . . . . . . . .
4 . . . R Y . . .       where play begins: R may take f4, d6 or f6
5 . . . B G . . .
6 . . . . . . . .
7 . . . . . . . .
8 . . . . . . . .

rules.py        the balls of each colour as sets of squares, and the rules: begin here
knowledge.py    which squares to try first, what a board is worth, and its symmetries
text.py         boards and squares, read and written
picture.py      the board drawn

The lines along which balls are closed in are the same as in Othello: see `shared/discs.py`.
"""

from __future__ import annotations

from zermelo.games.rolit.knowledge import Knowledge
from zermelo.games.rolit.picture import Picture
from zermelo.games.rolit.rules import Balls

__all__ = ["Balls", "Rolit"]


class Rolit(Knowledge, Picture):
    """Place a ball so that others lie in a straight line between it and one of yours: they show your colour then.

    From 2 to 4 players, by turns. A ball has to close in others, if that is possible anywhere; if not, it may go to any
    square next to another ball, diagonally too. One ball of each colour lies in the middle to begin with, also of a
    colour that nobody plays. Play is over when the board is full, and who has the most balls wins. (The rules are those
    that Goliath, the maker, prints.)

    Each player gets from each other as many points as it has more balls: with two players, the difference.

    The squares are numbered in reading order, and so are the actions: a1 is 0, h1 is 7 and h8 is 63. A smaller board
    lies in the middle of these 64 squares.
    """
