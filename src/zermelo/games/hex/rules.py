"""The rules of Hex.

The board lies in a grid of 16 by 16 cells with a rim of one cell around it. Red stones fill the rim above and below the
board, blue ones the rim to its left and right, so that a chain of stones connects two edges if it connects two sides of
the rim:

      r r r              The neighbours of a cell are the two beside it, the two above it (straight, and to the right)
    b . . . b            and the two below it (straight, and to the left).
     b . . . b
      b . . . b          The four corners of the rim are empty.
        r r r
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from zermelo.core.game import MAX, Game
from zermelo.games.shared.grids import (
    EMPTY,
    NONE,
    ONE,
    WIDTH,
    Grid,
    ahead,
    back,
    common,
    count_cells,
    each_cell,
    first_cell,
    grid_of,
    is_empty,
    same,
    single,
    union,
    window,
    without,
)
from zermelo.games.shared.parameters import check_whole

SWAP = 256
"""The action of the second player who takes over the first stone."""

NOWHERE = 0
"""The last stone where there is none: a corner of the rim."""

ROW, SLANT = np.uint64(16), np.uint64(15)
"""From a cell to the two below it."""

RING = np.uint64(1 << 0 | 1 << 1 | 1 << 15 | 1 << 17 | 1 << 31 | 1 << 32)
"""The six neighbours of a cell, in the window that begins straight above it."""


class Stones(NamedTuple):
    """The stones of both players, those that are connected to the first side of each, whose turn it is, the last stone.

    Red's first side is the upper one, Blue's the left one. The rim is among the stones.
    """

    red: Grid
    blue: Grid
    red_chain: Grid
    blue_chain: Grid
    mover: int
    last: int


class Rules(Game):
    """Connect your two sides of the board with a chain of stones."""

    bounds = (-1, 1)

    def __init__(self, size: int = 11, swap: bool = False) -> None:
        check_whole("size", size, 2, 14)
        self.size = size
        self.swap = bool(swap)
        inside, far = range(1, size + 1), size + 1
        self.board = grid_of(r * WIDTH + c for r in inside for c in inside)
        self.above, self.below = grid_of(inside), grid_of(far * WIDTH + c for c in inside)
        self.left, self.right = grid_of(r * WIDTH for r in inside), grid_of(r * WIDTH + far for r in inside)
        self.red_rim, self.blue_rim = union(self.above, self.below), union(self.left, self.right)

    def initial(self) -> Stones:
        """An empty board, Red to move."""
        return Stones(self.red_rim, self.blue_rim, self.above, self.left, 0, NOWHERE)

    def player(self, s: Stones) -> int:
        """Who places a stone."""
        return s.mover

    def actions(self, s: Stones) -> Iterator[int]:
        """The empty cells in reading order, and last the swap where it is allowed."""
        yield from each_cell(self.free(s))
        if self.may_swap(s):
            yield SWAP

    def result(self, s: Stones, a: int) -> Stones:
        """A stone of the mover on cell a; or the first stone mirrored at the long diagonal, and Blue's."""
        if a == SWAP:
            first = first_cell(common(s.red, self.board))
            mirrored = first % WIDTH * WIDTH + first // WIDTH
            return self.placed(self.initial()._replace(mover=1), mirrored)
        return self.placed(s, a)

    def is_terminal(self, s: Stones) -> bool:
        """Whether the player who moved last has connected both sides: there are no draws."""
        if s.mover == MAX:
            return not is_empty(common(s.blue_chain, self.right))
        return not is_empty(common(s.red_chain, self.below))

    def utility(self, s: Stones, p: int) -> float:
        """1 to the player who moved last, who has won, −1 to the other."""
        return -1 if p == s.mover else 1

    def free(self, s: Stones) -> Grid:
        """The empty cells of the board."""
        return without(self.board, union(s.red, s.blue))

    def may_swap(self, s: Stones) -> bool:
        """Whether Blue may take over the only stone."""
        return self.swap and s.mover != MAX and is_empty(common(s.blue, self.board)) and self.has_one(s.red)

    def has_one(self, stones: Grid) -> bool:
        """Whether there is just one stone on the board."""
        return count_cells(common(stones, self.board)) == 1

    def placed(self, s: Stones, cell: int) -> Stones:
        """The state after the mover has placed a stone on this cell."""
        if s.mover == MAX:
            red = union(s.red, single(cell))
            return Stones(red, s.blue, extended(s.red_chain, red, cell), s.blue_chain, 1, cell)
        blue = union(s.blue, single(cell))
        return Stones(s.red, blue, s.red_chain, extended(s.blue_chain, blue, cell), 0, cell)


def extended(chain: Grid, stones: Grid, cell: int) -> Grid:
    """The chain with the new stone and all that it joins, if it is a neighbour of the chain."""
    if window(chain, cell - WIDTH) & RING == NONE:
        return chain
    return connected(union(chain, single(cell)), stones)


def connected(chain: Grid, stones: Grid) -> Grid:
    """The stones that are connected to the chain, with the chain itself."""
    before = EMPTY
    while not same(before, chain):
        before = chain
        chain = union(chain, common(neighbours(chain), stones))
    return chain


def neighbours(cells: Grid) -> Grid:
    """The neighbours of these cells."""
    beside = union(ahead(cells, ONE), back(cells, ONE))
    above = union(back(cells, ROW), back(cells, SLANT))
    below = union(ahead(cells, ROW), ahead(cells, SLANT))
    return union(beside, union(above, below))
