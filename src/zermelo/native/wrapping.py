"""Integers that wrap. Numba promises LLVM that a signed number never outgrows its bits, and LLVM builds on it.

It leaves out a test for a divisor of 0, or for an index that is out of bounds, where only a number that has wrapped
could fail it: such a rule would end the process, and may not. So while our rules are compiled no such promise is made.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

from numba.core.compiler_lock import global_compiler_lock

PLACES = ("numba.cpython.numbers", "numba.np.math.numbers")
"""Where Numba has its arithmetic, by its version: in the first, in the second or in both."""


def _no_promise(_type: Any) -> list[str]:
    return []


@contextmanager
def wrapping() -> Iterator[None]:
    """What is compiled meanwhile has integers that wrap."""
    modules = _arithmetic()
    with global_compiler_lock:  # nobody else compiles meanwhile
        promises = [module._int_arith_flags for module in modules]
        for module in modules:
            module._int_arith_flags = _no_promise
        try:
            yield
        finally:
            for module, promise in zip(modules, promises, strict=True):
                module._int_arith_flags = promise


def _arithmetic() -> list[Any]:
    """Numba's modules that add, subtract and multiply."""
    found = []
    for place in PLACES:
        with suppress(ImportError):
            found.append(import_module(place))
    return found
