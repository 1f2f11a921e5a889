"""Knowledge for searching Othello: mobility, corners and symmetry."""

from __future__ import annotations

import numpy as np

from zermelo.games.othello.rules import PASS, Board, Rules
from zermelo.games.shared.bitboards import flipped, neighbours, transposed
from zermelo.games.shared.discs import NONE, ONE
from zermelo.native.bits import count_bits

CORNER = 8
"""The weight of a corner in the evaluation; a legal move has weight 1."""

REPLY, FRONTIER, ODD, TAKEN_CORNER = 4, 1, 2, 8
"""The weights in `order`: of a reply that is left to the other, of a free square at one's own discs, of a move into an
odd quarter, of a corner that is taken. Ten settings were compared by the nodes of FFO endgames 22 to 25 and 27."""

QUARTERS = tuple(map(np.uint64, (0x000000000F0F0F0F, 0x00000000F0F0F0F0, 0x0F0F0F0F00000000, 0xF0F0F0F000000000)))
"""The quarters of the board, which approximate its regions: near the end they are nearly independent."""


class Knowledge(Rules):
    """Move ordering, evaluation, and symmetries."""

    scored = True

    def order(self, s: Board, a: int) -> float:
        """Prefers moves that leave the opponent few moves now (corners count twice) and later, and odd quarters.

        The opponent's later moves are next to the mover's discs. A player who moves into a region with an odd number of
        free squares may get the last move there, which no reply turns over.
        """
        if a == PASS:
            return 0
        t = self.result(s, a)
        disc, free = ONE << np.uint64(a), self.board & ~(t.mine | t.theirs)
        guess = -REPLY * (count_bits(t.moves) + count_bits(t.moves & self.corners))
        guess -= FRONTIER * count_bits(neighbours(t.theirs) & free)
        if disc & self.odd_quarters(free | disc) != NONE:
            guess += ODD
        return guess + TAKEN_CORNER if disc & self.corners != NONE else guess

    def odd_quarters(self, free: np.uint64) -> np.uint64:
        """The quarters of the board in which the number of free squares is odd."""
        odd = NONE
        for quarter in QUARTERS:
            if count_bits(free & quarter) & 1:
                odd |= quarter
        return odd

    def evaluate(self, s: Board, p: int) -> float:
        """Mobility and corners; in the last quarter of the game also the discs, with increasing weight."""
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
        for i in range(7):  # alternating a flip and a transposition generates all eight
            mine, theirs = (flipped(mine), flipped(theirs)) if i % 2 == 0 else (transposed(mine), transposed(theirs))
            if mine < least_mine or (mine == least_mine and theirs < least_theirs):
                least_mine, least_theirs = mine, theirs
        return self.board_of(least_mine, least_theirs, s.mover)

    def key(self, s: Board) -> tuple[np.uint64, np.uint64, int]:
        """The discs and the mover: the moves follow from them."""
        return s.mine, s.theirs, s.mover
