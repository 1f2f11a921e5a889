"""The rules of gomoku.

Points are numbered along the rows from a1, the lower left corner; a row has one more point at its end, which is never
taken, so that lines do not run over the edge. See `native/wide.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.core.game import MAX, Game
from zermelo.games.shared.parameters import check_flag, check_whole
from zermelo.native.wide import BITS, Wide, as_wide, each_point, either, has_point, is_empty, only_point, without

FIVE = 5

NOWHERE = -1
"""In place of the last stone before the first move."""


class Stones(NamedTuple):
    """The stones of both players, whose turn it is, the last stone, and whether it has won."""

    black: Wide
    white: Wide
    mover: int
    last: int
    won: bool


class Rules(Game):
    """Place stones in turn; five in a row win."""

    bounds = (-1, 1)

    def __init__(self, size: int = 15, standard: bool = False) -> None:
        check_whole("size", size, FIVE, 19)
        check_flag("standard", standard)
        self.size, self.standard = size, standard
        self.stride = size + 1
        self.directions = (1, self.stride - 1, self.stride, self.stride + 1)
        self.points = size * self.stride
        self.words = (self.points + BITS - 1) // BITS
        row = (1 << size) - 1
        self.board = as_wide(sum(row << r * self.stride for r in range(size)), self.words)
        self.none = as_wide(0, self.words)

    def initial(self) -> Stones:
        """An empty board, Black to move."""
        return Stones(self.none, self.none, 0, NOWHERE, False)

    def player(self, s: Stones) -> int:
        """The player to place a stone."""
        return s.mover

    def actions(self, s: Stones) -> Iterator[int]:
        """The empty points, from a1 along the rows."""
        return each_point(self.free(s))

    def result(self, s: Stones, a: int) -> Stones:
        """A stone of the mover on point a."""
        stone = only_point(a, s.black)
        if s.mover == MAX:
            black = either(s.black, stone)
            return Stones(black, s.white, 1, a, self.has_row(black, a))
        white = either(s.white, stone)
        return Stones(s.black, white, 0, a, self.has_row(white, a))

    def is_terminal(self, s: Stones) -> bool:
        """Whether the last stone has won, or the board is full."""
        return s.won or is_empty(self.free(s))

    def utility(self, s: Stones, p: int) -> float:
        """1 to the player who has won, −1 to the other; 0 for a draw."""
        if not s.won:
            return 0
        return -1 if p == s.mover else 1

    def sides(self, s: Stones) -> tuple[Wide, Wide]:
        """The stones of the mover, and those of the other player."""
        return (s.black, s.white) if s.mover == MAX else (s.white, s.black)

    def free(self, s: Stones) -> Wide:
        """The empty points."""
        return without(self.board, either(s.black, s.white))

    def has_row(self, stones: Wide, point: int) -> bool:
        """Whether the stone on this point is in a row that wins."""
        for step in self.directions:
            length = 1 + self.run(stones, point, step) + self.run(stones, point, -step)
            if length == FIVE or (length > FIVE and not self.standard):
                return True
        return False

    def run(self, stones: Wide, point: int, step: int) -> int:
        """How many stones follow one another from the point on, without the one on it: five at most."""
        length = 0
        while length < FIVE and self.is_on(stones, point + (length + 1) * step):
            length += 1
        return length

    def is_on(self, stones: Wide, point: int) -> bool:
        """Whether there is a stone on the point, which may be beyond the edge."""
        return 0 <= point < self.points and has_point(stones, point)
