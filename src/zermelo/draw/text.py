"""A search tree as plain text, for terminals and screen readers."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.core.trace import Node
from zermelo.draw.nodes import best_line
from zermelo.draw.words import ELLIPSIS, UNREAD, columns, say_action, say_node, shorten

BEST = "◀ best"

WIDEST_INDENT = 120
"""Columns for the branches if no width is given. Deeper ones are cut off on the left; otherwise a line of a thousand
plies would be a page of spaces."""

LEAST_NAME = 8
"""The least number of columns for an action's name, however narrow the page."""


class _Waiting(NamedTuple):
    node: Node
    before: str
    branch: str
    depth: int


def tree_text(root: Node, *, width: int | None = None) -> str:
    """The tree, a line for each node, the branches drawn as lines.

    A line has the action and its probability, the role, the value and the window, and where they apply: "estimate",
    "loop", the inequality of a cut, ✂ and "not read", ◀ and "best" along the best line. A fold is a line with its
    number of nodes. With `width`, no line is longer.
    """
    line = {id(node) for node in best_line(root)[1:]}
    most = WIDEST_INDENT if width is None else width // 2
    rows = []
    waiting = [_Waiting(root, "", "", 0)]
    while waiting:
        at = waiting.pop()
        rows.append(_row(at, id(at.node) in line, most, width))
        waiting.extend(reversed(_below(at, most)))
    return "\n".join(rows)


def _below(at: _Waiting, most: int) -> list[_Waiting]:
    """The children that come next under a node."""
    bar = {"": "", "├─ ": "│  ", "└─ ": "   "}[at.branch]
    before = (at.before + bar)[-most - 1 :]  # one column more than is shown, to detect that it does not fit
    last = len(at.node.children) - 1
    return [
        _Waiting(child, before, "└─ " if i == last else "├─ ", at.depth + 1) for i, child in enumerate(at.node.children)
    ]


def _row(at: _Waiting, best: bool, most: int, width: int | None) -> str:
    indent = at.before + at.branch
    if len(indent) > most:
        depth = f"{at.depth} {ELLIPSIS} "
        indent = depth + indent[len(depth) - most :] if len(depth) < most else depth
    rest = say_node(at.node) + (f"  {BEST}" if best else "")
    sign = "" if at.node.read else f"{UNREAD} "
    name = say_action(at.node)
    if width is not None:
        name = shorten(name, max(LEAST_NAME, width - columns(f"{indent}{sign}: {rest}")))
    row = f"{indent}{sign}{name}{': ' if name else ''}{rest}"
    return row if width is None else shorten(row, width)
