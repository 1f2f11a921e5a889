"""The positions of a tree's nodes: a tidy layout in linear time, for nodes of different widths.

This is the layout of Reingold and Tilford: subtrees are placed from left to right, each as near to the previous ones
as their outlines allow, and every parent is centred over its first and last child. Space that opens between small
subtrees is distributed evenly among them, so that nothing leans to one side: a mirrored tree gets the mirrored
picture.

Nothing here is recursive, so a tree may be as deep as memory allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

Children: TypeAlias = Sequence[Sequence[int]]
"""The children of each node, in order. Node 0 is the root, and every node comes before its children."""

NONE = -1


class Size(NamedTuple):
    """The extent of a node to the left and to the right of its middle."""

    left: float
    right: float


class Gaps(NamedTuple):
    """The smallest gap between neighbours on a level: between siblings, and between other nodes."""

    siblings: float
    cousins: float


def tidy(children: Children, sizes: Sequence[Size], gaps: Gaps) -> list[float]:
    """The x coordinate of every node's middle; the leftmost node begins at 0."""
    middles = _Layout(children, sizes, gaps).places()
    start = min(x - s.left for x, s in zip(middles, sizes, strict=True))
    return [x - start for x in middles]


class _Side:
    """The left or right outline of every subtree: for each node, the outermost one on the next level and its offset.

    The last node of a subtree's outline links to the outline of a deeper neighbour (a thread), so that an outline is
    followed without visiting inner nodes.
    """

    def __init__(self, nodes: int) -> None:
        self.next = [NONE] * nodes
        self.step = [0.0] * nodes

    def link(self, node: int, below: int, step: float) -> None:
        self.next[node], self.step[node] = below, step


class _Walk:
    """A node on an outline, and its x coordinate."""

    def __init__(self, side: _Side, node: int, x: float) -> None:
        self.side, self.node, self.x = side, node, x

    def down(self) -> None:
        self.x += self.side.step[self.node]
        self.node = self.side.next[self.node]


class _Row:
    """The children of one node while they are placed side by side.

    `seen` holds, from left to right, the children that are visible from the right, because they are deeper than all
    children after them, each with its height.
    """

    def __init__(self, nodes: Sequence[int], height: int) -> None:
        self.nodes = nodes
        self.places = [0.0] * len(nodes)
        self.seen = [(0, height)]
        self._slope = [0.0] * len(nodes)
        self._lift = [0.0] * len(nodes)

    @property
    def height(self) -> int:
        return self.seen[0][1]

    def put(self, i: int, place: float, height: int) -> None:
        """Places child i, which hides the previous children that are not deeper."""
        self.places[i] = place
        while self.seen and self.seen[-1][1] <= height:
            self.seen.pop()
        self.seen.append((i, height))

    def widen(self, first: int, last: int, room: float) -> None:
        """Records that `room` opened before child `last`, to be shared by the children between `first` and it."""
        share = room / (last - first)
        self._slope[first + 1] += share
        self._slope[last] -= share
        self._lift[last] -= share * (last - first - 1)

    def distribute(self) -> None:
        """Moves the children by their shares of the recorded room: once, at the end, to stay linear.

        A child that moves has not been compared with anything since its room opened, because the neighbours that it
        moves between are deeper.
        """
        slope = move = 0.0
        for i in range(len(self.nodes)):
            slope += self._slope[i]
            move += slope + self._lift[i]
            self.places[i] += move


class _Layout:
    """The layout of one tree, built from the leaves to the root; `offset` is a node's x relative to its parent."""

    def __init__(self, children: Children, sizes: Sequence[Size], gaps: Gaps) -> None:
        self.children, self.sizes, self.gaps = children, sizes, gaps
        self.left, self.right = _Side(len(children)), _Side(len(children))
        self.height = [0] * len(children)
        self.offset = [0.0] * len(children)

    def places(self) -> list[float]:
        for node in reversed(range(len(self.children))):
            if self.children[node]:
                self._arrange(node)
        x = [0.0] * len(self.children)
        for node, below in enumerate(self.children):
            for child in below:
                x[child] = x[node] + self.offset[child]
        return x

    def _arrange(self, node: int) -> None:
        """Places the subtrees of a node's children side by side, and the node over their middle."""
        below = self.children[node]
        row = _Row(below, self.height[below[0]])
        for i in range(1, len(below)):
            self._push(row, i)
        row.distribute()
        middle = (row.places[0] + row.places[-1]) / 2
        for child, place in zip(below, row.places, strict=True):
            self.offset[child] = place - middle
        self.height[node] = row.height + 1
        self.left.link(node, below[0], self.offset[below[0]])
        self.right.link(node, below[-1], self.offset[below[-1]])

    def _push(self, row: _Row, i: int) -> None:
        """Places child i as near to the previous ones as the outlines allow."""
        child, height = row.nodes[i], self.height[row.nodes[i]]
        left, right = _Walk(self.right, row.nodes[i - 1], row.places[i - 1]), _Walk(self.left, child, 0.0)
        outer_left, outer_right = _Walk(self.left, row.nodes[0], 0.0), _Walk(self.right, child, 0.0)
        place = self._nearest(left, right, self.gaps.siblings)
        owner = len(row.seen) - 1
        for level in range(1, min(row.height, height) + 1):
            for walk in (left, right, outer_left, outer_right):
                walk.down()
            while row.seen[owner][1] < level:
                owner -= 1
            room = self._nearest(left, right, self.gaps.cousins) - place
            if room > 0:
                row.widen(row.seen[owner][0], i, room)
                place += room
        if height > row.height:
            right.down()
            self.left.link(outer_left.node, right.node, right.x + place - outer_left.x)
        elif height < row.height:
            left.down()
            self.right.link(outer_right.node, left.node, left.x - outer_right.x - place)
        row.put(i, place, height)

    def _nearest(self, left: _Walk, right: _Walk, gap: float) -> float:
        """The smallest x for the subtree of `right` at which its node keeps the gap to `left`."""
        return left.x + self.sizes[left.node].right + gap + self.sizes[right.node].left - right.x
