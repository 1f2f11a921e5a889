"""The legal plays of a roll.

A play is found number by number, as a set of points from which a checker can move. Two plays that lead to the same
position count as one, so plays that only differ in order are listed once. The higher die is `big`, the lower one
`small`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.core.game import Game
from zermelo.games.backgammon.checkers import Checkers, added, highest, made, occupied, taken, turned_round
from zermelo.native.bits import each_bit, lowest_bit

LOW_FIRST = 32
"""Added to the first point of an action if the lower of two numbers is played first."""


class View(NamedTuple):
    """The mover's view: the mover's checkers, the points that are not blocked, the blots to hit, and the dice."""

    mine: Checkers
    free: int
    blots: int
    roll: int


class Plays(Game):
    """The plays of a roll, on a board of a given number of points."""

    def __init__(self, points: int) -> None:
        self.points = points
        self.home, self.bar = points // 4, points + 1
        self.board = (1 << self.bar) - 2

    def plays(self, v: View) -> Iterator[int]:
        """The plays of the roll, one for each resulting position. Point 0 alone is a pass."""
        length = self.length(v)
        for p in each_bit(self.firsts(v, length)):
            if length == 1:
                yield p
                continue
            for q in each_bit(self.seconds(v, p)):
                if length == 2:
                    yield p | q << 6
                    continue
                for r in each_bit(self.thirds(v, p, q)):
                    if length == 3:
                        yield p | q << 6 | r << 12
                        continue
                    for last in each_bit(self.fourths(v, p, q, r)):
                        yield p | q << 6 | r << 12 | last << 18

    # How a checker goes.

    def facing(self, points: int) -> int:
        """The points of one player as the other counts them; the bar becomes 0."""
        return turned_round(points) >> 31 - self.bar

    def sources(self, v: View, here: int, die: int) -> int:
        """The points from which a checker can move this far, given the occupied points."""
        going = here & v.free << die
        if here >> self.bar:
            return going & 1 << self.bar
        if here >> self.home + 1 == 0:
            going |= here & 1 << die
            if here and here >> die == 0:
                going |= highest(here)
        return going

    def after(self, v: View, point: int, die: int) -> int:
        """The points that are occupied when a checker has gone from this point."""
        here = occupied(v.mine) & (~(1 << point) | made(v.mine))
        return here | 1 << point - die if point > die else here

    def gone(self, checkers: Checkers, point: int, die: int) -> Checkers:
        """The checkers when one of them has gone from this point, or off the board."""
        checkers = taken(checkers, point)
        return added(checkers, point - die) if point > die else checkers

    # The number of dice that must be played.

    def length(self, v: View) -> int:
        """How many numbers have to be played: the most possible, but at least 1, since a pass is an action too."""
        big, small = v.roll >> 3, v.roll & 7
        if big == small:
            return self.length_of_double(v)
        return 2 if self.leads_on(v, big, small) or self.leads_on(v, small, big) else 1

    def leads_on(self, v: View, die: int, other: int) -> bool:
        """Whether both numbers can be played in this order."""
        firsts = self.sources(v, occupied(v.mine), die)
        while firsts:
            if self.sources(v, self.after(v, lowest_bit(firsts), die), other):
                return True
            firsts &= firsts - 1
        return False

    def length_of_double(self, v: View) -> int:
        """The same for a double. All ways to play it have the same length."""
        length, checkers = 0, v.mine
        points = self.sources(v, occupied(checkers), v.roll & 7)
        while length < 4 and points:
            length += 1
            checkers = self.gone(checkers, lowest_bit(points), v.roll & 7)
            points = self.sources(v, occupied(checkers), v.roll & 7)
        return max(length, 1)

    # From where.

    def firsts(self, v: View, length: int) -> int:
        """The points from which a play may begin; with the lower number first, 32 higher."""
        big, small = v.roll >> 3, v.roll & 7
        by_big, by_small = self.sources(v, occupied(v.mine), big), self.sources(v, occupied(v.mine), small)
        if by_big | by_small == 0:
            return 1
        if big == small or (length == 1 and by_big):
            return by_big
        if length == 2 and self.is_open(v):
            # The order matters only if one checker plays both numbers, and only if the other order is another play.
            by_small &= v.free << big + small & ~(occupied(v.mine) << small) & ~self.free_ways(v)
        return by_big | by_small << 32

    def seconds(self, v: View, first: int) -> int:
        """The points from which a play may continue, without those that lead to the same position as another play."""
        big, small = v.roll >> 3, v.roll & 7
        if big == small:
            return self.no_higher(v, self.gone(v.mine, first, big), first)
        p = first & 31
        if first != p:
            return 1 << p - small if self.is_open(v) else self.new_with_small_first(v, p)
        points = self.sources(v, self.after(v, p, big), small)
        # The checker `small` points behind comes to where p was: if it had played both numbers, it would be the same.
        same = 1 << p + small
        if self.is_open(v):
            return points & ~(same & self.free_ways(v))
        return points & ~same if self.has_free_way(v, p + small) else points

    def thirds(self, v: View, p: int, q: int) -> int:
        """The points from which a double may continue after p and q."""
        die = v.roll & 7
        return self.no_higher(v, self.gone(self.gone(v.mine, p, die), q, die), q)

    def fourths(self, v: View, p: int, q: int, r: int) -> int:
        """The points from which a double may end after p, q and r."""
        die = v.roll & 7
        return self.no_higher(v, self.gone(self.gone(self.gone(v.mine, p, die), q, die), r, die), r)

    def no_higher(self, v: View, checkers: Checkers, point: int) -> int:
        """The points from which a double continues. Higher points come first, so that each play is found once."""
        return self.sources(v, occupied(checkers), v.roll & 7) & (2 << point) - 1

    # Which plays lead to the same position.

    def is_open(self, v: View) -> bool:
        """Whether no checker is on the bar and none will be borne off: then numbers can be played in any order."""
        here = occupied(v.mine)
        outside = here >> self.home + 1
        two_outside = outside & outside - 1 != 0 or made(v.mine) >> self.home + 1 != 0
        return here >> self.bar == 0 and two_outside

    def free_ways(self, v: View) -> int:
        """On an open board, the points from which a checker can play the higher number, and hits nothing in between."""
        big, small = v.roll >> 3, v.roll & 7
        return self.sources(v, occupied(v.mine), big) & ~(v.blots << big | v.blots << small)

    def has_free_way(self, v: View, point: int) -> bool:
        """Whether a checker can play the higher number and then the lower, and hits nothing in between in any order."""
        big, small = v.roll >> 3, v.roll & 7
        if point <= big or (v.blots >> point - big | v.blots >> point - small) & 1:
            return False
        return self.can_follow(v, point, point - big)

    def new_with_small_first(self, v: View, q: int) -> int:
        """The points for the higher number, after the lower was played from q, that lead to a new position."""
        big, small = v.roll >> 3, v.roll & 7
        new = points = self.sources(v, self.after(v, q, small), big)
        while points:
            p = lowest_bit(points)
            points &= points - 1
            both_off = p <= small and q <= small
            if (
                self.can_follow(v, p, q)
                or (p + small == q and self.has_free_way(v, q))
                or (both_off and self.can_follow(v, q, p))
            ):
                new &= ~(1 << p)
        return new

    def can_follow(self, v: View, p: int, q: int) -> bool:
        """Whether the higher number can be played from p, and then the lower one from q."""
        big, small = v.roll >> 3, v.roll & 7
        if self.sources(v, occupied(v.mine), big) >> p & 1 == 0:
            return False
        return self.sources(v, self.after(v, p, big), small) >> q & 1 == 1
