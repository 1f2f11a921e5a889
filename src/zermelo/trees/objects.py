"""Trees in JSON: lists and numbers as in the text notation, and objects for nodes with further data.

{"player": "max", "label": "A", "children": [3, {"player": "chance", "probabilities": [0.3, 0.7], "children": [9, 100],
 "actions": ["rain", "sun"]}], "actions": ["stay", "go"], "estimate": 5}
{"value": 3, "label": "x"}    {"values": [1, 2, 3]}
"""

from __future__ import annotations

import json
from typing import Any

from zermelo.core.errors import ParseError, nearest, quote
from zermelo.core.text import refuse_long
from zermelo.trees.written import DEEPEST, ROLES, Written, check_written

_INNER = {"player", "label", "children", "actions", "probabilities", "estimate", "information_set"}
_LEAF = {"label", "value", "values"}


def read_json(text: str) -> Written:
    """The tree in the JSON text. Raises ParseError."""
    refuse_long(text)
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise ParseError(f"the tree is not JSON: {error.msg}", text, error.pos) from None
    except RecursionError:
        raise ParseError(f"the tree {quote(text)} is nested more than {DEEPEST} deep") from None
    except ValueError as error:  # an integer with thousands of digits
        raise ParseError(f"the tree {quote(text)} cannot be read: {error}") from None
    root = _tree(data)
    check_written(root, text)
    return root


def _tree(data: Any) -> Written:
    """The tree in the data. It uses an explicit stack, because nesting may exceed Python's recursion limit."""
    root = _node(data)
    below = [(root, data, 0)]
    while below:
        node, data, depth = below.pop()
        if depth > DEEPEST:
            raise ParseError(f"the tree is nested more than {DEEPEST} deep")
        children = _children(data)
        node.children = [_node(child) for child in children]
        if isinstance(data, dict):
            _name_branches(node, data)
        below.extend((n, child, depth + 1) for n, child in zip(node.children, children, strict=True))
    return root


def _children(data: Any) -> list[Any]:
    children = data.get("children", []) if isinstance(data, dict) else data
    return children if isinstance(children, list) else []


def _node(data: Any) -> Written:
    """One node, without its children."""
    if isinstance(data, list):
        data = {"children": data}
    if not isinstance(data, dict):
        return Written(values=(_number(data),))
    return _leaf(data) if "value" in data or "values" in data else _inner(data)


def _leaf(data: dict[str, Any]) -> Written:
    _only(data, _LEAF)
    values = data["values"] if "values" in data else [data["value"]]
    if not isinstance(values, list) or not 1 <= len(values) <= 8:
        raise ParseError(f"the values {_shown(values)} are not a list of 1 to 8 numbers")
    return Written(values=tuple(_number(v) for v in values), label=_text(data.get("label")))


def _inner(data: dict[str, Any]) -> Written:
    _only(data, _INNER)
    if not _children(data):
        raise ParseError(f"{_shown(data)} has no children and no value")
    estimate = None if data.get("estimate") is None else _number(data["estimate"])
    mark = _text(data.get("information_set"))
    return Written(label=_text(data.get("label")), role=_role(data.get("player")), mark=mark, estimate=estimate)


def _name_branches(node: Written, data: dict[str, Any]) -> None:
    for name, read in (("actions", _text), ("probabilities", _number)):
        given = data.get(name)
        if given is None:
            continue
        if not isinstance(given, list) or len(given) != len(node.children):
            raise ParseError(f"{name} {_shown(given)} is not a list of {len(node.children)}, one for each child")
        for child, value in zip(node.children, given, strict=True):
            setattr(child, "action" if name == "actions" else "probability", read(value))


def _role(player: Any) -> str | None:
    role = f"p{player}" if isinstance(player, int) and not isinstance(player, bool) else player
    if role is not None and role not in ROLES:
        raise ParseError(f"{_shown(player)} is not a player; {nearest(str(role), ROLES)}")
    return role


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ParseError(f"{_shown(value)} is not a number")
    return value


def _text(value: Any) -> str | None:
    if value is not None and not isinstance(value, str):
        raise ParseError(f"{_shown(value)} is not a name in quotation marks")
    return value


def _only(data: dict[str, Any], known: set[str]) -> None:
    for name in data:
        if name not in known:
            raise ParseError(f"{quote(name)} is not part of a tree; {nearest(name, known)}")


def _shown(value: Any) -> str:
    try:
        return quote(json.dumps(value, default=str))
    except RecursionError:
        return "a part of the tree"
