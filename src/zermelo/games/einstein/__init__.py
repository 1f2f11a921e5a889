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
    """Move the stone that the die names towards the far corner; who reaches it or captures every stone wins.

    If the stone of that number is gone, the next lower or the next higher one that is left moves. A stone goes one cell
    right, down, or both at once (O: left, up, or both), and captures whatever stands there, its own side's stones too.
    X is player 0 and begins.

    There are 1, 3, 6 or 10 `stones` a side, and the die has as many sides. They begin in the corner. With
    `placing=fixed` they stand there as `x_order` and `o_order` say: the numbers in reading order, like "6,5,4,3,2,1",
    for O from its own corner. With `players` each player places them, 1 first, X before O; with `chance` every placing
    is equally likely.

    An action is `stone * 3 + direction`, the stones counted from 0, with the directions 0 along the column, 1 along the
    row, 2 both. Where a stone is placed it is the cell, and where the die is rolled it is the number that it shows.
    """

    title = "EinStein würfelt nicht!"
