"""The styles of a picture as the style sheet of an SVG."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.draw.fonts import FAMILY
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
from zermelo.draw.scene import short

OWN_TEXT = "text[class]"
"""The texts of the tree. Those of boards inside nodes have no class: they look as the game says."""


def tree_css(theme: str = "auto") -> str:
    """The style sheet of every drawn tree: light, dark, or (auto) the one that the reader's system asks for.

    A page whose Content-Security-Policy forbids inline styles loads it as a file, and embeds pictures without it.
    """
    sheet = _scoped([*_lines(), *_texts(), *_colours(DARK if theme == "dark" else LIGHT)])
    return f"{sheet}@media (prefers-color-scheme:dark){{{_scoped(_colours(DARK))}}}" if theme == "auto" else sheet


def _scoped(rules: Iterator[tuple[str, str]] | list[tuple[str, str]]) -> str:
    """The rules, restricted to the picture: the page around it has other texts and paths too."""
    return "".join(f".zermelo-tree {selector}{{{body}}}" for selector, body in rules)


def _lines() -> Iterator[tuple[str, str]]:
    yield ".edge", f"fill:none;stroke-width:{short(EDGE)}"
    yield ".edge.best", f"stroke-width:{short(BEST_EDGE)};stroke-linecap:round"
    yield ".edge.unread", f"stroke-width:{short(UNREAD_EDGE)};stroke-dasharray:{_dashes(EDGE_DASHES)}"
    yield ".mark", f"fill:none;stroke-width:{short(MARK)}"
    yield ".link", f"fill:none;stroke-width:{short(LINK)};stroke-dasharray:{_dashes(LINK_DASHES)}"
    yield ".node>path", f"stroke-width:{short(FIGURE)};stroke-linejoin:round"
    yield ".node.best>path", f"stroke-width:{short(BEST_FIGURE)}"
    yield ".node.unread>path", f"stroke-dasharray:{_dashes(FIGURE_DASHES)}"


def _dashes(lengths: tuple[float, float]) -> str:
    return " ".join(map(short, lengths))


def _texts() -> Iterator[tuple[str, str]]:
    yield OWN_TEXT, f"font-family:{FAMILY};font-stretch:semi-condensed"
    for kind, look in TEXTS.items():
        if body := _shape(look):
            yield f"text.{kind}", body


def _shape(look: Look) -> str:
    parts = [
        f"text-anchor:{look.anchor}" if look.anchor else "",
        "font-weight:bold" if look.bold else "",
        "font-style:italic" if look.italic else "",
    ]
    return ";".join(filter(None, parts))


def _colours(palette: Palette) -> Iterator[tuple[str, str]]:
    inks = palette.inks
    yield ".board", f"color:#{inks['text']};font-family:{FAMILY}"
    yield ".ground", f"fill:#{inks['ground']}"
    yield OWN_TEXT, f"fill:#{inks['text']}"
    for kind, look in TEXTS.items():
        if look.ink:
            yield f"text.{kind}", f"fill:#{inks[look.ink]}"
    yield ".unread>text", f"fill:#{inks['unread text']}"
    yield ".edge", f"stroke:#{inks['branch']}"
    yield ".edge.best", f"stroke:#{inks['text']}"
    yield ".edge.unread", f"stroke:#{inks['unread']}"
    yield ".mark", f"stroke:#{inks['unread']}"
    yield ".link", f"stroke:#{inks['link']}"
    for kind, (fill, outline) in palette.figures.items():
        yield f".{kind}>path", f"fill:#{fill};stroke:#{outline}"
    yield f".{FOLDED}>path", f"fill:#{inks['quiet']};stroke:none"
