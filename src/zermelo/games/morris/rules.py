"""The rules of morris. The men of a player are the bits of a number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.core.game import Game
from zermelo.games.morris.lines import layout, neighbours
from zermelo.native.bits import count_bits, each_bit

FEWEST = 3
"""A player with fewer men has lost; one with just these may fly."""


class Men(NamedTuple):
    """The points of the mover's men and of the other's, whose turn it is, and the number of men yet to be placed."""

    mine: int
    theirs: int
    mover: int
    to_place: int


class Rules(Game):
    """Place and move men; three in a line are a mill, which wins or takes a man."""

    bounds = (-1, 1)

    def __init__(self, men: int = 3, flying: bool | None = None) -> None:
        if men not in (3, 6, 9) or isinstance(men, bool):
            raise ValueError(f"men must be 3, 6 or 9, not {men!r}")
        if flying not in (None, True, False):
            raise ValueError(f"flying must be true or false, not {flying!r}")
        self.men, self.flying = men, flying
        self.flies = men == 9 if flying is None else flying
        self.layout = layout(men // 3)
        self.board = (1 << len(self.layout.points)) - 1
        self.mills = tuple(sum(1 << i for i in mill) for mill in self.layout.mills)
        self.next_to = neighbours(self.layout)
        self.mill_wins = men == 3

    def initial(self) -> Men:
        """An empty board, X to place the first man."""
        return Men(0, 0, 0, 2 * self.men)

    def player(self, s: Men) -> int:
        """The player to place or move a man."""
        return s.mover

    def actions(self, s: Men) -> Iterator[int]:
        """Where a man may be placed, or moved from and to; for each that closes a mill, each man that may be taken."""
        if s.to_place:
            for to in each_bit(self.empty(s)):
                yield from self.with_captures(s, s.mine | 1 << to, to)
        else:
            for start in each_bit(s.mine):
                for to in each_bit(self.targets(s, start)):
                    yield from self.with_captures(s, s.mine ^ 1 << start | 1 << to, to | (start + 1) << 5)

    def with_captures(self, s: Men, mine: int, a: int) -> Iterator[int]:
        """Yields the action, or one for each man it may take if it closes a mill. `mine` are the men after it."""
        if self.mill_wins or not self.in_mill(mine, 1 << (a & 31)):
            yield a
        else:
            for taken in each_bit(self.takeable(s.theirs)):
                yield a | (taken + 1) << 10

    def result(self, s: Men, a: int) -> Men:
        """The man placed or moved, and the man that it takes gone."""
        to, start, taken = a & 31, (a >> 5 & 31) - 1, (a >> 10) - 1
        mine = s.mine | 1 << to
        if start >= 0:
            mine ^= 1 << start
        theirs = s.theirs ^ 1 << taken if taken >= 0 else s.theirs
        return Men(theirs, mine, 1 - s.mover, max(0, s.to_place - 1))

    def is_terminal(self, s: Men) -> bool:
        """Whether the mover has lost."""
        if self.mill_wins and self.has_mill(s.theirs):
            return True
        if self.men_of_mover(s) < FEWEST:
            return True
        return not s.to_place and not self.can_move(s)

    def utility(self, s: Men, p: int) -> float:
        """−1 to the mover, who has lost, and 1 to the other."""
        return -1 if p == s.mover else 1

    def men_of_mover(self, s: Men) -> int:
        """The number of the mover's men, on the board or yet to be placed."""
        return count_bits(s.mine) + (s.to_place + 1) // 2

    def can_move(self, s: Men) -> bool:
        """Whether a man of the mover has an empty point to go to."""
        return any(self.targets(s, start) for start in each_bit(s.mine))

    def targets(self, s: Men, start: int) -> int:
        """The points to which the man on this point may move."""
        if self.flies and count_bits(s.mine) == FEWEST:
            return self.empty(s)
        return self.next_to[start] & self.empty(s)

    def takeable(self, theirs: int) -> int:
        """The men of the other that may be taken: those that are in no mill, or all if every one is in a mill."""
        free = theirs
        for mill in self.mills:
            if mill & theirs == mill:
                free &= ~mill
        return free if free else theirs

    def in_mill(self, men: int, point: int) -> bool:
        """Whether the man on this point, given as a bit, is in a mill of these men."""
        return any(mill & point and mill & men == mill for mill in self.mills)

    def has_mill(self, men: int) -> bool:
        """Whether three of these men are in a line."""
        return any(mill & men == mill for mill in self.mills)

    def empty(self, s: Men) -> int:
        """The empty points."""
        return self.board & ~(s.mine | s.theirs)

    # Knowledge.

    def evaluate(self, s: Men, p: int) -> float:
        """The lead in men, times three, plus the lead in empty points next to one's men."""
        guess = 3 * (count_bits(s.mine) - count_bits(s.theirs)) + self.freedom(s, s.mine) - self.freedom(s, s.theirs)
        return guess if p == s.mover else -guess

    def freedom(self, s: Men, men: int) -> int:
        """The number of empty points next to these men."""
        near = 0
        for point in each_bit(men):
            near |= self.next_to[point]
        return count_bits(near & self.empty(s))

    def order(self, s: Men, a: int) -> float:
        """Mills first, then points with many neighbours."""
        to, start = a & 31, (a >> 5 & 31) - 1
        mine = s.mine | 1 << to
        if start >= 0:
            mine ^= 1 << start
        return count_bits(self.next_to[to]) + (100 if self.in_mill(mine, 1 << to) else 0)
