"""Folds a large tree to its most important nodes: the best line, the root's children, the cuts and nodes near them."""

from __future__ import annotations

from dataclasses import replace
from heapq import heappop, heappush

from zermelo.core.trace import Node
from zermelo.draw.nodes import FOLDED, Fold, best_line, in_order

WHOLE, READABLE = 200, 60
"""By default, trees with at most WHOLE nodes are drawn whole, and larger ones with at most READABLE nodes."""

LINE_SHARE = 4
"""At most a 1 / LINE_SHARE part of the nodes goes to the best line before the root's children are added."""

ON_THE_LINE, EXPLAINING, ANY = 0, 1, 3
"""The distance of a child from its parent, by the kind of child: the children that explain a value are nearer."""


def readable(root: Node) -> Node:
    """The tree itself if it is small enough to read as a whole, otherwise a folded copy."""
    return fold(root, READABLE) if len(in_order(root)[0]) > WHOLE else root


def fold(root: Node, most: float) -> Node:
    """The tree with at most `most` nodes; the others are folded.

    The best line is kept first, then the root's children, then the nodes nearest to those. The child that a node's
    value comes from, and the first branch that a cut left unread, count as nearer than their siblings. A fold is a
    child of the parent of the nodes it hides, at the position of the first of them: there is one for children that
    were read, and one for those that were not. The root is kept with its folds, however small `most` is. A tree that
    is small enough is returned unchanged.
    """
    nodes, children = in_order(root, as_read=True)
    return root if len(nodes) <= most else _Folding(nodes, children, int(most)).folded()


class _Folding:
    """The state of folding one tree. Nodes are identified by their indices, in the order of reading."""

    def __init__(self, nodes: list[Node], children: list[list[int]], most: int) -> None:
        self.nodes, self.children, self.most = nodes, children, most
        self.parent = {child: node for node, below in enumerate(children) for child in below}
        self.size = [node.hidden if isinstance(node, Fold) else 1 for node in nodes]
        for node in reversed(range(1, len(nodes))):
            self.size[self.parent[node]] += self.size[node]
        self.line = {id(node) for node in best_line(nodes[0])}
        self.hidden = [_Hidden(nodes, below) for below in children]
        self.kept = {0}

    def folded(self) -> Node:
        """The tree of the kept nodes and the folds."""
        self._choose()
        copies: dict[int, Node] = {}
        for node in sorted(self.kept, reverse=True):
            copies[node] = replace(self.nodes[node], children=self._below(node, copies))
        return copies[0]

    def _below(self, node: int, copies: dict[int, Node]) -> list[Node]:
        """The kept children, and the folds of the others."""
        below = {child: copies[child] for child in self.children[node] if child in self.kept}
        below |= {min(part): self._fold(node, part) for part in self.hidden[node].parts}
        return [below[child] for child in sorted(below)]

    def _choose(self) -> None:
        """Keeps the nearest nodes until there is no room for another.

        After that, a node is kept only if its fold would hide nothing else: then it takes the place of the fold.
        """
        waiting: list[tuple[int, int, int]] = []
        self._open(waiting, 0, 0, 0)
        left = max(0, self.most - 1 - len(self.hidden[0].parts))
        while waiting:
            distance, depth, node = heappop(waiting)
            beside = self.hidden[self.parent[node]].beside(self.nodes[node])
            room = 1 + len(self.hidden[node].parts) - (len(beside) == 1)
            if room > left:
                left = 0
                continue
            left -= room
            self.kept.add(node)
            beside.remove(node)
            self._open(waiting, node, distance, depth)

    def _open(self, waiting: list[tuple[int, int, int]], node: int, distance: int, depth: int) -> None:
        """Adds the children of a kept node to the queue."""
        explaining = _explaining(self.nodes[node])
        for child in self.children[node]:
            if id(self.nodes[child]) in self.line and depth < self.most // LINE_SHARE:
                step = ON_THE_LINE
            else:
                step = EXPLAINING if node == 0 or id(self.nodes[child]) in explaining else ANY
            heappush(waiting, (distance + step, depth + 1, child))

    def _fold(self, node: int, hidden: set[int]) -> Fold:
        """A fold below a node. If it hides the best child it takes its number, so that the best line leads to it."""
        above = self.nodes[node]
        numbers = [self.nodes[child].number for child in sorted(hidden)]
        return Fold(
            number=above.best if above.best is not None and above.best in numbers else numbers[0],
            action="",
            probability=None,
            role=FOLDED,
            ply=above.ply + 1,
            state=None,
            place=min(self.nodes[child].place for child in hidden),
            hidden=sum(self.size[child] for child in hidden),
        )


class _Hidden:
    """The hidden children of a node: those that were read, and those that were not."""

    def __init__(self, nodes: list[Node], below: list[int]) -> None:
        self.read = {child for child in below if nodes[child].read}
        self.unread = set(below) - self.read

    @property
    def parts(self) -> list[set[int]]:
        """The set of children that each fold hides."""
        return [part for part in (self.read, self.unread) if part]

    def beside(self, node: Node) -> set[int]:
        """The children that would be in one fold with this node, itself included."""
        return self.read if node.read else self.unread


def _explaining(node: Node) -> set[int]:
    """The children that explain a node's value: the one it comes from, and the first that a cut left unread."""
    unread = next((child for child in node.children if node.read and not child.read), None)
    return {id(child) for child in (node.best_child, unread) if child is not None}
