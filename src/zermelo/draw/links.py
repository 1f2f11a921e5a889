"""The dashed links between the nodes of an information set, and the lanes in which they run.

A link between neighbours in a row is a straight line between their figures. If other nodes stand between them, it runs
in a lane above the row's figures and below the names of their actions, where nothing else is drawn. Links between rows
are straight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol

from zermelo.core.trace import Node
from zermelo.draw.figures import Figure, half_width, top_at
from zermelo.draw.nodes import information_sets
from zermelo.draw.scene import Line, Path, Point

LANE = 9.0
"""The height of a lane."""

SIDE_OFFSET = 7.0
"""How far from the middle of its figure a link goes up into a lane."""


class Placed(Protocol):
    """A node with its position: x is the middle of its figure, y the top."""

    node: Node
    figure: Figure
    row: int
    x: float
    y: float


class Link(NamedTuple):
    """A link between two nodes, by index, the left one first; `lane` counts upwards from 0, and is None if straight."""

    start: int
    end: int
    lane: int | None


def links_of(nodes: Sequence[Node], rows: Sequence[int], x: Sequence[float]) -> list[Link]:
    """A link between each two neighbours of every information set. Links that overlap have different lanes."""
    found: list[Link] = []
    taken: dict[int, list[list[tuple[float, float]]]] = {}
    order = _positions_in_row(rows, x)
    for members in information_sets(nodes):
        across = sorted(members, key=lambda i: (x[i], rows[i]))
        for i, j in pairwise(across):
            is_straight = rows[i] != rows[j] or abs(order[i] - order[j]) == 1
            found.append(Link(i, j, None if is_straight else _free(taken.setdefault(rows[i], []), (x[i], x[j]))))
    return found


def lane_counts(links: Sequence[Link], rows: Sequence[int]) -> Counter[int]:
    """The number of lanes above the figures of each row."""
    counts: Counter[int] = Counter()
    for link in links:
        if link.lane is not None:
            counts[rows[link.start]] = max(counts[rows[link.start]], link.lane + 1)
    return counts


def draw_links(links: Sequence[Link], placed: Sequence[Placed]) -> Iterator[Path]:
    """The links, from the outline of one figure to that of the other."""
    for link in links:
        start, end = placed[link.start], placed[link.end]
        if link.lane is None:
            yield Path((Line((_beside(start, 1), _beside(end, -1))),), "link")
        else:
            lane = start.y - LANE * (link.lane + 0.5)
            left, right = start.x + SIDE_OFFSET, end.x - SIDE_OFFSET
            bends = ((left, _top(start, SIDE_OFFSET)), (left, lane), (right, lane), (right, _top(end, -SIDE_OFFSET)))
            yield Path((Line(bends),), "link")


def _beside(placed: Placed, side: int) -> Point:
    """The point at which a straight link meets a figure: on its right (1) or its left (-1)."""
    height = _height(placed.node)
    return placed.x + side * half_width(placed.figure.outline, height), placed.y + height


def _top(placed: Placed, x: float) -> float:
    """The point at which a link that comes down at x from the middle meets a figure."""
    return placed.y + top_at(placed.figure.outline, x)


def _positions_in_row(rows: Sequence[int], x: Sequence[float]) -> list[int]:
    """Each node's index among the nodes of its row, from left to right."""
    positions = [0] * len(rows)
    count: dict[int, int] = {}
    for i in sorted(range(len(rows)), key=lambda i: x[i]):
        positions[i] = count[rows[i]] = count.get(rows[i], -1) + 1
    return positions


def _free(lanes: list[list[tuple[float, float]]], wanted: tuple[float, float]) -> int:
    """The lowest lane in which no link overlaps this one; the link is entered there."""
    for number, lane in enumerate(lanes):
        if all(wanted[1] <= left or right <= wanted[0] for left, right in lane):
            lane.append(wanted)
            return number
    lanes.append([wanted])
    return len(lanes) - 1


def _height(node: Node) -> float:
    """How far below the top of its figure a link meets a node: where the figure is wide, and beside no text."""
    if not node.children:
        return 8.5
    return {"max": 30.0, "min": 8.0}.get(node.role, 31.0)
