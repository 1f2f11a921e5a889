"""A search as one HTML file: the stepper with everything it needs, which opens from disk without a network."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any, NamedTuple

from zermelo.core.trace import Node, Trace
from zermelo.draw.blank import blank
from zermelo.draw.design import Design
from zermelo.draw.folding import readable
from zermelo.draw.picture import draw_tree
from zermelo.draw.stepping import stepping
from zermelo.draw.style import tree_css
from zermelo.draw.svg import write_svg
from zermelo.draw.words import clean

MODULES = ("picture.js", "zoom.js", "player.js", "position.js", "exercise.js", "stepper.js")
"""The scripts, each after the ones that it imports."""

SHEETS = ("stepper.css", "page.css", "print.css")

START = """
const parts = JSON.parse(document.getElementById("data").textContent);
const places = document.querySelectorAll(".place-of-a-tree");
parts.forEach(({ data, options }, i) => {
  mountStepper(places[i], data, { ...options, keyboard: parts.length === 1 ? document : undefined });
});
"""

_IMPORT = re.compile(r"^import .*;\n", re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)


class Part(NamedTuple):
    """A stepper on a page: its heading, data and options, and the tree to draw if scripts are disabled."""

    heading: str
    data: dict[str, Any]
    options: dict[str, Any]
    root: Node
    design: Design = Design()


def tree_html(
    trace: Trace,
    root: Node | None = None,
    *,
    title: str = "",
    design: Design = Design(theme="auto"),  # noqa: B008
) -> str:
    """The search as a page. `root` is the tree to draw, folded or not; by default the trace's tree, folded if large."""
    shown = root or readable(trace.tree())
    data = stepping(trace, root=shown, title=title, design=design)
    return _page(data["title"], [Part(data["algorithm"], data, {}, shown, design)], design.theme)


def exercise_html(exercises: Sequence[tuple[str, Trace]], *, title: str, key: bool = False) -> str:
    """A page of exercises with headings: the reader fills in the values. With `key`, it steps through the solutions."""
    return _page(clean(title), [exercise_part(heading, trace, key=key) for heading, trace in exercises])


def exercise_part(heading: str, trace: Trace, *, key: bool = False) -> Part:
    """One exercise of such a page."""
    root = trace.tree()
    data = stepping(trace, root=root, title=heading)
    is_practised = not key and root.tally is None  # the statistics of the playouts are given
    options = {"mode": "practise" if is_practised else "watch", "only": True}
    return Part(heading, data, options, blank(root) if is_practised else root)


def _page(title: str, parts: Sequence[Part], theme: str = "auto") -> str:
    data = [{"data": part.data, "options": part.options} for part in parts]
    return write_page(title, "\n".join(map(section_of, parts)), data, (*MODULES, START), theme=theme)


def write_page(
    title: str,
    body: str,
    data: Any,
    script: Sequence[str],
    *,
    sheets: Sequence[str] = SHEETS,
    theme: str = "auto",
) -> str:
    """A self-contained page. `script` has the names of the modules, and as its last entry the code that starts them.

    Its theme is light, dark, or (auto) the one that the reader's system asks for. The data are JSON in the element
    "data". A strict policy lets nothing else run or be loaded.
    """
    *modules, start = script
    code = "\n".join([*(_EXPORT.sub("", _IMPORT.sub("", _asset(name))) for name in modules), start])
    style = tree_css(theme) + "\n" + "\n".join(_themed(_asset(name), theme) for name in sheets)
    policy = (
        f"default-src 'none'; script-src '{_digest(code)}'; style-src '{_digest(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    return f"""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="{"light dark" if theme == "auto" else theme}">
<title>{escape(title)}</title>
<style>{style}</style>
</head>
<body>
<main>
<h1>{escape(title)}</h1>
{body}
</main>
<script type="application/json" id="data">{_json(data)}</script>
<script type="module">{code}</script>
</body>
</html>
"""


def section_of(part: Part) -> str:
    """The section of one stepper, with a picture for browsers without scripts."""
    picture = write_svg(draw_tree(part.root, design=part.design), styled=False)
    return f"""\
<section aria-label="{escape(part.heading)}">
<h2>{escape(part.heading)}</h2>
<div class="place-of-a-tree"><noscript>{picture}</noscript></div>
</section>"""


def _themed(sheet: str, theme: str) -> str:
    """The style sheet with its rules for dark screens always on (dark), always off (light), or conditional (auto)."""
    if theme == "auto":
        return sheet
    holds = "all" if theme == "dark" else "not all"
    return sheet.replace("(prefers-color-scheme: dark)", holds).replace(
        "color-scheme: light dark", f"color-scheme: {theme}"
    )


def _asset(name: str) -> str:
    return (files("zermelo.draw") / "assets" / name).read_text(encoding="utf-8")


def _json(data: Any) -> str:
    """The data as JSON that cannot close its script element, whatever it contains."""
    text = json.dumps(data, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
