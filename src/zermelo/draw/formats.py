"""The formats in which a tree is written to a file, by file name extension."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import NamedTuple

from zermelo.core.errors import LoadError, quote
from zermelo.core.trace import Node, Trace
from zermelo.draw.design import PAGE, PAGE_COLUMNS, Design
from zermelo.draw.dot import tree_dot
from zermelo.draw.fitting import fit
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

    By default, trees with at most `whole` nodes are written whole, and larger ones with at most `most` nodes; one that
    is drawn on a page (`paged`) is folded further until it is no wider than that.
    """

    writer: Callable[[Node, Trace, Design], str | bytes]
    whole: float = WHOLE
    most: int = READABLE
    paged: bool = False

    def write(self, root: Node, trace: Trace, design: Design | None = None) -> str | bytes:
        """The file's content: the tree, which comes from the log."""
        return self.writer(root, trace, design or Design())

    def folded(
        self, root: Node, most: float | None = None, *, width: float | None = None, design: Design | None = None
    ) -> Node:
        """The tree as it is written: with at most `most` nodes, and at most `width` pixels wide.

        By default the limits are the format's own. If only `most` is given, the tree may be as wide as it needs to be.
        """
        if width is None:
            width = PAGE if most is None else inf
        if most is not None:
            root = fold(root, most)
        elif len(in_order(root)[0]) > self.whole:
            root = fold(root, self.most)
        return fit(root, width, design or Design()) if self.paged and width < inf else root


FORMATS = {
    ".txt": Format(lambda root, _trace, _design: tree_text(root, width=PAGE_COLUMNS) + "\n"),
    ".svg": Format(lambda root, _trace, design: tree_svg(root, design=design), paged=True),
    ".html": Format(lambda root, trace, design: tree_html(trace, root, design=design), WHOLE_PAGE, READABLE_PAGE),
    ".png": Format(lambda root, _trace, design: tree_png(root, design=design), paged=True),
    ".pdf": Format(lambda root, _trace, design: tree_pdf(root, design=design), paged=True),
    ".tex": Format(lambda root, _trace, design: tree_tikz(root, design=design), paged=True),
    ".dot": Format(lambda root, _trace, design: tree_dot(root, design=design)),
    ".efg": Format(lambda root, trace, _design: tree_efg(root, trace.game), whole=inf),
    ".json": Format(lambda root, trace, _design: tree_json(root, trace.game), whole=inf),
}
"""The formats by file name extension. The last two are for programs."""


def format_of(path: Path) -> Format:
    """The format for the file name's extension. Raises LoadError if the extension is unknown."""
    ending = path.suffix.lower()
    if ending not in FORMATS:
        raise LoadError(f"{quote(path)} must end in {', '.join(list(FORMATS)[:-1])} or {list(FORMATS)[-1]}")
    return FORMATS[ending]
