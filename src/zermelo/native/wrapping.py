"""Integer arithmetic that wraps.

Numba flags signed arithmetic as free of overflow, and LLVM optimises on that assumption: it omits the test of a divisor
for 0, or of an index for its bounds, if only a number that has overflowed could fail it. A rule with an overflow could
then crash the process. So while rules are compiled, these flags are not set.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

from numba.core.compiler_lock import global_compiler_lock

MODULES = ("numba.cpython.numbers", "numba.np.math.numbers")
"""The modules in which Numba implements integer arithmetic; depending on its version, one of them or both."""


def _no_flags(_type: Any) -> list[str]:
    return []


@contextmanager
def wrapping() -> Iterator[None]:
    """A context in which code is compiled with integers that wrap."""
    modules = _arithmetic()
    with global_compiler_lock:  # no other thread compiles meanwhile
        flags = [module._int_arith_flags for module in modules]
        for module in modules:
            module._int_arith_flags = _no_flags
        try:
            yield
        finally:
            for module, before in zip(modules, flags, strict=True):
                module._int_arith_flags = before


def _arithmetic() -> list[Any]:
    """The modules of MODULES that this version of Numba has."""
    found = []
    for name in MODULES:
        with suppress(ImportError):
            found.append(import_module(name))
    return found
