"""Three, six and nine men's morris.

7 .     .     .
6   .   .   .
5     . . .
4 . . .   . . .         nine men's morris; six men's has two squares, three men's one and its centre
3     . . .
2   .   .   .
1 .     .     .
  a b c d e f g

lines.py        the points of the boards, and the lines between them
rules.py        the men as two sets of points, and the rules: begin here
text.py         boards and moves, read and written
picture.py      the board drawn
"""

from __future__ import annotations

from zermelo.games.morris.picture import Picture
from zermelo.games.morris.rules import Men

__all__ = ["Men", "Morris"]


class Morris(Picture):
    """Place your men on the points, then move them along the lines. Three in a line are a mill. X begins.

    With three men (`men=3`, the default) a mill wins at once: any of the eight lines through three points, and men move
    along the lines to the next point. With six or nine men, closing a mill takes one man of the other off the board:
    one that is not in a mill, unless all are. A player who has fewer than three men left, or no move, loses. With
    `flying`, a player with three men left moves to any empty point; by default only with nine men. Play that never ends
    is a draw.

    Encoding: an action is `to | (from + 1) << 5 | (taken + 1) << 10`, where 0 for `from` or `taken` means none. Points
    are numbered in reading order.
    """
