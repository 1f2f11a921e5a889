"""Knowledge for searching Hex: bridges, and cells near the middle and near other stones.

A bridge is a pair of stones, or a stone and an edge, with two common neighbours that are empty: if the other player
takes one of them, the other one still connects. Around the cell that was taken this looks as follows: of the ring of
its six neighbours, three in a row are a stone, an empty cell and a stone.
"""

from __future__ import annotations

import numpy as np

from zermelo.core.game import MAX
from zermelo.games.hex.rules import NOWHERE, SWAP, Rules, Stones
from zermelo.games.shared.grids import NONE, ONE, WIDTH, Grid, nth_bit, random_cell, window
from zermelo.native.bits import count_bits

AROUND = (-16, -15, 1, 16, 15, -1)
"""From a cell to its six neighbours, clockwise: the bits of a ring."""

WHOLE_RING = np.uint64(63)

ACROSS = (-31, -14, 17, 31, 14, -17)
"""From a cell to the six that a bridge connects with it: number i lies behind the neighbours i and i + 1."""

SAVE, BRIDGE, BLOCK, NEXT, CENTRE = 8.0, 1.0, 0.5, 0.4, 0.1
"""The weights in `order`: of a bridge that is saved, of one that is made, of a cell where the other could make one, of
a stone next to the cell, and of a step away from the middle."""


class Knowledge(Rules):
    """Move ordering, playouts, and what makes two states the same."""

    preferred_method = "mcts"

    def order(self, s: Stones, a: int) -> float:
        """Prefers cells that save, make or break bridges, that are next to stones, and near the middle."""
        if a == SWAP:
            return 0
        mine, theirs = (s.red, s.blue) if s.mover == MAX else (s.blue, s.red)
        my_ring, their_ring = ring(mine, a), ring(theirs, a)
        free_ring = WHOLE_RING & ~(my_ring | their_ring)
        guess = NEXT * count_bits(my_ring | their_ring) - CENTRE * self.from_middle(a)
        guess += BRIDGE * count_bits(bridges(mine, a, free_ring)) + BLOCK * count_bits(bridges(theirs, a, free_ring))
        if saving_cells(s) & cell_in_ring(a, s.last) != NONE:
            guess += SAVE
        return guess

    def from_middle(self, cell: int) -> int:
        """The distance from the middle of the board, in steps from cell to cell, doubled."""
        down, right = 2 * (cell // WIDTH) - self.size - 1, 2 * (cell % WIDTH) - self.size - 1
        return max(abs(down), abs(right), abs(down + right))

    def playout_action(self, s: Stones, random: np.uint64) -> int:
        """Saves a bridge into which the last stone was placed; else any empty cell, each as likely."""
        saving = saving_cells(s)
        if saving == NONE:
            return random_cell(self.free(s), random)
        return s.last + AROUND[nth_bit(saving, int(random % np.uint64(count_bits(saving))))]

    def key(self, s: Stones) -> tuple[Grid, Grid, int]:
        """The stones and the mover: the chains follow from them, and the last stone does not matter."""
        return s.red, s.blue, s.mover


def ring(cells: Grid, centre: int) -> np.uint64:
    """Which of the six neighbours of a cell are among the cells: bit i is the neighbour `AROUND[i]`."""
    near = window(cells, centre - WIDTH)
    upper = near & np.uint64(3) | near >> np.uint64(15) & np.uint64(4)
    lower = near >> np.uint64(29) & np.uint64(8) | near >> np.uint64(27) & np.uint64(16)
    return upper | lower | near >> np.uint64(10) & np.uint64(32)


def turned(around: np.uint64, steps: int) -> np.uint64:
    """A ring turned clockwise by a number of steps, from 0 to 5."""
    return (around << np.uint64(steps) | around >> np.uint64(6 - steps)) & WHOLE_RING


def saving_cells(s: Stones) -> np.uint64:
    """The empty cells around the last stone that lie between two stones of the mover, as a ring."""
    if s.last == NOWHERE:
        return NONE
    mine, theirs = (s.red, s.blue) if s.mover == MAX else (s.blue, s.red)
    my_ring = ring(mine, s.last)
    return turned(my_ring, 1) & turned(my_ring, 5) & ~(my_ring | ring(theirs, s.last))


def cell_in_ring(cell: int, centre: int) -> np.uint64:
    """The cell as a bit of the ring around another; none if they are not neighbours."""
    for i in range(6):
        if centre + AROUND[i] == cell:
            return ONE << np.uint64(i)
    return NONE


def bridges(stones: Grid, cell: int, free_ring: np.uint64) -> np.uint64:
    """The directions in which a stone on this cell has a bridge to one of these stones, as a ring."""
    found = NONE
    far = window(stones, cell + ACROSS[0])
    for i in range(6):
        found |= (far >> np.uint64(ACROSS[i] - ACROSS[0]) & ONE) << np.uint64(i)
    return found & free_ring & turned(free_ring, 5)
