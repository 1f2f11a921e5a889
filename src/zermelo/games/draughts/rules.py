"""The rules of international draughts.

The pieces are sets of squares: see `squares.py`. An action is `start | end << 6 | taken << 7`. The parts do not
overlap, for no piece on the edge of the board can be taken. Captures that differ only in the
way between are one action.
"""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.games.draughts.captures import (
    LONG,
    NO_DIRECTION,
    action_of,
    capture_on_way,
    count_captures,
    end_of,
    longest_captures,
    pieces_in,
    start_of,
    taken_of,
    ways_in,
)
from zermelo.games.draughts.squares import BOARD, BOTTOM, IN_ROW, TOP, moved
from zermelo.games.shared.draughts.rules import DraughtsRules, Pieces
from zermelo.games.shared.draughts.squares import DIRECTIONS, bits_of
from zermelo.native.bits import count_bits, each_bit, highest_bit

BLACK_START, WHITE_START = bits_of(1, 20, IN_ROW), bits_of(31, 50, IN_ROW)
"""The squares of the men where play begins."""


class Rules(DraughtsRules):
    """Move diagonally, capture as many as you can, and reach the far row to be crowned; leave the other no move."""

    in_row, black_player = IN_ROW, 1
    all_squares, top_row, bottom_row = BOARD, TOP, BOTTOM

    def initial(self) -> Pieces:
        """Twenty men on each side, White to move."""
        return Pieces(BLACK_START, WHITE_START, 0, 0, 0)

    def actions(self, s: Pieces) -> Iterator[int]:
        """The captures of most pieces, if there are any; else the moves."""
        most = self.most_taken(s)
        if most:
            yield from self.captures(s, most)
        else:
            yield from self.moves(s)

    def result(self, s: Pieces, a: int) -> Pieces:
        """The piece moved, what it captured taken off, and crowned if it is a man on the far row."""
        return self.after(s, 1 << start_of(a), 1 << end_of(a), taken_of(a))

    def jumpers(self, s: Pieces) -> int:
        """The mover's pieces that can capture a piece beside them."""
        mine, theirs, empty = self.mine(s), self.theirs(s), self.empty(s)
        found = 0
        for direction in range(DIRECTIONS):
            found |= mine & moved(theirs & moved(empty, direction ^ 2), direction ^ 2)
        return found

    def capturers(self, s: Pieces) -> int:
        """The mover's pieces that may be able to capture: those that have a piece beside them to take, and kings."""
        return self.jumpers(s) | self.mine(s) & s.kings

    def short_captures(self, s: Pieces, start: int) -> int:
        """The number of pieces, at most LONG, and ways of the longest captures of one piece: see `captures.py`."""
        flies = s.kings >> start & 1 == 1
        return count_captures(1 << start, self.theirs(s), self.empty(s) | 1 << start, flies, NO_DIRECTION, LONG)

    def long_captures(self, s: Pieces, start: int) -> list[int]:
        """The longest captures of one piece."""
        return longest_captures(start, self.theirs(s), self.empty(s) | 1 << start, s.kings >> start & 1 == 1)

    def most_taken(self, s: Pieces) -> int:
        """The greatest number of pieces that the mover can capture."""
        most = 0
        for start in each_bit(self.capturers(s)):
            pieces = pieces_in(self.short_captures(s, start))
            if pieces == LONG:
                pieces = count_bits(taken_of(self.long_captures(s, start)[0]))
            most = max(most, pieces)
        return most

    def captures(self, s: Pieces, most: int) -> Iterator[int]:
        """Yields the captures of this many pieces, the greatest number that is possible."""
        theirs, empty = self.theirs(s), self.empty(s)
        for start in each_bit(self.capturers(s)):
            best = self.short_captures(s, start)
            if most < LONG and pieces_in(best) == most:
                for way in range(ways_in(best)):
                    yield capture_on_way(start, theirs, empty | 1 << start, s.kings >> start & 1 == 1, most, way)
            elif pieces_in(best) == LONG:
                for a in self.long_captures(s, start):
                    if count_bits(taken_of(a)) == most:
                        yield a

    def moves(self, s: Pieces) -> Iterator[int]:
        """Yields the moves that capture nothing."""
        empty = self.empty(s)
        for direction in range(DIRECTIONS):
            for start in each_bit(self.able(s, direction) & moved(empty, direction ^ 2)):
                end = moved(1 << start, direction)
                while end & empty:
                    yield action_of(start, highest_bit(end), 0)
                    end = moved(end, direction) if s.kings >> start & 1 else 0
