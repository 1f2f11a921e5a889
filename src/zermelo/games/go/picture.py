"""Go as a picture: a wooden board with coordinates, star points, stones, and a mark on the last one."""

from __future__ import annotations

from zermelo.core.game import MAX, Cell
from zermelo.games.go.rules import NONE, Board
from zermelo.games.go.text import COLUMNS, Text
from zermelo.games.shared.svg import Point, clickable, picture, piece, words
from zermelo.native.wide import each_point

SIDE = 32
"""The distance between two lines."""

EDGE = 26
"""The width of the margin with the coordinates."""

BORDER = 20
"""The wood between the margin and the outermost lines."""

STONE = 15.2
"""The radius of a stone."""

WOOD, LINE, BLACK, WHITE, RIM = "#E3B865", "#5B4423", "#161616", "#FBFBF8", "#2B2B2B"
"""The colours: the board has its own background, so that stones look alike on light and on dark pages."""


class Picture(Text):
    """The board drawn."""

    def draw(self, s: Board) -> str:
        """The board with its stones, coordinates on two sides, star points, the last move, ko, and the status."""
        span = (self.size - 1) * SIDE
        wood = span + 2 * BORDER
        side = EDGE + wood + 8
        return picture(
            side,
            side + 26,
            f"Go: {' '.join(self.rows(s))}, {self.says(s)}",
            [
                f'<rect x="{EDGE}" y="{EDGE}" width="{wood}" height="{wood}" rx="3" fill="{WOOD}"/>',
                *self._grid(span),
                *(_dot(self._at(point), 3.2, LINE) for point in self.star_points()),
                *self._coordinates(),
                *self._stones(s),
                *self._marks(s),
                words((EDGE + wood / 2, side + 18), self.says(s)),
                *self._places(),
            ],
        )

    def star_points(self) -> list[int]:
        """The points that are marked on a board of wood: on the fourth lines, or on a small board on the third."""
        if self.size < 5:
            return []
        near = 3 if self.size > 11 else 2 if self.size > 6 else 1
        far, middle = self.size - 1 - near, self.size // 2
        is_odd = self.size % 2 == 1
        lines = [near, far] if not is_odd or self.size < 13 else [near, middle, far]
        points = [(r, c) for r in lines for c in lines]
        points += [(middle, middle)] if is_odd and (middle, middle) not in points else []
        return [r * self.stride + c for r, c in points]

    def _at(self, point: int) -> Point:
        """The middle of a point."""
        row, column = divmod(point, self.stride)
        return EDGE + BORDER + column * SIDE, EDGE + BORDER + row * SIDE

    def _grid(self, span: int) -> list[str]:
        first = EDGE + BORDER
        places = [first + i * SIDE for i in range(self.size)]
        path = "".join(f"M{first} {at}h{span}M{at} {first}v{span}" for at in places)
        return [f'<path d="{path}" stroke="{LINE}" stroke-width="1.1" fill="none" stroke-linecap="square"/>']

    def _coordinates(self) -> list[str]:
        """Letters above the board, and numbers to its left."""
        places = [EDGE + BORDER + i * SIDE for i in range(self.size)]
        letters = [words((at, EDGE - 8), COLUMNS[i], size=13) for i, at in enumerate(places)]
        return letters + [words((EDGE - 13, at + 5), str(self.size - i), size=13) for i, at in enumerate(places)]

    def _stones(self, s: Board) -> list[str]:
        shapes = []
        for name, stones, colour in (("X", s.black, BLACK), ("O", s.white, WHITE)):
            for point in each_point(stones):
                x, y = self._at(point)
                disc = f'<circle cx="{x:g}" cy="{y:g}" r="{STONE}" fill="{colour}" stroke="{RIM}" stroke-width="0.9"/>'
                shapes += piece(name, [disc], on=point)
        return shapes

    def _marks(self, s: Board) -> list[str]:
        """A ring on the last stone, and a small square where ko forbids one."""
        marks = []
        if self.is_point(s.last) and self.is_taken(s, s.last):
            x, y = self._at(s.last)
            colour = BLACK if s.mover == MAX else WHITE  # the last stone is the other's
            marks.append(
                f'<circle cx="{x:g}" cy="{y:g}" r="{STONE / 2:g}" fill="none" stroke="{colour}" stroke-width="2.2"/>'
            )
        if s.ko != NONE:
            x, y = self._at(s.ko)
            marks.append(
                f'<rect x="{x - 6:g}" y="{y - 6:g}" width="12" height="12" fill="none" stroke="{LINE}" '
                f'stroke-width="2.2"/>'
            )
        return marks

    def _places(self) -> list[str]:
        """The points, which can be clicked, and on which a page shows whose they are."""
        cells = [(row, column) for row in range(self.size) for column in range(self.size)]
        points = [(row * self.stride + column, (row, column)) for row, column in cells]
        return [self._place(point, cell) for point, cell in points]

    def _place(self, point: int, cell: Cell) -> str:
        x, y = self._at(point)
        return clickable(self.point_name(point), (x - SIDE / 2, y - SIDE / 2), (SIDE, SIDE), cell=cell)


def _dot(at: Point, radius: float, colour: str) -> str:
    return f'<circle cx="{at[0]:g}" cy="{at[1]:g}" r="{radius:g}" fill="{colour}"/>'
