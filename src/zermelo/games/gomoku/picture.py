"""Gomoku as a picture."""

from __future__ import annotations

from zermelo.games.gomoku.rules import Stones
from zermelo.games.gomoku.text import NAMES, Text
from zermelo.games.shared.boards import letters
from zermelo.games.shared.svg import Point, clickable, line, picture, piece, words
from zermelo.native.wide import each_point

SIZE = 30
"""From one line to the next."""

LEFT, TOP = 26, 8
"""The origin of the board: to its left and below it are the names of rows and columns."""

WOOD, LINES, BLACK, WHITE, RIM = "#e4bd7c", "#5c4420", "#1d1d1f", "#fafafa", "#4d4d4d"
"""The colours: the same on light and on dark pages, as of a board of wood with black and white stones."""


class Picture(Text):
    """The board drawn."""

    def draw(self, s: Stones) -> str:
        """The board with its lines, stones, a mark on the last of them, letters, numbers, and the status."""
        far = self.size * SIZE
        right, bottom = LEFT + far, TOP + far
        at = [(i + 0.5) * SIZE for i in range(self.size)]
        near_edge, far_edge = at[0], at[-1]
        return picture(
            right + 8,
            bottom + 50,
            f"Gomoku: {'/'.join(self._rows(s))}, {self._says(s)}",
            [
                f'<rect x="{LEFT}" y="{TOP}" width="{far}" height="{far}" rx="4" fill="{WOOD}"/>',
                *(line((LEFT + x, TOP + near_edge), (LEFT + x, TOP + far_edge), LINES, 1) for x in at),
                *(line((LEFT + near_edge, TOP + y), (LEFT + far_edge, TOP + y), LINES, 1) for y in at),
                *(_dot(self._place(point), 3, LINES) for point in self._stars()),
                *(words((LEFT + x, bottom + 18), c, size=12) for x, c in zip(at, letters(self.size), strict=True)),
                *(words((LEFT - 6, bottom - y + 4), f"{n}", size=12, anchor="end") for n, y in enumerate(at, 1)),
                *self._stones(s),
                words((LEFT, bottom + 42), self._says(s), anchor="start"),
                *(clickable(self._name(a), self._corner(a), (SIZE, SIZE)) for a in self._places(s)),
            ],
        )

    def _stars(self) -> list[int]:
        """The points that are marked: the middle, and four around it, if the board is large."""
        edge, middle, far = 3, self.size // 2, self.size - 4
        places = [(r, c) for r in (edge, far) for c in (edge, far)] if self.size >= 13 else []
        if self.size % 2:
            places.append((middle, middle))
        return [r * self.stride + c for r, c in places]

    def _stones(self, s: Stones) -> list[str]:
        shapes = []
        for player, stones in enumerate((s.black, s.white)):
            for point in each_point(stones):
                shapes += piece(NAMES[player], [_stone(player, self._place(point))], on=point)
                if point == s.last:
                    shapes.append(_dot(self._place(point), 4, (WHITE, BLACK)[player]))
        return shapes

    def _places(self, s: Stones) -> list[int]:
        return [] if self.is_terminal(s) else list(self.actions(s))

    def _place(self, point: int) -> Point:
        """The middle of a point in the picture."""
        row, column = divmod(point, self.stride)
        return LEFT + (column + 0.5) * SIZE, TOP + (self.size - row - 0.5) * SIZE

    def _corner(self, point: int) -> Point:
        x, y = self._place(point)
        return x - SIZE / 2, y - SIZE / 2


def _dot(centre: Point, radius: float, colour: str) -> str:
    return f'<circle cx="{centre[0]:g}" cy="{centre[1]:g}" r="{radius:g}" fill="{colour}"/>'


def _stone(player: int, centre: Point) -> str:
    fill = (BLACK, WHITE)[player]
    radius = SIZE * 0.44
    return (
        f'<circle cx="{centre[0]:g}" cy="{centre[1]:g}" r="{radius:g}" fill="{fill}" stroke="{RIM}" stroke-width="1"/>'
    )
