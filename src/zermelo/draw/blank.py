"""A tree as an exercise: all of it is there but what is to be found."""

from __future__ import annotations

from dataclasses import replace

from zermelo.core.trace import Node
from zermelo.draw.nodes import in_order


def blank(root: Node) -> Node:
    """A copy with no values but those of leaves, no windows, no cuts, no best line, and nothing marked as not read."""
    nodes, children = in_order(root)
    copies: dict[int, Node] = {}
    for i in reversed(range(len(nodes))):
        hidden = replace(nodes[i], number=i, children=[copies[child] for child in children[i]])
        hidden.window = hidden.cut = hidden.best = None
        if hidden.children:
            hidden.value = None
        copies[i] = hidden
    return copies[0]
