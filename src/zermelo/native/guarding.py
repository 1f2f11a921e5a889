"""Helpers that call themselves, as machine code: too deep, and they raise what Python raises, before the stack is full.

It is counted how often such helpers were entered and not left yet, by all threads together. For that their source is
changed: a helper counts where it begins, and again before it returns. The count is a variable of the machine code. A
kernel that begins sets it back, since whom an error has taken along has not left; those that another thread is in are
then not counted, for which there is room: threads that search have stacks far larger than the smallest.
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
from zermelo.native.rewriting import Unreadable, changed, plain_words, reserved

MOST = 4_000
"""How deep helpers may call themselves: a frame is rarely more than a kilobyte, and the smallest stack has 8 MiB."""

_COUNT, _NAME = ir.IntType(64), "zermelo.entered"


class Unguarded(Exception):
    """A helper that calls itself, and whose source cannot be changed."""


def calls_itself(function: FunctionType, without: Collection[FunctionType] = ()) -> bool:
    """Whether a function calls itself, directly or through others; calls through those in `without` do not count."""
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
    """The helper with a limit to how deep it goes, over globals in which `COUNTING` has to be, and in plain words.

    Behind it comes what it then needs. Raises Unguarded.
    """

    def count(definition: ast.FunctionDef) -> list[ast.FunctionDef]:
        _Counting().generic_visit(definition)
        definition.body = [*_begin(function.__name__), *definition.body, *reserved("_left()")]
        return []

    try:
        return changed(function, plain_words(function), count)
    except Unreadable as error:
        raise Unguarded(f"{function.__name__} calls itself, and {error}") from error


def _begin(name: str) -> list[ast.stmt]:
    message = f"{name} calls itself more than {MOST:,} times: does it end?"
    return reserved(f"if _entered() >= {MOST}:\n    _forget()\n    raise RecursionError({message!r})")


class _Counting(ast.NodeTransformer):
    """Counts before every return; what is returned is found before that, as it may call the helper again."""

    def __init__(self) -> None:
        self.returns = 0

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        self.returns += 1
        found = f":found {self.returns}"
        assigned = ast.Assign([ast.Name(found, ast.Store())], node.value or ast.Constant(None))
        parts = [assigned, *reserved("_left()"), ast.Return(ast.Name(found, ast.Load()))]
        return [ast.copy_location(part, node) for part in parts]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """A function within it returns on its own account."""
        return node


def _count(builder: Any) -> Any:
    """The variable in which helpers count: one for all that are linked together."""
    held = builder.module.globals.get(_NAME)
    if held is None:
        held = ir.GlobalVariable(builder.module, _COUNT, _NAME)
        held.linkage, held.initializer = "linkonce_odr", ir.Constant(_COUNT, 0)
    return held


def _changing(operation: str, number: int) -> Any:
    """A function of machine code that changes the count, for all threads at once, and gives what it was before."""

    @intrinsic
    def change(_typing_context: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
            return builder.atomic_rmw(operation, _count(builder), ir.Constant(_COUNT, number), "monotonic")

        return types.int64(), generate

    return change


forget = _changing("xchg", 0)
"""For when those who called will not leave: an error takes them along."""

COUNTING = {":entered": _changing("add", 1), ":left": _changing("sub", 1), ":forget": forget}
"""What a guarded helper calls."""
