"""A game with loops, as a user might write it: two pursuers and a fugitive on a torus.

On a torus of at least 4 by 4 cells, two pursuers cannot catch the fugitive; three are needed (Neufeld and Nowakowski,
1998). So best play never ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo import Game

STAY, UP, DOWN, LEFT, RIGHT = range(5)


class Chase(NamedTuple):
    """The cells of the two pursuers, the lower first, that of the fugitive, and whose turn it is."""

    first: int
    second: int
    fugitive: int
    mover: int


class Pursuit(Game):
    """MAX moves both pursuers, each to a neighbouring cell or not at all; then the fugitive moves in the same way."""

    bounds = (-1, 1)

    def __init__(self, width: int = 9, height: int = 8) -> None:
        self.width, self.height = width, height

    def initial(self) -> Chase:
        """The pursuers side by side in a corner, the fugitive far away."""
        return Chase(0, 1, self.width * self.height // 2 + self.width // 2, 0)

    def player(self, s: Chase) -> int:
        """Who moves."""
        return s.mover

    def actions(self, s: Chase) -> Iterator[int]:
        """Two steps as one number, or that of the fugitive."""
        yield from range(25 if s.mover == 0 else 5)

    def result(self, s: Chase, a: int) -> Chase:
        """The cells after the steps."""
        if s.mover == 1:
            return Chase(s.first, s.second, self.step(s.fugitive, a), 0)
        one, other = self.step(s.first, a // 5), self.step(s.second, a % 5)
        return Chase(min(one, other), max(one, other), s.fugitive, 1)

    def step(self, cell: int, direction: int) -> int:
        """The cell after a step; a step over an edge leads to the opposite side."""
        row, column = cell // self.width, cell % self.width
        if direction == UP:
            row = (row + self.height - 1) % self.height
        elif direction == DOWN:
            row = (row + 1) % self.height
        elif direction == LEFT:
            column = (column + self.width - 1) % self.width
        elif direction == RIGHT:
            column = (column + 1) % self.width
        return row * self.width + column

    def is_terminal(self, s: Chase) -> bool:
        """Whether a pursuer is on the fugitive's cell."""
        return s.fugitive in (s.first, s.second)

    def utility(self, s: Chase, p: int) -> int:
        """The fugitive is caught."""
        return 1 if p == 0 else -1
