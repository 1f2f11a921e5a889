"""Two of the lectures' trees, and a folded one, in every format that is text; and all the lectures' trees as pictures.

Regenerate them, and look at them: python tests/draw/golden.py
"""

from pathlib import Path

import zermelo
from zermelo.draw import FORMATS, fold

FOLDER = Path(__file__).parent / "golden"

TREES = {
    "alphabeta": ("((3 12 8) (2 4 6) (14 5 2))", 100, (".txt", ".tex", ".dot", ".efg", ".json")),
    "chance": ("(a1: 10, a2: [0.3: 9, 0.7: 100])", 100, (".txt", ".tex", ".dot", ".efg", ".json")),
    "information": (
        "[1/2 w1: min@x(stop: -2, go: max@y(3 -1)), 1/2 w2: min@x(stop: 5, go: max@y(-1 1))]",
        100,
        (".txt", ".tex", ".dot", ".efg", ".json"),
    ),
    "folded": ("nim:piles=3,4", 12, (".txt", ".tex", ".dot", ".json")),
}
"""A game, how many nodes of it there are at most, and the formats."""

SMALL = "((-1 -7 4) (5) (3 -5))"
LECTURES = {
    "1-minimax": ("((3 12 8) (2 4 6) (14 5 2))", {"algorithm": "minimax"}),
    "1-alphabeta": ("((3 12 8) (2 4 6) (14 5 2))", {}),
    "1-chance": ("(chance(3 12 8) chance(2 4 6) chance(14 5 2))", {}),
    "2-best-order": ("((3 12 8) (2 4 6) (14 5 2))", {"read_from": "best"}),
    "3-expected-utility": ("[0.1: 10, 0.5: -5, 0.4: 1]", {}),
    "4-chance": ("(a1: 10, a2: [0.3: 9, 0.7: 100])", {}),
    "4-minimax": ("(a1: 10, a2: (9 100))", {"algorithm": "minimax"}),
    "5-fail-soft": (f"min{SMALL}", {"read_from": "right", "window": (-1_000_000, 1_000_000)}),
    "5-fail-hard": (f"min{SMALL}", {"read_from": "right", "window": (-1_000_000, 1_000_000), "fail": "hard"}),
    "6-fail-soft": (f"((1 -2) {SMALL})", {"read_from": "right"}),
    "6-fail-hard": (f"((1 -2) {SMALL})", {"read_from": "right", "fail": "hard"}),
    "7-alphabeta": ("((10 10) (10 0))", {}),
    "7-minimax": ("((10 10) (10 0))", {"algorithm": "minimax"}),
    "8-nim": ("nim", {"algorithm": "minimax"}),
    "8-nim-symmetry": ("nim", {"algorithm": "minimax", "symmetry": True}),
    "10-minimax": ("tictactoe", {"algorithm": "minimax", "depth": 2, "symmetry": True}),
    "10-alphabeta": ("tictactoe", {"depth": 2, "symmetry": True, "read_from": "best"}),
    "11-open-lines": ("tictactoe:evaluation=open", {"algorithm": "minimax", "depth": 2, "symmetry": True}),
    "13-minimax": ("twentyone:goal=5", {"algorithm": "minimax"}),
    "13-alphabeta": ("twentyone:goal=5", {"read_from": "best"}),
    "15-leapfrog": ("leapfrog", {}),
    "20-minimax": ("((2 -4 3) 2)", {"algorithm": "minimax"}),
}
"""The lectures' worked examples that are trees: each with its number, the game, and how it is searched."""


def lecture(name):
    """The tree of one of the lectures' examples, as it was searched."""
    game, options = LECTURES[name]
    return zermelo.tree(game, **options)


def written():
    """The expected content of each file, by name."""
    found = {}
    for name, (text, most, endings) in TREES.items():
        grown = zermelo.tree(text)
        root = fold(grown.root, most)
        found |= {f"{name}{ending}": FORMATS[ending].write(root, grown.trace) for ending in endings}
    return found | {f"lecture-{name}.svg": lecture(name).svg() for name in LECTURES}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in written().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
