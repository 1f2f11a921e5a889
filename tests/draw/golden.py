"""Two of the lectures' trees, and a folded one, in every format that is text; the pictures of the docs pin SVG.

Write them anew: python tests/draw/golden.py
"""

from pathlib import Path

import zermelo
from zermelo.draw import FORMATS, fold

FOLDER = Path(__file__).parent / "golden"

TREES = {
    "alphabeta": ("((3 12 8) (2 4 6) (14 5 2))", 100, (".txt", ".tex", ".dot", ".efg", ".json")),
    "chance": ("(a1: 10, a2: [0.3: 9, 0.7: 100])", 100, (".txt", ".tex", ".dot", ".efg", ".json")),
    "folded": ("nim:piles=3,4", 12, (".txt", ".tex", ".dot", ".json")),
}
"""A game, how many nodes of it there are at most, and the formats."""


def written():
    """What each file should hold, by its name."""
    found = {}
    for name, (text, most, endings) in TREES.items():
        grown = zermelo.tree(text)
        root = fold(grown.root, most)
        found |= {f"{name}{ending}": FORMATS[ending].write(root, grown.trace) for ending in endings}
    return found


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in written().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
