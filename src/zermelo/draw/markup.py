"""Small pieces of SVG: numbers, texts, groups, and the looks of them all.

Colours are from the palette of Okabe and Ito, which the colour-blind can tell apart, and none carries a meaning alone.
"""

from __future__ import annotations

from html import escape
from typing import NamedTuple

from zermelo.draw.fonts import FAMILY
from zermelo.draw.words import clean


class Caption(NamedTuple):
    """A text; `y` is its baseline, and `kind` the class that gives it its looks."""

    text: str
    x: float
    y: float
    size: float
    kind: str


def n(number: float) -> str:
    """A number as short as may be: a tenth of a pixel is near enough."""
    return f"{number:z.1f}".removesuffix(".0")


def safe(text: str) -> str:
    """The text as XML can hold it, in an element or in an attribute."""
    return escape(clean(text))


def draw_caption(caption: Caption) -> str:
    """A text."""
    x = f' x="{n(caption.x)}"' if caption.x else ""
    return (
        f'<text class="{caption.kind}"{x} y="{n(caption.y)}" font-size="{n(caption.size)}">{safe(caption.text)}</text>'
    )


def group(x: float, y: float, content: str, kind: str = "") -> str:
    """Pieces that are moved to a place together."""
    named = f' class="{kind}"' if kind else ""
    return f'<g{named} transform="translate({n(x)} {n(y)})">{content}</g>'


def style() -> str:
    """The style sheet. What it says of dark screens is passed over by programs that only know paper."""
    return f"<style>{_scoped(_LIGHT)}@media (prefers-color-scheme:dark){{{_scoped(_DARK)}}}</style>"


def _scoped(rules: str) -> str:
    """The rules for this picture alone: a page that holds it has other texts and paths too."""
    parts = [rule.split("{", 1) for rule in rules.strip().splitlines()]
    return "".join(
        ",".join(f".zermelo-tree {one}" for one in selectors.split(",")) + "{" + body for selectors, body in parts
    )


_LIGHT = f"""
.ground{{fill:#fff}}
text{{font-family:{FAMILY};fill:#1b1b1b}}
.label{{text-anchor:end}}
.title,.value,.number,.action,.label.below{{text-anchor:middle}}
.title,.inner,.cut,.action.best{{font-weight:bold}}
.window,.probability,.number,.word,.label{{fill:#4d4d4d}}
.probability{{text-anchor:middle;font-style:italic}}
.cut{{fill:#a84300}}
.edge{{fill:none;stroke:#767676;stroke-width:1.2}}
.edge.best{{stroke:#1b1b1b;stroke-width:3.6;stroke-linecap:round}}
.edge.unread{{stroke:#d55e00;stroke-width:1.1;stroke-dasharray:4 3}}
.mark{{fill:none;stroke:#d55e00;stroke-width:1.8}}
.node path{{stroke-width:1.4;stroke-linejoin:round;fill:#fff;stroke:#555}}
.max path{{fill:#d3e8f5;stroke:#0072b2}}
.min path{{fill:#f6dfec;stroke:#a5517f}}
.chance path{{fill:#d2efe5;stroke:#007a59}}
.opponent path{{fill:#fbedc6;stroke:#976a00}}
.player path{{fill:#e3f2fc;stroke:#2a7fb8}}
.node.best path{{stroke-width:2.6}}
.node.unread path{{fill:#fdf0e6;stroke:#d55e00;stroke-dasharray:3 2.5}}
.unread text{{fill:#8f3f00}}
"""

_DARK = """
.ground{fill:#14171a}
text{fill:#f0f0f0}
.window,.probability,.number,.word,.label{fill:#c0c0c0}
.cut,.unread text{fill:#ff9d5c}
.edge{stroke:#8c8c8c}
.edge.best{stroke:#f0f0f0}
.edge.unread,.mark{stroke:#ff8a3d}
.node path{fill:#22262a;stroke:#aaa}
.max path{fill:#0b3a57;stroke:#56b4e9}
.min path{fill:#4b2139;stroke:#e39fc6}
.chance path{fill:#0c4434;stroke:#3fc79b}
.opponent path{fill:#4a3600;stroke:#e8b93e}
.player path{fill:#12344a;stroke:#7cc4ee}
.node.unread path{fill:#33200f;stroke:#ff8a3d}
"""
