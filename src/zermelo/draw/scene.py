"""The elements of a picture, before it is written as SVG or as TikZ.

Positions are in pixels, x to the right and y down; positions inside a group are relative to the group's own. A `kind`
is one or several style words, such as "node max best", which are defined in `looks`.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from zermelo.draw.miniatures import Miniature

Point: TypeAlias = tuple[float, float]


class Line(NamedTuple):
    """Straight lines from point to point; a closed one is the outline of a figure."""

    points: tuple[Point, ...]
    closed: bool = False


class Ellipse(NamedTuple):
    """An ellipse around (x, y) with the horizontal radius `across` and the vertical radius `down`."""

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


class Board(NamedTuple):
    """A small picture, scaled to a box whose upper left corner is (x, y)."""

    x: float
    y: float
    width: float
    height: float
    picture: Miniature


class Group(NamedTuple):
    """Pieces that are positioned together; `about` describes in words what they show."""

    x: float
    y: float
    content: tuple[Piece, ...]
    kind: str = ""
    about: str = ""


Piece: TypeAlias = Path | Caption | Board | Group


class Picture(NamedTuple):
    """A whole picture; the description is for screen readers."""

    width: float
    height: float
    title: str
    description: str
    content: tuple[Piece, ...]


def short(number: float) -> str:
    """A number rounded to a tenth of a pixel, without a trailing ".0"."""
    return f"{number:z.1f}".removesuffix(".0")
