"""States as machine code has them: which type each field is of, and how any tuple becomes one."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from zermelo.game import State

_DECLARED = {int: types.int64, float: types.float64, bool: types.boolean}


class NotNumbersError(TypeError):
    """A state has something in it that is not a number."""


def state_type(state: State, hints: dict[str, Any]) -> types.Type:
    """The type of all states of a game, from one of them and from what is declared of its fields.

    An `int` is 64 bits with a sign; what has to be of another kind is declared, as in `stones: np.uint64`.
    """
    fields = getattr(state, "_fields", None)
    if not isinstance(state, tuple):
        return _number_type(state, None)
    parts = [state_type(part, {}) if isinstance(part, tuple) else _number_type(part, hints.get(name))
             for name, part in zip(fields or [""] * len(state), state, strict=True)]  # fmt: skip
    if fields is not None:
        uniform = len(set(parts)) == 1
        return (
            types.NamedUniTuple(parts[0], len(parts), type(state)) if uniform else types.NamedTuple(parts, type(state))
        )
    return types.BaseTuple.from_types(parts)


def _number_type(value: Any, declared: Any) -> types.Type:
    if declared in _DECLARED:
        return _DECLARED[declared]
    if isinstance(declared, type) and issubclass(declared, np.generic):
        return numba.from_dtype(np.dtype(declared))
    if isinstance(value, np.generic):
        return numba.from_dtype(value.dtype)
    if isinstance(value, (bool, int, float)):
        return _DECLARED[type(value)]
    raise NotNumbersError(f"{value!r} in a state is a {type(value).__name__}, not a number")


def flatten(state: State, kind: types.Type) -> Any:
    """The state as plain tuples of numbers in their right types: what a cached entry takes."""
    if isinstance(kind, types.BaseTuple):
        return tuple(flatten(part, part_kind) for part, part_kind in zip(state, kind.types, strict=True))
    if kind == types.int64:
        return int(state)
    if kind == types.float64:
        return float(state)
    if kind == types.boolean:
        return bool(state)
    return np.dtype(kind.name).type(state)


@intrinsic
def cast_state(typing_context: Any, value: types.Type, wanted: types.Type) -> Any:
    """The value, a tuple or a number, as the type that `wanted` stands for: each number in it is converted."""
    target = wanted.instance_type
    if not _can_cast(value, target):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _cast(context, builder, arguments[0], signature.args[0], target)

    return target(value, wanted), generate


def _can_cast(source: types.Type, target: types.Type) -> bool:
    if isinstance(target, types.BaseTuple):
        return (
            isinstance(source, types.BaseTuple)
            and len(source) == len(target)
            and all(map(_can_cast, source.types, target.types))
        )
    return isinstance(source, (types.Number, types.Boolean))


def _cast(context: Any, builder: Any, value: Any, source: types.Type, target: types.Type) -> Any:
    if not isinstance(target, types.BaseTuple):
        return context.cast(builder, value, source, target)
    parts = cgutils.unpack_tuple(builder, value, len(target))
    cast = [_cast(context, builder, p, s, t) for p, s, t in zip(parts, source.types, target.types, strict=True)]
    return context.make_tuple(builder, target, cast)
