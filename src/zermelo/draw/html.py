"""A search as one HTML file: the stepper with all that it needs inside, to be opened from disk without a network."""

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
from zermelo.draw.folding import readable
from zermelo.draw.picture import draw_tree
from zermelo.draw.stepping import stepping
from zermelo.draw.style import tree_css
from zermelo.draw.svg import write_svg
from zermelo.draw.words import clean

MODULES = ("picture.js", "exercise.js", "stepper.js")
"""The scripts, each after those that it imports."""

SHEETS = ("stepper.css", "page.css")

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
    """A stepper on a page: its heading, its data and options, and the tree that is drawn where no script runs."""

    heading: str
    data: dict[str, Any]
    options: dict[str, Any]
    root: Node


def tree_html(trace: Trace, root: Node | None = None, *, title: str = "") -> str:
    """The search as a page; what is drawn is `root`, if it is given: the trace's own tree, folded or not."""
    shown = root or readable(trace.tree())
    data = stepping(trace, root=shown, title=title)
    return _page(data["title"], [Part(data["algorithm"], data, {}, shown)])


def exercise_html(exercises: Sequence[tuple[str, Trace]], *, title: str, key: bool = False) -> str:
    """Exercises as a page, each with its heading: the values are to be filled in. The key shows how they are found."""
    parts = []
    for heading, trace in exercises:
        root = trace.tree()
        data = stepping(trace, root=root, title=heading)
        is_practised = not key and root.tally is None  # what playouts have come to is given
        options = {"mode": "practise" if is_practised else "watch", "only": True}
        parts.append(Part(heading, data, options, blank(root) if is_practised else root))
    return _page(clean(title), parts)


def _page(title: str, parts: Sequence[Part]) -> str:
    script, style = _script(), _style()
    policy = (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    data = [{"data": part.data, "options": part.options} for part in parts]
    body = "\n".join(map(_section, parts))
    return f"""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
<style>{style}</style>
</head>
<body>
<main>
<h1>{escape(title)}</h1>
{body}
</main>
<script type="application/json" id="data">{_json(data)}</script>
<script type="module">{script}</script>
</body>
</html>
"""


def _section(part: Part) -> str:
    """The place of one stepper, with a picture for those who let no script run."""
    picture = write_svg(draw_tree(part.root), styled=False)
    return f"""\
<section aria-label="{escape(part.heading)}">
<h2>{escape(part.heading)}</h2>
<div class="place-of-a-tree"><noscript>{picture}</noscript></div>
</section>"""


def _script() -> str:
    """All modules as one, with nothing to import: a page from disk may not load another file."""
    modules = [_EXPORT.sub("", _IMPORT.sub("", _asset(name))) for name in MODULES]
    return "\n".join([*modules, START])


def _style() -> str:
    return tree_css() + "\n" + "\n".join(map(_asset, SHEETS))


def _asset(name: str) -> str:
    return (files("zermelo.draw") / "assets" / name).read_text(encoding="utf-8")


def _json(data: Any) -> str:
    """The data as JSON that cannot end the script it stands in, whatever it holds."""
    text = json.dumps(data, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
