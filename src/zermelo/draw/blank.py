"""A tree as an exercise: everything is drawn except what the student has to find."""

from __future__ import annotations

from dataclasses import replace

from zermelo.core.trace import Node
from zermelo.draw.nodes import in_order


def blank(root: Node) -> Node:
    """A copy with the leaves' values only: no windows, no cuts, no best line, and nothing marked as not read."""
    nodes, children = in_order(root)
    copies: dict[int, Node] = {}
    for i in reversed(range(len(nodes))):
        hidden = replace(nodes[i], number=i, children=[copies[child] for child in children[i]])
        hidden.window = hidden.cut = hidden.best = None
        if hidden.children:
            hidden.value = None
        copies[i] = hidden
    return copies[0]
