"""Knowledge for searching tic-tac-toe: the evaluations of the lectures, and symmetry."""

from __future__ import annotations

from zermelo.core.errors import nearest, quote
from zermelo.games.tictactoe.rules import Board, Rules, rows_from
from zermelo.native.bits import count_bits

EVALUATIONS = ("lines", "open")
"""The evaluations that the lectures compare."""


class Knowledge(Rules):
    """Evaluation and symmetries."""

    def __init__(self, width: int = 3, height: int = 3, row: int = 3, evaluation: str = "lines") -> None:
        super().__init__(width, height, row)
        if evaluation not in EVALUATIONS:
            raise ValueError(f"evaluation {quote(evaluation)} is not known: {nearest(str(evaluation), EVALUATIONS)}")
        self.evaluation = evaluation
        self.lines = tuple(sum(1 << i * shift for i in range(row)) for shift in self.shifts)
        self.only_open = evaluation == "open"

    def evaluate(self, s: Board, p: int) -> float:
        """The weight of the lines that X may still fill, less that of O's."""
        for_x = self.promise(s.xs, s.os) - self.promise(s.os, s.xs)
        return for_x if p == 0 else -for_x

    def promise(self, mine: int, theirs: int) -> int:
        """The weight of all lines that hold none of their stones."""
        total = 0
        for i in range(4):
            starts = rows_from(self.full & ~theirs, self.shifts[i], self.row)
            while starts != 0:
                start = starts & -starts
                starts ^= start
                total += self.line_weight(count_bits(mine & start * self.lines[i]))
        return total

    def line_weight(self, stones: int) -> int:
        """The weight of a line that is open to one side and has this many of its stones."""
        if self.only_open:
            return 1
        return 3 ** (stones - 1) if stones > 0 else 0

    def canonical(self, s: Board) -> Board:
        """The least of the boards that the symmetries make: 8 if the board is square, 4 if not."""
        xs, os = s.xs, s.os
        least_xs, least_os = xs, os
        square = self.width == self.height
        # Alternating a flip and a transposition generates all eight; a flip and a mirror, all four.
        for i in range(8 if square else 4):
            if i % 2 == 0:
                xs, os = self.flipped(xs), self.flipped(os)
            elif square:
                xs, os = self.transposed(xs), self.transposed(os)
            else:
                xs, os = self.mirrored(xs), self.mirrored(os)
            if xs < least_xs or (xs == least_xs and os < least_os):
                least_xs, least_os = xs, os
        return Board(least_xs, least_os, s.mover)

    def flipped(self, stones: int) -> int:
        """The stones with top and bottom exchanged."""
        out = 0
        for r in range(self.height):
            out = out << self.stride | stones >> r * self.stride & self.top_row
        return out

    def mirrored(self, stones: int) -> int:
        """The stones with left and right exchanged."""
        out = 0
        for c in range(self.width):
            out = out << 1 | stones >> c & self.left_column
        return out

    def transposed(self, stones: int) -> int:
        """The stones with rows and columns exchanged, on a square board."""
        out = 0
        for r in range(self.height):
            for c in range(self.width):
                stone = stones >> (r * self.stride + c) & 1
                out |= stone << (c * self.stride + r)
        return out
