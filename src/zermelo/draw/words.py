"""The texts of a node of a search tree, in words and symbols: the same in every kind of drawing."""

from __future__ import annotations

import unicodedata

from zermelo.core.trace import Node
from zermelo.core.values import show_value
from zermelo.draw.nodes import Fold

ESTIMATE, LOOP, UNREAD, ELLIPSIS = "≈", "↻", "✂", "…"

JOINER = "\u200d"
"""Joins characters into one emoji; the only invisible character that `clean` keeps."""


def player_of(role: str) -> int | None:
    """The player's number in a role such as "p2"; None for other roles."""
    return int(role[1:]) if role[:1] == "p" and role[1:].isdigit() else None


def say_role(role: str) -> str:
    """MAX, MIN, chance, opponent, terminal, or "player 2"."""
    player = player_of(role)
    if player is not None:
        return f"player {player}"
    return role.upper() if role in ("max", "min") else clean(role)


def say_value(node: Node) -> str:
    """The value, with a symbol before it if it is an estimate or comes from a loop."""
    sign = {"cutoff": f"{ESTIMATE} ", "loop": f"{LOOP} "}.get(node.why or "", "")
    return sign + show_value(node.value)


def say_window(node: Node) -> str:
    """The window of a node with children: "[3, +∞]"; an empty string for other nodes."""
    if node.window is None or not node.children:
        return ""
    alpha, beta = node.window
    return f"[{show_value(alpha)}, {show_value(beta)}]"


def say_tally(node: Node) -> str:
    """How many playouts went through a node, and its exploration term: "N 12  +0.47"; or nothing."""
    if node.tally is None:
        return ""
    return say_counts(node.tally.visits, node.exploration)


def say_counts(visits: int, exploration: float | None) -> str:
    """N, and the term that is added to Q/N when a child is selected, where there is one."""
    return f"N {visits:,}" + ("" if exploration is None else f"  +{exploration:.2f}")


def say_information_set(node: Node) -> str:
    """The information set of a node that is not alone in it: "@fork"; an empty string for other nodes."""
    return f"@{clean(node.information_set)}" if node.information_set else ""


def say_beside(node: Node) -> str:
    """The text beside a node: its window, the counts of playouts, or its information set."""
    return say_window(node) or say_tally(node) or say_information_set(node)


def say_probability(node: Node) -> str:
    """The probability: "p = 0.3", or an empty string."""
    return "" if node.probability is None else say_odds(node.probability)


def say_odds(probability: float) -> str:
    """A probability as text."""
    return f"p = {show_value(probability, 3)}"


def say_node(node: Node) -> str:
    """The result of the search at a node: "MIN 2  [3, 2]  cut: 2 ≤ alpha 3"; for a fold "… +1,204 nodes"."""
    if isinstance(node, Fold):
        return f"{ELLIPSIS} {' '.join(say_hidden(node))}" + ("" if node.read else "  not read")
    parts = [
        f"{say_role(node.role)} {say_value(node)}",
        say_beside(node),
        {"cutoff": "estimate", "loop": "loop"}.get(node.why or "", ""),
        f"cut: {clean(node.cut)}" if node.cut else "",
        "" if node.read else "not read",
    ]
    return "  ".join(filter(None, parts))


def say_hidden(fold: Fold) -> tuple[str, str]:
    """The number of nodes that a fold hides, in two parts: "+1,204" and "nodes"."""
    return f"+{fold.hidden:,}", "node" if fold.hidden == 1 else "nodes"


def say_action(node: Node) -> str:
    """The action with its probability, and the label of the node it leads to: "heads (p = 0.5) → B"."""
    probability = say_probability(node)
    action = " ".join(filter(None, [clean(node.action), f"({probability})" if probability else ""]))
    return " → ".join(filter(None, [action, clean(node.label)]))


def clean(text: str) -> str:
    """The text on one line, safe for terminals and XML: unprintable characters become replacement characters."""
    return "".join(_printable(c) for c in " ".join(text.split()))


def shorten(text: str, most: int) -> str:
    """The text in at most `most` columns, with an ellipsis in place of the omitted part."""
    if columns(text) <= most:
        return text
    kept, room = "", most - 1
    for c in text:
        room -= columns(c)
        if room < 0:
            break
        kept += c
    return kept.rstrip() + ELLIPSIS


def columns(text: str) -> int:
    """The number of terminal columns that the text takes."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(c: str) -> int:
    if unicodedata.combining(c) or c == JOINER:
        return 0
    return 2 if unicodedata.east_asian_width(c) in "WF" else 1


def _printable(c: str) -> str:
    return "\ufffd" if unicodedata.category(c)[0] == "C" and c != JOINER else c
