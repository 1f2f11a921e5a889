"""The rules of Connect Four.

The squares of the board are bits of a number. Each column has `height + 1` bits, counted from the bottom, of which the
highest, the guard, is never set. So a line cannot run over the edge of the board, and adding 1 at the bottom of a
column carries to its lowest free square. On the usual board:

     6 13 20 27 34 41 48     guards
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46     from a square to the next: 1 up a column, 7 along a row,
     3 10 17 24 31 38 45                                8 and 6 along the diagonals
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.core.game import Game
from zermelo.games.shared.parameters import check_whole
from zermelo.native.bits import count_bits, each_bit


class Board(NamedTuple):
    """The stones of the player to move, and those of both players. The number of stones determines whose turn it is."""

    mine: int
    taken: int


class Rules(Game):
    """Drop stones into columns in turn; the first to have four in a straight line wins."""

    bounds = (-1, 1)

    def __init__(self, width: int = 7, height: int = 6) -> None:
        _check_size(width, height)
        self.width, self.height = width, height
        self.stride = height + 1
        self.column = (1 << height) - 1
        self.bottom_row = sum(1 << c * self.stride for c in range(width))
        self.full = self.column * self.bottom_row

    def initial(self) -> Board:
        """The empty board, X to move."""
        return Board(0, 0)

    def player(self, s: Board) -> int:
        """The player to drop a stone: X after an even number of stones."""
        return count_bits(s.taken) & 1

    def actions(self, s: Board) -> Iterator[int]:
        """The columns that are not full, from the left."""
        for square in each_bit(self.landings(s.taken)):
            yield square // self.stride

    def result(self, s: Board, a: int) -> Board:
        """A stone of the mover dropped into column a; then the other player is to move."""
        return Board(s.mine ^ s.taken, s.taken | (s.taken + (1 << a * self.stride)))

    def is_terminal(self, s: Board) -> bool:
        """Whether the player who moved last has four in a line, or the board is full."""
        return self.has_four(s.mine ^ s.taken) or s.taken == self.full

    def utility(self, s: Board, p: int) -> float:
        """1 to the player with four in a line, −1 to the other; 0 to both if nobody has."""
        if not self.has_four(s.mine ^ s.taken):
            return 0
        return -1 if p == self.player(s) else 1

    def landings(self, taken: int) -> int:
        """The squares where a dropped stone can land: the lowest free one of each column."""
        return (taken + self.bottom_row) & self.full

    def has_four(self, stones: int) -> bool:
        """Whether four of the stones are in a line, in any direction."""
        up, along = fours_from(stones, 1), fours_from(stones, self.stride)
        rising, falling = fours_from(stones, self.stride + 1), fours_from(stones, self.stride - 1)
        return (up | along | rising | falling) != 0


def fours_from(stones: int, shift: int) -> int:
    """The stones with which a line of four begins, in the direction of the shift."""
    pairs = stones & stones >> shift
    return pairs & pairs >> 2 * shift


def _check_size(width: int, height: int) -> None:
    check_whole("width", width, 1, 31)
    check_whole("height", height, 1, 19)  # in machine code no shift may reach 64, and the longest is 3 × (height + 2)
    if (height + 1) * width > 63:
        raise ValueError(
            f"width {width} and height {height} make a board too big for 63 bits: "
            f"(height + 1) × width may be at most 63, not {(height + 1) * width}"
        )
