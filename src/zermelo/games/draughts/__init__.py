"""International draughts on the dark squares of a 10 by 10 board.

     b   b   b   b   b     1-5
   b   b   b   b   b       6-10
     b   b   b   b   b    11-15
   b   b   b   b   b      16-20
     .   .   .   .   .    21-25
   .   .   .   .   .      26-30       white begins, and goes up
     w   w   w   w   w    31-35
   w   w   w   w   w      36-40
     w   w   w   w   w    41-45
   w   w   w   w   w      46-50

squares.py      the 50 squares as bits, and the steps between them
rules.py        the rules: begin here
captures.py     the longest captures of a piece, counted and numbered
knowledge.py    move ordering, evaluation, and quiescence
text.py         the squares that a move visits
picture.py      the board drawn

Boards, FEN and moves as text, the picture, and the numbers of positions with few pieces, for tables, are those of all
draughts: `shared/draughts/`.
"""

from __future__ import annotations

from zermelo.games.draughts.knowledge import Knowledge
from zermelo.games.draughts.picture import Picture
from zermelo.games.shared.draughts.numbering import Numbering
from zermelo.games.shared.draughts.rules import Pieces

__all__ = ["Draughts", "Pieces"]


class Draughts(Knowledge, Numbering, Picture):
    """Move diagonally, capture as many pieces as you can, and reach the far row. White is player 0 and begins.

    A man moves one step forward, and captures forward and backward by jumping over a piece beside it. A king moves any
    number of empty squares in any direction, and captures a piece from afar, to land on any empty square behind it. A
    player who can capture has to, and has to take as many pieces as possible. The pieces are taken off when the whole
    capture is over, and none may be jumped twice. A man is crowned if its move ends on the far row, not if it only
    passes there. A player who has no move loses. Play that never ends is a draw; with `quiet_moves=25`, play is drawn
    after 25 moves of each player without a capture and without a move of a man.

    Encoding: an action is `start | end << 6 | taken << 7`: the bits of two squares, and the set of captured pieces.
    """

    title = "International draughts"
