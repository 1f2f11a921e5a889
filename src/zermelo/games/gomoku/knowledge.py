"""Knowledge for searching gomoku: points that make five, and lines of five that are still open.

A line of five points is open to a player if the other has no stone on it. How many stones the player has on it says how
many moves are missing; two such lines with four stones, one point apart, are an open four, which cannot be stopped.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log2

import numpy as np

from zermelo.core.game import MAX
from zermelo.games.gomoku.rules import FIVE, Rules, Stones
from zermelo.games.shared.wide_boards import random_point
from zermelo.native.bits import count_bits
from zermelo.native.wide import Wide, both, count_points, down_by, each_point, either, is_empty, up_by, without

LINE = 0b11111
"""Five points that follow one another."""

MINE = (1, 6, 40, 400, 40_000)
THEIRS = (0, 4, 25, 200, 10_000)
"""The weights in `order` of an open line through a point, by the stones that are on it: of the mover's, which the stone
makes longer, and of the other's, which it closes."""

OPEN = (0, 1, 4, 16, 64)
"""The weights in `evaluate` of an open line, by the stones that are on it."""


class Knowledge(Rules):
    """Move ordering, must-play moves, playouts and evaluation."""

    preferred_method = "mcts"

    def candidates(self, s: Stones) -> Iterator[int]:
        """The points that make five; else those where the other would make five; else all."""
        return each_point(self.must_play(s))

    def playout_action(self, s: Stones, random: np.uint64) -> int:
        """Makes five, or prevents five, where possible; else any empty point next to a stone."""
        forced = self.must_play(s)
        near = both(forced, self.near(either(s.black, s.white)))
        return random_point(forced if is_empty(near) else near, random)

    def order(self, s: Stones, a: int) -> float:
        """Prefers points on many open lines of either player with many stones on them."""
        mine, theirs = self.sides(s)
        free = self.free(s)
        total = 1
        for step in self.directions:
            total += self.line_worth(mine, theirs, free, a, step)
        return log2(total)

    def evaluate(self, s: Stones, p: int) -> float:
        """Black's open lines less White's, each by the stones on it."""
        for_black = self.open_lines(s.black, s.white) - self.open_lines(s.white, s.black)
        return for_black if p == MAX else -for_black

    def key(self, s: Stones) -> tuple[Wide, Wide, int]:
        """The stones and the mover: the rest follows from them, or does not matter."""
        return s.black, s.white, s.mover

    # Threats.

    def must_play(self, s: Stones) -> Wide:
        """The points that make five; else those where the other would make five; else all that are empty."""
        free = self.free(s)
        mine, theirs = self.sides(s)
        wins = both(free, self.completing(mine))
        if not is_empty(wins):
            return wins
        blocks = both(free, self.completing(theirs))
        return free if is_empty(blocks) else blocks

    def completing(self, stones: Wide) -> Wide:
        """The points, free or not, on which a further stone makes a row that wins."""
        found = without(stones, stones)
        for step in self.directions:
            found = either(found, self.completing_along(stones, step))
        return found

    def completing_along(self, stones: Wide, step: int) -> Wide:
        """The points on which a further stone makes a row in one direction.

        Together at least four stones have to lie directly before and directly after the point. With `standard` there
        must not be five.
        """
        up1, down1 = up_by(stones, step), down_by(stones, step)  # at least one stone before the point, after it
        up2, down2 = both(up1, up_by(up1, step)), both(down1, down_by(down1, step))
        up3, down3 = both(up1, up_by(up2, step)), both(down1, down_by(down2, step))
        up4, down4 = both(up1, up_by(up3, step)), both(down1, down_by(down3, step))
        mixed = either(both(up3, down1), either(both(up2, down2), both(up1, down3)))
        rows = either(mixed, either(up4, down4))
        if not self.standard:
            return rows
        up5, down5 = both(up1, up_by(up4, step)), both(down1, down_by(down4, step))
        upper, lower = either(up5, both(up4, down1)), either(down5, both(up1, down4))
        return without(rows, either(either(upper, lower), either(both(up3, down2), both(up2, down3))))

    def near(self, stones: Wide) -> Wide:
        """The stones and the points next to one of them, also diagonally."""
        rows = either(stones, either(up_by(stones, 1), down_by(stones, 1)))
        return either(rows, either(up_by(rows, self.stride), down_by(rows, self.stride)))

    # Open lines.

    def line_worth(self, mine: Wide, theirs: Wide, free: Wide, point: int, step: int) -> int:
        """The weight of both players' open lines through a free point, in one direction."""
        my_bits = their_bits = free_bits = 0  # the four points before it, itself, and the four after it
        for i in range(2 * FIVE - 1):
            other = point + (i + 1 - FIVE) * step
            if self.is_on(free, other):
                free_bits |= 1 << i
            elif self.is_on(mine, other):
                my_bits |= 1 << i
            elif self.is_on(theirs, other):
                their_bits |= 1 << i
        total = 0
        for first in range(FIVE):
            line = LINE << first
            if (my_bits | free_bits) & line == line:
                total += MINE[count_bits(my_bits & line)]
            if (their_bits | free_bits) & line == line:
                total += THEIRS[count_bits(their_bits & line)]
        return total

    def open_lines(self, stones: Wide, others: Wide) -> int:
        """The value of the lines of five on which a player has stones and the other has none."""
        total = 0
        for step in self.directions:
            total += self.open_lines_along(stones, without(self.board, others), step)
        return total

    def open_lines_along(self, stones: Wide, room: Wide, step: int) -> int:
        """The same in one direction; `room` is where the other has no stone.

        The stones on each line are counted in binary, for all lines at once: ones, twos and fours are the digits of the
        numbers of stones on the lines that begin at each point.
        """
        ones, twos, fours = stones, without(stones, stones), without(stones, stones)
        open_here = room
        for _ in range(FIVE - 1):
            stones, room = down_by(stones, step), down_by(room, step)
            open_here = both(open_here, room)
            carry = both(ones, stones)
            ones = without(either(ones, stones), carry)
            fours = either(fours, both(twos, carry))
            twos = without(either(twos, carry), both(twos, carry))
        ones, twos, fours = both(ones, open_here), both(twos, open_here), both(fours, open_here)
        three = count_points(both(ones, twos))
        one, two, four = count_points(ones) - three, count_points(twos) - three, count_points(fours)
        return OPEN[1] * one + OPEN[2] * two + OPEN[3] * three + OPEN[4] * four
