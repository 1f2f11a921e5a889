"""The rules of Hex.

The board has a rim of one cell around it. Red stones fill the rim above and below the board, blue ones the rim to its
left and right, so that an edge is like a chain of stones:

      r r r              The neighbours of a cell are the two beside it, the two above it (straight, and to the right)
    b . . . b            and the two below it (straight, and to the left).
     b . . . b
      b . . . b          The four corners of the rim are empty.
        r r r

Cells are numbered in reading order with the rim: `stride` is from one row to the next. See `native/wide.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from zermelo.core.game import MAX, Game
from zermelo.games.shared.parameters import check_flag, check_whole
from zermelo.games.shared.wide_boards import NONE, window
from zermelo.native.wide import (
    BITS,
    Wide,
    as_wide,
    both,
    count_points,
    down_by,
    each_point,
    either,
    lowest_point,
    only_point,
    overlap,
    up_by,
    without,
)

SWAP = 0
"""The action of the second player who takes over the first stone; as a cell it is a corner of the rim."""

NOWHERE = 0
"""In place of the last stone before the first move: a corner of the rim."""


class Stones(NamedTuple):
    """The stones of both players, those that are connected to the first side of each, whose turn it is, the last stone.

    Red's first side is the upper one, Blue's the left one. The rim is among the stones.
    """

    red: Wide
    blue: Wide
    red_chain: Wide
    blue_chain: Wide
    mover: int
    last: int


class Rules(Game):
    """Connect your two sides of the board with a chain of stones."""

    bounds = (-1, 1)

    def __init__(self, size: int = 11, swap: bool = False) -> None:
        check_whole("size", size, 2, 14)
        check_flag("swap", swap)
        self.size, self.swap = size, swap
        self.stride = size + 2
        self.words = (self.stride**2 + BITS - 1) // BITS
        inside, far = range(1, size + 1), size + 1
        self.board = self.cells_at((r, c) for r in inside for c in inside)
        self.above, self.below = self.cells_at((0, c) for c in inside), self.cells_at((far, c) for c in inside)
        self.left, self.right = self.cells_at((r, 0) for r in inside), self.cells_at((r, far) for r in inside)
        self.lowest = self.cells_at((size, c) for c in inside)
        self.rightmost = self.cells_at((r, size) for r in inside)
        self.red_rim, self.blue_rim = either(self.above, self.below), either(self.left, self.right)
        # The six neighbours of a cell, in the window that begins straight above it.
        ring = (0, 1, self.stride - 1, self.stride + 1, 2 * self.stride - 1, 2 * self.stride)
        self.ring = np.uint64(sum(1 << i for i in ring))

    def initial(self) -> Stones:
        """An empty board, Red to move."""
        return Stones(self.red_rim, self.blue_rim, self.above, self.left, 0, NOWHERE)

    def player(self, s: Stones) -> int:
        """The player to place a stone."""
        return s.mover

    def actions(self, s: Stones) -> Iterator[int]:
        """The swap where it is allowed, and the empty cells in reading order."""
        if self.may_swap(s):
            yield SWAP
        yield from each_point(self.free(s))

    def result(self, s: Stones, a: int) -> Stones:
        """A stone of the mover on cell a; or the first stone mirrored at the long diagonal, and Blue's."""
        if a == SWAP:
            first = lowest_point(both(s.red, self.board))
            mirrored = first % self.stride * self.stride + first // self.stride
            return self.placed(self.initial()._replace(mover=1), mirrored)
        return self.placed(s, a)

    def is_terminal(self, s: Stones) -> bool:
        """Whether the player who moved last has connected both sides: there are no draws."""
        if s.mover == MAX:
            return overlap(s.blue_chain, self.rightmost)
        return overlap(s.red_chain, self.lowest)

    def utility(self, s: Stones, p: int) -> float:
        """1 to the player who moved last, who has won, −1 to the other."""
        return -1 if p == s.mover else 1

    def sides(self, s: Stones) -> tuple[Wide, Wide]:
        """The stones of the mover, and those of the other player."""
        return (s.red, s.blue) if s.mover == MAX else (s.blue, s.red)

    def free(self, s: Stones) -> Wide:
        """The empty cells of the board."""
        return without(self.board, either(s.red, s.blue))

    def may_swap(self, s: Stones) -> bool:
        """Whether Blue may take over the only stone."""
        return self.swap and s.mover != MAX and self.on_board(s.red) == 1 and self.on_board(s.blue) == 0

    def on_board(self, stones: Wide) -> int:
        """The number of these stones on the board."""
        return count_points(both(stones, self.board))

    def placed(self, s: Stones, cell: int) -> Stones:
        """The state after the mover has placed a stone on this cell."""
        if s.mover == MAX:
            red = either(s.red, only_point(cell, s.red))
            return Stones(red, s.blue, self.extended(s.red_chain, red, cell), s.blue_chain, 1, cell)
        blue = either(s.blue, only_point(cell, s.red))
        return Stones(s.red, blue, s.red_chain, self.extended(s.blue_chain, blue, cell), 0, cell)

    def extended(self, chain: Wide, stones: Wide, cell: int) -> Wide:
        """The chain with the new stone and all that it joins, if it is a neighbour of the chain."""
        if window(chain, cell - self.stride) & self.ring == NONE:
            return chain
        return self.connected(either(chain, only_point(cell, chain)), stones)

    def connected(self, chain: Wide, stones: Wide) -> Wide:
        """The stones on the board that are connected to the chain, and the chain itself.

        The rim is left out, because the number after the last in a row is the first in the next.
        """
        stones = both(stones, self.board)
        before = without(chain, chain)
        while before != chain:
            before = chain
            chain = either(chain, both(self.neighbours(chain), stones))
        return chain

    def neighbours(self, cells: Wide) -> Wide:
        """The neighbours of these cells, the rim included."""
        row, slant = self.stride, self.stride - 1
        beside = either(up_by(cells, 1), down_by(cells, 1))
        straight, slanted = (
            either(up_by(cells, row), down_by(cells, row)),
            either(up_by(cells, slant), down_by(cells, slant)),
        )
        return either(beside, either(straight, slanted))

    def cells_at(self, places: Iterable[tuple[int, int]]) -> Wide:
        """The cells in these rows and columns, which are counted from 0 at the rim; not for machine code."""
        return as_wide(sum(1 << r * self.stride + c for r, c in places), self.words)
