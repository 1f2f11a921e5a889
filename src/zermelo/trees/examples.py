"""Trees with names: `zermelo tree tree:roads`. They show in which cases averaging over deals fails, and why."""

from __future__ import annotations

from zermelo.core.errors import LoadError, nearest, quote

EXAMPLES = {
    # Road A leads to a small heap of gold, road B to a fork. One branch of the fork leads to a large heap, the other
    # under a bus. On the first two days the traveller knows which, on the third not.
    "roads-day1": "max(A: 10, B: max(left: 100, right: -1000))",
    "roads-day2": "max(A: 10, B: max(left: -1000, right: 100))",
    "roads": "[1/2 gold-left: max@roads(A: 10, B: max@fork(left: 100, right: -1000)), "
    "1/2 gold-right: max@roads(A: 10, B: max@fork(left: -1000, right: 100))]",
    # MIN knows the world and stops in w1, so MAX is asked to choose in w2 only, where R is right. Averaging over both
    # worlds prefers L (mean 1 against 0): the value of a node depends on play elsewhere in the tree.
    "nonlocality": "[1/2 w1: min(stop: -2, go: max@choice(L: 3, R: -1)), "
    "1/2 w2: min(stop: 5, go: max@choice(L: -1, R: 1))]",
    # Simultaneous moves are turns that the other player has not seen.
    "pennies": "(heads: min@choice(heads: 1, tails: -1), tails: min@choice(heads: -1, tails: 1))",
}
"""The text of each example by its name."""


def example(name: str) -> str:
    """The text of the tree with this name. Raises LoadError."""
    if name not in EXAMPLES:
        raise LoadError(f"there is no tree {quote(name)}: {nearest(name, EXAMPLES)}")
    return EXAMPLES[name]
