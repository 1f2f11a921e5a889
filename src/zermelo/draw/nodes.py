"""The nodes that are drawn: those of a search, those that stand for what is folded, and how to walk through them."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.core.trace import Node

FOLDED = "folded"
"""The role of a fold."""


@dataclass
class Fold(Node):
    """A node that stands for some children of its parent, with all that hangs below them: `hidden` nodes together."""

    hidden: int = 0


def in_order(root: Node, *, as_read: bool = False) -> tuple[list[Node], list[list[int]]]:
    """Every node, each before its children, and the children as indices.

    Children come as the game has them from left to right, or, with `as_read`, in the order in which they were read.
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


def best_line(root: Node) -> list[Node]:
    """The root and what best play leads to, up to a node that has no best child: a leaf, or one of chance."""
    line = [root]
    while (best := line[-1].best_child) is not None:
        line.append(best)
    return line


def shown_and_all(root: Node) -> tuple[int, int]:
    """How many nodes the tree shows, and how many it has with those that are folded."""
    nodes, _ = in_order(root)
    folds = [node for node in nodes if isinstance(node, Fold)]
    shown = len(nodes) - len(folds)
    return shown, shown + sum(fold.hidden for fold in folds)
