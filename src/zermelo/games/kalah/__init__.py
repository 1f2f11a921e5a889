"""Kalah: sow the seeds of a pit around the board, one by one, and bring as many as you can into your store.

    6   5   4   3   2   1       MIN's pits
  ┌───┬───┬───┬───┬───┬───┐
0 │ 4 │ 4 │ 4 │ 4 │ 4 │ 4 │
  ├───┼───┼───┼───┼───┼───┤     seeds go round anticlockwise: along your
  │ 4 │ 4 │ 4 │ 4 │ 4 │ 4 │ 0   pits, into your store on their right,
  └───┴───┴───┴───┴───┴───┘     along the other's pits
    1   2   3   4   5   6       MAX's pits

rules.py        each side of the board as one number, and the rules: begin here
knowledge.py    move ordering, evaluation, and what the stores decide
text.py         boards, read and written
picture.py      the board drawn
"""

from __future__ import annotations

from zermelo.games.kalah.knowledge import Knowledge
from zermelo.games.kalah.picture import Picture
from zermelo.games.kalah.rules import Sides

__all__ = ["Kalah", "Sides"]


class Kalah(Knowledge, Picture):
    """Sow the seeds of one of your pits; the last one may win another turn, or capture.

    The seeds fall one by one into the pits that follow and into your store, not into the other's. If the last one falls
    into your store, you move again. If it falls into an empty pit of yours and there are seeds in the pit opposite,
    these and the last seed go into your store. Play ends when one player's pits are empty; the seeds that are left
    belong to the player in whose pits they lie.

    Utility is 1, 0 or −1 for more, the same number or fewer seeds than the other; with `scored` it is the difference.

    Encoding: an action is the number of a pit, from 0, in the order of sowing.
    """
