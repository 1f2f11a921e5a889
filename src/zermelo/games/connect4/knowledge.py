"""Knowledge for searching Connect Four: threats, zugzwang and symmetry.

A threat is a free square that would complete a line of four. Whether its owner ever gets to play there is a matter of
zugzwang: near the end the columns fill up two stones at a time. The player who has to begin each pair leads, and gets
the lower square of it; the other follows, and gets the upper one.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

import numpy as np

from zermelo.games.connect4.rules import Board, Rules, fours_from
from zermelo.native.bits import count_bits, each_bit, lowest_bit

CENTRAL, GOOD_THREAT, WEAK_THREAT, HOPE, FORCING = 5, 50, 20, 12, 100
"""The weights in `order`. They were chosen by the number of nodes that it takes to solve random positions."""


class Knowledge(Rules):
    """Move ordering, evaluation, and what can be ruled out without a search."""

    feature_weights = MappingProxyType({"lines": 1, "threats": 3, "lasting": 6})
    """Lines that can still be completed, threats, and threats in a row that zugzwang gives to their owner."""

    def __init__(self, width: int = 7, height: int = 6) -> None:
        super().__init__(width, height)
        self.lines_through = self._lines_through()
        # Counted down from the top, every second row is for the player who leads: see `best_against_follow_up`.
        self.leading = self.bottom_row * sum(1 << r for r in range(height) if (height - r) % 2 == 0)
        self.following = self.full ^ self.leading
        # If the height is even, columns filled two stones at a time give X the odd rows in the end, and O the others.
        odd_rows = self.bottom_row * sum(1 << r for r in range(0, height, 2))
        self.rows_of_first = 0 if height % 2 else odd_rows
        self.rows_of_second = 0 if height % 2 else self.full ^ odd_rows

    # Threats and lines.

    def threats(self, stones: int, taken: int) -> int:
        """The free squares, in reach or not, on which one more stone would make four of the stones."""
        found = (stones << 1) & (stones << 2) & (stones << 3)
        found |= fourths(stones, self.stride)
        found |= fourths(stones, self.stride + 1)
        found |= fourths(stones, self.stride - 1)
        return found & self.full & ~taken

    def lines_in(self, squares: int) -> int:
        """The number of lines of four on the squares."""
        found = count_bits(fours_from(squares, 1)) + count_bits(fours_from(squares, self.stride))
        return (
            found + count_bits(fours_from(squares, self.stride + 1)) + count_bits(fours_from(squares, self.stride - 1))
        )

    def _lines_through(self) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """For each bit of a board, how many lines of four go through its square."""
        counts = np.zeros(self.width * self.stride, np.int64)
        for start in each_bit(self.full):
            for step in (1, self.stride, self.stride + 1, self.stride - 1):
                four = [start + i * step for i in range(4)]
                if all(self.full >> square & 1 for square in four):
                    counts[four] += 1
        return counts

    # Move ordering and candidates.

    def order(self, s: Board, a: int) -> float:
        """Threats first, above all in rows that the mover gets in the end; then squares on many lines."""
        stone = self.landings(s.taken) & (self.column << a * self.stride)
        mine, theirs, taken = s.mine | stone, s.mine ^ s.taken, s.taken | stone
        first = self.player(s) == 0
        my_rows = self.leading if first else self.following
        my_threats, their_threats = self.threats(mine, taken), self.threats(theirs, taken)
        guess = CENTRAL * int(self.lines_through[lowest_bit(stone)])
        guess += GOOD_THREAT * count_bits(my_threats & my_rows) + WEAK_THREAT * count_bits(my_threats & ~my_rows)
        guess -= GOOD_THREAT * count_bits(their_threats & ~my_rows) + WEAK_THREAT * count_bits(their_threats & my_rows)
        # The lines that the first player could still complete if the second answered each stone with the one above.
        hopes = self.lines_in((mine if first else theirs) | (self.full & ~taken & self.leading))
        guess += HOPE * hopes if first else -HOPE * hopes
        return guess + FORCING if my_threats & self.landings(taken) else guess

    def candidates(self, s: Board) -> Iterator[int]:
        """A win if there is one, else a reply that is forced, else the columns that do not lose at once."""
        for square in each_bit(self.sensible(s)):
            yield square // self.stride

    def sensible(self, s: Board) -> int:
        """The squares of the candidates. The moves left out are no better, and lose no later."""
        landings = self.landings(s.taken)
        wins = landings & self.threats(s.mine, s.taken)
        if wins != 0:
            return wins & -wins
        theirs = self.threats(s.mine ^ s.taken, s.taken)
        forced = landings & theirs
        if forced != 0:
            return forced & -forced  # of two threats only one can be stopped: all moves lose, and one is enough
        safe = landings & ~(theirs >> 1)  # a stone directly below their threat would let them play it
        return safe if safe != 0 else landings & -landings

    # Evaluation.

    def features(self, s: Board) -> tuple[float, ...]:
        """Of the first player's less the second's: lines free of the other's stones, threats, and lasting threats."""
        theirs = s.mine ^ s.taken
        first, second = (s.mine, theirs) if self.player(s) == 0 else (theirs, s.mine)
        good, bad = self.threats(first, s.taken), self.threats(second, s.taken)
        return (
            self.lines_in(self.full & ~second) - self.lines_in(self.full & ~first),
            count_bits(good) - count_bits(bad),
            count_bits(good & self.rows_of_first) - count_bits(bad & self.rows_of_second),
        )

    def value_bounds(self, s: Board) -> tuple[float, float]:
        """A player without a line free of the other's stones cannot win; one who can follow up can avoid a loss."""
        theirs = s.mine ^ s.taken
        hopes, fears = self.threats(s.mine, s.taken), self.threats(theirs, s.taken)
        best = 1 if self.has_four(self.full & ~theirs) else 0
        worst = -1 if self.has_four(self.full & ~s.mine) else 0
        if worst < best and fears & self.landings(s.taken) == 0:  # else the mover has to stop a threat first
            best = min(best, self.best_against_follow_up(s.mine, theirs, s.taken, hopes, fears))
            worst = min(worst, best)
        return (worst, best) if self.player(s) == 0 else (-best, -worst)

    def best_against_follow_up(self, mine: int, theirs: int, taken: int, hopes: int, fears: int) -> int:
        """The most that the mover can get if the other answers each stone with the one above it.

        Free squares are numbered down from the top of their column: of each pair the mover gets the lower, the leading
        one, and the other gets the following one. So the mover can only complete lines of stones and leading squares,
        none of them above a square on which the other, following, wins. Where the lowest free square of a column is
        a following one, that column is out of step. Such columns make pairs of their own, in which the mover may have
        either square. If the number of free squares is odd the other cannot follow to the end, unless a threat of
        the other on a leading square brings both into step: the other plays the leading squares of that column up to
        the threat, and wins.
        """
        free = self.full & ~taken
        landings = self.landings(taken)
        winning = fears & self.following
        reachable = self.leading & free & ~self.above(winning)
        if hopes & landings:
            return 1  # there is nothing to follow up: the mover wins at once
        if count_bits(free) & 1 == 0:
            out_of_step = landings & self.following
            if self.has_four(mine | reachable | out_of_step):
                return 1
            return -1 if winning or self.has_four(theirs | (free & self.following & ~out_of_step)) else 0
        waiting = fears & self.leading
        while waiting:
            threat = waiting & -waiting
            column = self.column << lowest_bit(threat) // self.stride * self.stride
            waiting &= ~column
            below = free & column & self.following & (threat - 1)
            out_of_step = (landings & self.following & ~column) | (landings & self.leading & column)
            if not self.has_four(mine | (reachable & ~column) | below | out_of_step):
                return -1
        return 1

    def above(self, squares: int) -> int:
        """All squares above these in their columns."""
        found = squares << 1 & self.full
        for _ in range(self.height - 2):
            found |= found << 1 & self.full
        return found

    # Which boards are the same.

    def key(self, s: Board) -> int:
        """One number for each position: in each column the mover's stones, and a bit that marks its height."""
        return s.mine + s.taken

    def canonical(self, s: Board) -> Board:
        """The board or its mirror image, whichever has the lesser key."""
        key = s.mine + s.taken
        if key <= self.mirrored(key):  # a key keeps each column in its own bits, as a board does
            return s
        return Board(self.mirrored(s.mine), self.mirrored(s.taken))

    def mirrored(self, columns: int) -> int:
        """The columns from right to left, with their guards."""
        whole = 2 * self.column + 1
        out = 0
        for c in range(self.width):
            out = out << self.stride | columns >> c * self.stride & whole
        return out


def fourths(stones: int, shift: int) -> int:
    """The squares that make a line of four with three of the stones, wherever in the line they are."""
    two_before = (stones << shift) & (stones << 2 * shift)
    two_after = (stones >> shift) & (stones >> 2 * shift)
    return two_before & (stones << 3 * shift | stones >> shift) | two_after & (stones >> 3 * shift | stones << shift)
