"""A search tree as a picture: every piece with its position, independent of the output format.

Every row of the tree has three strips: the branches, the names of the actions, the figures. Texts stay within their
strip and their node's width, and branches within their strip, so that nothing is drawn over anything else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from zermelo.core.trace import Node
from zermelo.core.values import show_value
from zermelo.draw import legend as legends
from zermelo.draw.design import Design
from zermelo.draw.figures import LONGEST_NAME, Figure, figure_of, kind_of
from zermelo.draw.fonts import text_width
from zermelo.draw.layout import Gaps, Size, tidy
from zermelo.draw.links import LANE, Link, draw_links, lane_counts, links_of
from zermelo.draw.nodes import Fold, best_line, in_order, shown_and_all
from zermelo.draw.scene import Caption, Group, Line, Outline, Path, Picture, Piece, Point
from zermelo.draw.words import clean, say_action, say_node, say_probability, say_role, shorten

MARGIN = 16.0
GAPS = Gaps(siblings=7, cousins=14)
LONGEST_TITLE = 100
NAME_SIZE, PROBABILITY_SIZE, TITLE_SIZE = 11.0, 10.0, 16.0
NAME_LINE, NAME_GAP = 12.0, 2.0
LEAST_BRANCH, MOST_BRANCH, BRANCH_SLOPE = 26.0, 150.0, 0.16
"""The further branches extend sideways, the higher their strip is, so that they keep a slope."""

LEAST_LEGEND = 420.0
TITLE_STRIP, LEGEND_STRIP = 32.0, 14.0


@dataclass
class _Drawn:
    """A node with its figure, the texts above it, and its position: `y` is the top of the figure."""

    node: Node
    figure: Figure
    names: tuple[Caption, ...]
    parent: _Drawn | None = None
    best: bool = False
    winner: str = ""
    row: int = 0
    x: float = 0
    y: float = 0
    lanes: float = 0
    """The height of the lanes between the names and the figure."""

    @property
    def names_height(self) -> float:
        return (NAME_LINE * len(self.names) + 2 * NAME_GAP if self.names else 0) + self.lanes

    @property
    def size(self) -> Size:
        name = max((text_width(c.text, c.size, bold=True) for c in self.names), default=0) / 2
        return Size(max(self.figure.left, name), max(self.figure.right, name))

    @property
    def looks(self) -> str:
        """The style classes of its figure and its branch."""
        return (" best" if self.best else "") + ("" if self.node.read else " unread")

    @property
    def kind(self) -> str:
        """All style classes of its figure."""
        winner = f" {self.winner}" if self.winner else ""
        return f"node {kind_of(self.node.role)}{winner}{self.looks}"


def draw_tree(root: Node, *, title: str = "", legend: bool = True, design: Design | None = None) -> Picture:
    """The picture of a tree.

    The shape shows whose node it is, and contains the value; the window and the inequality of a cut are beside it.
    Branches that were not read are dashed, with two strokes across them at the cut; the best line is thick; a fold
    is three dots and a number of nodes. Dashed links join the nodes of an information set. Children are in the
    game's order, not in the order of reading.
    """
    line = best_line(root)
    drawn, links = _arrange(root, line, design or Design())
    width = max(d.x + d.size.right for d in drawn)
    height = max(d.y + d.figure.height for d in drawn)
    found = legends.entries([d.node for d in drawn], len(line) > 1, {d.winner for d in drawn}) if legend else []
    rows = legends.flow(found, max(width, LEAST_LEGEND))
    heading = shorten(clean(title), LONGEST_TITLE)
    whole = max(width, *(legends.row_width(r) for r in rows), text_width(heading, TITLE_SIZE, bold=True), 0.0)
    top = TITLE_STRIP if heading else 0.0
    pieces: tuple[Piece, ...] = (
        *([Caption(heading, whole / 2, TITLE_SIZE, TITLE_SIZE, "title")] if heading else []),
        Group((whole - width) / 2, top, tuple(_draw(drawn, links))),
        *legends.draw_rows(rows, whole / 2, top + height + LEGEND_STRIP),
    )
    full = top + height + (LEGEND_STRIP + legends.ROW * len(rows) if rows else 0)
    return Picture(
        whole + 2 * MARGIN,
        full + 2 * MARGIN,
        clean(title) or "A search tree",
        _describe(root, drawn, line),
        (Group(MARGIN, MARGIN, pieces),),
    )


def _describe(root: Node, drawn: list[_Drawn], line: list[Node]) -> str:
    """A description of the picture for screen readers."""
    shown, whole = shown_and_all(root)
    unread = sum(not d.node.read for d in drawn if not isinstance(d.node, Fold))
    said = f"{shown:,}{f' of {whole:,}' if whole > shown else ''} nodes, {unread:,} of them not read. "
    said += f"The root is {say_role(root.role)}, its value {show_value(root.value)}."
    actions = [node.action for node in line[1:] if not isinstance(node, Fold)]
    return said + (f" Best line: {shorten(', '.join(map(clean, actions)), 200)}." if actions else "")


def _arrange(root: Node, line: list[Node], design: Design) -> tuple[list[_Drawn], list[Link]]:
    """Every node with its position, and the links between them."""
    nodes, children = in_order(root)
    best = {id(node) for node in line}
    drawn = [
        _Drawn(
            node,
            figure_of(node, design.boards),
            _names(node, id(node) in best),
            best=id(node) in best,
            winner="" if isinstance(node, Fold) else design.winner(node),
        )
        for node in nodes
    ]
    for above, below in zip(drawn, children, strict=True):
        for i in below:
            drawn[i].parent, drawn[i].row = above, above.row + 1
    for d, x in zip(drawn, tidy(children, [d.size for d in drawn], GAPS), strict=True):
        d.x = x
    rows = [d.row for d in drawn]
    links = links_of(nodes, rows, [d.x for d in drawn])
    lanes = lane_counts(links, rows)
    for d in drawn:
        d.lanes = LANE * lanes[d.row]
    tops = _tops(drawn)
    for d in drawn:
        d.y = tops[d.row]
    return drawn, links


def _names(node: Node, best: bool) -> tuple[Caption, ...]:
    """The action and its probability, laid out from the bottom of their strip upwards."""
    name = shorten(clean(node.action), LONGEST_NAME)
    lines = [
        (say_probability(node), PROBABILITY_SIZE, "probability"),
        (name, NAME_SIZE, "action best" if best else "action"),
    ]
    lines = [found for found in lines if found[0]]
    return tuple(
        Caption(text, 0, -NAME_GAP - 2 - NAME_LINE * i, size, kind) for i, (text, size, kind) in enumerate(lines)
    )


def _tops(drawn: list[_Drawn]) -> list[float]:
    """The y at which the figures of each row begin."""
    rows = 1 + max(d.row for d in drawn)
    figures, names, reach = [0.0] * rows, [0.0] * rows, [0.0] * rows
    for d in drawn:
        figures[d.row] = max(figures[d.row], d.figure.height)
        names[d.row] = max(names[d.row], d.names_height)
        if d.parent is not None:
            reach[d.row] = max(reach[d.row], abs(d.x - d.parent.x))
    branches = [0.0, *(min(LEAST_BRANCH + BRANCH_SLOPE * r, MOST_BRANCH) for r in reach[1:])]
    steps = [branches[i] + names[i] + (figures[i - 1] if i else 0) for i in range(rows)]
    return list(accumulate(steps))


def _draw(drawn: list[_Drawn], links: list[Link]) -> Iterator[Piece]:
    """All branches, with the best line on top, then the links, and then all nodes."""
    for d in sorted(drawn, key=lambda d: d.best):
        if d.parent is not None:
            yield from _draw_branch(d, d.parent)
    yield from draw_links(links, drawn)
    for d in drawn:
        said = ": ".join(filter(None, [say_action(d.node), say_node(d.node)]))
        names = [name._replace(y=name.y - d.lanes) for name in d.names]
        board = [] if d.figure.board is None else [d.figure.board]
        content: tuple[Piece, ...] = (Path(d.figure.outline), *d.figure.captions, *names, *board)
        yield Group(d.x, d.y, content, d.kind, said)


def _draw_branch(d: _Drawn, parent: _Drawn) -> Iterator[Path]:
    """A line down to the action's name above the figure, and the strokes of a cut across it."""
    start, end = (parent.x, parent.y + parent.figure.height), (d.x, d.y - d.names_height)
    yield Path((Line((start, end)),), f"edge{d.looks}")
    if parent.node.read and not d.node.read:
        yield Path(_strokes(start, end), "mark")


def _strokes(start: Point, end: Point) -> Outline:
    """Two short strokes across a line, slightly below its middle."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5
    along, across = (dx / length, dy / length), (-5 * dy / length, 5 * dx / length)
    middles = [
        (start[0] + 0.6 * dx + shift * along[0], start[1] + 0.6 * dy + shift * along[1]) for shift in (-2.0, 2.0)
    ]
    return tuple(Line(((x - across[0], y - across[1]), (x + across[0], y + across[1]))) for x, y in middles)
