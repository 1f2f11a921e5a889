"""Connect Four as a picture."""

from __future__ import annotations

from zermelo.games.connect4.rules import Board, fours_from
from zermelo.games.connect4.text import Text
from zermelo.games.shared.svg import FAINT, FIRST, SECOND, clickable, line, panel, picture, piece, words

SIZE = 60
"""The side of a square in the picture."""


class Picture(Text):
    """The board drawn."""

    def draw(self, s: Board) -> str:
        """The board with its stones, a band under every line of four, and the numbers of the columns."""
        width, height = self.width * SIZE, self.height * SIZE
        open_columns = [] if self.is_terminal(s) else self.actions(s)
        return picture(
            width + 4,
            height + 28,
            f"Connect Four: {self._compact(s)}",
            [
                panel((2, 2), (width, height), 10),
                *self._bands(s.mine ^ s.taken),
                *(line((2 + i * SIZE, 2), (2 + i * SIZE, height + 2), opacity=FAINT) for i in range(self.width + 1)),
                line((2, height + 2), (width + 2, height + 2)),
                *(shape for at in self._cells() for shape in self._stone(s, *at)),
                *(words((2 + (i + 0.5) * SIZE, height + 22), str(i + 1)) for i in range(self.width)),
                *(clickable(str(a + 1), (2 + a * SIZE, 2), (SIZE, height)) for a in open_columns),
            ],
        )

    def _stone(self, s: Board, row: int, column: int) -> list[str]:
        """The stone on a square, which falls in from above; nothing if the square is free."""
        letter, (x, y) = self._letter(s, row, column), self._centre(row, column)
        return piece(letter, _stone(letter, x, y), on=f"{row}.{column}", comes_from=(x, -SIZE / 2))

    def _centre(self, row: int, column: int) -> tuple[float, float]:
        return 2 + (column + 0.5) * SIZE, 2 + (row + 0.5) * SIZE

    def _bands(self, stones: int) -> list[str]:
        """A broad band from the first to the last square of each line of four that the stones hold."""
        steps = ((1, -1, 0), (self.stride, 0, 1), (self.stride + 1, -1, 1), (self.stride - 1, 1, 1))
        bands = []
        for shift, down, right in steps:
            starts = fours_from(stones, shift)
            for row, column in self._cells():
                if starts & self._bit(row, column):
                    end = self._centre(row + 3 * down, column + 3 * right)
                    bands.append(line(self._centre(row, column), end, thick=SIZE * 0.8))
        return ['<g opacity="0.2">', *bands, "</g>"] if bands else []


def _stone(letter: str, x: float, y: float) -> list[str]:
    """A disc with a cross for X, or with a ring for O; nothing for a dot."""
    if letter == ".":
        return []
    colour, r = FIRST if letter == "X" else SECOND, SIZE * 0.15
    disc = f'<circle cx="{x:g}" cy="{y:g}" r="{SIZE * 0.4:g}" fill="{colour}"/>'
    if letter == "X":
        return [disc, *(line((x - r, y - d), (x + r, y + d), "#ffffff", 5) for d in (r, -r))]
    return [disc, f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="none" stroke="#ffffff" stroke-width="5"/>']
