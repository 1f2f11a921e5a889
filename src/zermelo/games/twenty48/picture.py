"""2048 as a picture."""

from __future__ import annotations

from zermelo.core.game import CHANCE
from zermelo.games.shared.boards import cell_name
from zermelo.games.shared.svg import FIRST, clickable, grid, picture, piece, words
from zermelo.games.twenty48.rows import DOWN, LEFT, RIGHT, UP
from zermelo.games.twenty48.rules import SPAWN, Tiles
from zermelo.games.twenty48.text import WAYS, Text

SIZE = 64
"""The side of a cell in the picture."""


class Picture(Text):
    """The board drawn."""

    def draw(self, s: Tiles) -> str:
        """The board with its tiles, darker the greater they are, and the status."""
        width, height = self.width * SIZE, self.height * SIZE
        tiles = [
            shape
            for r, row in enumerate(self._rows(s))
            for c, tile in enumerate(row)
            if tile
            for shape in _tile(r, c, tile)
        ]
        says = words((10 + width / 2, height + 34), self._says(s))
        shapes = [*tiles, *grid((10, 10), self.width, self.height, SIZE), says, *self._ways(s)]
        return picture(max(width, 180) + 20, height + 44, f"2048: {' '.join(self.show(s).split())}", shapes)

    def _ways(self, s: Tiles) -> list[str]:
        """What can be clicked: the edges to which the tiles can be pushed, or the empty cells."""
        if self.is_terminal(s) or self.player(s) == CHANCE:
            return []
        if s.pushes == SPAWN:
            cells = sorted({a >> 2 for a in self.actions(s)})
            corners = [(10 + cell % 4 * SIZE, 10 + cell // 4 * SIZE) for cell in cells]
            return [clickable(cell_name(n, 4), at, (SIZE, SIZE)) for n, at in zip(cells, corners, strict=True)]
        width, height, depth = self.width * SIZE, self.height * SIZE, SIZE / 3
        edges = {
            UP: ((10 + depth, 10), (width - 2 * depth, depth)),
            RIGHT: ((10 + width - depth, 10), (depth, height)),
            DOWN: ((10 + depth, 10 + height - depth), (width - 2 * depth, depth)),
            LEFT: ((10, 10), (depth, height)),
        }
        return [clickable(WAYS[a], *edges[a]) for a in self.actions(s)]


def _tile(row: int, column: int, tile: int) -> list[str]:
    x, y = 10 + column * SIZE, 10 + row * SIZE
    shade = 0.03 * tile.bit_length()
    size = 24 if tile < 100 else 20 if tile < 1000 else 16
    shapes = [
        f'<rect x="{x}" y="{y}" width="{SIZE}" height="{SIZE}" fill="{FIRST}" opacity="{shade:.2f}"/>',
        words((x + SIZE / 2, y + SIZE / 2 + size * 0.36), str(tile), size=size),
    ]
    return piece(str(tile), shapes, on=f"{row}.{column}")
