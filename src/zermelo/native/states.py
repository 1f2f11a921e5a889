"""The types of states in machine code, and conversions to them.

A number is converted only if its value stays the same: machine code and plain Python must not see different states.
"""

from __future__ import annotations

import typing
from math import nan
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic

from zermelo.core.game import State

_FLOAT_DIGITS = 53
"""A float64 represents every integer of this many bits."""

_DECLARED = {int: types.int64, float: types.float64, bool: types.boolean}

_NAMES = {types.int64: "an int", types.float64: "a float", types.boolean: "a bool"}
"""The names of types in messages, where they differ from Numba's."""

_TOP = 2**63
"""The first positive integer that does not fit into a signed 64-bit integer."""


class NotNumbersError(TypeError):
    """A state contains a value that is not a number."""


class MisfitError(ValueError):
    """A state does not have the type for which the machine code was compiled."""


def state_type(state: State, declared: Any = None) -> types.Type:
    """The type of all states of a game, derived from one of them and from the annotations of its fields.

    An `int` has 64 bits and a sign; other types have to be declared, as in `stones: np.uint64`.
    """
    if not isinstance(state, tuple):
        return _number_type(state, declared)
    parts = [state_type(part, hint) for part, hint in zip(state, _hints(state, declared), strict=True)]
    if not hasattr(state, "_fields"):
        return types.BaseTuple.from_types(parts)
    uniform = len(set(parts)) == 1
    return types.NamedUniTuple(parts[0], len(parts), type(state)) if uniform else types.NamedTuple(parts, type(state))


def _hints(state: tuple[Any, ...], declared: Any) -> list[Any]:
    """The annotation of each part of a tuple: those of its class if it has fields, else as in `tuple[float, float]`."""
    fields = getattr(state, "_fields", None)
    if fields is not None:
        by_name = _annotations(type(state))
        return [by_name.get(field) for field in fields]
    parts = typing.get_args(declared) if typing.get_origin(declared) is tuple else ()
    if len(parts) == 2 and parts[1] is Ellipsis:
        parts = parts[:1] * len(state)
    return list(parts) if len(parts) == len(state) else [None] * len(state)


def _annotations(cls: type) -> dict[str, Any]:
    """The annotations of a class; empty if one cannot be evaluated at run time: then the values decide the types."""
    try:
        return typing.get_type_hints(cls)
    except (NameError, TypeError, AttributeError):
        return {}


def _number_type(value: Any, declared: Any) -> types.Type:
    if declared in _DECLARED:
        return _DECLARED[declared]
    if isinstance(declared, type) and issubclass(declared, np.generic):
        return numba.from_dtype(np.dtype(declared))
    if isinstance(value, np.generic):
        return numba.from_dtype(value.dtype)
    if type(value) in _DECLARED:
        return _DECLARED[type(value)]
    raise NotNumbersError(f"{value!r} in a state is a {type(value).__name__}, not a number")


def flatten(state: State, kind: types.Type) -> Any:
    """The state as plain tuples of numbers of the given types, which is the argument of a stored entry.

    Raises MisfitError if a number cannot be converted without changing its value.
    """
    if not isinstance(kind, types.BaseTuple):
        return _converted(state, kind)
    if not isinstance(state, tuple) or len(state) != len(kind):
        raise MisfitError(f"{state!r} is not a tuple of {len(kind)} parts")
    return tuple(flatten(part, part_kind) for part, part_kind in zip(state, kind.types, strict=True))


def _converted(number: Any, kind: types.Type) -> Any:
    if _DECLARED.get(type(number)) is kind and (kind is not types.int64 or -_TOP <= number < _TOP):
        return number  # the common case
    if not isinstance(number, (bool, int, float, np.generic)):
        raise MisfitError(f"{number!r} is not a number")
    try:
        converted = np.dtype(kind.name).type(number)
    except (OverflowError, ValueError) as error:
        raise MisfitError(f"{number!r} is not {name_of(kind)}: {error}") from error
    # As Python numbers, which compare exactly: numpy would round the given number too.
    plain, given = converted.item(), number.item() if isinstance(number, np.generic) else number
    is_nan = given != given  # noqa: PLR0124
    if plain != given and not is_nan:
        raise MisfitError(f"{number!r} is not {name_of(kind)}")
    return plain if kind in _NAMES else converted


def name_of(kind: types.Type) -> str:
    """The name of a type in messages: "an int", "np.uint64"."""
    plain = types.unliteral(kind)
    return _NAMES.get(plain) or (f"np.{plain}" if isinstance(plain, (types.Number, types.Boolean)) else f"{plain}")


def is_exact(source: types.Type, target: types.Type) -> bool:
    """Whether conversion from the source type to the target type is allowed, because it keeps the value.

    All conversions between integers are allowed, since integers wrap, and from integers to float64, although it
    represents only those up to 2^53 exactly.
    """
    if isinstance(source, types.Boolean):
        return isinstance(target, (types.Boolean, types.Integer, types.Float))
    if isinstance(source, types.Integer):
        return isinstance(target, types.Integer) or target == types.float64
    if isinstance(source, types.Float):
        return isinstance(target, types.Float) and source.bitwidth <= target.bitwidth
    return False


def caster(target: types.Type, rule: str = "") -> Any:
    """An intrinsic that casts its argument, a tuple or a number, to the target type.

    A cast that could change a number does not compile: the error names the part of the state and the rule.
    """

    @intrinsic
    def cast(_typing_context: Any, value: types.Type) -> Any:
        fault = fault_in(value, target)
        if fault is not None:
            raise TypingError(f"{fault}\nin the rule {rule}" if rule else fault)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return _cast(context, builder, arguments[0], signature.args[0], target)

        return target(value), generate

    return cast


@intrinsic
def exact_float(typing_context: Any, value: types.Type) -> Any:
    """The number as a float64, NaN for an integer that no float64 equals: a utility must not be rounded silently."""
    if not isinstance(value, (types.Number, types.Boolean)):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number = context.cast(builder, arguments[0], value, types.float64)
        if not isinstance(value, types.Integer) or value.bitwidth <= _FLOAT_DIGITS:
            return number
        back = builder.fptosi if value.signed else builder.fptoui
        beyond = number.type(2.0 ** (value.bitwidth - value.signed))
        # Beyond the range of the integers the conversion back is undefined; `select` discards that result.
        same = builder.icmp_unsigned("==", back(number, arguments[0].type), arguments[0])
        is_exact = builder.select(builder.fcmp_ordered("<", number, beyond), same, same.type(0))
        return builder.select(is_exact, number, number.type(nan))

    return types.float64(value), generate


def fault_in(source: types.Type, target: types.Type, part: str = "") -> str | None:
    """Why a value of the source type cannot be cast to the target type, or None; `part` is its place in the state."""
    if not isinstance(target, types.BaseTuple):
        if is_exact(source, target):
            return None
        given = f"{name_of(source)} is stored in '{part}'" if part else f"{name_of(source)} is returned"
        return f"{given}, which has to be {name_of(target)}"
    if not isinstance(source, types.BaseTuple) or len(source) != len(target):
        what = f"'{part}'" if part else "the returned value"
        return f"{what} is {source}, and has to be a tuple of {len(target)} parts"
    faults = map(fault_in, source.types, target.types, _places(target, part))
    return next((fault for fault in faults if fault is not None), None)


def _places(target: types.BaseTuple, part: str) -> list[str]:
    """The names of the parts of a tuple: "h", "board.h", "cells[2]"."""
    fields = getattr(target, "fields", None)
    if fields is None:
        return [f"{part or 'state'}[{i}]" for i in range(len(target))]
    return [f"{part}.{field}".lstrip(".") for field in fields]


def _cast(context: Any, builder: Any, value: Any, source: types.Type, target: types.Type) -> Any:
    if not isinstance(target, types.BaseTuple):
        return context.cast(builder, value, source, target)
    parts = cgutils.unpack_tuple(builder, value, len(target))
    cast = [_cast(context, builder, p, s, t) for p, s, t in zip(parts, source.types, target.types, strict=True)]
    return context.make_tuple(builder, target, cast)
