"""Breakthrough as a picture."""

from __future__ import annotations

from zermelo.games.breakthrough.rules import Pawns
from zermelo.games.breakthrough.text import NAMES, Text
from zermelo.games.shared.boards import letters
from zermelo.games.shared.svg import clickable, grid, panel, picture, piece, stone, words
from zermelo.native.bits import each_bit

SIZE = 40
"""The side of a cell in the picture."""


class Picture(Text):
    """The board drawn."""

    def draw(self, s: Pawns) -> str:
        """The board with its pawns, White's round and Black's square, and whose turn it is."""
        left, top = 24, 8
        right, bottom = left + self.width * SIZE, top + self.height * SIZE
        moves = [] if self.is_terminal(s) else list(self.actions(s))
        touched = {a // 3 for a in moves} | {self.target(s, a) for a in moves}
        return picture(
            max(right + 8, 130),
            bottom + 52,
            f"Breakthrough: {'/'.join(self._rows(s))}, {self._says(s)}",
            [
                *(panel(self._corner(left, bottom, i), (SIZE, SIZE), 0) for i in self._dark()),
                *grid((left, top), self.width, self.height, SIZE),
                *(words((left + (i + 0.5) * SIZE, bottom + 18), c, size=12) for i, c in enumerate(letters(self.width))),
                *(words((12, bottom - (i + 0.5) * SIZE + 4), str(i + 1), size=12) for i in range(self.height)),
                *(
                    shape
                    for player, pawns in enumerate((s.white, s.black))
                    for i in each_bit(pawns)
                    for shape in _pawn(player, i, *self._centre(left, bottom, i))
                ),
                words((left, bottom + 42), self._says(s), anchor="start"),
                *(clickable(self._cell(i), self._corner(left, bottom, i), (SIZE, SIZE)) for i in sorted(touched)),
            ],
        )

    def _centre(self, left: float, bottom: float, cell: int) -> tuple[float, float]:
        return left + (cell % self.width + 0.5) * SIZE, bottom - (cell // self.width + 0.5) * SIZE

    def _corner(self, left: float, bottom: float, place: int) -> tuple[float, float]:
        return left + place % self.width * SIZE, bottom - (place // self.width + 1) * SIZE

    def _dark(self) -> list[int]:
        """Every other cell, as on a chessboard: a1 is dark."""
        return [i for i in range(self.width * self.height) if (i % self.width + i // self.width) % 2 == 0]


def _pawn(player: int, cell: int, x: float, y: float) -> list[str]:
    """A pawn with the first letter of its side."""
    letter = words((x, y + 5), NAMES[player][0], colour="#ffffff", size=15)
    return piece(NAMES[player], [stone(player, (x, y), SIZE * 0.34), letter], on=cell)
