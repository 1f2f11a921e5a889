"""Knowledge for searching Hex: bridges, and cells near the middle and near other stones.

A bridge is a pair of stones, or a stone and an edge, with two common neighbours that are empty: if the other player
takes one of them, the other one still connects. In terms of the cell that was taken: in the ring of its
six neighbours, a stone, an empty cell and a stone follow one another.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from zermelo.games.hex.rules import NOWHERE, SWAP, Rules, Stones
from zermelo.games.shared.wide_boards import NONE, ONE, below, random_point, window
from zermelo.native.bits import count_bits
from zermelo.native.wide import Wide, nth_point

WHOLE_RING = np.uint64(63)
"""The neighbours of a cell as bits: clockwise, from the one straight above it."""

SAVE, BRIDGE, BLOCK, NEXT, CENTRE = 8.0, 1.0, 0.5, 0.4, 0.1
"""The weights in `order`: of a bridge that is saved, of one that is made, of a cell where the other could make one, of
a stone next to the cell, and of a step away from the middle."""


class Knowledge(Rules):
    """Move ordering, playouts, and keys."""

    preferred_method = "mcts"
    preferred_options: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "mcts": {"grave": 100, "c": 0.1, "first_play": 0.0, "bias": 0.5}
    }
    """With 300 playouts for a move these won all of 8 games against plain UCT on 11 by 11; without `first_play`, when
    each of the 121 moves has to be tried once before any is tried again, they scored 5½."""

    def order(self, s: Stones, a: int) -> float:
        """Prefers cells that save, make or break bridges, that are next to stones, and near the middle."""
        if a == SWAP:
            return 0
        mine, theirs = self.sides(s)
        my_ring, their_ring = self.around(mine, a), self.around(theirs, a)
        free_ring = WHOLE_RING & ~(my_ring | their_ring)
        guess = NEXT * count_bits(my_ring | their_ring) - CENTRE * self.from_middle(a)
        guess += BRIDGE * count_bits(self.bridges(mine, a, free_ring)) + BLOCK * count_bits(
            self.bridges(theirs, a, free_ring)
        )
        if self.saves(s, a):
            guess += SAVE
        return guess

    def from_middle(self, cell: int) -> int:
        """The distance from the middle of the board, in steps from cell to cell, doubled."""
        down, right = 2 * (cell // self.stride) - self.size - 1, 2 * (cell % self.stride) - self.size - 1
        return max(abs(down), abs(right), abs(down + right))

    def playout_action(self, s: Stones, random: np.uint64) -> int:
        """Saves a bridge into which the last stone was placed; else any empty cell, uniformly at random."""
        saving = self.saving_cells(s)
        if saving == NONE:
            return random_point(self.free(s), random)
        return s.last + self.step(nth_point((saving,), below(random, count_bits(saving))))

    def key(self, s: Stones) -> tuple[Wide, Wide, int]:
        """The stones and the mover: the chains follow from them, and the last stone does not matter."""
        return s.red, s.blue, s.mover

    # Rings: the six neighbours of a cell.

    def around(self, cells: Wide, centre: int) -> np.uint64:
        """Which neighbours of the cell in the centre are among the cells, as a ring."""
        near, row = window(cells, centre - self.stride), self.stride
        above = near & np.uint64(3)
        beside = near >> np.uint64(row - 1) & np.uint64(4) | near << np.uint64(5) >> np.uint64(row - 1) & np.uint64(32)
        below = near >> np.uint64(2 * row - 3) & np.uint64(8) | near >> np.uint64(2 * row - 5) & np.uint64(16)
        return above | beside | below

    def step(self, i: int) -> int:
        """From a cell to neighbour i of its ring."""
        row = self.stride
        return (-row, 1 - row, 1, row, row - 1, -1)[i]

    def saving_cells(self, s: Stones) -> np.uint64:
        """The empty cells around the last stone that lie between two stones of the mover, as a ring."""
        if s.last == NOWHERE:
            return NONE
        mine, theirs = self.sides(s)
        my_ring = self.around(mine, s.last)
        return turned(my_ring, 1) & turned(my_ring, 5) & ~(my_ring | self.around(theirs, s.last))

    def saves(self, s: Stones, a: int) -> bool:
        """Whether a stone on cell a saves a bridge into which the last stone was placed."""
        saving = self.saving_cells(s)
        return any(saving >> np.uint64(i) & ONE != NONE and s.last + self.step(i) == a for i in range(6))

    def bridges(self, stones: Wide, cell: int, free_ring: np.uint64) -> np.uint64:
        """The directions in which a stone on this cell has a bridge to one of these stones, as a ring.

        Direction i leads between the neighbours i and i + 1 of the ring, which have to be free.
        """
        row, found = self.stride, NONE
        far = window(stones, cell - 2 * row + 1)
        for i, bit in enumerate((0, row + 1, 3 * row, 4 * row - 2, 3 * row - 3, row - 2)):
            found |= (far >> np.uint64(bit) & ONE) << np.uint64(i)
        return found & free_ring & turned(free_ring, 5)


def turned(ring: np.uint64, steps: int) -> np.uint64:
    """A ring turned clockwise by a number of steps, from 0 to 5."""
    return (ring << np.uint64(steps) | ring >> np.uint64(6 - steps)) & WHOLE_RING
