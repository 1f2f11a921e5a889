"""Knowledge for searching tic-tac-toe: the evaluations of the lectures, and symmetry."""

from __future__ import annotations

from zermelo.core.errors import nearest, quote
from zermelo.core.game import put
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
        self.no_lines = (0,) * (2 * self.most_stones)
        self.feature_weights = self._weights(only_open=evaluation == "open")

    @property
    def most_stones(self) -> int:
        """The most stones that a line has before play ends; 1 if lines have length 1, so that there is a feature."""
        return max(self.row - 1, 1)

    def _weights(self, *, only_open: bool) -> dict[str, float]:
        """The weight of a line by the stones in it: 3^(n−1) for n stones, or 1 if all lines that are open count alike.

        Lines without any stone are open for both sides, so they cancel out and are no feature.
        """
        counts = range(self.most_stones, 0, -1)
        return {
            f"{side}{n}": sign * (1 if only_open else 3 ** (n - 1))
            for side, sign in (("x", 1), ("o", -1))
            for n in counts
        }

    def features(self, s: Board) -> tuple[float, ...]:
        """The lines with n X and no O, for each n from the greatest; then those with n O and no X."""
        counts = self.no_lines
        for i in range(4):
            for_x = rows_from(self.full & ~s.os, self.shifts[i], self.row)
            while for_x != 0:
                start = for_x & -for_x
                for_x ^= start
                stones = count_bits(s.xs & start * self.lines[i])
                if stones > 0:
                    place = len(counts) // 2 - stones
                    counts = put(counts, place, counts[place] + 1)
            for_o = rows_from(self.full & ~s.xs, self.shifts[i], self.row)
            while for_o != 0:
                start = for_o & -for_o
                for_o ^= start
                stones = count_bits(s.os & start * self.lines[i])
                if stones > 0:
                    place = len(counts) - stones
                    counts = put(counts, place, counts[place] + 1)
        return counts

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
