"""The rules of Rolit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from zermelo.core.game import Game, put
from zermelo.games.shared.discs import ALONG, DOWN, NONE, ONE, all_closed_in, closing_squares, squares_of
from zermelo.games.shared.parameters import check_whole
from zermelo.native.bits import count_bits, each_bit

START = (27, 28, 36, 35)
"""The square of the first ball of each colour: red, yellow, green and blue, clockwise around the middle."""

NOT_LEFT, NOT_RIGHT = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)
"""All squares of 8 by 8 but those of the first column, and of the last."""


class Balls(NamedTuple):
    """The balls of each colour, a bit each, and whose turn it is."""

    balls: tuple[np.uint64, np.uint64, np.uint64, np.uint64]
    mover: int


class Rules(Game):
    """Enclose balls of others between your own to turn them to your colour; the player with the most balls wins."""

    zero_sum = True

    def __init__(self, players: int = 3, size: int = 8) -> None:
        check_whole("players", players, 2, 4)
        self.margin, self.board, self.inner, self.corners = squares_of(size)
        self.players, self.size = players, size
        self.bounds = (-size * size, (players - 1) * size * size)

    def initial(self) -> Balls:
        """One ball of each colour in the middle, red to move."""
        red, yellow, green, blue = (np.uint64(1 << square) for square in START)
        return Balls((red, yellow, green, blue), 0)

    def player(self, s: Balls) -> int:
        """The player to place a ball."""
        return s.mover

    def actions(self, s: Balls) -> Iterator[int]:
        """The squares from which other balls are closed in, in reading order; or else all squares next to a ball."""
        squares = self.closing(s.balls[s.mover], self.others(s))
        if squares == NONE:
            squares = self.beside(self.everything(s))
        yield from each_bit(squares)

    def result(self, s: Balls, a: int) -> Balls:
        """A ball of the mover on square a, and those that it closes in turned to the mover's colour."""
        ball = ONE << np.uint64(a)
        turned = self.turned(ball, s.balls[s.mover], self.others(s))
        balls = s.balls
        for colour in range(4):
            balls = put(balls, colour, balls[colour] & ~turned)
        return Balls(put(balls, s.mover, balls[s.mover] | ball | turned), (s.mover + 1) % self.players)

    def is_terminal(self, s: Balls) -> bool:
        """Whether the board is full."""
        return bool(self.everything(s) == self.board)

    def utility(self, s: Balls, p: int) -> float:
        """The sum of the differences in balls between the player and each other player."""
        lead = 0
        for other in range(self.players):
            lead += count_bits(s.balls[p]) - count_bits(s.balls[other])
        return lead

    def everything(self, s: Balls) -> np.uint64:
        """The squares with balls."""
        return s.balls[0] | s.balls[1] | s.balls[2] | s.balls[3]

    def others(self, s: Balls) -> np.uint64:
        """The balls that are not the mover's."""
        return self.everything(s) ^ s.balls[s.mover]

    def closing(self, mine: np.uint64, others: np.uint64) -> np.uint64:
        """The squares from which a ball of mine closes in others."""
        return closing_squares(mine, others, others & self.inner) & self.board & ~(mine | others)

    def turned(self, ball: np.uint64, mine: np.uint64, others: np.uint64) -> np.uint64:
        """The balls that a new one of mine closes in."""
        return all_closed_in(ball, mine, others, others & self.inner)

    def beside(self, balls: np.uint64) -> np.uint64:
        """The empty squares next to a ball, diagonally too."""
        across = balls | ((balls << ALONG) & NOT_LEFT) | ((balls >> ALONG) & NOT_RIGHT)
        return (across | (across << DOWN) | (across >> DOWN)) & self.board & ~balls
