"""Knowledge for searching international draughts: material, position, and captures."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from zermelo.games.draughts.captures import end_of, start_of, taken_of
from zermelo.games.draughts.rules import Rules
from zermelo.games.draughts.squares import BOTTOM, IN_ROW, TOP
from zermelo.games.shared.draughts.rules import Pieces
from zermelo.games.shared.draughts.squares import bits_of
from zermelo.native.bits import count_bits

MAN, KING = 100, 300
"""The values of the pieces, on which the weights below are scaled."""

GUARD, CENTRAL, TEMPO = 5, 4, 2
"""The weights of a man on its own back row, a piece in the centre, and a row that a man has advanced."""

CENTRE = sum(bits_of(first, first + 2, IN_ROW) for first in (17, 22, 27, 32))
"""The squares in the middle."""

CROWNED = 150
"""The weight of becoming a king in `order`; a piece that is taken has the weight of a man."""


class Knowledge(Rules):
    """Move ordering, evaluation, and quiescence."""

    feature_weights = MappingProxyType(
        {"men": MAN, "kings": KING, "guards": GUARD, "centre": CENTRAL, "advance": TEMPO}
    )

    def features(self, s: Pieces) -> tuple[float, ...]:
        """White's less Black's: men, kings, guards, pieces in the centre, rows advanced."""
        black_men, white_men = s.black & ~s.kings, s.white & ~s.kings
        return (
            count_bits(white_men) - count_bits(black_men),
            count_bits(s.white & s.kings) - count_bits(s.black & s.kings),
            count_bits(white_men & BOTTOM) - count_bits(black_men & TOP),
            count_bits(s.white & CENTRE) - count_bits(s.black & CENTRE),
            self.rows_advanced(white_men, False) - self.rows_advanced(black_men, True),
        )

    def order(self, s: Pieces, a: int) -> float:
        """Prefers captures of kings, then crownings, then moves to the centre; back rows are left late."""
        start, end, taken = 1 << start_of(a), 1 << end_of(a), taken_of(a)
        guess = MAN * count_bits(taken) + (KING - MAN) * count_bits(taken & s.kings)
        if not s.kings & start:
            guess += CROWNED if end & self.crowning(s.mover) else 0
            guess -= GUARD if start & self.crowning(1 - s.mover) else 0
        return guess + CENTRAL * (count_bits(end & CENTRE) - count_bits(start & CENTRE))

    def noisy(self, s: Pieces) -> Iterator[int]:
        """The captures."""
        most = self.most_taken(s)
        if most:
            yield from self.captures(s, most)
