"""Every way to write a tree to a file, by the ending of the file's name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from zermelo.draw.dot import tree_dot
from zermelo.draw.folding import fold, readable
from zermelo.draw.gambit import tree_efg
from zermelo.draw.nested import tree_json
from zermelo.draw.printing import tree_pdf, tree_png
from zermelo.draw.svg import tree_svg
from zermelo.draw.text import tree_text
from zermelo.draw.tikz import tree_tikz
from zermelo.errors import LoadError, quote
from zermelo.game import Game
from zermelo.trace import Node


class Format(NamedTuple):
    """How a tree of a game is written. What is for people is folded where it is hard to read, unless they say how."""

    write: Callable[[Node, Game], str | bytes]
    for_people: bool = True

    def folded(self, root: Node, most: float | None = None) -> Node:
        """The tree as it is written: with at most so many nodes, or with as many as suit the format."""
        if most is not None:
            return fold(root, most)
        return readable(root) if self.for_people else root


FORMATS = {
    ".txt": Format(lambda root, _game: tree_text(root) + "\n"),
    ".svg": Format(lambda root, _game: tree_svg(root)),
    ".png": Format(lambda root, _game: tree_png(root)),
    ".pdf": Format(lambda root, _game: tree_pdf(root)),
    ".tex": Format(lambda root, _game: tree_tikz(root)),
    ".dot": Format(lambda root, _game: tree_dot(root)),
    ".efg": Format(tree_efg, for_people=False),
    ".json": Format(tree_json, for_people=False),
}
"""The formats by their endings."""


def format_of(path: Path) -> Format:
    """The format that the file's name asks for. Raises LoadError where its ending is none that is known."""
    ending = path.suffix.lower()
    if ending not in FORMATS:
        raise LoadError(f"{quote(path)} has to end in {', '.join(list(FORMATS)[:-1])} or {list(FORMATS)[-1]}")
    return FORMATS[ending]
