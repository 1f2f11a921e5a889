"""The rules of international draughts.

The pieces are sets of squares: see `squares.py`. An action is `start | end << 6 | taken << 7`. The parts do not
overlap, for no piece on the edge of the board can be taken. Captures that differ only in the
way between are one action.
"""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.games.draughts.captures import ANY_DIRECTION, capture_on_way, longest_captures, pieces_in, ways_in
from zermelo.games.draughts.squares import BOARD, BOTTOM, IN_ROW, TOP, moved
from zermelo.games.shared.draughts.rules import DraughtsRules, Pieces
from zermelo.games.shared.draughts.squares import DIRECTIONS, bits_of
from zermelo.native.bits import each_bit, highest_bit

BLACK_START, WHITE_START = bits_of(1, 20, IN_ROW), bits_of(31, 50, IN_ROW)
"""The squares of the men where play begins."""

FEWEST_OF_CIRCLE = 4
"""Two ways can only take the same pieces if they go round a circle, which has four sides."""


def start_of(a: int) -> int:
    """The bit of the square where the piece starts."""
    return a & 63


def end_of(a: int) -> int:
    """The bit of the square where the piece ends."""
    return a >> 6 & 63


def taken_of(a: int) -> int:
    """The pieces that are captured."""
    return a >> 12 << 5


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

    def longest(self, s: Pieces, start: int) -> int:
        """The number of pieces and ways of the longest captures of one piece: see `captures.py`."""
        flies = s.kings >> start & 1 == 1
        return longest_captures(1 << start, self.theirs(s), self.empty(s) | 1 << start, flies, ANY_DIRECTION)

    def most_taken(self, s: Pieces) -> int:
        """The greatest number of pieces that the mover can capture."""
        most = 0
        for start in each_bit(self.capturers(s)):
            most = max(most, pieces_in(self.longest(s, start)))
        return most

    def captures(self, s: Pieces, most: int) -> Iterator[int]:
        """Yields the captures of this many pieces, the greatest number that is possible."""
        for start in each_bit(self.capturers(s)):
            best = self.longest(s, start)
            if pieces_in(best) == most:
                for way in range(ways_in(best)):
                    a = self.capture(s, start, most, way)
                    if most < FEWEST_OF_CIRCLE or not self.is_found_before(s, a, most, way):
                        yield a

    def capture(self, s: Pieces, start: int, pieces: int, way: int) -> int:
        """The action of one of the longest captures, by its number."""
        flies = s.kings >> start & 1 == 1
        end, taken = capture_on_way(1 << start, self.theirs(s), self.empty(s) | 1 << start, flies, pieces, way)
        return start | highest_bit(end) << 6 | taken << 7

    def is_found_before(self, s: Pieces, a: int, pieces: int, way: int) -> bool:
        """Whether a way with a lower number is the same action."""
        for earlier in range(way):  # noqa: SIM110  # this compiles
            if self.capture(s, start_of(a), pieces, earlier) == a:
                return True
        return False

    def moves(self, s: Pieces) -> Iterator[int]:
        """Yields the moves that capture nothing."""
        empty = self.empty(s)
        for direction in range(DIRECTIONS):
            for start in each_bit(self.able(s, direction) & moved(empty, direction ^ 2)):
                end = moved(1 << start, direction)
                while end & empty:
                    yield start | highest_bit(end) << 6
                    end = moved(end, direction) if s.kings >> start & 1 else 0
