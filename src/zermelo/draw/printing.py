"""PNG and PDF, for programs that do not show SVG, made with Typst.

Typst is a typesetter in one self-contained Python package; nothing else in Zermelo needs it.
"""

from __future__ import annotations

from importlib import import_module
from math import ceil

from zermelo.core.errors import LimitError, LoadError
from zermelo.core.trace import Node
from zermelo.draw.design import SCALE, Design
from zermelo.draw.picture import draw_tree
from zermelo.draw.scene import Picture
from zermelo.draw.svg import write_svg

DENSITY = 96.0
"""Dots per inch of a PNG with one dot for each pixel."""

WIDEST = 15_000
"""The largest width or height in pixels of a PDF, and in dots of a PNG: viewers fail on much larger ones."""

PAGE = b"""\
#set page(width: auto, height: auto, margin: 0pt)
#set document(title: sys.inputs.title)
#image(bytes(sys.inputs.svg), format: "svg", alt: sys.inputs.description)"""


def tree_png(root: Node, *, title: str = "", legend: bool = True, design: Design | None = None) -> bytes:
    """The tree as a PNG. Raises LoadError without Typst, and LimitError where the picture is too large."""
    design = design or Design()
    picture = draw_tree(root, title=title, legend=legend, design=design)
    return picture_png(picture, scale=design.scale, theme=design.still_theme)


def tree_pdf(root: Node, *, title: str = "", legend: bool = True, design: Design | None = None) -> bytes:
    """The tree as a PDF of one page. Raises LoadError without Typst, and LimitError where the picture is too large."""
    design = design or Design()
    return picture_pdf(draw_tree(root, title=title, legend=legend, design=design), theme=design.still_theme)


def picture_png(picture: Picture, *, scale: float = SCALE, theme: str = "light") -> bytes:
    """Any picture as a PNG with `scale` dots for each of its pixels; raises as above.

    The PNG has a whole number of dots, and the picture is enlarged to it: otherwise Typst would fit the rendered
    picture into the page by leaving out a row of dots, which clips letters and kinks lines.
    """
    whole = picture._replace(width=_whole(picture.width, scale), height=_whole(picture.height, scale))
    return _of_picture(whole, scale, theme, format="png", ppi=DENSITY * scale)


def picture_pdf(picture: Picture, *, theme: str = "light") -> bytes:
    """Any picture as a PDF; raises as above."""
    return _of_picture(picture, 1, theme, format="pdf")


def _whole(length: float, scale: float) -> float:
    """The length rounded up to whole pixels, and if possible so far that the dots are whole too."""
    step = next((n for n in range(1, 11) if float(n * scale).is_integer()), 1)
    return float(step * ceil(length / step))


def svg_png(svg: str, title: str = "") -> bytes:
    """SVG as a PNG. Raises LoadError without Typst."""
    return _typeset(svg, title, title, format="png", ppi=DENSITY * SCALE)


def svg_pdf(svg: str, title: str = "") -> bytes:
    """SVG as a PDF. Raises LoadError without Typst."""
    return _typeset(svg, title, title, format="pdf")


def _of_picture(picture: Picture, scale: float, theme: str, **options: object) -> bytes:
    if max(picture.width, picture.height) * max(scale / SCALE, 1) > WIDEST:
        raise LimitError(
            f"a picture of {picture.width:,.0f} by {picture.height:,.0f} pixels is too large for PNG and PDF, "
            f"whose limit is {WIDEST:,}: fold the tree, choose a smaller scale, or draw it as .svg"
        )
    return _typeset(write_svg(picture, theme=theme), picture.title, picture.description, **options)


def _typeset(svg: str, title: str, description: str, **options: object) -> bytes:
    try:
        typst = import_module("typst")
    except ImportError:
        raise LoadError('PNG and PDF need an extra package: pip install "zermelo[pictures]"') from None
    said = {"svg": svg, "title": title, "description": description}
    made: bytes = typst.compile(PAGE, sys_inputs=said, **options)
    return made
