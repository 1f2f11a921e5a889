"""A picture as SVG: one self-contained text, for a slide, a paper or a page."""

from __future__ import annotations

from html import escape
from itertools import pairwise

from zermelo.core.trace import Node
from zermelo.draw.design import Design
from zermelo.draw.miniatures import Shape
from zermelo.draw.picture import draw_tree
from zermelo.draw.scene import Board, Caption, Ellipse, Group, Line, Path, Picture, Piece, Point, short
from zermelo.draw.style import tree_css
from zermelo.draw.words import clean


def tree_svg(root: Node, *, title: str = "", legend: bool = True, design: Design | None = None) -> str:
    """The tree as SVG: light, unless the design has another theme."""
    theme = "light" if design is None else design.theme
    return write_svg(draw_tree(root, title=title, legend=legend, design=design), theme=theme)


def write_svg(picture: Picture, *, styled: bool = True, theme: str = "light") -> str:
    """The picture as SVG; with `styled`, the style sheet of the theme is included."""
    w, h = short(picture.width), short(picture.height)
    content = "\n".join(map(_piece, picture.content))
    about = f"<title>{_safe(picture.title)}</title><desc>{_safe(picture.description)}</desc>"
    style = f"<style>{tree_css(theme)}</style>" if styled else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="zermelo-tree" role="img" width="{w}" height="{h}" '
        f'viewBox="0 0 {w} {h}">{about}{style}\n<rect class="ground" width="{w}" height="{h}"/>\n'
        f"{content}\n</svg>\n"
    )


def _safe(text: str) -> str:
    """The text escaped for XML elements and attributes."""
    return escape(clean(text))


def _piece(piece: Piece) -> str:
    if isinstance(piece, Path):
        return f'<path{_class(piece.kind)} d="{"".join(map(_stroke, piece.outline))}"/>'
    if isinstance(piece, Board):
        return _board(piece)
    return _caption(piece) if isinstance(piece, Caption) else _group(piece)


def _caption(c: Caption) -> str:
    x = f' x="{short(c.x)}"' if c.x else ""
    return f'<text{_class(c.kind)}{x} y="{short(c.y)}" font-size="{short(c.size)}">{_safe(c.text)}</text>'


def _board(board: Board) -> str:
    at = "".join(
        f' {name}="{short(number)}"' for name, number in zip(("x", "y", "width", "height"), board[:4], strict=True)
    )
    box = " ".join(f"{number:g}" for number in board.picture[:4])
    return f'<svg class="board"{at} viewBox="{box}">{"".join(map(_shape, board.picture.shapes))}</svg>'


def _shape(shape: Shape) -> str:
    attributes = "".join(f' {name}="{_safe(text)}"' for name, text in shape.attributes.items())
    content = _safe(shape.text) + "".join(map(_shape, shape.content))
    return f"<{shape.tag}{attributes}>{content}</{shape.tag}>" if content else f"<{shape.tag}{attributes}/>"


def _group(group: Group) -> str:
    title = f"<title>{_safe(group.about)}</title>" if group.about else ""
    between = "\n" if any(isinstance(piece, Group) for piece in group.content) else ""
    content = between.join(map(_piece, group.content))
    return f'<g{_class(group.kind)} transform="translate({short(group.x)} {short(group.y)})">{title}{content}</g>'


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""


def _stroke(stroke: Line | Ellipse) -> str:
    if isinstance(stroke, Ellipse):
        return _round(stroke)
    x, y = stroke.points[0]
    steps = "".join(_step(*pair) for pair in pairwise(stroke.points))
    return f"M{short(x)} {short(y)}{steps}{'Z' if stroke.closed else ''}"


def _step(start: Point, end: Point) -> str:
    """The shortest path command that leads to the next point."""
    if start[1] == end[1]:
        return f"H{short(end[0])}"
    return f"V{short(end[1])}" if start[0] == end[0] else f"L{short(end[0])} {short(end[1])}"


def _round(e: Ellipse) -> str:
    arc = f"A{short(e.across)} {short(e.down)} 0 0 1"
    left, right, y = short(e.x - e.across), short(e.x + e.across), short(e.y)
    return f"M{left} {y}{arc} {right} {y}{arc} {left} {y}Z"
