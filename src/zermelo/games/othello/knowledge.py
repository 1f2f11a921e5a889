"""Knowledge for searching Othello: mobility, corners and symmetry."""

from __future__ import annotations

from types import MappingProxyType

import numpy as np

from zermelo.core.game import weighted_sum
from zermelo.games.othello.rules import PASS, Board, Rules
from zermelo.games.shared.bitboards import flipped, neighbours, transposed
from zermelo.games.shared.discs import NONE, ONE
from zermelo.native.bits import count_bits, lowest_bit

REPLY, FRONTIER, ODD, TAKEN_CORNER = 4, 1, 2, 8
"""The weights in `order`: of a reply that is left to the other, of a free square at one's own discs, of a move into an
odd quarter, of a corner that is taken. Ten settings were compared by the nodes of FFO endgames 22 to 25 and 27."""

QUARTERS = tuple(map(np.uint64, (0x000000000F0F0F0F, 0x00000000F0F0F0F0, 0x0F0F0F0F00000000, 0xF0F0F0F000000000)))
"""The quarters of the board, which approximate its regions: near the end they are nearly independent."""

NO_MOVE = -65
"""In place of a value, for a player who has no move: less than every difference in discs."""


class Knowledge(Rules):
    """Move ordering, evaluation, the values of the last moves, and symmetries."""

    scored = True

    feature_weights = MappingProxyType({"mobility": 1, "corners": 8, "late_discs": 1, "discs": 0})
    """Discs only count late by default: most of them change hands until then. `discs` counts them all the time."""

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

    def value_bounds(self, s: Board) -> tuple[float, float]:
        """The value itself if at most two squares are free: it is computed faster than it is searched."""
        free = self.board & ~(s.mine | s.theirs)
        if count_bits(free) > 2:
            return -self.size * self.size, self.size * self.size
        if count_bits(free) == 2:
            value = self.value_of_two(s.mine, s.theirs, free)
        else:
            value = self.value_of_one(s.mine, s.theirs, free)
        for_first = value if s.mover == 0 else -value
        return for_first, for_first

    def value_of_two(self, mine: np.uint64, theirs: np.uint64, free: np.uint64) -> int:
        """The mover's value if two squares are free."""
        first = ONE << np.uint64(lowest_bit(free))
        value = self.best_of_two(mine, theirs, first, free ^ first)
        if value != NO_MOVE:
            return value
        reply = self.best_of_two(theirs, mine, first, free ^ first)
        return -reply if reply != NO_MOVE else self.difference(mine, theirs)

    def best_of_two(self, mine: np.uint64, theirs: np.uint64, first: np.uint64, second: np.uint64) -> int:
        """The mover's value if these two squares are free and the mover takes one of them; else NO_MOVE."""
        value = NO_MOVE
        turned = self.turned(first, mine, theirs)
        if turned != NONE:
            value = -self.value_of_one(theirs ^ turned, mine | first | turned, second)
        turned = self.turned(second, mine, theirs)
        if turned != NONE:
            value = max(value, -self.value_of_one(theirs ^ turned, mine | second | turned, first))
        return value

    def value_of_one(self, mine: np.uint64, theirs: np.uint64, free: np.uint64) -> int:
        """The mover's value if at most one square is free: the mover takes it, else the opponent, else nobody."""
        turned = self.turned(free, mine, theirs)
        if turned != NONE:
            return self.difference(mine | free | turned, theirs ^ turned)
        turned = self.turned(free, theirs, mine)
        return self.difference(mine ^ turned, theirs | free | turned if turned != NONE else theirs)

    def evaluate(self, s: Board, p: int) -> float:
        """The weighted sum of the features, which estimates the final difference in discs, kept within its bounds."""
        squares = self.size * self.size
        return max(-squares, min(squares, weighted_sum(self, s, p)))

    def features(self, s: Board) -> tuple[float, ...]:
        """X's less O's: legal moves, corners, and discs with a weight that grows over the last quarter of the game."""
        moves = count_bits(s.moves) - count_bits(self.moves(s.theirs, s.mine))
        corners = count_bits(s.mine & self.corners) - count_bits(s.theirs & self.corners)
        discs = count_bits(s.mine) - count_bits(s.theirs)
        squares = self.size * self.size
        late = max(0, 4 * count_bits(s.mine | s.theirs) - 3 * squares)
        side = 1 if s.mover == 0 else -1
        return side * moves, side * corners, side * (discs * late // squares), side * discs

    def canonical(self, s: Board) -> Board:
        """The least of the eight boards that turns and mirrors make."""
        mine, theirs = s.mine, s.theirs
        least_mine, least_theirs = mine, theirs
        for i in range(7):  # alternating a flip and a transposition generates all eight
            mine, theirs = (flipped(mine), flipped(theirs)) if i % 2 == 0 else (transposed(mine), transposed(theirs))
            if mine < least_mine or (mine == least_mine and theirs < least_theirs):
                least_mine, least_theirs = mine, theirs
        return self.board_of(least_mine, least_theirs, s.mover)

    def key(self, s: Board) -> tuple[np.uint64, np.uint64]:
        """The discs; if O is to move, the opponent's discs complemented, which makes a third number unnecessary.

        No two states have the same key. The four squares in the middle are never free: the opponent's set has those of
        them that the mover's has not, and its complement has the others.
        """
        return s.mine, s.theirs if s.mover == 0 else ~s.theirs
