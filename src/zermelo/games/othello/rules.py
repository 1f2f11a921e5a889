"""The rules of Othello."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from zermelo.core.game import Game
from zermelo.games.shared.discs import NONE, ONE, all_closed_in, closing_squares, squares_of
from zermelo.native.bits import count_bits, each_bit

PASS = 64
"""The action of a player who has no move."""

BLACK, WHITE = np.uint64(1 << 28 | 1 << 35), np.uint64(1 << 27 | 1 << 36)
"""The discs with which play begins. X has the black ones."""


class Board(NamedTuple):
    """The discs of the player to move and those of the other, a bit each; whose turn it is, and where it may move."""

    mine: np.uint64
    theirs: np.uint64
    mover: int
    moves: np.uint64


class Rules(Game):
    """Enclose opposing discs between your own, and they become yours; the player with more discs in the end wins."""

    def __init__(self, size: int = 8, empty_to_winner: bool = False) -> None:
        self.margin, self.board, self.inner, self.corners = squares_of(size)
        self.size = size
        self.empty_to_winner = empty_to_winner
        self.bounds = (-size * size, size * size)

    def initial(self) -> Board:
        """Two discs each in the middle, X to move."""
        return self.board_of(BLACK, WHITE, 0)

    def player(self, s: Board) -> int:
        """The player to place a disc, or to pass."""
        return s.mover

    def actions(self, s: Board) -> Iterator[int]:
        """The squares that the mover may take, in reading order; or a pass, if there are none."""
        if s.moves == NONE:
            yield PASS
        yield from each_bit(s.moves)

    def result(self, s: Board, a: int) -> Board:
        """A disc of the mover on square a, and the discs of the other that it closes in turned over."""
        if a == PASS:
            return self.board_of(s.theirs, s.mine, 1 - s.mover)
        disc = ONE << np.uint64(a)
        turned = self.turned(disc, s.mine, s.theirs)
        return self.board_of(s.theirs ^ turned, s.mine | disc | turned, 1 - s.mover)

    def is_terminal(self, s: Board) -> bool:
        """Whether neither player has a move."""
        if s.moves != NONE:
            return False
        return bool(self.moves(s.theirs, s.mine) == NONE)

    def utility(self, s: Board, p: int) -> float:
        """The player's discs less the other's."""
        for_mover = self.difference(s.mine, s.theirs)
        return for_mover if p == s.mover else -for_mover

    def difference(self, mine: np.uint64, theirs: np.uint64) -> int:
        """How many more discs the first player has than the second, with the empty squares if they count."""
        more = count_bits(mine) - count_bits(theirs)
        if self.empty_to_winner:
            empty = self.size * self.size - count_bits(mine | theirs)
            more += empty if more > 0 else -empty if more < 0 else 0
        return more

    def board_of(self, mine: np.uint64, theirs: np.uint64, mover: int) -> Board:
        """The board with these discs. The mover's moves are computed once here, since they are used often."""
        return Board(mine, theirs, mover, self.moves(mine, theirs))

    def moves(self, mine: np.uint64, theirs: np.uint64) -> np.uint64:
        """The squares that the player with these discs may take."""
        return closing_squares(mine, theirs, theirs & self.inner) & self.board & ~(mine | theirs)

    def turned(self, disc: np.uint64, mine: np.uint64, theirs: np.uint64) -> np.uint64:
        """Their discs that a new disc of mine turns over."""
        return all_closed_in(disc, mine, theirs, theirs & self.inner)
