"""Knowledge for searching checkers: material, position, and jumps."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from zermelo.games.checkers.jumps import JUMP, length_of, path_of, start_of
from zermelo.games.checkers.rules import Rules
from zermelo.games.checkers.squares import BOTTOM, IN_ROW, ROWS, TOP, moved
from zermelo.games.shared.draughts.rules import Pieces
from zermelo.games.shared.draughts.squares import bits_of, row_of
from zermelo.native.bits import count_bits

MAN, KING = 100, 140
"""The values of the pieces, on which the weights below are scaled."""

GUARD, CENTRAL, TEMPO, TRAPPED, OPPOSITION = 7, 4, 2, 30, 12
"""The weights of a man on its own back row, a piece in the centre, a row that a man has advanced, a king that cannot
step to an empty square, and the move in a position with few pieces."""

FEW_PIECES = 8
"""With at most this many pieces on the board, the move counts."""

CENTRE = sum(bits_of(first, first + 1, IN_ROW) for first in (10, 14, 18, 22))
"""The squares in the middle."""

EVEN_ROWS, ODD_ROWS = (sum(row_of(row, IN_ROW) for row in range(first, ROWS, 2)) for first in (0, 1))
"""The rows 1, 3, 5, 7 and the rows 2, 4, 6, 8, counted from the top and from 1."""

CROWNED = 50
"""The weight of becoming a king in `order`; a piece that is taken has the weight of a man."""


class Knowledge(Rules):
    """Move ordering, evaluation, and quiescence."""

    feature_weights = MappingProxyType(
        {
            "men": MAN,
            "kings": KING,
            "guards": GUARD,
            "centre": CENTRAL,
            "advance": TEMPO,
            "trapped": -TRAPPED,
            "opposition": OPPOSITION,
        }
    )

    def features(self, s: Pieces) -> tuple[float, ...]:
        """Black's less White's: men, kings, guards, pieces in the centre, rows advanced, trapped kings, the move."""
        black_men, white_men = s.black & ~s.kings, s.white & ~s.kings
        black_kings, white_kings = s.black & s.kings, s.white & s.kings
        empty = self.empty(s)
        move = 0
        if count_bits(s.black | s.white) <= FEW_PIECES:
            move = 1 if self.has_the_move(s) == (s.mover == 0) else -1
        return (
            count_bits(black_men) - count_bits(white_men),
            count_bits(black_kings) - count_bits(white_kings),
            count_bits(black_men & TOP) - count_bits(white_men & BOTTOM),
            count_bits(s.black & CENTRE) - count_bits(s.white & CENTRE),
            self.rows_advanced(black_men, True) - self.rows_advanced(white_men, False),
            count_bits(self.trapped(black_kings, empty)) - count_bits(self.trapped(white_kings, empty)),
            move,
        )

    def trapped(self, kings: int, empty: int) -> int:
        """The kings that cannot step to an empty square."""
        return kings & ~(moved(empty, 0) | moved(empty, 1) | moved(empty, 2) | moved(empty, 3))

    def has_the_move(self, s: Pieces) -> bool:
        """Whether the mover has the move (the opposition).

        It does if the number of all pieces in its system is odd: the rows from its own back row on, every other one.
        """
        system = EVEN_ROWS if s.mover == 0 else ODD_ROWS
        return count_bits((s.black | s.white) & system) & 1 == 1

    def order(self, s: Pieces, a: int) -> float:
        """Prefers jumps that take many pieces, then crownings, then moves to the centre; back rows are left late."""
        start = 1 << start_of(a)
        end, _ = self.end_of(a)
        guess = MAN * length_of(path_of(a)) if a & JUMP else 0
        if not s.kings & start:
            guess += CROWNED if end & self.crowning(s.mover) else 0
            guess -= GUARD if start & self.crowning(1 - s.mover) else 0
        return guess + CENTRAL * (count_bits(end & CENTRE) - count_bits(start & CENTRE))

    def noisy(self, s: Pieces) -> Iterator[int]:
        """The jumps."""
        return self.jumps(s, self.jumpers(s))
