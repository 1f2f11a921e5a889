"""The figure for a node: its outline, and the texts inside and around it.

MAX is a triangle that points up, MIN one that points down; chance is a circle, an erring opponent a double circle; a
player of a general-sum game is a hexagon with the player's number; a terminal state is a box; a fold is three dots.
The board of a node, if there is one, is below its figure, and takes the place of its label.
Figures are drawn around x = 0, from y = 0 down.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from zermelo.core.trace import Node
from zermelo.draw.fonts import text_width
from zermelo.draw.miniatures import Boards
from zermelo.draw.nodes import FOLDED, Fold
from zermelo.draw.scene import Board, Caption, Ellipse, Line, Outline, Point
from zermelo.draw.words import (
    clean,
    player_of,
    say_hidden,
    say_information_set,
    say_tally,
    say_value,
    say_window,
    shorten,
)

ROLES = ("max", "min", "chance", "opponent", "terminal")
"""The roles with a figure of their own; the players of general-sum games are not among them."""

HEIGHT = 38.0
"""The height of a figure with branches below it."""

SMALL = 17.0
"""The height of a figure without branches: its value is written below it, so that many fit side by side."""

BOX = 22.0
DOT = 1.8
SIDE_SIZE = 10.0
SIDE_GAP = 5.0
BOARD_GAP = 5.0

LONGEST_NAME = 24
"""The longest label or action name in columns; the tooltip shows the full text."""


class Figure(NamedTuple):
    """A drawn node. It extends by `left` and `right` from its middle, and down to `height`."""

    outline: Outline
    captions: tuple[Caption, ...]
    left: float
    right: float
    height: float
    board: Board | None = None


def figure_of(node: Node, boards: Boards | None = None) -> Figure:
    """The figure for a node."""
    if isinstance(node, Fold):
        return _dots(node)
    board = None if boards is None else _board(node, boards)
    label = "" if board else shorten(clean(node.label), LONGEST_NAME)
    if node.children:
        return _with_board(_with_sides(_large(node), node, label), board)
    figure = _box(node) if node.role == "terminal" else _small(node)
    figure = _with_line_below(figure, say_tally(node), "window below")
    return _with_board(_with_line_below(figure, label, "label below"), board)


def outline_of(role: str, half: float, height: float) -> Outline:
    """The outline of a role's figure, `half` to either side of its middle."""
    draw = _hexagon if player_of(role) is not None else _OUTLINES.get(role, _circle)
    return draw(half, height)


def kind_of(role: str) -> str:
    """The class that gives a role's figure its looks."""
    return "player" if player_of(role) is not None else role if role in (*ROLES, FOLDED) else "other"


def half_width(outline: Outline, y: float) -> float:
    """How far an outline reaches to the right of the middle at height y; 0 where it does not."""
    return max((x for a, b in _edges(outline) if (x := _crossing(a, b, y)) is not None), default=0.0)


def top_at(outline: Outline, x: float) -> float:
    """The uppermost y of an outline at this distance from the middle; 0 where there is none."""
    turned = [((a[1], a[0]), (b[1], b[0])) for a, b in _edges(outline)]
    return min((y for a, b in turned if (y := _crossing(a, b, x)) is not None), default=0.0)


def _edges(outline: Outline) -> list[tuple[Point, Point]]:
    """The edges of an outline; a round one is taken as its bounding box."""
    edges: list[tuple[Point, Point]] = []
    for part in outline:
        points = list(part.points) if isinstance(part, Line) else _corners(part)
        edges += zip(points, [*points[1:], points[0]], strict=True)
    return edges


def _corners(e: Ellipse) -> list[Point]:
    left, right, top, bottom = e.x - e.across, e.x + e.across, e.y - e.down, e.y + e.down
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _crossing(a: Point, b: Point, y: float) -> float | None:
    """The x at which the edge from a to b has this y; None if it does not cross it."""
    if a[1] == b[1] or not min(a[1], b[1]) <= y <= max(a[1], b[1]):
        return None
    return a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1])


def _box(node: Node) -> Figure:
    value = say_value(node)
    half = max(BOX, text_width(value, 12) + 10) / 2
    return Figure(outline_of("terminal", half, BOX), (Caption(value, 0, 15.3, 12, "value"),), half, half, BOX)


def _dots(fold: Fold) -> Figure:
    number, unit = say_hidden(fold)
    captions = (
        Caption(number, 0, SMALL + 12, 11, "count"),
        Caption(unit, 0, SMALL + 23, SIDE_SIZE, "count"),
    )
    half = max(text_width(c.text, c.size) for c in captions) / 2
    return Figure(outline_of(fold.role, half, SMALL), captions, half, half, SMALL + 26)


def _small(node: Node) -> Figure:
    value = say_value(node)
    player = player_of(node.role)
    half = 13.0 if player is not None else 10.0 if node.role in ("max", "min") else SMALL / 2
    captions = [Caption(value, 0, SMALL + 13, 12, "value")]
    if player is not None:
        captions.append(Caption(f"P{player}", 0, SMALL - 5, 9, "number"))
    reach = max(half, text_width(value, 12) / 2)
    return Figure(outline_of(node.role, half, SMALL), tuple(captions), reach, reach, SMALL + 17)


def _large(node: Node) -> Figure:
    value = say_value(node)
    size = 14.0 if len(value) <= 3 else 12.0 if len(value) <= 6 else 10.5
    text = text_width(value, size, bold=True)
    player = player_of(node.role)
    if node.role in ("max", "min"):
        # The text is where the triangle is wide: at its far side it is a little over half as wide as the base.
        half = max(23.0, (text + 6) / 0.56 / 2)
        baseline = HEIGHT - 7 if node.role == "max" else 7 + 0.73 * size
    elif player is not None:
        half, baseline = max(25.0, text / 2 + 11), HEIGHT - 8
    else:
        half, baseline = max(HEIGHT / 2, text / 2 + 9), HEIGHT / 2 + 0.36 * size
    captions = [Caption(value, 0, baseline, size, "value inner")]
    if player is not None:
        captions.append(Caption(f"P{player}", 0, 14, 10, "number"))
    return Figure(outline_of(node.role, half, HEIGHT), tuple(captions), half, half, HEIGHT)


def _with_line_below(figure: Figure, text: str, kind: str) -> Figure:
    if not text:
        return figure
    caption = Caption(text, 0, figure.height + 11, SIDE_SIZE, kind)
    reach = max(figure.left, text_width(text, SIDE_SIZE) / 2)
    return Figure(figure.outline, (*figure.captions, caption), reach, reach, figure.height + 14)


def _board(node: Node, boards: Boards) -> Board | None:
    picture = boards.of(node.state)
    return None if picture is None else Board(0, 0, *boards.size(picture), picture)


def _with_board(figure: Figure, board: Board | None) -> Figure:
    if board is None:
        return figure
    half = board.width / 2
    return figure._replace(
        left=max(figure.left, half),
        right=max(figure.right, half),
        height=figure.height + BOARD_GAP + board.height,
        board=board._replace(x=-half, y=figure.height + BOARD_GAP),
    )


def _with_sides(figure: Figure, node: Node, label: str) -> Figure:
    """The figure with its label on the left, and window, cut and information set on the right.

    A triangle leaves room for them where it is narrow.
    """
    x = figure.right * (0.62 if node.role in ("max", "min") else 1.0) + SIDE_GAP
    y = {"max": 9.0, "min": 25.0}.get(node.role, 22.5)
    left = [Caption(label, -x, y, SIDE_SIZE, "label")] if label else []
    beside = ((say_window(node) or say_tally(node), "window"), (node.cut, "cut"), (say_information_set(node), "set"))
    lines = [(text, kind) for text, kind in beside if text]
    right = [Caption(text, x, y + 12 * i, SIDE_SIZE, kind) for i, (text, kind) in enumerate(lines)]
    return Figure(
        figure.outline,
        (*figure.captions, *left, *right),
        max([figure.left, *(x + text_width(c.text, c.size) for c in left)]),
        max([figure.right, *(x + text_width(c.text, c.size, bold=c.kind == "cut") for c in right)]),
        figure.height,
    )


def _polygon(*points: Point) -> Outline:
    return (Line(points, closed=True),)


def _up(half: float, height: float) -> Outline:
    return _polygon((0, 0), (half, height), (-half, height))


def _down(half: float, height: float) -> Outline:
    return _polygon((-half, 0), (half, 0), (0, height))


def _circle(half: float, height: float) -> Outline:
    return (Ellipse(0, height / 2, half, height / 2),)


def _double_circle(half: float, height: float) -> Outline:
    return (*_circle(half, height), Ellipse(0, height / 2, half - 4, height / 2 - 4))


def _hexagon(half: float, height: float) -> Outline:
    flat, middle = half - min(half, height) / 3.2, height / 2
    return _polygon((-half, middle), (-flat, 0), (flat, 0), (half, middle), (flat, height), (-flat, height))


def _rectangle(half: float, height: float) -> Outline:
    return _polygon((-half, 0), (half, 0), (half, height), (-half, height))


def _three_dots(_half: float, height: float) -> Outline:
    return tuple(Ellipse(0, height * part, DOT, DOT) for part in (0.2, 0.5, 0.8))


_OUTLINES: dict[str, Callable[[float, float], Outline]] = {
    "max": _up,
    "min": _down,
    "opponent": _double_circle,
    "terminal": _rectangle,
    FOLDED: _three_dots,
}
