"""2048: push all tiles to one side; two that are equal and meet become one of twice their number.

┌────┬────┬────┬────┐       ┌────┬────┬────┬────┐
│  2 │    │  2 │  4 │       │  4 │  4 │    │    │
├────┼────┼────┼────┤ left  ├────┼────┼────┼────┤     and then a new tile, a 2 or
│    │  8 │    │  8 │  ──▶  │ 16 │    │    │    │     now and then a 4, comes up
└────┴────┴────┴────┘       └────┴────┴────┴────┘     in one of the empty cells

rules.py        the board as one number, and the rules: begin here
rows.py         what a push does to a row, looked up in a table
knowledge.py    evaluation and symmetries
text.py         boards and moves, read and written
picture.py      the board drawn
"""

from __future__ import annotations

from dataclasses import replace

from zermelo.core.kind import Kind
from zermelo.games.twenty48.knowledge import Knowledge
from zermelo.games.twenty48.picture import Picture
from zermelo.games.twenty48.rows import DOWN, LEFT, RIGHT, UP
from zermelo.games.twenty48.rules import SPAWN, Tiles

__all__ = ["DOWN", "LEFT", "RIGHT", "SPAWN", "UP", "Tiles", "Twenty48"]


class Twenty48(Knowledge, Picture):
    """Push the tiles together until a tile reaches `target`. New tiles come by chance, or from an adversary.

    Play begins with two tiles, and one is added after every push: a 2, or with probability 0.1 a 4, in an empty cell
    with equal probabilities. With `spawner` "adversary", a second player places them. A push has to move something; a
    player who cannot push has lost. The rules are those of Gabriele Cirulli's game of 2014.

    Utility is 1 if the target was reached and 0 if not, so that a value is a probability. With `target` 0 play goes on
    until no push is possible, and the utility is the score: the sum of all tiles made by joining two.

    Encoding: cells are numbered in reading order on a board of 4 by 4, of which a smaller board is the upper left part.
    The action that brings a tile is the bit that it sets: four times the number of the cell, and one more for a 4.
    """

    title = "2048"
    chance_name = "tile"

    @property
    def name(self) -> str:
        """The name of the game, which is not a valid module name."""
        return "2048"

    @property
    def kind(self) -> Kind:
        """It is not stochastic if an adversary brings the tiles."""
        return replace(super().kind, stochastic=self.spawner == "chance")
