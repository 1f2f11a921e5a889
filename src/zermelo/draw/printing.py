"""PNG and PDF, for programs that do not show SVG, made with Typst.

Typst is a typesetter in one self-contained Python package; nothing else in Zermelo needs it.
"""

from __future__ import annotations

from importlib import import_module

from zermelo.core.errors import LimitError, LoadError
from zermelo.core.trace import Node
from zermelo.draw.picture import draw_tree
from zermelo.draw.scene import Picture
from zermelo.draw.svg import write_svg

DENSITY = 2 * 96.0
"""Dots per inch of a PNG: two per pixel, so that it is sharp on paper too."""

WIDEST = 15_000
"""The largest width or height of a picture in pixels: viewers fail on much larger pages."""

PAGE = b"""\
#set page(width: auto, height: auto, margin: 0pt)
#set document(title: sys.inputs.title)
#image(bytes(sys.inputs.svg), format: "svg", alt: sys.inputs.description)"""


def tree_png(root: Node, *, title: str = "", legend: bool = True) -> bytes:
    """The tree as a PNG. Raises LoadError without Typst, and LimitError where the picture is too large."""
    return picture_png(draw_tree(root, title=title, legend=legend))


def tree_pdf(root: Node, *, title: str = "", legend: bool = True) -> bytes:
    """The tree as a PDF of one page. Raises LoadError without Typst, and LimitError where the picture is too large."""
    return picture_pdf(draw_tree(root, title=title, legend=legend))


def picture_png(picture: Picture) -> bytes:
    """Any picture as a PNG; raises as above."""
    return _of_picture(picture, format="png", ppi=DENSITY)


def picture_pdf(picture: Picture) -> bytes:
    """Any picture as a PDF; raises as above."""
    return _of_picture(picture, format="pdf")


def svg_png(svg: str, title: str = "") -> bytes:
    """SVG as a PNG. Raises LoadError without Typst."""
    return _typeset(svg, title, title, format="png", ppi=DENSITY)


def svg_pdf(svg: str, title: str = "") -> bytes:
    """SVG as a PDF. Raises LoadError without Typst."""
    return _typeset(svg, title, title, format="pdf")


def _of_picture(picture: Picture, **options: object) -> bytes:
    if max(picture.width, picture.height) > WIDEST:
        raise LimitError(
            f"a picture of {picture.width:,.0f} by {picture.height:,.0f} pixels is too large for PNG and PDF, "
            f"whose limit is {WIDEST:,}: fold the tree, or draw it as .svg"
        )
    return _typeset(write_svg(picture), picture.title, picture.description, **options)


def _typeset(svg: str, title: str, description: str, **options: object) -> bytes:
    try:
        typst = import_module("typst")
    except ImportError:
        raise LoadError('PNG and PDF need a package more: pip install "zermelo[pictures]"') from None
    said = {"svg": svg, "title": title, "description": description}
    made: bytes = typst.compile(PAGE, sys_inputs=said, **options)
    return made
