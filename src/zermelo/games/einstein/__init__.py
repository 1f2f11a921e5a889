"""EinStein würfelt nicht!: six numbered stones each, and a die that says which of them may move.

   a  b  c  d  e
1 X1 X2 X3  .  .
2 X4 X5  .  .  .        X goes right, down, or both at once, to the far corner e5;
3 X6  .  .  . O6        O goes left, up, or both at once, to a1
4  .  .  . O5 O4
5  .  . O3 O2 O1

rules.py        the stones of each side as one number, and the rules: begin here
placing.py      where the stones begin
knowledge.py    how far the stones are from their goal, and symmetry
text.py         boards and moves, read and written
picture.py      the board drawn
"""

from __future__ import annotations

from zermelo.games.einstein.knowledge import Knowledge
from zermelo.games.einstein.picture import Picture
from zermelo.games.einstein.rules import PLACING, Stones

__all__ = ["PLACING", "EinStein", "Stones"]


class EinStein(Knowledge, Picture):
    """Move the stone that the die names towards the far corner. Reach it or capture every stone to win.

    If that stone has been captured, the next lower or the next higher remaining one moves. A stone goes one cell right,
    down, or both at once (O: left, up, or both), and captures any stone there, also one of its own side.
    X is player 0 and begins.

    Each side has 1, 3, 6 or 10 `stones`, which is also the number of sides of the die. They begin in the corner. With
    `placing=fixed` their order is given by `x_order` and `o_order`: the numbers in reading order, like "6,5,4,3,2,1",
    for O from its own corner. With `players` each player places them, 1 first, X before O; with `chance` all placings
    are equally likely.

    Encoding: an action is `stone * 3 + direction`, the stones counted from 0, with the directions 0 along the column, 1
    along the row, 2 both. The action that places a stone is the cell, and that of a roll is the number on the die.
    """

    title = "EinStein würfelt nicht!"
