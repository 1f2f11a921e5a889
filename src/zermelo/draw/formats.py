"""The formats in which a tree is written to a file, by file name extension."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import NamedTuple

from zermelo.core.errors import LoadError, quote
from zermelo.core.trace import Node, Trace
from zermelo.draw.dot import tree_dot
from zermelo.draw.folding import READABLE, WHOLE, fold
from zermelo.draw.gambit import tree_efg
from zermelo.draw.html import tree_html
from zermelo.draw.nested import tree_json
from zermelo.draw.nodes import in_order
from zermelo.draw.printing import tree_pdf, tree_png
from zermelo.draw.svg import tree_svg
from zermelo.draw.text import tree_text
from zermelo.draw.tikz import tree_tikz

WHOLE_PAGE, READABLE_PAGE = 1_000, 200
"""As WHOLE and READABLE, but larger for HTML: a page scrolls, and follows the search."""


class Format(NamedTuple):
    """How a tree and the log that it comes from are written.

    By default, trees with at most `whole` nodes are written whole, and larger ones with at most `most` nodes.
    """

    write: Callable[[Node, Trace], str | bytes]
    whole: float = WHOLE
    most: int = READABLE

    def folded(self, root: Node, most: float | None = None) -> Node:
        """The tree as it is written: with at most `most` nodes, or by default with the format's own limit."""
        if most is not None:
            return fold(root, most)
        return fold(root, self.most) if len(in_order(root)[0]) > self.whole else root


FORMATS = {
    ".txt": Format(lambda root, _trace: tree_text(root) + "\n"),
    ".svg": Format(lambda root, _trace: tree_svg(root)),
    ".html": Format(lambda root, trace: tree_html(trace, root), WHOLE_PAGE, READABLE_PAGE),
    ".png": Format(lambda root, _trace: tree_png(root)),
    ".pdf": Format(lambda root, _trace: tree_pdf(root)),
    ".tex": Format(lambda root, _trace: tree_tikz(root)),
    ".dot": Format(lambda root, _trace: tree_dot(root)),
    ".efg": Format(lambda root, trace: tree_efg(root, trace.game), whole=inf),
    ".json": Format(lambda root, trace: tree_json(root, trace.game), whole=inf),
}
"""The formats by file name extension. The last two are for programs."""


def format_of(path: Path) -> Format:
    """The format for the file name's extension. Raises LoadError if the extension is unknown."""
    ending = path.suffix.lower()
    if ending not in FORMATS:
        raise LoadError(f"{quote(path)} must end in {', '.join(list(FORMATS)[:-1])} or {list(FORMATS)[-1]}")
    return FORMATS[ending]
