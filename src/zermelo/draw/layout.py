"""Where the nodes of a tree go: a tidy layout in linear time, for nodes of differing widths.

It is the drawing of Reingold and Tilford: subtrees are pushed together from the left, each as near to those before it
as their outlines allow, and every parent stands in the middle over its first and its last child. Room that opens
between small subtrees is shared out evenly among them, so that nothing leans to one side: a mirrored tree gets the
mirrored picture.

Nothing here recurses, so a tree may be as deep as memory allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

Children: TypeAlias = Sequence[Sequence[int]]
"""The children of each node, in order. Node 0 is the root, and every node comes before its children."""

NONE = -1


class Size(NamedTuple):
    """How far a node reaches to the left and to the right of its middle."""

    left: float
    right: float


class Gaps(NamedTuple):
    """The least room between two neighbours on a level: children of one node, and others."""

    siblings: float
    cousins: float


def tidy(children: Children, sizes: Sequence[Size], gaps: Gaps) -> list[float]:
    """The place of every node's middle; the leftmost node begins at 0."""
    middles = _Layout(children, sizes, gaps).places()
    start = min(x - s.left for x, s in zip(middles, sizes, strict=True))
    return [x - start for x in middles]


class _Side:
    """One outline of every subtree: from each node to the outermost one on the next level, and how far that is.

    A leaf that is the last node of its own subtree's outline points on to the outline of a deeper neighbour, so that
    an outline is followed without looking inside.
    """

    def __init__(self, nodes: int) -> None:
        self.next = [NONE] * nodes
        self.step = [0.0] * nodes

    def link(self, node: int, below: int, step: float) -> None:
        self.next[node], self.step[node] = below, step


class _Walk:
    """A node on an outline, and its place."""

    def __init__(self, side: _Side, node: int, x: float) -> None:
        self.side, self.node, self.x = side, node, x

    def down(self) -> None:
        self.x += self.side.step[self.node]
        self.node = self.side.next[self.node]


class _Row:
    """The children of one node while they are put side by side.

    `seen` holds, from left to right, the children that can be seen from the right below all that stand after them,
    each with its height.
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
        """Puts child i in its place: it hides those before it that are no deeper."""
        self.places[i] = place
        while self.seen and self.seen[-1][1] <= height:
            self.seen.pop()
        self.seen.append((i, height))

    def widen(self, first: int, last: int, room: float) -> None:
        """Notes that `room` opened before child `last`, for those between it and child `first` to share."""
        share = room / (last - first)
        self._slope[first + 1] += share
        self._slope[last] -= share
        self._lift[last] -= share * (last - first - 1)

    def spread(self) -> None:
        """Moves the children by what they were given to share: done once, at the end, to stay linear.

        Nobody has looked at a child that moves since its room opened: the neighbours that it moves between are deeper.
        """
        slope = move = 0.0
        for i in range(len(self.nodes)):
            slope += self._slope[i]
            move += slope + self._lift[i]
            self.places[i] += move


class _Layout:
    """One tree while it is laid out, from the leaves to the root; `offset` is a node's place seen from its parent."""

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
        """Puts the subtrees of a node's children side by side, and the node over their middle."""
        below = self.children[node]
        row = _Row(below, self.height[below[0]])
        for i in range(1, len(below)):
            self._push(row, i)
        row.spread()
        middle = (row.places[0] + row.places[-1]) / 2
        for child, place in zip(below, row.places, strict=True):
            self.offset[child] = place - middle
        self.height[node] = row.height + 1
        self.left.link(node, below[0], self.offset[below[0]])
        self.right.link(node, below[-1], self.offset[below[-1]])

    def _push(self, row: _Row, i: int) -> None:
        """Puts child i as near to those before it as the outlines allow."""
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
        """The least place for the tree of `right` at which its node stays clear of `left`."""
        return left.x + self.sizes[left.node].right + gap + self.sizes[right.node].left - right.x
