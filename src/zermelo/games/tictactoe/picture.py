"""Tic-tac-toe as a picture."""

from __future__ import annotations

from zermelo.core.game import MIN
from zermelo.games.shared.boards import cell_name
from zermelo.games.shared.svg import clickable, cross_or_nought, line, picture, piece
from zermelo.games.tictactoe.rules import Board, rows_from
from zermelo.games.tictactoe.text import Text

STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""The four directions of a line, as rows down and columns to the right, in the order of `shifts`."""

SIZE = 60
"""The side of a cell in the picture."""


class Picture(Text):
    """The board drawn."""

    def draw(self, s: Board) -> str:
        """The board with its stones, and a band under every row that has been made."""
        free = [] if self.is_terminal(s) else self.actions(s)
        width, height = self.width * SIZE, self.height * SIZE
        return picture(
            width,
            height,
            f"Tic-tac-toe: {self._compact(s)}",
            [
                *self._bands(s.xs if s.mover == MIN else s.os),
                *(line((i * SIZE, 4), (i * SIZE, height - 4), opacity=0.5) for i in range(1, self.width)),
                *(line((4, i * SIZE), (width - 4, i * SIZE), opacity=0.5) for i in range(1, self.height)),
                *(shape for i, stone in enumerate(self._cells(s)) for shape in self._piece(stone, i)),
                *(clickable(cell_name(i, self.width), self._corner(i), (SIZE, SIZE)) for i in free),
            ],
        )

    def _piece(self, stone: str, cell: int) -> list[str]:
        return piece(stone, cross_or_nought(stone, *self._centre(cell), SIZE), on=cell)

    def _centre(self, place: int) -> tuple[float, float]:
        return (place % self.width + 0.5) * SIZE, (place // self.width + 0.5) * SIZE

    def _corner(self, place: int) -> tuple[float, float]:
        return place % self.width * SIZE, place // self.width * SIZE

    def _bands(self, stones: int) -> list[str]:
        """A broad band from the first to the last cell of each row that the stones hold."""
        bands = []
        for shift, (down, right) in zip(self.shifts, STEPS, strict=True):
            starts = rows_from(stones, shift, self.row)
            for place in range(self.width * self.height):
                if starts & self._bit(place):
                    x, y = self._centre(place)
                    length = (self.row - 1) * SIZE
                    bands.append(line((x, y), (x + length * right, y + length * down), thick=SIZE * 0.8))
        return ['<g opacity="0.2">', *bands, "</g>"] if bands else []
