"""Hex as a picture."""

from __future__ import annotations

from math import sqrt

from zermelo.core.game import MAX
from zermelo.games.hex.rules import SWAP, Stones
from zermelo.games.hex.text import NAMES, Text
from zermelo.games.shared.boards import letters
from zermelo.games.shared.svg import FAINT, FIRST, SECOND, Point, clickable, picture, piece, words
from zermelo.native.wide import Wide, both, each_point

SIDE = 22.0
"""The side of a hexagon."""

ACROSS, DOWN = SIDE * sqrt(3), SIDE * 1.5
"""From the middle of a cell to that of the next in its row, and to the next row."""

LEFT, TOP = 34, 30
"""The origin of the board: to the left and above are the names of rows and columns."""

COLOURS = (SECOND, FIRST)
"""The colours of the players: vermilion for Red."""

CORNERS = tuple((ACROSS * x / 2, SIDE * y) for x, y in ((0, -1), (1, -0.5), (1, 0.5), (0, 1), (-1, 0.5), (-1, -0.5)))
"""The corners of a hexagon around its middle, clockwise from the top."""


class Picture(Text):
    """The board drawn."""

    def draw(self, s: Stones) -> str:
        """The board of hexagons with the sides in the colours of the players, stones, letters, numbers, the status."""
        n = self.size
        right, bottom = LEFT + ACROSS * (n * 1.5 - 0.5), TOP + DOWN * n + SIDE / 2
        cells = list(each_point(self.board))
        return picture(
            round(right + 12),
            round(bottom + 34),
            f"Hex: {'/'.join(self._rows(s))}, {self._says(s)}",
            [
                *(_hexagon(self._middle(cell)) for cell in cells),
                *self._sides(),
                *(words(_beside(self._middle(self._inside(0, c)), 0, -1.35), x) for c, x in enumerate(letters(n))),
                *(
                    words(_beside(self._middle(self._inside(r, 0)), -1.25, 0.22), str(r + 1), anchor="end")
                    for r in range(n)
                ),
                *(shape for p, stones in enumerate((s.red, s.blue)) for shape in self._stones(s, p, stones)),
                words((LEFT, bottom + 24), self._says(s), anchor="start"),
                *self._places(s),
            ],
        )

    def _middle(self, cell: int) -> Point:
        row, column = cell // self.stride - 1, cell % self.stride - 1
        return LEFT + ACROSS * (column + row / 2 + 0.5), TOP + SIDE + DOWN * row

    def _sides(self) -> list[str]:
        """The four edges of the board: zigzag lines in the colours of the players.

        At two corners of the board one side of a hexagon belongs to both edges: each has half of it.
        """
        n = self.size
        above = [self._corner(1, c, i) for c in range(1, n + 1) for i in (5, 0)]
        below = [self._corner(n, c, i) for c in range(1, n + 1) for i in (3, 2)]
        left = [self._corner(r, 1, i) for r in range(1, n + 1) for i in (5, 4)]
        right = [self._corner(r, n, i) for r in range(1, n + 1) for i in (1, 2)]
        upper_right, lower_left = _between(above[-1], right[0]), _between(left[-1], below[0])
        red, blue = ([*above, upper_right], [lower_left, *below]), ([*left, lower_left], [upper_right, *right])
        return [_zigzag(edge, COLOURS[p]) for p, edges in enumerate((red, blue)) for edge in edges]

    def _corner(self, row: int, column: int, i: int) -> Point:
        x, y = self._middle(row * self.stride + column)
        return x + CORNERS[i][0], y + CORNERS[i][1]

    def _stones(self, s: Stones, player: int, stones: Wide) -> list[str]:
        shapes = []
        for cell in each_point(both(stones, self.board)):
            shapes += piece(NAMES[player], [_stone(player, self._middle(cell))], on=cell)
            if cell == s.last:
                x, y = self._middle(cell)
                shapes.append(f'<circle cx="{x:g}" cy="{y:g}" r="3.5" fill="{_contrast(player)}"/>')
        return shapes

    def _places(self, s: Stones) -> list[str]:
        """What can be clicked: rectangles that cover the board like bricks."""
        if self.is_terminal(s):
            return []
        free = [a for a in self.actions(s) if a != SWAP]
        swap = self.action_cells(s, SWAP) if self.may_swap(s) else ()
        taken = [("swap", self._inside(*cell)) for cell in swap]
        return [
            clickable(name, _beside(self._middle(cell), -1, -0.75), (ACROSS, DOWN))
            for name, cell in [*((self._name(a), a) for a in free), *taken]
        ]


def _beside(point: Point, x: float, y: float) -> Point:
    """The point moved to the right by a number of halves of a cell's width, and down by a number of sides."""
    return point[0] + x * ACROSS / 2, point[1] + y * SIDE


def _between(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _hexagon(middle: Point) -> str:
    return (
        f'<path d="M{_outline(middle)}z" fill="currentColor" fill-opacity="0.05" '
        f'stroke="currentColor" stroke-opacity="{FAINT:g}" stroke-width="1.5"/>'
    )


def _outline(middle: Point) -> str:
    return "L".join(f"{middle[0] + x:.2f} {middle[1] + y:.2f}" for x, y in CORNERS)


def _zigzag(points: list[Point], colour: str) -> str:
    path = "L".join(f"{x:.2f} {y:.2f}" for x, y in points)
    return f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="6" stroke-linejoin="round"/>'


def _stone(player: int, middle: Point) -> str:
    """A full disc for Red, a ring for Blue."""
    x, y = middle
    r = SIDE * 0.62
    if player == MAX:
        return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{r:g}" fill="{COLOURS[0]}"/>'
    return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{r - 3.5:g}" fill="none" stroke="{COLOURS[1]}" stroke-width="7"/>'


def _contrast(player: int) -> str:
    """The colour of the dot on the last stone."""
    return "#ffffff" if player == MAX else COLOURS[1]
