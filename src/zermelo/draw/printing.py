"""PNG and PDF, for programs that do not show SVG, made with Typst.

Typst is a typesetter in one self-contained Python package; nothing else in Zermelo needs it.
"""

from __future__ import annotations

from importlib import import_module

from zermelo.core.errors import LimitError, LoadError
from zermelo.core.trace import Node
from zermelo.draw.picture import draw_tree
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
    """The tree as a PNG. Raises LoadError if Typst is not installed, and LimitError if the picture is too large."""
    return _typeset(root, title, legend, format="png", ppi=DENSITY)


def tree_pdf(root: Node, *, title: str = "", legend: bool = True) -> bytes:
    """The tree as a PDF of one page. Raises the same errors as `tree_png`."""
    return _typeset(root, title, legend, format="pdf")


def _typeset(root: Node, title: str, legend: bool, **options: object) -> bytes:
    try:
        typst = import_module("typst")
    except ImportError:
        raise LoadError('PNG and PDF need the package typst: pip install "zermelo[pictures]"') from None
    picture = draw_tree(root, title=title, legend=legend)
    if max(picture.width, picture.height) > WIDEST:
        raise LimitError(
            f"a picture of {picture.width:,.0f} by {picture.height:,.0f} pixels is too large for PNG and PDF, "
            f"whose limit is {WIDEST:,}: fold the tree, or draw it as .svg"
        )
    said = {"svg": write_svg(picture), "title": picture.title, "description": picture.description}
    made: bytes = typst.compile(PAGE, sys_inputs=said, **options)
    return made
