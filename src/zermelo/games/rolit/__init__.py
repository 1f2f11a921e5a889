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
knowledge.py    move ordering, evaluation, and symmetries
text.py         boards and squares, read and written
picture.py      the board drawn

The code for enclosing balls is shared with Othello: see `shared/discs.py`.
"""

from __future__ import annotations

from zermelo.games.rolit.knowledge import Knowledge
from zermelo.games.rolit.picture import Picture
from zermelo.games.rolit.rules import Balls

__all__ = ["Balls", "Rolit"]


class Rolit(Knowledge, Picture):
    """Place a ball so that others lie in a straight line between it and one of yours: they turn to your colour.

    For 2 to 4 players, who move in turn. A ball has to enclose others if that is possible anywhere; if not, it may go
    to any square next to another ball, also diagonally. Play begins with one ball of each colour in the middle, also of
    colours that nobody plays. Play is over when the board is full, and the player with the most balls wins. (These are
    the printed rules of the publisher, Goliath.)

    The utility of a player is the sum of the differences in balls to each other player.

    Encoding: the squares are numbered in reading order, and so are the actions: a1 is 0, h1 is 7 and h8 is 63. A
    smaller board lies in the middle of these 64 squares.
    """
