"""Rules as functions that Numba takes: the same code, but the plain helpers in its globals compiled.

A module's globals are copied once for each digest, so that helpers that call each other or themselves find each other,
compiled, and the module itself is left as it was.
"""

from __future__ import annotations

from types import CodeType, FunctionType, ModuleType
from typing import Any

import numba
from numba import types

from zermelo.core.game import put
from zermelo.native import bits, memory
from zermelo.native.digest import globals_read, is_library, names_in, names_itself
from zermelo.native.guarding import COUNTING, calls_itself, guarded
from zermelo.native.mixing import mix, mix_by_value
from zermelo.native.pipelines import CALLED, INLINED
from zermelo.native.rewriting import WORDS, in_plain_words

KNOWN: set[object] = {
    *(bits.count_bits, bits.lowest_bit, bits.highest_bit, bits.each_bit, put, mix, mix_by_value),
    *(memory.read_slot, memory.slot_data, memory.write_slot, memory.expect_slot, memory.slot_words),
    *(memory.hash_of, memory.within, memory.bits_of, memory.number_of, memory.above),
    *(memory.mark_of, memory.spread, memory.tag_of, memory.tag_of_key),
    *(memory.store, memory.load, memory.has_room),
}
"""Functions for which there is machine code already."""


class Namespaces:
    """The copies of all modules' globals that one game's rules and kernels need."""

    def __init__(self) -> None:
        self._copies: dict[int, dict[str, Any]] = {}
        self._compiled: dict[FunctionType, Any] = {}
        self._shadows: dict[str, ModuleType] = {}
        self.made: list[tuple[CodeType, bool]] = []
        """The code of every function of which one for Numba was made, and whether it could be rewritten."""

    def rebound(self, function: FunctionType) -> FunctionType:
        """The function in plain words over a copy of its globals, to be filled."""
        again, *helpers = in_plain_words(function)
        self.made.append((function.__code__, again is not function))
        return self._over_copy(again, *helpers)

    def _over_copy(self, function: FunctionType, *helpers: FunctionType) -> FunctionType:
        copy = self._copies.setdefault(id(function.__globals__), function.__globals__ | WORDS | COUNTING)
        for helper in helpers:
            copy[helper.__name__] = self.compiled(helper)
        again = FunctionType(function.__code__, copy, function.__name__, function.__defaults__, function.__closure__)
        again.__kwdefaults__, again.__annotations__ = function.__kwdefaults__, function.__annotations__
        again.__qualname__, again.__module__ = function.__qualname__, function.__module__
        return again

    def compiled(self, function: FunctionType) -> Any:
        """The function itself, compiled."""
        if function not in self._compiled:
            options = CALLED if names_itself(function) or _is_guarded(function) else INLINED
            self._compiled[function] = made = numba.njit(**options)(self._limited(function))
            if _is_ours(function):
                _take_any_value(made)
            self.fill(function)  # only now: a helper that calls itself has to find itself compiled
        return self._compiled[function]

    def _limited(self, function: FunctionType) -> FunctionType:
        """The function over its copy of globals; if it calls itself, then only so deep."""
        if not _is_guarded(function):
            return self.rebound(function)
        again, *helpers = guarded(function)
        self.made.append((function.__code__, True))
        return self._over_copy(again, *helpers)

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


def _is_ours(function: FunctionType) -> bool:
    return function.__module__.startswith("zermelo.")


def _is_guarded(function: FunctionType) -> bool:
    """Whether it is counted how deep the function calls itself. Ours have their own limits."""
    return not _is_ours(function) and calls_itself(function)


def _take_any_value(compiled: Any) -> None:
    """Has a function compiled for the types of its arguments, not again for each constant that it is called with."""
    fold = compiled._compiler.fold_argument_types

    def fold_without_values(arguments: Any, keywords: Any) -> Any:
        signature, kinds = fold(arguments, keywords)
        return signature, tuple(map(types.unliteral, kinds))

    compiled._compiler.fold_argument_types = fold_without_values
