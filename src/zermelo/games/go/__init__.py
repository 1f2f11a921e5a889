"""Go on boards of 1 to 19 lines a side.

  A B C D E
5 . . . . .
4 . X O . .
3 X . X O .       a ko: if White takes C3 by B3, Black must not take back at once
2 . X O . .
1 . . . . .

rules.py        the board as sets of points, and the rules: begin here
life.py         chains that cannot be captured any more: bounds on the value
knowledge.py    playouts, move ordering, evaluation, and symmetries
patterns.py     the patterns of three by three points that playouts follow
ownership.py    who owns each point in the end, by playouts
text.py         boards and points, read and written
picture.py      the board drawn

Games in the Smart Game Format are read and written by `play/sgf.py`.
"""

from __future__ import annotations

from zermelo.core.game import Cell
from zermelo.games.go.knowledge import Knowledge
from zermelo.games.go.ownership import estimated_owners
from zermelo.games.go.picture import Picture
from zermelo.games.go.rules import NONE, Board

__all__ = ["NONE", "Board", "Go"]


class Go(Knowledge, Picture):
    """Surround more of the board than the opponent. Black is player 0 and begins.

    A stone is placed on an empty point, and the opponent's chains without a liberty are taken off. Two passes in a row
    end the game. The area of a player is the player's stones, all of which count as alive, and the empty points that
    only they reach (Tromp and Taylor's rules). The utility is the difference of the areas, with komi for White; with
    `scoring` "win" it is 1, 0 or -1.

    `ko` "positional" forbids every move that recreates an earlier position of the board, whoever is to move; "simple"
    forbids only the immediate recapture of a single stone. Suicide, a stone without a liberty, is forbidden; with
    `suicide` it is allowed if its chain has at least two stones, and the chain is taken off.

    Encoding: a point is numbered by its row from the top and its column, `row * (size + 1) + column`; a pass is
    `size * (size + 1)`.
    """

    def ownership(self, s: Board, seed: int) -> dict[Cell, float]:
        """The estimated owner of each point at the end, by playouts."""
        rows = estimated_owners(self, s, seed=seed)
        return {(r, c): owner for r, row in enumerate(rows) for c, owner in enumerate(row)}
