"""A picture as TikZ: a LaTeX document that needs no package but TikZ and amssymb.

The styles are at the top, so that all figures or texts of a kind can be changed in one place. Positions are in pixels
from the top left corner, as in the SVG.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from zermelo.core.errors import LimitError
from zermelo.core.trace import Node
from zermelo.draw.design import Design
from zermelo.draw.looks import (
    BEST_EDGE,
    BEST_FIGURE,
    DARK,
    EDGE,
    EDGE_DASHES,
    FIGURE,
    FIGURE_DASHES,
    LIGHT,
    LINK,
    LINK_DASHES,
    MARK,
    TEXTS,
    UNREAD_EDGE,
    Look,
    Palette,
)
from zermelo.draw.nodes import FOLDED
from zermelo.draw.picture import draw_tree
from zermelo.draw.scene import Board, Ellipse, Group, Line, Path, Picture, Piece, short
from zermelo.draw.tikz_boards import BoardWriter
from zermelo.draw.words import clean

UNIT = 0.75
"""A pixel in TeX's big points: 96 pixels are one inch."""

WIDEST = 20_000
"""The largest width or height of a picture in pixels: TeX's longest length is 16,383 points."""

SPARE = 2.0
"""The page is this many pixels larger than the picture, so that rounding cannot start a second page."""

SIZES = ((15.0, "large"), (13.0, "normalsize"), (11.5, "small"), (10.5, "footnotesize"), (0.0, "scriptsize"))
"""The LaTeX font size of a text, by its smallest size in pixels."""

ANCHORS = {"middle": "base", "end": "base east"}

SIGNS = {
    **{sign: f"\\{sign}" for sign in "#$%&_{}"},
    **{sign: f"${sign}$" for sign in "<>|"},
    "−": "--",
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    '"': "''",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "≈": r"$\approx$",
    "∞": r"$\infty$",
    "α": r"$\alpha$",
    "β": r"$\beta$",
    "→": r"$\to$",
    "√": r"$\surd$",
    "·": r"$\cdot$",
    "…": r"\ldots{}",
    "↻": r"$\circlearrowright$",
}
"""The characters that are special in TeX, and those that its fonts provide as commands."""

NAMES = {"edge": "branch", "node": "figure", "mark": "cut mark", "link": "information set"}
"""The styles with a plain name; the names of the others start with a word, such as "best branch"."""

LAST_LETTER = "ſ"
"""The last letter that pdfLaTeX supports by default."""


def tree_tikz(root: Node, *, title: str = "", legend: bool = True, design: Design | None = None) -> str:
    """The tree as a LaTeX document with one page of the size of the picture.

    Raises LimitError if it is larger than TeX can measure.
    """
    picture = draw_tree(root, title=title, legend=legend, design=design)
    return write_tikz(picture, theme="light" if design is None else design.still_theme)


def write_tikz(picture: Picture, *, theme: str = "light") -> str:
    """The picture as such a document, light or dark."""
    if max(picture.width, picture.height) > WIDEST:
        raise LimitError(
            f"a picture of {picture.width:,.0f} by {picture.height:,.0f} pixels is too large for TeX, "
            f"whose limit is {WIDEST:,}: draw less of it (--fold)"
        )
    palette = DARK if theme == "dark" else LIGHT
    boards = BoardWriter(palette, latex_text, UNIT)
    drawn = [line for piece in picture.content for line in _draw(piece, boards)]
    return "\n".join([*_head(picture, "\n".join(drawn), palette), *drawn, r"\end{tikzpicture}", r"\end{document}", ""])


def tikz_figure(picture: Picture) -> str:
    """The picture with its styles in a group, for a document that loads amssymb and tikz."""
    boards = BoardWriter(LIGHT, latex_text, UNIT)
    drawn = [line for piece in picture.content for line in _draw(piece, boards)]
    styles = _styling("\n".join(drawn), LIGHT)
    return "\n".join([r"{\sffamily", *styles, *_opening(picture), *drawn, r"\end{tikzpicture}}"])


def _head(picture: Picture, drawn: str, palette: Palette) -> Iterator[str]:
    """The lines before the first piece: the styles that occur in the drawing, and their colours."""
    yield f"% {clean(picture.title)}: {clean(picture.description)}"
    if any(c > LAST_LETTER for line in drawn.splitlines() if not line.startswith("%") for c in line):
        yield "% Some letters are not supported by pdfLaTeX: use LuaLaTeX, with a font that has them."
    yield r"\documentclass{article}"
    width, height = _bp(picture.width + SPARE), _bp(picture.height + SPARE)
    yield f"\\usepackage[paperwidth={width}, paperheight={height}, margin=0bp]{{geometry}}"
    yield r"\usepackage{amssymb, tikz}"
    yield from _styling(drawn, palette)
    if palette is DARK:
        yield f"\\definecolor{{ground colour}}{{HTML}}{{{palette.inks['ground'].upper()}}}"
        yield r"\pagecolor{ground colour}"
    yield r"\pagestyle{empty}"
    yield r"\begin{document}"
    yield r"\noindent\sffamily"
    yield from _opening(picture)


def _styling(drawn: str, palette: Palette) -> Iterator[str]:
    """The styles that occur in the drawing, and their colours."""
    used = [name for name in STYLES if re.search(rf"[\[ ]{name}[,\]]", drawn)]
    styles = [f"  {name}/.style={{{STYLES[name]}}}," for name in used]
    for name, colour in _colours(palette):
        if any(f"={name}," in style or f"={name}}}" in style for style in styles):
            yield f"\\definecolor{{{name}}}{{HTML}}{{{colour.upper()}}}"
    yield from (r"\tikzset{", *styles, "}")


def _opening(picture: Picture) -> Iterator[str]:
    yield f"\\begin{{tikzpicture}}[x={_bp(1)}, y={_bp(-1)}, every node/.style={{inner sep=0bp}}]"
    yield f"\\useasboundingbox (0,0) rectangle ({short(picture.width)},{short(picture.height)});"


def _colours(palette: Palette) -> Iterator[tuple[str, str]]:
    for name, colour in palette.inks.items():
        yield f"{name} colour", colour
    for name, (fill, outline) in palette.figures.items():
        yield from ((f"{name} fill", fill), (f"{name} outline", outline))


def _styles() -> Iterator[tuple[str, str]]:
    """Every style with its options; later styles take precedence."""
    yield "branch", f"draw=branch colour, line width={_bp(EDGE)}"
    yield "best branch", f"draw=text colour, line width={_bp(BEST_EDGE)}, line cap=round"
    yield "unread branch", f"draw=unread colour, line width={_bp(UNREAD_EDGE)}, {_dashes(EDGE_DASHES)}"
    yield "cut mark", f"draw=unread colour, line width={_bp(MARK)}"
    yield "information set", f"draw=link colour, line width={_bp(LINK)}, {_dashes(LINK_DASHES)}"
    more = {"node": f", line width={_bp(FIGURE)}, line join=round", "unread": f", {_dashes(FIGURE_DASHES)}"}
    for word in LIGHT.figures:
        yield _style(word, "figure"), f"fill={word} fill, draw={word} outline{more.get(word, '')}"
    yield f"{FOLDED} figure", "fill=quiet colour, draw=none"
    yield "best figure", f"line width={_bp(BEST_FIGURE)}"
    for _, size in SIZES:
        yield f"{size} text", f"anchor=base west, text=text colour, node font=\\{size}"
    for word, look in TEXTS.items():
        yield f"{word} text", _text_options(look)
    yield "unread text", "text=unread text colour"


def _style(word: str, what: str) -> str:
    return NAMES.get(word, f"{word} {what}")


def _dashes(lengths: tuple[float, float]) -> str:
    return "dash pattern=on {} off {}".format(*map(_bp, lengths))


def _text_options(look: Look) -> str:
    options = [
        f"anchor={ANCHORS[look.anchor]}" if look.anchor else "",
        f"text={look.ink} colour" if look.ink else "",
        r"font=\bfseries" if look.bold else r"font=\itshape" if look.italic else "",
    ]
    return ", ".join(filter(None, options))


def _draw(piece: Piece, boards: BoardWriter, x: float = 0, y: float = 0, kind: str = "") -> Iterator[str]:
    """The commands for a piece in a group of this kind at (x, y)."""
    if isinstance(piece, Group):
        if piece.about:
            yield f"% {clean(piece.about)}"
        for inner in piece.content:
            yield from _draw(inner, boards, x + piece.x, y + piece.y, piece.kind)
    elif isinstance(piece, Board):
        yield from boards.lines(piece, x, y)
    elif isinstance(piece, Path):
        options = _options(kind.split(), "figure") if kind else _options(piece.kind.split(), "branch")
        yield f"\\path[{options}] {' '.join(_stroke(stroke, x, y) for stroke in piece.outline)};"
    else:
        size = next(size for least, size in SIZES if piece.size >= least)
        options = _options([size, *piece.kind.split(), *(["unread"] if "unread" in kind.split() else [])], "text")
        yield f"\\node[{options}] at {_at(x + piece.x, y + piece.y)} {{{latex_text(piece.text)}}};"


def _options(words: list[str], what: str) -> str:
    """The styles for these words; some words, such as "terminal", have no style."""
    wanted = {_style(word, what) for word in words}
    return ", ".join(style for style in STYLES if style in wanted)


def _stroke(stroke: Line | Ellipse, x: float, y: float) -> str:
    if isinstance(stroke, Ellipse):
        radii = f"x radius={short(stroke.across)}, y radius={short(stroke.down)}"
        return f"{_at(x + stroke.x, y + stroke.y)} ellipse[{radii}]"
    points = [_at(x + a, y + b) for a, b in stroke.points]
    return " -- ".join([*points, "cycle"] if stroke.closed else points)


def latex_text(text: str) -> str:
    """The text for LaTeX: numbers with a real minus sign, and hyphens that do not join into a dash."""
    apart = re.sub(r"-(?=-)", "-\0", re.sub(r"-(?=[\d∞])", "−", clean(text)))
    return "".join(SIGNS.get(c, c) for c in apart).replace("\0", "{}")


def _at(x: float, y: float) -> str:
    return f"({short(x)},{short(y)})"


def _bp(pixels: float) -> str:
    return f"{pixels * UNIT:.6g}bp"


STYLES = dict(_styles())
