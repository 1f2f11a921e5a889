"""Machine code for the functions that rules may call at both speeds: bit operations, `put` and `mix`."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic, overload, overload_method

from zermelo.core.game import put
from zermelo.native import bits
from zermelo.native.draws import random_word
from zermelo.native.mixing import FACTOR, WHOLE, mix, mix_by_value
from zermelo.native.pipelines import INLINED
from zermelo.native.states import is_exact, name_of


@intrinsic
def _population(typing_context: Any, b: types.Type) -> Any:
    if not isinstance(b, types.Integer):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.cast(builder, builder.ctpop(arguments[0]), signature.args[0], types.int64)

    return types.int64(b), generate


@intrinsic
def _trailing_zeros(typing_context: Any, b: types.Type) -> Any:
    if not isinstance(b, types.Integer):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        undefined_at_zero = cgutils.true_bit
        zeros = builder.cttz(arguments[0], ir.Constant(undefined_at_zero.type, 1))
        return context.cast(builder, zeros, signature.args[0], types.int64)

    return types.int64(b), generate


@intrinsic
def _leading_zeros(typing_context: Any, b: types.Type) -> Any:
    if not isinstance(b, types.Integer):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        undefined_at_zero = cgutils.true_bit
        zeros = builder.ctlz(arguments[0], ir.Constant(undefined_at_zero.type, 1))
        return context.cast(builder, zeros, signature.args[0], types.int64)

    return types.int64(b), generate


@overload(bits.count_bits, strict=False, jit_options=INLINED)
def _count_bits(b: Any) -> Any:
    return lambda b: _population(b)


@overload_method(types.Integer, "bit_count", strict=False, jit_options=INLINED)
def _bit_count(b: Any) -> Any:
    return lambda b: _population(b)


@overload(bits.lowest_bit, strict=False, jit_options=INLINED)
def _lowest_bit(b: Any) -> Any:
    return lambda b: _trailing_zeros(b)


@overload(bits.highest_bit, strict=False, jit_options=INLINED)
def _highest_bit(b: Any) -> Any:
    if not isinstance(b, types.Integer):
        return None
    last = b.bitwidth - 1
    return lambda b: last - _leading_zeros(b)


@overload(bits.each_bit, strict=False, jit_options=INLINED)
def _each_bit(b: Any) -> Any:
    if not isinstance(b, types.Integer):
        return None
    unsigned = not b.signed

    def each_signed(b: Any) -> Any:
        while b:
            yield _trailing_zeros(b)
            b &= b - 1

    def each_unsigned(b: Any) -> Any:
        while b:
            yield _trailing_zeros(b)
            b &= b - np.uint64(1)

    return each_unsigned if unsigned else each_signed


@overload(put, strict=False, jit_options=INLINED)
def _put(t: Any, i: Any, v: Any) -> Any:
    if not isinstance(t, types.UniTuple):
        return None
    if v != t.dtype and not is_exact(v, t.dtype):
        raise TypingError(f"{name_of(v)} is put into a tuple, each part of which has to be {name_of(t.dtype)}")
    length = len(t)

    def put(t: Any, i: Any, v: Any) -> Any:
        place = np.int64(i)
        if place < 0:
            place += length
        if place < 0 or place >= length:  # tuple_setitem would write beyond the tuple
            raise IndexError("the tuple has no such element")
        return tuple_setitem(t, place, v)

    return put


@overload_method(types.UniTuple, "count", strict=False, jit_options=INLINED)
def _count(t: Any, value: Any) -> Any:
    def count(t: Any, value: Any) -> Any:
        found = 0
        for part in t:
            if part == value:
                found += 1
        return found

    return count


@intrinsic
def as_word(typing_context: Any, value: types.Type) -> Any:
    """The 64 bits of a number: the representation of a float, the two's complement of an integer."""
    if not isinstance(value, (types.Integer, types.Boolean, types.Float)):
        raise TypingError(f"{value} is not a number: states, keys and actions have to be made of numbers")

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if isinstance(signature.args[0], types.Float):
            wide = context.cast(builder, arguments[0], signature.args[0], types.float64)
            return builder.bitcast(wide, ir.IntType(64))
        return context.cast(builder, arguments[0], signature.args[0], types.uint64)

    return types.uint64(value), generate


@overload(mix, strict=False, jit_options=INLINED)
def _mix(total: Any, value: Any) -> Any:
    if isinstance(value, types.BaseTuple):
        return _of_parts(mix, len(value))

    def mix_number(total: Any, value: Any) -> Any:
        word = (as_word(total) ^ as_word(value)) * np.uint64(FACTOR)
        return word ^ (word >> np.uint64(32))

    return mix_number


@overload(random_word, strict=False, jit_options=INLINED)
def _random_word(state: Any) -> Any:
    return lambda state: mix(mix(0, state), 1)


@overload(mix_by_value, strict=False, jit_options=INLINED)
def _mix_by_value(total: Any, value: Any) -> Any:
    if isinstance(value, types.BaseTuple):
        return _of_parts(mix_by_value, len(value))
    if not isinstance(value, types.Float):
        return lambda total, value: mix(total, value)

    def mix_float(total: Any, value: Any) -> Any:
        wide = np.float64(value)
        if wide == np.floor(wide) and abs(wide) < WHOLE:
            return mix(total, np.int64(wide))
        return mix(total, wide)

    return mix_float


def _of_parts(mixing: Any, count: int) -> Any:
    """An implementation for tuples of `count` parts, unrolled because the parts may have different types."""
    lines = [f"    total = mixing(total, value[{i}])" for i in range(count)]
    source = "\n".join(["def mix_parts(total, value):", "    total = as_word(total)", *lines, "    return total"])
    namespace: dict[str, Any] = {"mixing": mixing, "as_word": as_word}
    exec(source, namespace)
    return namespace["mix_parts"]
