"""Knowledge for searching Rolit: corners, edges and symmetry."""

from __future__ import annotations

import numpy as np

from zermelo.core.game import put
from zermelo.games.rolit.rules import Balls, Rules
from zermelo.games.shared.bitboards import flipped, transposed
from zermelo.games.shared.discs import NONE, ONE
from zermelo.native.bits import count_bits, each_bit

CORNER, EDGE = 6, 1
"""The additional weights in the evaluation of a ball in a corner, and of one on an edge."""


class Knowledge(Rules):
    """Move ordering, evaluation, and symmetries."""

    scored = True

    def __init__(self, players: int = 3, size: int = 8) -> None:
        super().__init__(players, size)
        self.edges = _edges(self.board, size)

    def order(self, s: Balls, a: int) -> float:
        """Corners first, then moves that turn few balls: balls turned early are usually turned again."""
        ball = ONE << np.uint64(a)
        corner = 64 if ball & self.corners != NONE else 0
        return corner - count_bits(self.turned(ball, s.balls[s.mover], self.others(s)))

    def evaluate(self, s: Balls, p: int) -> float:
        """The lead over each other player: corners and edges count from the start, balls more and more."""
        squares = self.size * self.size
        full = count_bits(self.everything(s)) / squares
        lead = 0.0
        for other in range(self.players):
            lead += self.ball_value(s.balls[p], full) - self.ball_value(s.balls[other], full)
        return max(-squares, min((self.players - 1) * squares, lead))

    def ball_value(self, balls: np.uint64, full: float) -> float:
        """The weight of balls when this share of the board is full."""
        return (
            full * count_bits(balls) + EDGE * count_bits(balls & self.edges) + CORNER * count_bits(balls & self.corners)
        )

    def canonical(self, s: Balls) -> Balls:
        """The least of the eight boards that turns and mirrors make."""
        balls = least = s.balls
        for i in range(7):  # alternating a flip and a transposition generates all eight
            for colour in range(4):
                turned = flipped(balls[colour]) if i % 2 == 0 else transposed(balls[colour])
                balls = put(balls, colour, turned)
            if balls < least:  # noqa: PLR1730  (of tuples, `min` does not compile)
                least = balls
        return Balls(least, s.mover)


def _edges(board: np.uint64, size: int) -> np.uint64:
    """The squares in the first and last rows and columns of the board."""
    squares = list(each_bit(board))
    rim = (0, size - 1)
    return np.uint64(sum(1 << square for i, square in enumerate(squares) if i % size in rim or i // size in rim))
