"""Opens folds of a tree, one by one, in place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from zermelo.core.errors import ParseError, quote
from zermelo.core.trace import Node
from zermelo.draw.folding import fold
from zermelo.draw.nodes import Fold, in_order

ROOM = 8
"""At most this many nodes are shown of each child that was in the fold; the rest of its subtree is folded again."""


def fold_id(above: Node, folded: Fold) -> str:
    """The identifier of a fold, made from the number of its parent: "12:read" or "12:unread"."""
    return f"{above.number}:{'read' if folded.read else 'unread'}"


def open_folds(folded: Node, whole: Node, ids: Iterable[str]) -> Node:
    """The folded tree with these folds opened, one after another; `whole` is the tree that was folded.

    A later id may name a fold inside one that was opened before. Raises ParseError for an id that no fold has.
    """
    nodes = {node.number: node for node in in_order(whole)[0]}
    for id_ in ids:
        folded = _open(folded, nodes, id_)
    return folded


def _open(root: Node, nodes: dict[int, Node], id_: str) -> Node:
    """A copy of the tree in which one fold is replaced by the children that it hid."""
    number, _, _part = id_.partition(":")
    shown, children = in_order(root, as_read=True)
    copies: dict[int, Node] = {}
    found = False
    for i in reversed(range(len(shown))):
        below = [copies[child] for child in children[i]]
        if str(shown[i].number) == number and not isinstance(shown[i], Fold):
            hidden = [child for child in below if isinstance(child, Fold) and fold_id(shown[i], child) == id_]
            found = bool(hidden)
            below = _unfolded(below, hidden, nodes[shown[i].number])
        copies[i] = replace(shown[i], children=below)
    if not found:
        raise ParseError(f"{quote(id_)} is not a fold of this tree")
    return copies[0]


def _unfolded(below: list[Node], hidden: Sequence[Node], above: Node) -> list[Node]:
    """The children, with each fold of `hidden` replaced by the children that it hides, themselves folded to ROOM."""
    kept = {child.number: child for child in below if not isinstance(child, Fold)}
    others = [child for child in below if isinstance(child, Fold) and child not in hidden]
    reads = {child.read for child in hidden}
    shown = [
        kept.get(child.number) or fold(child, ROOM)
        for child in above.children
        if child.number in kept or child.read in reads
    ]
    return [*shown, *others]
