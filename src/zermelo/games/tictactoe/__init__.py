"""Tic-tac-toe on a board of any size: m, n, k.

  a   b   c
1 X │   │ O
  ──┼───┼──
2   │ X │           X began; O is to move, and must stop c3
  ──┼───┼──
3   │   │

rules.py        the board as two numbers, and the rules: begin here
knowledge.py    the two evaluations of the lectures, and symmetries
text.py         boards and cells, read and written
picture.py      the board drawn
"""

from __future__ import annotations

from zermelo.games.tictactoe.knowledge import Knowledge
from zermelo.games.tictactoe.picture import Picture
from zermelo.games.tictactoe.rules import Board

__all__ = ["Board", "TicTacToe"]


class TicTacToe(Knowledge, Picture):
    """Take cells in turn; the first to have `row` cells in a straight line wins. X is player 0.

    A full board without such a line is a draw.

    Encoding: actions number the cells in reading order.

    The evaluation "lines" adds up 3^(n−1) for each line that holds n stones of one side and none of the other: for
    the usual board 3·X2 + X1 − 3·O2 − O1. The evaluation "open" counts lines open for X, less those open for O.
    """

    title = "Tic-tac-toe"
