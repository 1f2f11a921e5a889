"""Dobutsu shogi (animal shogi, "Let's catch the lion!"): shogi on twelve cells.

4 g l e
3 . c .         Forest (capitals) begins, and goes up
2 . C .
1 E L G
  a b c

rules.py        the cells and hands as numbers, and the rules: begin here
knowledge.py    move ordering, evaluation, and symmetry
text.py         boards and moves, read and written
picture.py      the board drawn
"""

from __future__ import annotations

from zermelo.games.dobutsu.knowledge import Knowledge
from zermelo.games.dobutsu.picture import Picture
from zermelo.games.dobutsu.rules import Animals

__all__ = ["Animals", "Dobutsu"]


class Dobutsu(Knowledge, Picture):
    """Catch the other's lion, or bring your own safely to the far row. Forest is player 0 and begins.

    All animals go one step: the lion in all directions, the giraffe straight, the elephant diagonally, the chick
    forward. A chick that goes to the far row becomes a hen, which goes everywhere but diagonally backwards. An animal
    that is captured goes into the hand of its captor, a hen as a chick, and may be dropped on any empty cell instead of
    a move; a chick that is dropped on the far row stays a chick. A lion that is on the far row wins if the other
    player cannot capture it at once, or could and did not. Play that never ends is a draw.

    Encoding: an action is a number: `start * 12 + end` for a move, and `144 + (animal - 1) * 12 + end` for a drop.
    """

    title = "Dobutsu shogi"
