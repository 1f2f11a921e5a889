"""The rules of checkers.

The pieces are sets of squares: see `squares.py` for their bits, and `jumps.py` for actions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.core.game import Game
from zermelo.games.checkers.jumps import (
    DIRECTIONS,
    JUMP,
    direction_at,
    jumps_from,
    length_of,
    move_action,
    path_of,
    start_of,
)
from zermelo.games.checkers.squares import BOARD, BOTTOM, TOP, bit_of, moved, moved_back
from zermelo.games.shared.parameters import check_whole
from zermelo.native.bits import each_bit

BLACK_START = sum(1 << bit_of(number) for number in range(1, 13))
WHITE_START = sum(1 << bit_of(number) for number in range(21, 33))

"""The squares of the men where play begins."""

ALL_DIRECTIONS, FORWARD = 0b1111, (0b0011, 0b1100)
"""Directions as a set of bits: those of a king, and those of each player's men."""


class Pieces(NamedTuple):
    """The squares of the black and of the white pieces, those of the kings among them, and whose turn it is.

    `quiet` counts the plies since the last capture or move of a man, if the game has a limit on them.
    """

    black: int
    white: int
    kings: int
    mover: int
    quiet: int


class Rules(Game):
    """Move diagonally, capture by jumping, and reach the far row to be crowned; leave the other no move to win."""

    bounds = (-1, 1)

    def __init__(self, quiet_moves: int = 0) -> None:
        check_whole("quiet_moves", quiet_moves, 0, 1000)
        self.quiet_moves = quiet_moves
        self.quiet_plies = 2 * quiet_moves

    def initial(self) -> Pieces:
        """Twelve men on each side, Black to move."""
        return Pieces(BLACK_START, WHITE_START, 0, 0, 0)

    def player(self, s: Pieces) -> int:
        """Whose piece moves."""
        return s.mover

    def actions(self, s: Pieces) -> Iterator[int]:
        """The jumps, if there are any; else the moves of one step. Each by direction or by square from the top."""
        jumpers = self.jumpers(s)
        if jumpers:
            yield from self.jumps(s, jumpers)
        else:
            yield from self.steps(s)

    def result(self, s: Pieces, a: int) -> Pieces:
        """The piece moved, what it jumped over taken off, and crowned if it is a man on the far row."""
        start = 1 << start_of(a)
        end, taken = self.end_of(a)
        kings = s.kings & ~taken
        is_king = s.kings & start != 0
        if is_king:
            kings = kings & ~start | end
        elif end & self.crowning(s.mover):
            kings |= end
        quiet = s.quiet + 1 if self.quiet_plies and is_king and not taken else 0
        if s.mover == 0:
            return Pieces(s.black & ~start | end, s.white & ~taken, kings, 1, quiet)
        return Pieces(s.black & ~taken, s.white & ~start | end, kings, 0, quiet)

    def is_terminal(self, s: Pieces) -> bool:
        """Whether the mover has no move, or the limit of quiet moves is reached."""
        return not self.can_move(s) or self.is_drawn(s)

    def utility(self, s: Pieces, p: int) -> float:
        """−1 to a player who has no move, 1 to the other; 0 after too many quiet moves."""
        if self.can_move(s):
            return 0
        return -1 if p == s.mover else 1

    def is_drawn(self, s: Pieces) -> bool:
        """Whether the limit of quiet moves is reached."""
        return self.quiet_plies > 0 and s.quiet >= self.quiet_plies

    def can_move(self, s: Pieces) -> bool:
        """Whether the mover has a move or a jump."""
        empty = self.empty(s)
        for direction in range(DIRECTIONS):
            pieces = self.able(s, direction)
            if moved(pieces, direction) & empty:
                return True
        return self.jumpers(s) != 0

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

    def able(self, s: Pieces, direction: int) -> int:
        """The mover's pieces that may take this direction."""
        mine = self.mine(s)
        return mine if (direction < 2) == (s.mover == 0) else mine & s.kings

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

    def mine(self, s: Pieces) -> int:
        """The mover's pieces."""
        return s.black if s.mover == 0 else s.white

    def theirs(self, s: Pieces) -> int:
        """The pieces of the other player."""
        return s.white if s.mover == 0 else s.black

    def empty(self, s: Pieces) -> int:
        """The empty squares."""
        return BOARD & ~(s.black | s.white)

    def crowning(self, p: int) -> int:
        """The row on which the men of player p are crowned."""
        return BOTTOM if p == 0 else TOP
