"""Rules as functions that Numba can compile: the same code, with compiled helpers in their globals.

A module's globals are copied once for each digest. So helpers that call themselves or each other find the compiled
versions, and the module itself stays unchanged.
"""

from __future__ import annotations

from types import CodeType, FunctionType, ModuleType
from typing import Any

import numba
from numba import types

from zermelo.core.game import put
from zermelo.native import bits, memory, wide
from zermelo.native.digest import globals_read, is_library, names_in
from zermelo.native.draws import random_word
from zermelo.native.guarding import COUNTING, calls_itself, guarded
from zermelo.native.mixing import mix, mix_by_value
from zermelo.native.pipelines import CALLED, INLINED
from zermelo.native.rewriting import REWRITTEN_CALLS, simplified

KNOWN: set[object] = {
    *(bits.count_bits, bits.lowest_bit, bits.highest_bit, bits.each_bit, put, mix, mix_by_value, random_word),
    *(memory.read_slot, memory.slot_data, memory.write_slot, memory.prefetch_slot, memory.slot_words),
    *(memory.hash_of, memory.within, memory.bits_of, memory.number_of, memory.next_float),
    *(memory.mark_of, memory.quick_hash, memory.tag_of, memory.tag_of_key),
    *(memory.fetch_add, memory.claim, memory.publish, memory.published),
    *(memory.store, memory.load, memory.has_room, memory.table_stage, memory.table_number),
    *(wide.both, wide.either, wide.without, wide.up_by, wide.down_by, wide.beside, wide.flood, wide.is_empty),
    *(wide.overlap, wide.count_points, wide.has_point, wide.only_point, wide.lowest_point, wide.nth_point),
    *(wide.each_point, wide.word_from),
}
"""Functions for which Zermelo registers machine code itself."""


class Namespaces:
    """The copies of modules' globals that the rules and kernels of one game need."""

    def __init__(self) -> None:
        self._copies: dict[int, dict[str, Any]] = {}
        self._compiled: dict[FunctionType, Any] = {}
        self._called: list[FunctionType] = []
        self._shadows: dict[str, ModuleType] = {}
        self.made: list[tuple[CodeType, bool]] = []
        """The code of every function that was prepared for Numba, and whether its source was rewritten."""

    def rebound(self, function: FunctionType) -> FunctionType:
        """The simplified function over a copy of its globals, which `fill` has to fill."""
        again, *helpers = simplified(function)
        self.made.append((function.__code__, again is not function))
        return self._over_copy(again, *helpers)

    def _over_copy(self, function: FunctionType, *helpers: FunctionType) -> FunctionType:
        copy = self._copies.setdefault(id(function.__globals__), function.__globals__ | REWRITTEN_CALLS | COUNTING)
        for helper in helpers:
            copy[helper.__name__] = self.compiled(helper)
        again = FunctionType(function.__code__, copy, function.__name__, function.__defaults__, function.__closure__)
        again.__kwdefaults__, again.__annotations__ = function.__kwdefaults__, function.__annotations__
        again.__qualname__, again.__module__ = function.__qualname__, function.__module__
        return again

    def kernel(self, function: FunctionType) -> Any:
        """A kernel, compiled. It and everything that it reaches are trusted to return the annotated types."""
        return self.compiled(function, of_kernel=True)

    def compiled(self, function: FunctionType, *, of_kernel: bool = False) -> Any:
        """The compiled function."""
        if function not in self._compiled:
            is_guarded = not of_kernel and calls_itself(function)
            # Of mutually recursive functions one stays a call, and the others are inlined into it.
            stays_call = is_guarded or calls_itself(function, without=self._called)
            if stays_call:
                self._called.append(function)
            made = numba.njit(**(CALLED if stays_call else INLINED))(self._limited(function, is_guarded))
            self._compiled[function] = made
            if of_kernel:
                made.py_func.is_of_kernel = True
                _take_any_value(made)
            self.fill(function, of_kernel=of_kernel)  # only now, so that a recursive function finds itself
        return self._compiled[function]

    def _limited(self, function: FunctionType, is_guarded: bool) -> FunctionType:
        """The function over its copy of globals; a guarded one raises RecursionError if it recurses too deep."""
        if not is_guarded:
            return self.rebound(function)
        again, *helpers = guarded(function)
        self.made.append((function.__code__, True))
        return self._over_copy(again, *helpers)

    def fill(self, function: FunctionType, *, of_kernel: bool = False) -> None:
        """Puts the values that the function reads into its globals, in a form that Numba supports."""
        copy = self._copies[id(function.__globals__)]
        for name, value in globals_read(function).items():
            own = isinstance(value, ModuleType) and not is_library(value)
            copy[name] = self._shadow(value, function) if own else self._usable(value, of_kernel)

    def _usable(self, value: Any, of_kernel: bool = False) -> Any:
        if isinstance(value, FunctionType) and value not in KNOWN:
            return self.compiled(value, of_kernel=of_kernel)
        return tuple(value) if isinstance(value, list) else value

    def _shadow(self, module: ModuleType, function: FunctionType) -> ModuleType:
        """A copy of a user's module, with the values that the function reads in a form that Numba supports."""
        shadow = self._shadows.setdefault(module.__name__, ModuleType(module.__name__))
        for name in names_in(function.__code__) & vars(module).keys():
            setattr(shadow, name, self._usable(vars(module)[name]))
        return shadow


def _take_any_value(compiled: Any) -> None:
    """Compiles the function once for the types of its arguments, not again for each constant argument."""
    fold = compiled._compiler.fold_argument_types

    def fold_without_values(arguments: Any, keywords: Any) -> Any:
        signature, kinds = fold(arguments, keywords)
        return signature, tuple(map(types.unliteral, kinds))

    compiled._compiler.fold_argument_types = fold_without_values
