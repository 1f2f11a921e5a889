"""Folds a tree until its picture is not wider than a page."""

from __future__ import annotations

from zermelo.core.trace import Node
from zermelo.draw.design import Design
from zermelo.draw.folding import fold
from zermelo.draw.nodes import in_order
from zermelo.draw.picture import draw_tree


def fit(root: Node, width: float, design: Design) -> Node:
    """The tree with as many nodes as a picture of this width has room for; the others are folded.

    The width grows with the number of nodes, apart from small jumps, so this number is found by bisection. A root with
    its folds is kept, however narrow the page.
    """
    if _is_narrow(root, width, design):
        return root
    fits, most = 1, len(in_order(root)[0])
    while most - fits > 1:
        middle = (fits + most) // 2
        if _is_narrow(fold(root, middle), width, design):
            fits = middle
        else:
            most = middle
    return fold(root, fits)


def _is_narrow(root: Node, width: float, design: Design) -> bool:
    return draw_tree(root, legend=False, design=design).width <= width
