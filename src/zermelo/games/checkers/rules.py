"""The rules of checkers.

The pieces are sets of squares: see `squares.py` for their bits, and `jumps.py` for actions.
"""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.games.checkers.jumps import (
    JUMP,
    direction_at,
    jumps_from,
    length_of,
    move_action,
    path_of,
    start_of,
)
from zermelo.games.checkers.squares import BOARD, BOTTOM, IN_ROW, TOP, moved, moved_back
from zermelo.games.shared.draughts.rules import DraughtsRules, Pieces
from zermelo.games.shared.draughts.squares import DIRECTIONS, bits_of
from zermelo.native.bits import each_bit

BLACK_START, WHITE_START = bits_of(1, 12, IN_ROW), bits_of(21, 32, IN_ROW)
"""The squares of the men where play begins."""

ALL_DIRECTIONS, FORWARD = 0b1111, (0b0011, 0b1100)
"""Directions as a set of bits: those of a king, and those of each player's men."""


class Rules(DraughtsRules):
    """Move diagonally, capture by jumping, and reach the far row to be crowned; leave the other no move to win."""

    in_row, black_player = IN_ROW, 0
    all_squares, top_row, bottom_row = BOARD, TOP, BOTTOM

    def initial(self) -> Pieces:
        """Twelve men on each side, Black to move."""
        return Pieces(BLACK_START, WHITE_START, 0, 0, 0)

    def actions(self, s: Pieces) -> Iterator[int]:
        """The jumps, if there are any; else the moves of one step. Each by direction or by square from the top."""
        jumpers = self.jumpers(s)
        if jumpers:
            yield from self.jumps(s, jumpers)
        else:
            yield from self.steps(s)

    def result(self, s: Pieces, a: int) -> Pieces:
        """The piece moved, what it jumped over taken off, and crowned if it is a man on the far row."""
        end, taken = self.end_of(a)
        return self.after(s, 1 << start_of(a), end, taken)

    def jumpers(self, s: Pieces) -> int:
        """The mover's pieces that can jump."""
        theirs, empty = self.theirs(s), self.empty(s)
        found = 0
        for direction in range(DIRECTIONS):
            over = theirs & moved_back(empty, direction)
            found |= self.able(s, direction) & moved_back(over, direction)
        return found

    def jumps(self, s: Pieces, jumpers: int) -> Iterator[int]:
        """Yields the jumps of these pieces."""
        theirs, empty = self.theirs(s), self.empty(s)
        for start in each_bit(jumpers):
            if s.kings >> start & 1:
                yield from jumps_from(start, theirs, empty | 1 << start, ALL_DIRECTIONS, 0)
            else:
                yield from jumps_from(start, theirs, empty | 1 << start, FORWARD[s.mover], self.crowning(s.mover))

    def steps(self, s: Pieces) -> Iterator[int]:
        """Yields the moves of one step."""
        empty = self.empty(s)
        for direction in range(DIRECTIONS):
            for start in each_bit(self.able(s, direction) & moved_back(empty, direction)):
                yield move_action(start, direction)

    def end_of(self, a: int) -> tuple[int, int]:
        """The square where the piece ends, and the squares that it jumps over, each as bits."""
        path = path_of(a)
        at, taken = 1 << start_of(a), 0
        if not a & JUMP:
            return moved(at, path & 3), 0
        for i in range(length_of(path)):
            over = moved(at, direction_at(path, i))
            at, taken = moved(over, direction_at(path, i)), taken | over
        return at, taken
