"""The rules that all kinds of draughts share."""

from __future__ import annotations

from abc import abstractmethod
from typing import NamedTuple

from zermelo.core.game import Game
from zermelo.games.shared.draughts.squares import DIRECTIONS, moved_by
from zermelo.games.shared.parameters import check_whole
from zermelo.native.bits import count_bits


class Pieces(NamedTuple):
    """The squares of the black and of the white pieces, those of the kings among them, and whose turn it is.

    `quiet` counts the plies since the last capture or move of a man, if the game has a limit on them.
    """

    black: int
    white: int
    kings: int
    mover: int
    quiet: int


class DraughtsRules(Game):
    """Men move forward, and kings in all directions; Black goes down the board. Who has no move loses.

    A game states how many dark squares a row has, which player is Black, and the squares as bits: all of them, the
    first row and the last.
    """

    bounds = (-1, 1)
    tables_ignore = "draws after a number of quiet moves (quiet_moves)"
    in_row: int
    black_player: int
    all_squares: int
    top_row: int
    bottom_row: int

    def __init__(self, quiet_moves: int = 0) -> None:
        check_whole("quiet_moves", quiet_moves, 0, 1000)
        self.quiet_moves = quiet_moves
        self.quiet_plies = 2 * quiet_moves

    def player(self, s: Pieces) -> int:
        """Whose piece moves."""
        return s.mover

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
        """Whether the mover has a move or a capture. A capture from afar needs an empty square to move to."""
        empty = self.empty(s)
        for direction in range(DIRECTIONS):
            if moved_by(self.able(s, direction), direction, self.in_row) & empty:
                return True
        return self.jumpers(s) != 0

    @abstractmethod
    def jumpers(self, s: Pieces) -> int:
        """The mover's pieces that can capture a piece beside them."""

    def after(self, s: Pieces, start: int, end: int, taken: int) -> Pieces:
        """The piece moved, what it captured taken off, and crowned if it is a man on the far row; squares as bits."""
        kings = s.kings & ~taken
        is_king = s.kings & start != 0
        if is_king:
            kings = kings & ~start | end
        elif end & self.crowning(s.mover):
            kings |= end
        quiet = s.quiet + 1 if self.quiet_plies and is_king and not taken else 0
        if s.mover == self.black_player:
            return Pieces(s.black & ~start | end, s.white & ~taken, kings, 1 - s.mover, quiet)
        return Pieces(s.black & ~taken, s.white & ~start | end, kings, 1 - s.mover, quiet)

    def able(self, s: Pieces, direction: int) -> int:
        """The mover's pieces that may move in this direction."""
        mine = self.mine(s)
        return mine if (direction < 2) == (s.mover == self.black_player) else mine & s.kings

    def mine(self, s: Pieces) -> int:
        """The mover's pieces."""
        return s.black if s.mover == self.black_player else s.white

    def theirs(self, s: Pieces) -> int:
        """The pieces of the other player."""
        return s.white if s.mover == self.black_player else s.black

    def empty(self, s: Pieces) -> int:
        """The empty squares."""
        return self.all_squares & ~(s.black | s.white)

    def crowning(self, p: int) -> int:
        """The row on which the men of player p are crowned."""
        return self.bottom_row if p == self.black_player else self.top_row

    def rows_advanced(self, men: int, is_black: bool) -> int:
        """The rows that these men have advanced, added up."""
        rows, row = 0, self.top_row
        last = 2 * self.in_row - 1
        for number in range(last + 1):
            rows += (number if is_black else last - number) * count_bits(men & row)
            row = row << (self.in_row if number % 2 == 0 else self.in_row + 1)
        return rows
