"""Machine code for operations on elements of a row that threads share: see `native/memory.py`.

The accesses are not marked for alias analysis, so that LLVM moves nothing across them.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic, overload

from zermelo.native import memory
from zermelo.native.memory_lowering import checked_pointer
from zermelo.native.pipelines import INLINED


def _atomic(returned: Any, generate: Any, *arguments: types.Type) -> Any:
    """The signature and the lowering of an atomic operation on an element of a row; `generate` gets its address."""

    def lower(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        row = signature.args[0]
        pointer = checked_pointer(context, builder, signature, values)
        rest = zip(values[2:], signature.args[2:], strict=True)
        given = [context.cast(builder, value, kind, row.dtype) for value, kind in rest]
        made = generate(builder, pointer, *given)
        return context.get_dummy_value() if returned == types.void else made

    return returned(*arguments), lower


@intrinsic
def _fetch_add(typing_context: Any, row: types.Type, place: types.Type, amount: types.Type) -> Any:
    kind = "fadd" if isinstance(row.dtype, types.Float) else "add"

    def add(builder: Any, pointer: Any, amount: Any) -> Any:
        return builder.atomic_rmw(kind, pointer, amount, "monotonic")

    return _atomic(row.dtype, add, row, place, amount)


@intrinsic
def _claim(typing_context: Any, row: types.Type, place: types.Type, free: types.Type, mark: types.Type) -> Any:
    def swap(builder: Any, pointer: Any, free: Any, mark: Any) -> Any:
        return builder.extract_value(builder.cmpxchg(pointer, free, mark, "acq_rel", "monotonic"), 1)

    return _atomic(types.boolean, swap, row, place, free, mark)


@intrinsic
def _publish(typing_context: Any, row: types.Type, place: types.Type, value: types.Type) -> Any:
    size = row.dtype.bitwidth // 8

    def write(builder: Any, pointer: Any, value: Any) -> Any:
        return builder.store_atomic(value, pointer, "release", size)

    return _atomic(types.void, write, row, place, value)


@intrinsic
def _published(typing_context: Any, row: types.Type, place: types.Type) -> Any:
    size = row.dtype.bitwidth // 8

    def read(builder: Any, pointer: Any) -> Any:
        return builder.load_atomic(pointer, "acquire", size)

    return _atomic(row.dtype, read, row, place)


@overload(memory.fetch_add, strict=False, jit_options=INLINED)
def _add_atomically(row: Any, place: Any, amount: Any) -> Any:
    return lambda row, place, amount: _fetch_add(row, place, amount)


@overload(memory.claim, strict=False, jit_options=INLINED)
def _claim_atomically(row: Any, place: Any, free: Any, mark: Any) -> Any:
    return lambda row, place, free, mark: _claim(row, place, free, mark)


@overload(memory.publish, strict=False, jit_options=INLINED)
def _publish_atomically(row: Any, place: Any, value: Any) -> Any:
    return lambda row, place, value: _publish(row, place, value)


@overload(memory.published, strict=False, jit_options=INLINED)
def _read_published(row: Any, place: Any) -> Any:
    return lambda row, place: _published(row, place)
