"""Dobutsu shogi as Tanaka counted its positions, to compare the number of positions that are reached."""

from __future__ import annotations

from zermelo.games.dobutsu import Animals, Dobutsu
from zermelo.games.dobutsu.rules import CELLS, IN_HAND, SKY


class SeenByTheMover(Dobutsu):
    """Each position is seen by the player to move, who is always Forest: so one with colours swapped is the same.

    Mirror images are the same as well (`canonical`). Positions count, but are not continued, in which the mover can
    capture the lion, or the other lion has come to the far row. There is nothing to win: only states are counted.
    """

    players = 1
    moved = Dobutsu.result

    def result(self, s: Animals, a: int) -> Animals:
        """The position after the move, turned around."""
        t = self.moved(s, a)
        cells = 0
        for cell in range(CELLS):
            animal = self.at(t, cell)
            if animal:
                cells |= (animal ^ SKY) << 4 * (CELLS - 1 - cell)
        return Animals(cells, t.hands >> 6 | (t.hands & 63) << 6, 0)

    def is_terminal(self, s: Animals) -> bool:
        """Whether the lion can be captured, or has come through."""
        lion = self.lion(s, 1)
        return self.is_far(lion, 1) or self.attacks(s, 0, lion)

    def utility(self, s: Animals, p: int) -> float:
        """Nothing."""
        return 0

    def hands_of(self, s: Animals) -> list[list[int]]:
        """How many animals of each kind the players have in hand."""
        return [[self.held(s, p, animal) for animal in IN_HAND] for p in (0, 1)]
