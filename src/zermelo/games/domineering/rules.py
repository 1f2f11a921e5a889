"""The rules of Domineering.

The cells of the board are bits of a number, in reading order, without guards between the rows: so a board of 8 by 8
fits 64 bits. Masks keep dominoes from running over the edge.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from zermelo.core.game import Game
from zermelo.games.shared.boards import check_cells
from zermelo.games.shared.parameters import check_whole
from zermelo.native.bits import each_bit

ONE = np.uint64(1)
"""All operands combined with a set of cells must be `np.uint64`: see `bits.py`."""


class Cells(NamedTuple):
    """The cells that are covered, a bit each, and whose turn it is. Which dominoes cover them does not matter."""

    taken: np.uint64
    mover: int


class Rules(Game):
    """Cover two free cells, one above the other (player 0) or side by side (player 1). If you cannot, you lose."""

    bounds = (-1, 1)

    def __init__(self, width: int = 5, height: int = 5, first: int = 0) -> None:
        _check_size(width, height)
        check_whole("first", first, 0, 1)
        self.width, self.height, self.first = width, height, first
        top_row = (1 << width) - 1
        left_column = sum(1 << r * width for r in range(height))
        self.board = np.uint64(top_row * left_column)
        self.top_row, self.left_column = np.uint64(top_row), np.uint64(left_column)
        self.not_right = np.uint64((top_row >> 1) * left_column)
        self.down = np.uint64(width)
        self.upright, self.across = np.uint64(1 | 1 << width), np.uint64(3)

    def initial(self) -> Cells:
        """The empty board."""
        return Cells(np.uint64(0), self.first)

    def player(self, s: Cells) -> int:
        """The player to lay a domino."""
        return s.mover

    def actions(self, s: Cells) -> Iterator[int]:
        """The upper or left cells of the mover's dominoes, in reading order."""
        return each_bit(self.places(self.board & ~s.taken, s.mover))

    def result(self, s: Cells, a: int) -> Cells:
        """The mover's domino laid with its upper or left half on cell a."""
        domino = self.upright if s.mover == 0 else self.across
        return Cells(s.taken | domino << np.uint64(a), 1 - s.mover)

    def is_terminal(self, s: Cells) -> bool:
        """Whether the mover has no place for a domino."""
        return not self.places(self.board & ~s.taken, s.mover)

    def utility(self, s: Cells, p: int) -> float:
        """−1 to the player who cannot move, 1 to the other."""
        return -1 if p == s.mover else 1

    def places(self, free: np.uint64, p: int) -> np.uint64:
        """The free cells on which the upper or left half of a domino of player p can lie."""
        if p == 0:
            return free & free >> self.down
        return free & free >> ONE & self.not_right


def _check_size(width: int, height: int) -> None:
    check_whole("width", width, 1, 26)  # a column has one letter
    check_whole("height", height, 1, 64)
    check_cells(width, height)
