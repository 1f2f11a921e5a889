"""Knowledge for searching Breakthrough: how far the pawns are, wins that are near, and symmetry."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from zermelo.games.breakthrough.rules import ONE, Pawns, Rules
from zermelo.games.shared.bitboards import reversed_lines
from zermelo.native.bits import count_bits


class Knowledge(Rules):
    """Move ordering, candidate moves, evaluation, and symmetry."""

    def evaluate(self, s: Pawns, p: int) -> float:
        """The value of White's pawns minus that of Black's."""
        for_white = 0
        for r in range(self.height):
            row = self.bottom_row << np.uint64(r * self.width)
            for_white += self.pawn_value(r) * count_bits(s.white & row)
            for_white -= self.pawn_value(self.height - 1 - r) * count_bits(s.black & row)
        return for_white if p == 0 else -for_white

    def pawn_value(self, rows: int) -> int:
        """The value of a pawn that is this many rows from its own edge: the nearer to the goal, the more."""
        return self.height + rows * rows

    def order(self, s: Pawns, a: int) -> float:
        """The gain of the move by this evaluation; a move that ends the game comes first."""
        end = self.target(s, a)
        rows = end // self.width if s.mover == 0 else self.height - 1 - end // self.width
        if rows == self.height - 1:
            return self.height**3
        gain = self.pawn_value(rows) - self.pawn_value(rows - 1)
        theirs = s.black if s.mover == 0 else s.white
        if theirs >> np.uint64(end) & ONE:
            gain += self.pawn_value(self.height - 1 - rows)
        return gain

    def noisy(self, s: Pawns) -> Iterator[int]:
        """Captures, and moves to the far row."""
        theirs, goal = (s.black, self.top_row) if s.mover == 0 else (s.white, self.bottom_row)
        return self.moves_into(s, theirs | goal)

    def candidates(self, s: Pawns) -> Iterator[int]:
        """The moves that win at once; else those that stop the other side from winning at once; else all.

        A pawn one row from its goal cannot be blocked, for it can always go there diagonally: it has to be captured.
        """
        cells = self.board
        if s.mover == 0:
            goal, threats = self.top_row, s.black & self.bottom_row << self.up
        else:
            goal, threats = self.bottom_row, s.white & self.top_row >> self.up
        if self.reaches(s, goal):
            cells = goal
        elif threats and self.reaches(s, threats):
            cells = threats
        return self.moves_into(s, cells)

    def reaches(self, s: Pawns, cells: np.uint64) -> bool:
        """Whether the mover has a move that ends on one of these cells."""
        return bool((self.targets(s, 0) | self.targets(s, 1) | self.targets(s, 2)) & cells)

    def canonical(self, s: Pawns) -> Pawns:
        """The lesser of the board and its mirror image, left and right exchanged."""
        white, black = self.mirrored(s.white), self.mirrored(s.black)
        if white < s.white or (white == s.white and black < s.black):
            return Pawns(white, black, s.mover)
        return s

    def mirrored(self, cells: np.uint64) -> np.uint64:
        """The cells with left and right exchanged."""
        return reversed_lines(cells, self.width, ONE, self.left_column)
