"""What makes a search of Othello stronger: mobility, corners and symmetry."""

from __future__ import annotations

import numpy as np

from zermelo.games.othello.rules import PASS, Board, Rules
from zermelo.games.shared.bitboards import flipped, transposed
from zermelo.games.shared.discs import NONE, ONE
from zermelo.native.bits import count_bits

CORNER = 8
"""What a corner counts in the evaluation, where a move to choose from counts 1."""


class Knowledge(Rules):
    """Which squares to try first, what a board is worth, and its symmetries."""

    scored = True

    def order(self, s: Board, a: int) -> float:
        """Corners first; then what leaves the other the fewest moves, of which a corner counts as several."""
        replies = self.result(s, a).moves
        left = count_bits(replies) + CORNER * count_bits(replies & self.corners)
        corner = a != PASS and (ONE << np.uint64(a)) & self.corners != NONE
        return (PASS if corner else 0) - left

    def evaluate(self, s: Board, p: int) -> float:
        """Mobility and corners; in the last quarter of the game the discs as well, which then count more and more."""
        moves = count_bits(s.moves) - count_bits(self.moves(s.theirs, s.mine))
        corners = count_bits(s.mine & self.corners) - count_bits(s.theirs & self.corners)
        discs = count_bits(s.mine) - count_bits(s.theirs)
        squares = self.size * self.size
        late = max(0, 4 * count_bits(s.mine | s.theirs) - 3 * squares)
        guess = moves + CORNER * corners + discs * late // squares
        for_mover = max(-squares, min(squares, guess))
        return for_mover if p == s.mover else -for_mover

    def canonical(self, s: Board) -> Board:
        """The least of the eight boards that turns and mirrors make."""
        mine, theirs = s.mine, s.theirs
        least_mine, least_theirs = mine, theirs
        for i in range(7):  # a flip and a transposition by turns go through all eight
            mine, theirs = (flipped(mine), flipped(theirs)) if i % 2 == 0 else (transposed(mine), transposed(theirs))
            if mine < least_mine or (mine == least_mine and theirs < least_theirs):
                least_mine, least_theirs = mine, theirs
        return self.board_of(least_mine, least_theirs, s.mover)

    def key(self, s: Board) -> tuple[np.uint64, np.uint64, int]:
        """The discs and the mover: the moves follow from them."""
        return s.mine, s.theirs, s.mover
