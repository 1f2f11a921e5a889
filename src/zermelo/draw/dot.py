"""A search tree in the DOT language, for the tools of Graphviz."""

from __future__ import annotations

from itertools import pairwise

from zermelo.core.trace import Node
from zermelo.draw.design import Design
from zermelo.draw.figures import kind_of
from zermelo.draw.looks import LIGHT
from zermelo.draw.nodes import FOLDED, Fold, best_line, in_order, information_sets
from zermelo.draw.words import (
    UNREAD,
    clean,
    player_of,
    say_action,
    say_beside,
    say_hidden,
    say_node,
    say_probability,
    say_value,
)

SHAPES = {
    "max": "triangle",
    "min": "invtriangle",
    "chance": "circle",
    "opponent": "doublecircle",
    "player": "hexagon",
    "terminal": "box",
    "other": "ellipse",
    FOLDED: "plaintext",
}
"""The shape of each kind of figure."""

THICK = 3
"""The pen width of the best line."""

HEAD = f"""\
digraph tree {{
  graph [ordering=out, nodesep=0.15, ranksep=0.35, bgcolor="#{LIGHT.inks["ground"]}"]
  node [fontname=Helvetica, fontsize=11, fontcolor="#{LIGHT.inks["text"]}", width=0.3, height=0.3, margin="0.06,0.03"]
  edge [fontname=Helvetica, fontsize=10, fontcolor="#{LIGHT.inks["text"]}", arrowhead=none]"""

_LINK = {"style": "dashed", "constraint": "false", "color": f"#{LIGHT.inks['link']}"}
"""The attributes of a link between two nodes of an information set."""


def tree_dot(root: Node, *, design: Design | None = None) -> str:
    """The tree as a graph: nodes n0, n1, ... with the shapes, symbols and words of the picture.

    Children are in the game's order. The best line is thick, and unread parts are dashed; dashed links join the nodes
    of an information set. Texts that the picture has beside a node are on the branch that leads to it, because Graphviz
    makes room for them there.
    """
    nodes, children = in_order(root)
    design = design or Design()
    best = {id(node) for node in best_line(root)}
    drawn = [f"  n{i} {_attributes(_node(node, id(node) in best, design))}" for i, node in enumerate(nodes)]
    drawn[0] = f"  n0 {_attributes(_node(root, True, design) | {'xlabel': _lines(_beside(root))})}"
    branches = [
        f"  n{i} -> n{j} {_attributes(_branch(nodes[j], id(nodes[j]) in best))}"
        for i, below in enumerate(children)
        for j in below
    ]
    links = [
        f"  n{i} -> n{j} {_attributes(_LINK)}" for members in information_sets(nodes) for i, j in pairwise(members)
    ]
    return "\n".join([HEAD, *drawn, *branches, *links, "}", ""])


def _node(node: Node, best: bool, design: Design) -> dict[str, str]:
    kind = kind_of(node.role)
    winner = "" if isinstance(node, Fold) else design.winner(node)
    colour = winner or (kind if kind in LIGHT.figures else "node")
    fill, outline = LIGHT.figures[colour if node.read else "unread"]
    return {
        "label": _inside(node),
        "shape": SHAPES[kind],
        "style": "" if kind == FOLDED else "filled" if node.read else "filled,dashed",
        "fillcolor": f"#{fill}",
        "color": f"#{outline}",
        "penwidth": str(THICK) if best else "",
        "tooltip": ": ".join(filter(None, [say_action(node), say_node(node)])),
    }


def _inside(node: Node) -> str:
    if isinstance(node, Fold):
        return "\n".join(("⋮", *say_hidden(node)))
    player = player_of(node.role)
    return say_value(node) if player is None else f"P{player}\n{say_value(node)}"


def _branch(node: Node, best: bool) -> dict[str, str]:
    name = " ".join(filter(None, ["" if node.read else UNREAD, clean(node.action)]))
    return {
        "label": _lines([f" {text} " for text in (name, say_probability(node), *_beside(node)) if text]),
        "color": f"#{LIGHT.inks['unread' if not node.read else 'text' if best else 'branch']}",
        "style": "" if node.read else "dashed",
        "penwidth": str(THICK) if best else "",
    }


def _beside(node: Node) -> list[str]:
    return [clean(node.label), say_beside(node), clean(node.cut or "")]


def _lines(texts: list[str]) -> str:
    return "\n".join(filter(None, texts))


def _attributes(given: dict[str, str]) -> str:
    return f"[{', '.join(f'{name}={_quoted(text)}' for name, text in given.items() if text)}]"


def _quoted(text: str) -> str:
    """The text as a quoted string of DOT."""
    safe = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{safe}"'
