"""Pictures of boards: what the drawings of several games share.

Lines and letters take the colour of the text around the picture, so that it can be read on light and on dark pages.
The two sides have colours that colour-blind people tell apart, and differ in shape or letter as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

FIRST, SECOND = "#0072B2", "#D55E00"
"""The colours of the two sides: blue and vermilion of Okabe and Ito's palette."""

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


def line(start: Point, end: Point, colour: str = "currentColor", thick: float = 2) -> str:
    """A straight line with round ends."""
    return (
        f'<line x1="{start[0]:g}" y1="{start[1]:g}" x2="{end[0]:g}" y2="{end[1]:g}" '
        f'stroke="{colour}" stroke-width="{thick:g}" stroke-linecap="round"/>'
    )


def grid(corner: Point, columns: int, rows: int, side: float) -> list[str]:
    """The lines around and between square cells, from the upper left corner on."""
    left, top = corner
    right, bottom = left + columns * side, top + rows * side
    return [
        *(line((left + i * side, top), (left + i * side, bottom)) for i in range(columns + 1)),
        *(line((left, top + i * side), (right, top + i * side)) for i in range(rows + 1)),
    ]


def words(at: Point, text: str, colour: str = "currentColor", size: int = 14, anchor: str = "middle") -> str:
    """A line of text, its letters standing at this height."""
    return (
        f'<text x="{at[0]:g}" y="{at[1]:g}" fill="{colour}" font-family="sans-serif" font-size="{size}" '
        f'text-anchor="{anchor}">{text}</text>'
    )
