"""Cards, dice and words on a table, for the pictures of games with hidden information."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.games.shared.svg import FIRST, SECOND, Point, picture, words

WIDTH, HEIGHT, GAP = 44, 62, 12
"""The size of a card, and the space beside it."""

UNSEEN = "?"
"""The face of a card or die that the viewer may not see."""

NOTHING = "-"
"""The face of a card or die that has not been dealt or rolled."""


def card(corner: Point, face: str, colour: str = "currentColor") -> list[str]:
    """A card or die with its face: an outline without a face if it is not dealt, hatched if it is not seen."""
    x, y = corner
    dashes = ' stroke-dasharray="4 4"' if face == NOTHING else ""
    frame = (
        f'<rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="6" fill="{colour}" '
        f'fill-opacity="{0.25 if face == UNSEEN else 0.05}" stroke="{colour}" stroke-width="2"{dashes}/>'
    )
    return [frame, words((x + WIDTH / 2, y + HEIGHT / 2 + 7), face, colour, 20)] if face != NOTHING else [frame]


def table(label: str, rows: Sequence[tuple[str, Sequence[str]]], status: str) -> str:
    """A picture of named rows of cards, the first two in the colours of the two sides, above a line of text."""
    shapes = []
    most = max(len(faces) for _, faces in rows)
    width = int(max(110 + most * (WIDTH + GAP), 24 + 8 * len(status), 240))
    for number, (name, faces) in enumerate(rows):
        colour, y = (FIRST, SECOND, "currentColor")[min(number, 2)], 10 + number * (HEIGHT + GAP)
        shapes.append(words((12, y + HEIGHT / 2 + 5), name, colour, anchor="start"))
        for place, face in enumerate(faces):
            shapes += card((100 + place * (WIDTH + GAP), y), face, colour)
    bottom = 10 + len(rows) * (HEIGHT + GAP)
    shapes.append(words((12, bottom + 16), status, anchor="start"))
    return picture(width, bottom + 30, label, shapes)
