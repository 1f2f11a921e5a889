"""Folds that somebody wants to look into: opened one by one, where they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from zermelo.core.errors import ParseError, quote
from zermelo.core.trace import Node
from zermelo.draw.folding import fold
from zermelo.draw.nodes import Fold, in_order

ROOM = 8
"""So many nodes are shown of each child that was in a fold; what is below is folded again."""


def word_of(above: Node, folded: Fold) -> str:
    """The word for a fold, by the node above it: "12:read" or "12:unread"."""
    return f"{above.number}:{'read' if folded.read else 'unread'}"


def open_folds(folded: Node, whole: Node, words: Iterable[str]) -> Node:
    """The folded tree with these folds opened, one after another; `whole` is the tree that was folded.

    A fold inside of one that is opened can be opened by a later word. Raises ParseError for what is no fold's word.
    """
    nodes = {node.number: node for node in in_order(whole)[0]}
    for word in words:
        folded = _open(folded, nodes, word)
    return folded


def _open(root: Node, nodes: dict[int, Node], word: str) -> Node:
    """A copy of the tree in which one fold has made room for its children."""
    number, _, _part = word.partition(":")
    shown, children = in_order(root, as_read=True)
    copies: dict[int, Node] = {}
    found = False
    for i in reversed(range(len(shown))):
        below = [copies[child] for child in children[i]]
        if str(shown[i].number) == number and not isinstance(shown[i], Fold):
            hidden = [child for child in below if isinstance(child, Fold) and word_of(shown[i], child) == word]
            found = bool(hidden)
            below = _instead(below, hidden, nodes[shown[i].number])
        copies[i] = replace(shown[i], children=below)
    if not found:
        raise ParseError(f"{quote(word)} is not a fold of this tree")
    return copies[0]


def _instead(below: list[Node], hidden: Sequence[Node], above: Node) -> list[Node]:
    """The children, and in place of what is hidden all that it hides, each with a little of what is below it."""
    kept = {child.number: child for child in below if not isinstance(child, Fold)}
    others = [child for child in below if isinstance(child, Fold) and child not in hidden]
    reads = {child.read for child in hidden}
    shown = [
        kept.get(child.number) or fold(child, ROOM)
        for child in above.children
        if child.number in kept or child.read in reads
    ]
    return [*shown, *others]
