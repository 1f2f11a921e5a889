"""A big tree folded to what matters: the best line, the root's children, the cuts, and what is near to them."""

from __future__ import annotations

from dataclasses import replace
from heapq import heappop, heappush

from zermelo.core.trace import Node
from zermelo.draw.nodes import FOLDED, Fold, best_line, in_order

WHOLE, READABLE = 200, 60
"""Trees of up to so many nodes are drawn whole, and larger ones with so many, unless it is said otherwise."""

LINE_SHARE = 4
"""The best line may take the first of this many parts of the room; what is left of it waits for the root's children."""

ON_THE_LINE, TELLING, ANY = 0, 1, 3
"""How much further from the root a child is than its parent: the steps that explain a value are the shorter ones."""


def readable(root: Node) -> Node:
    """The tree itself if it can be read as a whole, and otherwise folded."""
    return fold(root, READABLE) if len(in_order(root)[0]) > WHOLE else root


def fold(root: Node, most: float) -> Node:
    """The tree with at most so many nodes; what does not fit is folded.

    The best line is kept first, then the root's children, then whatever is nearest to those. The child that a node's
    value comes from, and the first branch that a cut left unread, count as nearer than their siblings. A fold is a
    node below the parent of what it hides, in the place of the first of them: there is one for children that were
    read, and one for those that were not. The root is kept with its folds, however small `most` is. A tree that is
    small enough is handed back as it is.
    """
    nodes, children = in_order(root, as_read=True)
    return root if len(nodes) <= most else _Folding(nodes, children, int(most)).folded()


class _Folding:
    """One tree while it is folded. Nodes are known by their indices, in the order of reading."""

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
        """The tree of the nodes that are kept, and of the folds."""
        self._choose()
        copies: dict[int, Node] = {}
        for node in sorted(self.kept, reverse=True):
            copies[node] = replace(self.nodes[node], children=self._below(node, copies))
        return copies[0]

    def _below(self, node: int, copies: dict[int, Node]) -> list[Node]:
        """The children that are kept, and the folds of the others."""
        below = {child: copies[child] for child in self.children[node] if child in self.kept}
        below |= {min(part): self._fold(node, part) for part in self.hidden[node].parts}
        return [below[child] for child in sorted(below)]

    def _choose(self) -> None:
        """Keeps the nearest nodes, until there is no room for the next one.

        After that only a node is kept that takes the room of its fold, which would hide nothing else.
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
        """Lets the children of a node that is kept wait for their turn."""
        telling = _telling(self.nodes[node])
        for child in self.children[node]:
            if id(self.nodes[child]) in self.line and depth < self.most // LINE_SHARE:
                step = ON_THE_LINE
            else:
                step = TELLING if node == 0 or id(self.nodes[child]) in telling else ANY
            heappush(waiting, (distance + step, depth + 1, child))

    def _fold(self, node: int, hidden: set[int]) -> Fold:
        """A fold below a node. Where the best child is hidden it stands for that, so that the best line leads to it."""
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
    """The children of a node that are hidden so far: those that were read, and those that were not."""

    def __init__(self, nodes: list[Node], below: list[int]) -> None:
        self.read = {child for child in below if nodes[child].read}
        self.unread = set(below) - self.read

    @property
    def parts(self) -> list[set[int]]:
        """What each fold hides."""
        return [part for part in (self.read, self.unread) if part]

    def beside(self, node: Node) -> set[int]:
        """What would be hidden in one fold with this node, which is among them."""
        return self.read if node.read else self.unread


def _telling(node: Node) -> set[int]:
    """The children that say most about a node: the one its value comes from, and the first that a cut left unread."""
    unread = next((child for child in node.children if node.read and not child.read), None)
    return {id(child) for child in (node.best_child, unread) if child is not None}
