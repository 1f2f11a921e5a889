"""Rules as functions that Numba takes: the same code, but the plain helpers in its globals compiled.

A module's globals are copied once for each digest, so that helpers that call each other or themselves find each other,
compiled, and the module itself is left as it was.
"""

from __future__ import annotations

from types import FunctionType, ModuleType
from typing import Any

import numba

from zermelo import bits, memory
from zermelo.game import put
from zermelo.mixing import mix, mix_by_value
from zermelo.native.digest import globals_read, is_library, names_in
from zermelo.native.guarding import COUNTING, calls_itself, guarded
from zermelo.native.inlining import Pipeline
from zermelo.native.rewriting import WORDS, in_plain_words

KNOWN: set[object] = {
    *(bits.count_bits, bits.lowest_bit, bits.each_bit, put, mix, mix_by_value),
    *(memory.read_slot, memory.slot_data, memory.write_slot, memory.expect_slot, memory.slot_words),
    *(memory.hash_of, memory.within, memory.bits_of, memory.number_of, memory.above),
    *(memory.mark_of, memory.spread, memory.tag_of, memory.tag_of_key),
    *(memory.store, memory.load, memory.has_room),
}
"""Functions for which there is machine code already."""

FLAGS: dict[str, Any] = {"nogil": True, "boundscheck": True, "pipeline_class": Pipeline}
"""How everything is compiled. Checked bounds cost only those rules that index arrays: kernels don't."""

INLINED = FLAGS | {"forceinline": True}
"""How what is called at every node is compiled: a call that stays one costs its caller some writes each time that the
caller is entered, whether it comes to the call or not."""


class Namespaces:
    """The copies of all modules' globals that one game's rules and kernels need."""

    def __init__(self) -> None:
        self._copies: dict[int, dict[str, Any]] = {}
        self._compiled: dict[FunctionType, Any] = {}
        self._shadows: dict[str, ModuleType] = {}

    def rebound(self, function: FunctionType) -> FunctionType:
        """The function in plain words over a copy of its globals, to be filled."""
        return self._over_copy(*in_plain_words(function))

    def _over_copy(self, function: FunctionType, *helpers: FunctionType) -> FunctionType:
        copy = self._copies.setdefault(id(function.__globals__), function.__globals__ | WORDS | COUNTING)
        for helper in helpers:
            copy[helper.__name__] = self.compiled(helper)
        again = FunctionType(function.__code__, copy, function.__name__, function.__defaults__, function.__closure__)
        again.__kwdefaults__ = function.__kwdefaults__
        again.__qualname__, again.__module__ = function.__qualname__, function.__module__
        return again

    def compiled(self, function: FunctionType) -> Any:
        """The function itself, compiled."""
        if function not in self._compiled:
            flags = INLINED if _is_part_of_a_kernel(function) else FLAGS
            self._compiled[function] = numba.njit(**flags)(self._limited(function))
            self.fill(function)  # only now: a helper that calls itself has to find itself compiled
        return self._compiled[function]

    def _limited(self, function: FunctionType) -> FunctionType:
        """The function over its copy of globals; if it calls itself, then only so deep. Ours have their own limits."""
        if function.__module__.startswith("zermelo.") or not calls_itself(function):
            return self.rebound(function)
        return self._over_copy(*guarded(function))

    def fill(self, function: FunctionType) -> None:
        """Puts what the function reads into its globals, in a form that Numba takes."""
        copy = self._copies[id(function.__globals__)]
        for name, value in globals_read(function).items():
            own = isinstance(value, ModuleType) and not is_library(value)
            copy[name] = self._shadow(value, function) if own else self._usable(value)

    def _usable(self, value: Any) -> Any:
        if isinstance(value, FunctionType) and value not in KNOWN:
            return self.compiled(value)
        return tuple(value) if isinstance(value, list) else value

    def _shadow(self, module: ModuleType, function: FunctionType) -> ModuleType:
        """A module like that of an author's own, with what the function reads of it in a form that Numba takes."""
        shadow = self._shadows.setdefault(module.__name__, ModuleType(module.__name__))
        for name in names_in(function.__code__) & vars(module).keys():
            setattr(shadow, name, self._usable(vars(module)[name]))
        return shadow


def _is_part_of_a_kernel(function: FunctionType) -> bool:
    """Whether it is one of our own, and does not call itself. What rules call is inlined where LLVM thinks so."""
    return function.__module__.startswith("zermelo.engines.") and function.__name__ not in names_in(function.__code__)
