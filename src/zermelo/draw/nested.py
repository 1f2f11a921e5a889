"""A search tree as JSON, for programs: the nodes as nested objects."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from zermelo.core.game import Game
from zermelo.core.trace import Node, plain_data as plain
from zermelo.draw.nodes import Fold


def tree_json(root: Node, game: Game) -> str:
    """The tree as one object, with a line for each node; children are in the order in which they were read.

    Nothing here is recursive, so the tree may be as deep as memory allows.
    """
    return f'{{"game": {_dump(str(game))}, "tree":\n{"".join(_nested(root, game))}}}\n'


def _nested(root: Node, game: Game) -> Iterator[str]:
    waiting: list[tuple[Node, Node | None] | str] = [(root, None)]
    while waiting:
        at = waiting.pop()
        if isinstance(at, str):
            yield at
            continue
        node, parent = at
        fields = _dump(_fields(node, game, best=parent is not None and parent.best_child is node))
        if isinstance(node, Fold):
            yield fields
            continue
        yield f'{fields[:-1]}, "children": ['
        waiting.append("]}")
        for i, child in reversed([*enumerate(node.children)]):
            waiting += [(child, node), ",\n" if i else "\n"]


def _fields(node: Node, game: Game, *, best: bool) -> dict[str, Any]:
    """The fields of a node's object, without its children."""
    if isinstance(node, Fold):
        return {"folded": node.hidden, "read": node.read, "best": best}
    return {
        "action": node.action,
        "place": node.place,
        "probability": plain(node.probability),
        "role": node.role,
        "label": node.label,
        "state": game.show(node.state),
        "read": node.read,
        "best": best,
        "value": plain(node.value),
        "why": node.why,
        "window": plain(node.window),
        "cut": node.cut,
        **({"information_set": node.information_set} if node.information_set else {}),
        **_tally(node),
    }


def _tally(node: Node) -> dict[str, Any]:
    """The statistics of the playouts, if there were any."""
    if node.tally is None:
        return {}
    return {"visits": node.tally.visits, "total": plain(node.tally.total), "exploration": plain(node.exploration)}


def _dump(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, allow_nan=False)
