"""What a picture is made of, before it is written as SVG or as TikZ.

Places are in pixels, x to the right and y down; what is in a group has its place from the group's own. A `kind` is one
word or several, such as "node max best": they say how a thing looks, and `looks` knows them.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]


class Line(NamedTuple):
    """Straight from point to point; closed, it is the outline of a figure."""

    points: tuple[Point, ...]
    closed: bool = False


class Ellipse(NamedTuple):
    """An ellipse about its middle: it reaches as far as `across` to either side, and `down` to above and below."""

    x: float
    y: float
    across: float
    down: float


Outline: TypeAlias = tuple[Line | Ellipse, ...]


class Path(NamedTuple):
    """An outline that is drawn."""

    outline: Outline
    kind: str = ""


class Caption(NamedTuple):
    """A text; `y` is its baseline."""

    text: str
    x: float
    y: float
    size: float
    kind: str


class Group(NamedTuple):
    """Pieces that are moved to a place together; `about` says in words what they show."""

    x: float
    y: float
    content: tuple[Piece, ...]
    kind: str = ""
    about: str = ""


Piece: TypeAlias = Path | Caption | Group


class Picture(NamedTuple):
    """A whole picture; the description is for those who do not see it."""

    width: float
    height: float
    title: str
    description: str
    content: tuple[Piece, ...]


def short(number: float) -> str:
    """A number as short as may be: a tenth of a pixel is near enough."""
    return f"{number:z.1f}".removesuffix(".0")
