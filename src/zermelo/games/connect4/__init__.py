"""Connect Four on a board of any size up to 63 bits.

. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . O . . .       X began; O is to move, and must play 2 or 5
. . X X . . .
1 2 3 4 5 6 7

rules.py        the board as two numbers, and the rules: begin here
knowledge.py    move ordering, evaluation, and what can be ruled out without a search
text.py         boards and columns, read and written
picture.py      the board drawn
"""

from __future__ import annotations

from zermelo.games.connect4.knowledge import Knowledge
from zermelo.games.connect4.picture import Picture
from zermelo.games.connect4.rules import Board

__all__ = ["Board", "Connect4"]


class Connect4(Knowledge, Picture):
    """Drop stones into columns in turn; the first to have four in a straight line wins. X is player 0.

    A stone falls to the lowest free cell of its column. A full board without four in a line is a draw.

    Encoding: actions number the columns from 0. People count them from 1, and write a position as the columns played so
    far: "45461667".
    """

    title = "Connect Four"
