"""Backgammon as a picture: X's checkers are full discs, O's have a hole."""

from __future__ import annotations

from zermelo.core.game import MAX, MIN
from zermelo.games.backgammon.position import NAMES, Position
from zermelo.games.backgammon.rules import Board
from zermelo.games.backgammon.text import Text
from zermelo.games.shared.svg import FIRST, SECOND, Point, clickable, picture, piece, words

WIDE = 36
"""The width of a point, of the bar, and of a checker with the space around it."""

RADIUS = 16
"""The radius of a checker."""

MOST = 5
"""The maximum number of checkers drawn on a point; if there are more, the last one has their number on it."""

EDGE, TOP = 8, 28
"""The origin of the board; above and below it are the numbers of the points."""

HEIGHT = 2 * MOST * WIDE + 56
"""The height of the board: two rows of points, and room for the dice between them."""

SPOTS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
}
"""The positions of the spots of a die."""


class Picture(Text):
    """The board drawn."""

    def draw(self, s: Board) -> str:
        """The board as X sees it, with the dice, and what is to be done."""
        return board_svg(self._position(s))


def board_svg(position: Position) -> str:
    """The board as X sees it, its points numbered for the player whose turn it is."""
    half = position.points // 2
    wide = (half + 1) * WIDE
    columns = [(p, _left(position, p)) for p in range(1, position.points + 1)]
    return picture(
        wide + 2 * EDGE + 64,
        HEIGHT + 2 * TOP + 28,
        f"Backgammon: {position.says}; X {_spoken(position.x)}; O {_spoken(position.o)}",
        [
            _frame((EDGE, TOP), (wide, HEIGHT), "none"),
            _frame((EDGE + half // 2 * WIDE, TOP), (WIDE, HEIGHT), "currentColor", 0.12),
            *(_triangle(x, p > half, 0.32 if p % 2 else 0.14) for p, x in columns),
            *(_number(position, p, x) for p, x in columns),
            *(shape for p, x in columns for shape in _stack(position.x[p], MAX, p, x, p > half)),
            *(shape for p, x in columns for shape in _stack(position.o[-1 - p], MIN, p, x, p > half)),
            *_stack(position.o[-1], MIN, "bar", EDGE + half // 2 * WIDE, True),
            *_stack(position.x[-1], MAX, "bar", EDGE + half // 2 * WIDE, False),
            *_off(position.o[0], MIN, EDGE + wide + 8, TOP + RADIUS + 4),
            *_off(position.x[0], MAX, EDGE + wide + 8, TOP + HEIGHT - RADIUS - 4),
            *_dice(position),
            words((EDGE, HEIGHT + 2 * TOP + 20), position.says, anchor="start"),
            *_cells(position, EDGE + wide),
        ],
    )


def _left(position: Position, point: int) -> float:
    """The left edge of one of X's points; the bar lies between the quarters."""
    half = position.points // 2
    column = half - point if point <= half else point - half - 1
    return EDGE + (column + (column >= half // 2)) * WIDE


def _number(position: Position, point: int, x: float) -> str:
    above = point > position.points // 2
    return words((x + WIDE / 2, TOP - 9 if above else TOP + HEIGHT + 19), _name(position, point), size=12)


def _name(position: Position, point: int) -> str:
    """The number of one of X's points, from the view of the player to move."""
    return str(position.points + 1 - point if position.mover == MIN else point)


def _cells(position: Position, right: float) -> list[str]:
    """Where the player who has dice can click: the points, the bar, and the side of the board to bear off."""
    if not position.dice:
        return []
    half, tall = position.points // 2, HEIGHT / 2
    own = TOP if position.mover == MIN else TOP + tall
    cells = [
        clickable(_name(position, p), (_left(position, p), TOP if p > half else TOP + tall), (WIDE, tall))
        for p in range(1, position.points + 1)
    ]
    bar = clickable("bar", (EDGE + half // 2 * WIDE, TOP), (WIDE, HEIGHT))
    return [*cells, bar, clickable("off", (right, own), (56, tall))]


def _triangle(x: float, above: bool, dark: float) -> str:
    base, tip = (TOP, TOP + MOST * WIDE) if above else (TOP + HEIGHT, TOP + HEIGHT - MOST * WIDE)
    return (
        f'<path d="M{x + 2:g} {base:g}L{x + WIDE - 2:g} {base:g}L{x + WIDE / 2:g} {tip:g}Z" '
        f'fill="currentColor" opacity="{dark:g}"/>'
    )


def _stack(number: int, player: int, place: object, x: float, above: bool) -> list[str]:
    shapes = []
    for i in range(number):
        away = (min(i, MOST - 1) + 0.5) * WIDE + 1
        centre = (x + WIDE / 2, TOP + away if above else TOP + HEIGHT - away)
        text = str(number) if i == number - 1 >= MOST else ""
        shapes += piece(NAMES[player], _checker(player, centre, text), on=f"{place}.{i}")
    return shapes


def _off(number: int, player: int, x: float, y: float) -> list[str]:
    """How many checkers a player has borne off, beside the board."""
    if number == 0:
        return []
    checkers = [
        piece(NAMES[player], _checker(player, (x + RADIUS, y), str(number) if i == number - 1 else ""), on=f"off.{i}")
        for i in range(number)
    ]
    return [
        *(shape for shapes in checkers for shape in shapes),
        words((x + 2 * RADIUS + 4, y + 4), "off", size=12, anchor="start"),
    ]


def _checker(player: int, centre: Point, text: str) -> list[str]:
    x, y = centre
    disc = f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS}" fill="{(FIRST, SECOND)[player]}" stroke="#ffffff"/>'
    if text:
        return [disc, words((x, y + 6), text, colour="#ffffff", size=16)]
    return [disc] if player == MAX else [disc, f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS * 0.45:g}" fill="#ffffff"/>']


def _dice(position: Position) -> list[str]:
    """The dice in the middle: X's in the right half, O's in the left."""
    quarter = position.points // 4
    middle = EDGE + WIDE * (1.5 * quarter + 1 if position.mover == MAX else quarter / 2)
    hand = EDGE + (2 * quarter + 1) * WIDE if position.mover == MAX else EDGE  # they roll in from the board's edge
    shapes = []
    for i, die in enumerate(position.dice):
        x, y = middle + (i - 0.5) * 40, TOP + HEIGHT / 2
        face = (
            f'<rect x="{x - 16:g}" y="{y - 16:g}" width="32" height="32" rx="6" fill="#ffffff" '
            f'stroke="{(FIRST, SECOND)[position.mover]}" stroke-width="3"/>'
        )
        spots = [f'<circle cx="{x + 8 * dx:g}" cy="{y + 8 * dy:g}" r="3" fill="#000000"/>' for dx, dy in SPOTS[die]]
        shapes += piece("die", [face, *spots], on=i, comes_from=(hand, y + 40 * (i - 0.5)), turn=540 - 180 * i)
    return shapes


def _frame(corner: Point, size: Point, fill: str, opacity: float = 1) -> str:
    look = 'stroke="currentColor" stroke-width="2"' if fill == "none" else f'fill-opacity="{opacity:g}"'
    return f'<rect x="{corner[0]:g}" y="{corner[1]:g}" width="{size[0]:g}" height="{size[1]:g}" fill="{fill}" {look}/>'


def _spoken(numbers: tuple[int, ...]) -> str:
    """Where a player's checkers are, for screen readers: "2 on 24, 1 on the bar"."""
    places = ["off", *(f"on {p}" for p in range(1, len(numbers) - 1)), "on the bar"]
    return ", ".join(f"{n} {place}" for n, place in reversed(list(zip(numbers, places, strict=True))) if n)
