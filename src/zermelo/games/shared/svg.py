"""Pictures of boards: the shapes that games draw with.

Lines and letters have the colour of the text around the picture, so that it can be read on light and on dark pages.
The two sides have colours that colour-blind people can distinguish, and also differ in shape or letter. A picture
can be used on a page: invisible shapes name the cells that can be clicked, and shapes that are named as pieces are
shown moving.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TypeAlias

from zermelo.core.game import MAX

FIRST, SECOND = "#0072B2", "#D55E00"
"""The colours of the two sides: blue and vermilion of Okabe and Ito's palette."""

FAINT = 0.35
"""The opacity of lines that only guide the eye."""

Point: TypeAlias = tuple[float, float]
"""The offset to the right, and downwards."""


def picture(width: int, height: int, label: str, shapes: Iterable[str]) -> str:
    """An SVG picture made of the shapes; the label is for screen readers."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="{label}">',
        *shapes,
        "</svg>",
    ]
    return "\n".join(lines)


def line(start: Point, end: Point, colour: str = "currentColor", thick: float = 2, opacity: float = 1) -> str:
    """A straight line with round ends."""
    faint = f' stroke-opacity="{opacity:g}"' if opacity < 1 else ""
    return (
        f'<line x1="{start[0]:g}" y1="{start[1]:g}" x2="{end[0]:g}" y2="{end[1]:g}" '
        f'stroke="{colour}" stroke-width="{thick:g}" stroke-linecap="round"{faint}/>'
    )


def cross_or_nought(sign: str, x: float, y: float, side: float) -> list[str]:
    """The X of the first side, the O of the second, or nothing, in the middle of a square cell."""
    r = side * 0.28
    if sign == "X":
        return [line((x - r, y - d), (x + r, y + d), FIRST, 7) for d in (r, -r)]
    if sign == "O":
        return [f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="none" stroke="{SECOND}" stroke-width="7"/>']
    return []


def grid(corner: Point, columns: int, rows: int, side: float) -> list[str]:
    """The lines around and between square cells, from the upper left corner."""
    left, top = corner
    right, bottom = left + columns * side, top + rows * side
    return [
        *(line((left + i * side, top), (left + i * side, bottom), opacity=FAINT) for i in range(columns + 1)),
        *(line((left, top + i * side), (right, top + i * side), opacity=FAINT) for i in range(rows + 1)),
    ]


def panel(corner: Point, size: Point, radius: float = 6, opacity: float = 0.05) -> str:
    """A faint background: a rectangle with round corners."""
    (x, y), (width, height), r = corner, size, radius
    across, down = width - 2 * r, height - 2 * r
    return (
        f'<path d="M{x + r:g} {y:g}h{across:g}a{r:g} {r:g} 0 0 1 {r:g} {r:g}v{down:g}a{r:g} {r:g} 0 0 1 {-r:g} {r:g}'
        f'h{-across:g}a{r:g} {r:g} 0 0 1 {-r:g} {-r:g}v{-down:g}a{r:g} {r:g} 0 0 1 {r:g} {-r:g}z" '
        f'fill="currentColor" fill-opacity="{opacity:g}"/>'
    )


def clickable(
    name: str, corner: Point, size: Point, value_at: Point | None = None, cell: tuple[int, int] | None = None
) -> str:
    """An invisible rectangle that can be clicked, for what actions call by this name, or for a cell of `action_cells`.

    The value of the action is written in its middle, or at `value_at` if there is something else in the middle.
    """
    (x, y), (width, height) = corner, size
    outline = f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z"
    place = f' data-value-at="{value_at[0]:g} {value_at[1]:g}"' if value_at else ""
    at = f' data-at="{cell[0]},{cell[1]}"' if cell else ""
    return f'<path data-cell="{escape(name)}"{at}{place} d="{outline}" fill="none"/>'


def piece(
    name: str, shapes: Iterable[str], *, on: object = None, comes_from: Point | None = None, turn: int = 0
) -> list[str]:
    """The shapes of a piece, which a page shows moving from picture to picture.

    `on` distinguishes pieces of one name. A new piece comes in from `comes_from`, if that is given, and turns by `turn`
    degrees on its way.
    """
    place = "" if on is None else f"@{on}"
    start = f' data-from="{comes_from[0]:g} {comes_from[1]:g}"' if comes_from else ""
    way = f' data-turn="{turn}"' if turn else ""
    named = f' data-piece="{escape(name + place)}"{start}{way} '
    return [shape.replace(" ", named, 1) for shape in shapes]


def stone(player: int, centre: Point, radius: float) -> str:
    """A stone of one of the two sides: a disc for the first, a square with round corners for the second."""
    x, y = centre
    if player == MAX:
        return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{FIRST}"/>'
    corner, side = (x - radius, y - radius), 2 * radius
    return f'<rect x="{corner[0]:g}" y="{corner[1]:g}" width="{side:g}" height="{side:g}" rx="3" fill="{SECOND}"/>'


def words(at: Point, text: str, colour: str = "currentColor", size: int = 14, anchor: str = "middle") -> str:
    """A line of text with its baseline at this height."""
    return (
        f'<text x="{at[0]:g}" y="{at[1]:g}" fill="{colour}" font-family="sans-serif" font-size="{size}" '
        f'text-anchor="{anchor}">{text}</text>'
    )
