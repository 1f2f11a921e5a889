"""Knowledge for searching Domineering: safe moves, useless cells, and symmetry."""

from __future__ import annotations

import numpy as np

from zermelo.games.domineering.rules import ONE, Cells, Rules
from zermelo.games.shared.bitboards import reversed_lines
from zermelo.native.bits import count_bits


class Knowledge(Rules):
    """Move ordering, evaluation, what the safe moves decide, and symmetry."""

    def evaluate(self, s: Cells, p: int) -> float:
        """The moves that Vertical has, the safe ones counted twice, less those of Horizontal."""
        free = self.board & ~s.taken
        for_vertical = self.prospects(free, 0) - self.prospects(free, 1)
        return for_vertical if p == 0 else -for_vertical

    def order(self, s: Cells, a: int) -> float:
        """The evaluation of the resulting board, for the mover."""
        return self.evaluate(self.result(s, a), s.mover)

    def prospects(self, free: np.uint64, p: int) -> int:
        """The number of places for dominoes of player p; places that the other player cannot spoil count twice."""
        return count_bits(self.places(free, p)) + count_bits(self.places(self.safe(free, p), p))

    def value_bounds(self, s: Cells) -> tuple[float, float]:
        """Whether the number of moves left decides the game already, and which player wins.

        A player has at most `room(free)` and at least `room(safe)` moves left. So the mover loses if the other has at
        least as many safe moves as the mover has moves, and wins with more safe moves than the other has moves.
        """
        free = self.board & ~s.taken
        mine, theirs = self.safe(free, s.mover), self.safe(free, 1 - s.mover)
        for_mover = 0
        if self.room(theirs, 1 - s.mover) >= self.room(free, s.mover):
            for_mover = -1
        elif self.room(mine, s.mover) > self.room(free, 1 - s.mover):
            for_mover = 1
        value = for_mover if s.mover == 0 else -for_mover
        return (value, value) if value != 0 else (-1, 1)

    def room(self, free: np.uint64, p: int) -> int:
        """How many dominoes of player p the free cells hold at once: half the length of each run, rounded down."""
        count = 0
        starts = free & ~self.step(free, p)
        while starts:
            pairs = self.places(free, p) & starts
            count += count_bits(pairs)
            starts = free & self.step(self.step(pairs, p), p)
        return count

    def safe(self, free: np.uint64, p: int) -> np.uint64:
        """The free cells that no domino of the other player can ever cover."""
        theirs = self.places(free, 1 - p)
        return free & ~(theirs | self.step(theirs, 1 - p))

    def step(self, cells: np.uint64, p: int) -> np.uint64:
        """The cells, each moved along a domino of player p: down, or to the right. Cells off the board are removed."""
        if p == 0:
            return cells << self.down & self.board
        return (cells & self.not_right) << ONE

    def key(self, s: Cells) -> Cells:
        """The state with all cells marked as covered that no domino can cover any more."""
        free = self.board & ~s.taken
        upright, across = self.places(free, 0), self.places(free, 1)
        useful = upright | self.step(upright, 0) | across | self.step(across, 1)
        return Cells(self.board & ~useful, s.mover)

    def canonical(self, s: Cells) -> Cells:
        """The least of the four boards that exchanging top and bottom, left and right makes."""
        flipped, mirrored = self.flipped(s.taken), self.mirrored(s.taken)
        return Cells(min(s.taken, flipped, mirrored, self.mirrored(flipped)), s.mover)

    def flipped(self, cells: np.uint64) -> np.uint64:
        """The cells with top and bottom exchanged."""
        return reversed_lines(cells, self.height, self.down, self.top_row)

    def mirrored(self, cells: np.uint64) -> np.uint64:
        """The cells with left and right exchanged."""
        return reversed_lines(cells, self.width, ONE, self.left_column)
