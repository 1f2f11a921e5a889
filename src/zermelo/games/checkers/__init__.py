"""Checkers (English draughts) on the dark squares of an 8 by 8 board.

     b   b   b   b     1-4
   b   b   b   b       5-8
     b   b   b   b     9-12
   .   .   .   .      13-16       black begins, and goes down
     .   .   .   .    17-20
   w   w   w   w      21-24
     w   w   w   w    25-28
   w   w   w   w      29-32

squares.py      the 32 squares as bits, and the steps between them
rules.py        the pieces as sets of squares, and the rules: begin here
jumps.py        the jumps of a piece, one after another
knowledge.py    move ordering, evaluation, and quiescence
text.py         the squares that a move visits
picture.py      the board drawn

Boards, FEN and moves as text, the picture, and the numbers of positions with few pieces, for tables, are those of all
draughts: `shared/draughts/`.
"""

from __future__ import annotations

from zermelo.games.checkers.knowledge import Knowledge
from zermelo.games.checkers.picture import Picture
from zermelo.games.shared.draughts.numbering import Numbering
from zermelo.games.shared.draughts.rules import Pieces

__all__ = ["Checkers", "Pieces"]


class Checkers(Knowledge, Numbering, Picture):
    """Move diagonally, capture by jumping, and reach the far row to be crowned. Black is player 0 and begins.

    A man moves and jumps forward only; a king, in all four directions. A player who can jump has to, with any of the
    pieces that can, and has to go on jumping with the same piece as long as it can. A man that reaches the far row is
    crowned, and its turn ends. A player who has no move loses. Play that never ends is a draw; with `quiet_moves=40`,
    play is drawn after 40 moves of each player without a capture and without a move of a man.

    Encoding: an action is a square and a path in one integer: see `jumps.py`.
    """
