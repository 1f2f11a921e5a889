"""Rolit as a picture."""

from __future__ import annotations

from zermelo.games.rolit.rules import Balls
from zermelo.games.rolit.text import COLOURS, Text
from zermelo.games.shared.boards import letters
from zermelo.games.shared.svg import FIRST, SECOND, Point, clickable, grid, picture, piece, words
from zermelo.native.bits import each_bit

PAINTS = (SECOND, "#E69F00", "#009E73", FIRST)
"""The colours in the picture, of Okabe and Ito's palette; the balls have letters as well."""

SIZE = 48
"""The side of a square in the picture."""

EDGE = 28
"""The origin of the board: to the left and above are the names of rows and columns."""


class Picture(Text):
    """The board drawn."""

    def draw(self, s: Balls) -> str:
        """The board with its balls, a dot where the mover may go, letters, numbers, and the status."""
        far = EDGE + self.size * SIZE
        middles = [EDGE + (i + 0.5) * SIZE for i in range(self.size)]
        ways = [] if self.is_terminal(s) else list(self.actions(s))
        corners = {a: self._corner(a) for a in ways}
        return picture(
            far + 8,
            far + 32,
            f"Rolit: {' '.join(self._rows(s))}, {self._says(s)}",
            [
                *grid((EDGE, EDGE), self.size, self.size, SIZE),
                *(words((x, 20), c) for x, c in zip(middles, letters(self.size), strict=True)),
                *(words((14, y + 5), str(n)) for n, y in enumerate(middles, 1)),
                *(shape for square in each_bit(self.everything(s)) for shape in self._ball(s, square)),
                *(
                    f'<circle cx="{x + SIZE / 2:g}" cy="{y + SIZE / 2:g}" r="3" fill="currentColor"/>'
                    for x, y in corners.values()
                ),
                words(((EDGE + far) / 2, far + 22), self._says(s)),
                *(clickable(self.show_action(s, a), corner, (SIZE, SIZE)) for a, corner in corners.items()),
            ],
        )

    def _corner(self, square: int) -> Point:
        """The upper left corner of a square."""
        return EDGE + (square % 8 - self.margin) * SIZE, EDGE + (square // 8 - self.margin) * SIZE

    def _ball(self, s: Balls, square: int) -> list[str]:
        """A ball and its letter."""
        x, y = (at + SIZE / 2 for at in self._corner(square))
        colour = self._colour(s, square)
        paint = PAINTS[COLOURS.index(colour)]
        disc = f'<circle cx="{x:g}" cy="{y:g}" r="{SIZE * 0.4:g}" fill="{paint}"/>'
        return piece(colour, [disc, words((x, y + 6), colour, "white", size=18)], on=square)
