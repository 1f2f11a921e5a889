"""The nodes that are drawn: those of a search, the folds that replace hidden nodes, and how to traverse them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.core.trace import Node

FOLDED = "folded"
"""The role of a fold."""


@dataclass
class Fold(Node):
    """A node that replaces some children of its parent and their subtrees: `hidden` nodes in total."""

    hidden: int = 0


def in_order(root: Node, *, as_read: bool = False) -> tuple[list[Node], list[list[int]]]:
    """Every node, in preorder, and the children of each as indices.

    Children are in the game's order, from left to right, or, with `as_read`, in the order in which they were read.
    """
    nodes: list[Node] = []
    children: list[list[int]] = []
    waiting: list[tuple[Node, int | None]] = [(root, None)]
    while waiting:
        node, parent = waiting.pop()
        if parent is not None:
            children[parent].append(len(nodes))
        below = node.children if as_read else node.from_left
        waiting.extend((child, len(nodes)) for child in reversed(below))
        nodes.append(node)
        children.append([])
    return nodes, children


def information_sets(nodes: Sequence[Node]) -> list[list[int]]:
    """The information sets of which several nodes are shown, each as the indices of its nodes."""
    sets: dict[tuple[str, str], list[int]] = {}
    for i, node in enumerate(nodes):
        if node.information_set:
            sets.setdefault((node.role, node.information_set), []).append(i)
    return [members for members in sets.values() if len(members) > 1]


def best_line(root: Node) -> list[Node]:
    """The nodes of best play from the root, up to one without a best child: a leaf or a chance node."""
    line = [root]
    while (best := line[-1].best_child) is not None:
        line.append(best)
    return line


def shown_and_all(root: Node) -> tuple[int, int]:
    """The number of nodes that the tree shows, and the number with the folded ones included."""
    nodes, _ = in_order(root)
    folds = [node for node in nodes if isinstance(node, Fold)]
    shown = len(nodes) - len(folds)
    return shown, shown + sum(fold.hidden for fold in folds)
