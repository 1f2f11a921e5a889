"""Battleship: find and sink the other's fleet, which is not seen.

first's sea       a to e are ships, capitals the cells of a ship that were hit
a b c d e      - is a shot that missed
1 a a a . .      x is a hit on a ship that is not seen; 1, the cell where the first ship was sunk
2 . - . . b
3 . . . . B
"""

from __future__ import annotations

from zermelo.games.battleship.knowledge import Knowledge
from zermelo.games.battleship.picture import Picture
from zermelo.games.battleship.rules import Ints, Sea, Seen

__all__ = ["Battleship", "Sea", "Seen"]


class Battleship(Knowledge, Picture):
    """Place a fleet unseen, then shoot in turn: hits, misses and sinkings are announced."""

    preferred_method = "pimc"

    def __init__(self, width: int = 10, height: int = 10, fleet: Ints = (5, 4, 3, 3, 2)) -> None:
        super().__init__(width, height, fleet)
