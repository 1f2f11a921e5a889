"""The default text of states, `Count(said=1, mover=0)`: writing and parsing."""

from __future__ import annotations

import ast
from typing import Any

from zermelo.core.errors import ParseError, quote

LONGEST = 500_000
"""The greatest length of a text that is parsed; no position or tree that a person works with comes near it."""


def show_state(state: Any) -> str:
    """The state as Python writes it, with numpy numbers as Python numbers."""
    if isinstance(state, tuple):
        fields = getattr(state, "_fields", None)
        parts = [show_state(part) for part in state]
        if fields is not None:
            return f"{type(state).__name__}({', '.join(f'{f}={p}' for f, p in zip(fields, parts, strict=True))})"
        return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"
    return repr(state.item() if hasattr(state, "item") else state)


def parse_state(text: str, example: Any) -> Any:
    """The state that `show_state` writes as `text`; `example` is a state of the same game. Raises ParseError.

    A NamedTuple may be written in full, `Count(said=1, mover=0)`, or as its fields alone, `said=1, mover=0`.
    """
    refuse_long(text)
    tree = _expression(text.strip()) or _expression(f"_({text})")
    try:
        return _build(tree, example)
    except (ValueError, TypeError, RecursionError) as error:
        message = f"{quote(text)} is not a position: expected something like {quote(show_state(example))}"
        if not isinstance(example, (tuple, int, float, str, bytes)):
            message += f" (to read a {type(example).__name__}, the game needs a parse method)"
        raise ParseError(message) from error


def refuse_long(text: str) -> None:
    """Raises ParseError for a text of more than LONGEST characters."""
    if len(text) > LONGEST:
        raise ParseError(f"the text {quote(text)} has {len(text):,} characters; at most {LONGEST:,} are read")


def _expression(text: str) -> ast.expr | None:
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _build(tree: ast.expr | None, example: Any) -> Any:
    """The value of the expression, with the types of the example. Raises ValueError or TypeError."""
    if tree is None:
        raise ValueError("not an expression")
    if isinstance(tree, ast.Call):
        return _build_call(tree, example)
    if isinstance(example, tuple):
        if not isinstance(tree, ast.Tuple):
            raise ValueError("not a tuple")
        parts = [_build(part, like) for part, like in zip(tree.elts, _likes(example, len(tree.elts)), strict=True)]
        return type(example)(*parts) if hasattr(example, "_fields") else tuple(parts)
    value = ast.literal_eval(tree)
    if example is None:  # the type is not known
        return value
    if hasattr(example, "item"):
        return type(example)(value)
    if type(example) is float and type(value) is int:
        return float(value)
    if not isinstance(value, type(example)):
        raise ValueError(f"{value!r} is not a {type(example).__name__}")
    return value


def _build_call(tree: ast.Call, example: Any) -> Any:
    fields = getattr(example, "_fields", None)
    if fields is None or not isinstance(tree.func, ast.Name) or tree.func.id not in ("_", type(example).__name__):
        raise ValueError("not a state of this game")
    named = dict(zip(fields, tree.args, strict=False)) | {k.arg: k.value for k in tree.keywords}
    if set(named) != set(fields) or len(tree.args) + len(tree.keywords) != len(fields):
        raise ValueError("wrong fields")
    return type(example)(**{f: _build(named[f], getattr(example, f)) for f in fields})


def _likes(example: tuple[Any, ...], length: int) -> tuple[Any, ...]:
    """An example for each of `length` parts; a tuple that is not a NamedTuple may have any length."""
    if len(example) == length:
        return example
    if hasattr(example, "_fields"):
        raise ValueError("wrong length")
    return (example[0] if example else None,) * length
