"""Knowledge for searching backgammon: the race, points that are held, and blots that can be hit."""

from __future__ import annotations

from zermelo.games.backgammon.checkers import Checkers, count, made, occupied, on_point, pips
from zermelo.games.backgammon.rules import NOBODY, Board, Rules
from zermelo.native.bits import count_bits, lowest_bit

POINT, BLOCK, PRIME, WAITING, NEAR, FAR = 6, 2, 3, 1, 0.25, 0.07
"""The weights of the evaluation, in pips: a point held at home; one held in front of it; each point of a prime beyond
two; a checker on the other's bar, for each point held at home; and of the pips that a blot may lose, the share that
counts if one die can hit it, or two together. They were found by comparing the plays that they choose with GNU
Backgammon's."""


class Knowledge(Rules):
    """Move ordering, evaluation, and bounds on the value."""

    scored = True

    def evaluate(self, s: Board, p: int) -> float:
        """The race; and while checkers can still be hit, the points held and the risk of blots."""
        x, o = (s.max_low, s.max_high), (s.min_low, s.min_high)
        x_pips, o_pips = pips(x), pips(o)
        to_roll = 0 if s.mover == NOBODY else 1 - 2 * s.mover
        lead = o_pips - x_pips + to_roll * self.sides / 2
        scale = 2 + (x_pips + o_pips) / 28
        if self.meet(x, o):
            lead += self.standing(x, o) - self.standing(o, x)
            scale *= 2
        lead /= scale
        for_max = lead / (1 + abs(lead))
        return for_max if p == 0 else -for_max

    def meet(self, mine: Checkers, theirs: Checkers) -> bool:
        """Whether a checker still has to pass one of the other player's."""
        facing = self.facing(occupied(theirs))
        return facing != 0 and occupied(mine) >> lowest_bit(facing) != 0

    def standing(self, mine: Checkers, theirs: Checkers) -> float:
        """A player's points in pips: points held at home and in front of it, primes, minus blots in reach."""
        held = made(mine)
        blots = occupied(mine) & ~held & self.board
        facing = self.facing(occupied(theirs))
        near = blots & in_reach(facing, 1, self.sides)
        far = blots & ~near & in_reach(facing, self.sides + 1, 2 * self.sides - 1)
        at_home = count_bits(held & (2 << self.home) - 1)
        before = count_bits(held >> self.home + 1 & (1 << self.home) - 1)
        prime, run = 0, held & self.board
        while run:
            prime += 1
            run &= run >> 1
        value = POINT * at_home + BLOCK * before + PRIME * max(0, prime - 2)
        value += WAITING * on_point(theirs, self.bar) * at_home
        return value - NEAR * self.may_lose(near) - FAR * self.may_lose(far)

    def may_lose(self, blots: int) -> int:
        """The pips lost if all these blots are hit."""
        return self.bar * count_bits(blots) - pips((blots, 0))

    def order(self, s: Board, a: int) -> float:
        """The evaluation for the mover after the play, wins first. Rolls have no order."""
        if s.roll == 0:
            return 0
        after = self.result(s, a)
        return 2.0 if self.is_terminal(after) else self.evaluate(after, s.mover)

    def value_bounds(self, s: Board) -> tuple[float, float]:
        """A player who has borne off a checker cannot lose more than 1."""
        least = -self.most if count((s.max_low, s.max_high)) == self.checkers else -1
        greatest = self.most if count((s.min_low, s.min_high)) == self.checkers else 1
        return least, greatest


def in_reach(points: int, nearest: int, farthest: int) -> int:
    """The points that are from `nearest` to `farthest` ahead of these."""
    reach = 0
    for distance in range(nearest, farthest + 1):
        reach |= points << distance
    return reach
