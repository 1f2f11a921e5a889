"""The rules of Go: stones without liberties are taken off, and positions must not repeat.

A board is a set of points for each colour (see `native/wide.py`). A chain is a set of connected stones of one colour,
and its liberties are the empty points beside it. No chains are kept: a flood from the liberties over all stones of a
colour finds everything that stays on the board, in a few steps and without a loop over chains.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import NamedTuple

import numpy as np

from zermelo.core.game import MAX, Game
from zermelo.games.shared.parameters import check_flag, check_whole
from zermelo.native.outlining import outlined
from zermelo.native.wide import (
    BITS,
    Wide,
    as_integer,
    as_wide,
    beside,
    both,
    count_points,
    each_point,
    either,
    flood,
    has_point,
    is_empty,
    lowest_point,
    only_point,
    overlap,
    without,
)

NONE = -1
"""No point: where ko forbids nothing, and before the first move."""

LARGEST = 19
"""The greatest size of a board."""

PLAYOUT_FACTOR = 3
"""A playout is cut off after this many plies for each point: without superko, kos can repeat without end."""

KOS = ("positional", "simple")
SCORINGS = ("points", "win")


class Board(NamedTuple):
    """The stones, who is to move, the point that simple ko forbids, the passes in a row, and the last action.

    The point and the action are NONE where there is none.
    """

    black: Wide
    white: Wide
    mover: int
    ko: int
    passes: int
    last: int


class Rules(Game):
    """Surround more of the board than the other: an area of your stones and the empty points that only they reach."""

    longest_playout: int

    def __init__(
        self, size: int = 9, komi: float = 7.5, ko: str = "positional", suicide: bool = False, scoring: str = "points"
    ) -> None:
        _check(size, komi, ko, suicide, scoring)
        self.size, self.ko, self.suicide, self.scoring = size, ko, suicide, scoring
        self.komi = int(komi) if komi == int(komi) else komi
        self.stride = size + 1
        self.points = size * size
        self.passing = size * self.stride
        self.words = (self.passing + BITS - 1) // BITS
        row = (1 << size) - 1
        self.board = as_wide(sum(row << i * self.stride for i in range(size)), self.words)
        self.none = as_wide(0, self.words)
        inner = sum((row >> 2) << 1 << i * self.stride for i in range(1, size - 1))
        self.edge = as_wide(as_integer(self.board) & ~inner, self.words)
        self.window = np.uint64(sum(7 << i * self.stride for i in range(3)))
        self.counts_points = scoring == "points"
        self.longest_playout = PLAYOUT_FACTOR * self.points
        self.forbids_repetition = ko == "positional"
        self.most = self.points + abs(self.komi) if self.counts_points else 1
        self.bounds = (-self.most, self.most)

    def initial(self) -> Board:
        """An empty board, Black to move."""
        return Board(self.none, self.none, 0, NONE, 0, NONE)

    def player(self, s: Board) -> int:
        """Whose turn it is."""
        return s.mover

    def actions(self, s: Board) -> Iterator[int]:
        """The points that may be taken, in reading order, and a pass."""
        yield from each_point(self.legal_points(s))
        yield self.passing

    @outlined
    def result(self, s: Board, a: int) -> Board:
        """A stone on point a, and chains without liberties taken off: first the other's, then the mover's."""
        if a == self.passing:
            return Board(s.black, s.white, 1 - s.mover, NONE, s.passes + 1, a)
        stone = only_point(a, s.black)
        mine, theirs = either(self.mine(s), stone), self.theirs(s)
        around = beside(stone, self.stride)
        ko = NONE
        if overlap(around, theirs):
            alive = self.alive(theirs, without(self.empty(s), stone))
            captured = without(theirs, alive)
            theirs = alive
            # A lone stone that takes a lone stone, and whose only liberty is where that one was.
            if count_points(captured) == 1 and not overlap(around, either(mine, self.empty(s))):
                ko = lowest_point(captured)
        if self.suicide:
            mine = self.alive(mine, without(self.board, either(mine, theirs)))
        if s.mover == MAX:
            return Board(mine, theirs, 1, ko, 0, a)
        return Board(theirs, mine, 0, ko, 0, a)

    def is_terminal(self, s: Board) -> bool:
        """Whether both players have passed, one after the other."""
        return s.passes >= 2

    def utility(self, s: Board, p: int) -> float:
        """The player's area less the other's, komi added to White's; or 1 for the greater, -1 for the less."""
        margin = self.margin(s)
        if not self.counts_points:
            margin = 1.0 if margin > 0 else -1.0 if margin < 0 else 0.0
        return margin if p == 0 else -margin

    def infinite_play(self, p: int) -> float:
        """0. Only with simple ko can play be infinite."""
        return 0

    def position(self, s: Board) -> tuple[Wide, Wide]:
        """What must not be repeated: the stones, whoever is to move."""
        return s.black, s.white

    def turned_to(self, s: Board, p: int) -> Board:
        """The same stones with player p to move, as if no one had passed: play goes on from here."""
        return Board(s.black, s.white, p, NONE, 0, NONE)

    # The board.

    def mine(self, s: Board) -> Wide:
        """The mover's stones."""
        return s.black if s.mover == MAX else s.white

    def theirs(self, s: Board) -> Wide:
        """The stones of the other player."""
        return s.white if s.mover == MAX else s.black

    def empty(self, s: Board) -> Wide:
        """The points without a stone."""
        return without(self.board, either(s.black, s.white))

    def alive(self, stones: Wide, empty: Wide) -> Wide:
        """Those of one colour's stones whose chains have a liberty."""
        return flood(beside(empty, self.stride), stones, self.stride)

    @outlined
    def legal_points(self, s: Board) -> Wide:
        """The points where the mover may place a stone."""
        empty = self.empty(s)
        free = beside(empty, self.stride)  # a stone beside an empty point has a liberty
        legal = both(empty, free)
        for point in each_point(without(empty, free)):
            if self.is_legal_between_stones(s, point):
                legal = either(legal, only_point(point, empty))
        return legal if s.ko == NONE else without(legal, only_point(s.ko, empty))

    def is_legal(self, s: Board, point: int) -> bool:
        """Whether the mover may place a stone on an empty point."""
        if point == s.ko:
            return False
        around = beside(only_point(point, s.black), self.stride)
        return overlap(around, self.empty(s)) or self.is_legal_between_stones(s, point)

    def is_legal_between_stones(self, s: Board, point: int) -> bool:
        """Whether a stone on an empty point that has no empty point beside it keeps or gains a liberty.

        If suicide is allowed, so is every such stone, except a lone one, which would leave the board unchanged.
        """
        stone = only_point(point, s.black)
        around = beside(stone, self.stride)
        mine, theirs, empty = self.mine(s), self.theirs(s), without(self.empty(s), stone)
        if overlap(around, mine) and (self.suicide or overlap(around, self.alive(mine, empty))):
            return True
        return not is_empty(without(both(around, theirs), self.alive(theirs, empty)))

    @outlined
    def margin(self, s: Board) -> float:
        """Black's area minus White's and komi."""
        black, white = self.areas(s)
        return float(count_points(black) - count_points(white) - self.komi)

    def areas(self, s: Board) -> tuple[Wide, Wide]:
        """The areas of Black and of White. An empty region that touches only one colour belongs to it.

        All stones count as alive.
        """
        empty = self.empty(s)
        black = flood(s.black, either(s.black, empty), self.stride)
        white = flood(s.white, either(s.white, empty), self.stride)
        return without(black, white), without(white, black)

    def is_point(self, a: int) -> bool:
        """Whether an action, or NONE, is a point."""
        return 0 <= a < self.passing

    def is_taken(self, s: Board, point: int) -> bool:
        """Whether there is a stone on the point."""
        return has_point(either(s.black, s.white), point)


def _check(size: int, komi: float, ko: str, suicide: bool, scoring: str) -> None:
    check_whole("size", size, 1, LARGEST)
    is_number = isinstance(komi, (int, float)) and not isinstance(komi, bool) and isfinite(komi)
    if not is_number or abs(komi) > LARGEST**2 or 2 * komi != int(2 * komi):
        raise ValueError(f"komi must be a number of whole or half points, at most {LARGEST**2}, not {komi!r}")
    if ko not in KOS:
        raise ValueError(f"ko must be {KOS[0]} or {KOS[1]}, not {ko!r}")
    check_flag("suicide", suicide)
    if scoring not in SCORINGS:
        raise ValueError(f"scoring must be {SCORINGS[0]} or {SCORINGS[1]}, not {scoring!r}")
