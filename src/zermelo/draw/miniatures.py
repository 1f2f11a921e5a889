"""Small boards inside the nodes of a tree: the game's own picture of a state, cleaned and made small.

A game's picture is SVG of any origin. Only plain shapes and texts are taken from it, with the attributes that say where
they are and how they look; so the picture of a tree contains no scripts, styles or links, and can be written as TikZ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from xml.etree import ElementTree as Xml

from zermelo.core.errors import LimitError
from zermelo.core.game import Game, State
from zermelo.core.people import drawn

BOARD, LEAST_BOARD, MOST_BOARD = 46.0, 16.0, 400.0
"""The height of a board in pixels: the default, and the limits."""

WIDEST = 1.6
"""A board is at most this many times as wide as its height; a wider one is made smaller."""

LEAST_TEXT = 3.0
"""Texts that would be smaller than this many pixels are left out: nobody could read them."""

SHAPES = ("g", "path", "line", "rect", "circle", "ellipse", "polygon", "polyline", "text", "tspan")
GEOMETRY = (
    "d",
    "x",
    "y",
    "x1",
    "y1",
    "x2",
    "y2",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "width",
    "height",
    "points",
    "transform",
)
PAINT = (
    *("fill", "stroke", "opacity", "fill-opacity", "stroke-opacity", "stroke-width", "stroke-linecap"),
    *("stroke-linejoin", "stroke-dasharray", "fill-rule"),
)
LETTERS = ("font-size", "font-weight", "font-style", "text-anchor", "dominant-baseline")
KEPT = frozenset((*GEOMETRY, *PAINT, *LETTERS))

_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


class Shape(NamedTuple):
    """An SVG element of one of the SHAPES, its attributes among KEPT, its text, and what it contains."""

    tag: str
    attributes: Mapping[str, str]
    text: str
    content: tuple[Shape, ...]

    def number(self, name: str, default: float = 0.0) -> float:
        """An attribute as a number, without its unit."""
        found = _NUMBER.match(self.attributes.get(name, "").strip())
        return default if found is None else float(found.group())


class Miniature(NamedTuple):
    """A picture in its own coordinates, which begin at (x, y)."""

    x: float
    y: float
    width: float
    height: float
    shapes: tuple[Shape, ...]


class Boards:
    """The boards of a game's states, all of the same height in pixels, unless they are very wide."""

    def __init__(self, game: Game, height: float = BOARD) -> None:
        if not LEAST_BOARD <= height <= MOST_BOARD:
            raise LimitError(
                f"boards of {height:g} pixels are not possible: their height is from {LEAST_BOARD:g} to {MOST_BOARD:g}"
            )
        self._game, self._height = game, height
        self._known: dict[State, Miniature | None] = {}

    def of(self, s: State) -> Miniature | None:
        """The board of a state; None if the game does not draw it."""
        if s not in self._known:
            picture = drawn(self._game, s)
            self._known[s] = None if not picture else read_picture(picture, self._height)
        return self._known[s]

    def size(self, board: Miniature) -> tuple[float, float]:
        """The width and height of a board in pixels."""
        scale = _scale(board, self._height)
        return board.width * scale, board.height * scale


def _scale(board: Miniature, height: float) -> float:
    return min(height / board.height, WIDEST * height / board.width)


def read_picture(svg: str, height: float) -> Miniature | None:
    """The picture for this height in pixels; None if it is not valid SVG, or has no size."""
    try:
        root = Xml.fromstring(svg)
    except Xml.ParseError:
        return None
    box = [float(n) for n in _NUMBER.findall(root.get("viewBox", ""))]
    if len(box) != 4:
        box = [0, 0, *(float(n) for side in ("width", "height") for n in _NUMBER.findall(root.get(side, ""))[:1])]
    if _local(root) != "svg" or len(box) != 4 or box[2] <= 0 or box[3] <= 0:
        return None
    empty = Miniature(box[0], box[1], box[2], box[3], ())
    return empty._replace(shapes=tuple(_shapes(root, LEAST_TEXT / _scale(empty, height))))


def _shapes(parent: Xml.Element, least_text: float) -> Iterator[Shape]:
    """The shapes directly inside an element, except texts smaller than `least_text`."""
    for element in parent:
        tag = _local(element)
        if tag not in SHAPES:
            continue
        kept = {name: text for name, text in element.attrib.items() if name in KEPT and "url(" not in text.lower()}
        shape = Shape(tag, kept, (element.text or "").strip(), tuple(_shapes(element, least_text)))
        if tag != "text" or shape.number("font-size", 16) >= least_text:
            yield shape


def _local(element: Xml.Element) -> str:
    """The name of an element without its namespace; empty for comments and the like."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
