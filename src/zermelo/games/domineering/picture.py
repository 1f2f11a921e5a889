"""Domineering as a picture."""

from __future__ import annotations

from zermelo.core.game import MAX
from zermelo.games.domineering.rules import Cells
from zermelo.games.domineering.text import Text
from zermelo.games.shared.boards import letters
from zermelo.games.shared.svg import clickable, grid, picture, piece, words
from zermelo.native.bits import each_bit

SIZE = 40
"""The side of a cell in the picture."""


class Picture(Text):
    """The board drawn."""

    def draw(self, s: Cells) -> str:
        """The board with the cells that are covered, and whose turn it is."""
        left, top = 24, 24
        right, bottom = left + self.width * SIZE, top + self.height * SIZE
        width = max(right + 8, 150)
        ways = [] if self.is_terminal(s) else list(self.actions(s))
        free = {c for a in ways for c in (a, a + (self.width if s.mover == MAX else 1))}
        return picture(
            width,
            bottom + 36,
            f"Domineering: {'/'.join(self._rows(s))}, {self._says(s)}",
            [
                *(shape for cell in each_bit(s.taken) for shape in self._block(left, top, cell)),
                *grid((left, top), self.width, self.height, SIZE),
                *(words((left + (i + 0.5) * SIZE, 16), c, size=12) for i, c in enumerate(letters(self.width))),
                *(words((12, top + (i + 0.5) * SIZE + 4), str(i + 1), size=12) for i in range(self.height)),
                words((left, bottom + 24), self._says(s), anchor="start"),
                *(
                    clickable(self._cell(i), (left + i % self.width * SIZE, top + i // self.width * SIZE), (SIZE, SIZE))
                    for i in sorted(free)
                ),
            ],
        )

    def _block(self, left: float, top: float, cell: int) -> list[str]:
        """A cell that is covered."""
        x, y = left + cell % self.width * SIZE, top + cell // self.width * SIZE
        block = f'<rect x="{x:g}" y="{y:g}" width="{SIZE}" height="{SIZE}" fill="currentColor" fill-opacity="0.55"/>'
        return piece("block", [block], on=cell)
