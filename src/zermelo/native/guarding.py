"""Recursive helpers as machine code: beyond a limit they raise RecursionError, before the stack overflows.

A counter in the machine code, shared by all threads, holds the depth: the source of a recursive helper is changed to
increment it on entry and to decrement it before every return. An exception skips the decrement, so every kernel resets
the counter when it begins. That also forgets calls that are active in other threads, which is safe: the stacks of
search threads are far larger than the smallest stack, for which the limit is chosen.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from types import FunctionType
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from zermelo.native.digest import globals_read
from zermelo.native.rewriting import Unreadable, changed, reserved, simplification

MOST_DEPTH = 4_000
"""The greatest recursion depth of helpers: a frame rarely takes more than a kilobyte, and the smallest stack 8 MiB."""

_COUNT, _NAME = ir.IntType(64), "zermelo.entered"


class Unguarded(Exception):
    """A recursive helper whose source cannot be changed."""


def calls_itself(function: FunctionType, without: Collection[FunctionType] = ()) -> bool:
    """Whether a function calls itself, directly or indirectly; paths through the functions in `without` are ignored."""
    waiting, met = [function], set(without)
    while waiting:
        for value in globals_read(waiting.pop()).values():
            if value is function:
                return True
            if isinstance(value, FunctionType) and value not in met:
                met.add(value)
                waiting.append(value)
    return False


def guarded(function: FunctionType) -> list[FunctionType]:
    """The helper simplified and with a recursion limit, followed by the functions that it then calls.

    Its globals have to contain `COUNTING`. Raises Unguarded.
    """

    def count(definition: ast.FunctionDef) -> list[ast.FunctionDef]:
        _Counting().generic_visit(definition)
        definition.body = [*_begin(function.__name__), *definition.body, *reserved("_left()")]
        return []

    try:
        return changed(function, simplification(function), count)
    except Unreadable as error:
        raise Unguarded(f"{function.__name__} calls itself, and {error}") from error


def _begin(name: str) -> list[ast.stmt]:
    message = f"{name} recurses more than {MOST_DEPTH:,} deep: does the recursion end?"
    return reserved(f"if _entered() >= {MOST_DEPTH}:\n    _reset_depth()\n    raise RecursionError({message!r})")


class _Counting(ast.NodeTransformer):
    """Decrements the counter before every return, but after evaluating the result, which may call the helper again."""

    def __init__(self) -> None:
        self.returns = 0

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        self.returns += 1
        found = f":found {self.returns}"
        assigned = ast.Assign([ast.Name(found, ast.Store())], node.value or ast.Constant(None))
        parts = [assigned, *reserved("_left()"), ast.Return(ast.Name(found, ast.Load()))]
        return [ast.copy_location(part, node) for part in parts]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Leaves nested functions unchanged: their returns are not the helper's."""
        return node


def _count(builder: Any) -> Any:
    """The counter: one global variable for everything that is linked together."""
    held = builder.module.globals.get(_NAME)
    if held is None:
        held = ir.GlobalVariable(builder.module, _COUNT, _NAME)
        held.linkage, held.initializer = "linkonce_odr", ir.Constant(_COUNT, 0)
    return held


def _changing(operation: str, number: int) -> Any:
    """An intrinsic that changes the counter atomically and returns its previous value."""

    @intrinsic
    def change(_typing_context: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
            return builder.atomic_rmw(operation, _count(builder), ir.Constant(_COUNT, number), "monotonic")

        return types.int64(), generate

    return change


reset_depth = _changing("xchg", 0)
"""Sets the counter to 0: after an exception, which skips the decrements."""

COUNTING = {":entered": _changing("add", 1), ":left": _changing("sub", 1), ":reset_depth": reset_depth}
"""The functions that a guarded helper calls, by reserved names."""
