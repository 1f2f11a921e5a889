"""Pictures of boards: what the drawings of several games share.

Lines and letters take the colour of the text around the picture, so that it can be read on light and on dark pages.
The two sides have colours that colour-blind people tell apart, and differ in shape or letter as well. Where something
can be done, an unseen shape names its cell, for a page on which the picture can be clicked; what moves in play is named
as a piece, for a page on which that is seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TypeAlias

FIRST, SECOND = "#0072B2", "#D55E00"
"""The colours of the two sides: blue and vermilion of Okabe and Ito's palette."""

FAINT = 0.35
"""How much of their colour lines have that are only there to guide the eye."""

Point: TypeAlias = tuple[float, float]
"""To the right and down."""


def picture(width: int, height: int, label: str, shapes: Iterable[str]) -> str:
    """An SVG picture made of the shapes; the label is read out to those who do not see it."""
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


def grid(corner: Point, columns: int, rows: int, side: float) -> list[str]:
    """The lines around and between square cells, from the upper left corner on."""
    left, top = corner
    right, bottom = left + columns * side, top + rows * side
    return [
        *(line((left + i * side, top), (left + i * side, bottom), opacity=FAINT) for i in range(columns + 1)),
        *(line((left, top + i * side), (right, top + i * side), opacity=FAINT) for i in range(rows + 1)),
    ]


def panel(corner: Point, size: Point, radius: float = 6, opacity: float = 0.05) -> str:
    """A ground on which something stands: a rectangle with round corners, hardly seen."""
    (x, y), (width, height), r = corner, size, radius
    across, down = width - 2 * r, height - 2 * r
    return (
        f'<path d="M{x + r:g} {y:g}h{across:g}a{r:g} {r:g} 0 0 1 {r:g} {r:g}v{down:g}a{r:g} {r:g} 0 0 1 {-r:g} {r:g}'
        f'h{-across:g}a{r:g} {r:g} 0 0 1 {-r:g} {-r:g}v{-down:g}a{r:g} {r:g} 0 0 1 {r:g} {-r:g}z" '
        f'fill="currentColor" fill-opacity="{opacity:g}"/>'
    )


def clickable(name: str, corner: Point, size: Point, value_at: Point | None = None) -> str:
    """An unseen rectangle that can be clicked: it stands for what actions call by this name.

    What the action is worth may be written in its middle, or at `value_at`, where something else is in the middle.
    """
    (x, y), (width, height) = corner, size
    outline = f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z"
    place = f' data-value-at="{value_at[0]:g} {value_at[1]:g}"' if value_at else ""
    return f'<path data-cell="{escape(name)}"{place} d="{outline}" fill="none"/>'


def piece(
    name: str, shapes: Iterable[str], *, on: object = None, comes_from: Point | None = None, turn: int = 0
) -> list[str]:
    """The shapes of a piece, which a page shows moving from picture to picture.

    `on` tells apart those of one name. A new piece comes in from the point, if there is one, and turns so many degrees.
    """
    place = "" if on is None else f"@{on}"
    start = f' data-from="{comes_from[0]:g} {comes_from[1]:g}"' if comes_from else ""
    way = f' data-turn="{turn}"' if turn else ""
    named = f' data-piece="{escape(name + place)}"{start}{way} '
    return [shape.replace(" ", named, 1) for shape in shapes]


def words(at: Point, text: str, colour: str = "currentColor", size: int = 14, anchor: str = "middle") -> str:
    """A line of text, its letters standing at this height."""
    return (
        f'<text x="{at[0]:g}" y="{at[1]:g}" fill="{colour}" font-family="sans-serif" font-size="{size}" '
        f'text-anchor="{anchor}">{text}</text>'
    )
