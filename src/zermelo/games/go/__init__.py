"""Go on boards of 1 to 19 lines a side.

  A B C D E
5 . . . . .
4 . X O . .
3 X . X O .       White has just taken a stone on C4... see docs/go.md
2 . X O . .
1 . . . . .
"""

from __future__ import annotations

from zermelo.games.go.knowledge import Knowledge
from zermelo.games.go.rules import NONE, Board
from zermelo.games.go.text import Text

__all__ = ["NONE", "Board", "Go"]


class Go(Knowledge, Text):
    """Surround more of the board than the other."""
