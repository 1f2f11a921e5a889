"""Snapshots of states, which detect rules that modify a state in place although states must be immutable."""

from __future__ import annotations

from collections import deque
from copy import deepcopy
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cached_property, lru_cache
from types import ModuleType
from typing import Any

from zermelo.core.game import Game

_ATOMS = frozenset({bool, int, float, complex, str, bytes, range, type(None), type(Ellipsis), Fraction, Decimal})
"""Immutable types without parts."""


def is_immutable(thing: Any) -> bool:
    """Whether the object is certainly immutable, its parts included."""
    kind: Any = type(thing)
    if kind in _ATOMS:
        return True
    if isinstance(thing, (tuple, frozenset)):
        return _ATOMS.issuperset(map(type, thing)) or all(map(is_immutable, thing))
    if _is_atom(kind):
        return True
    return _is_frozen(kind) and all(map(is_immutable, _attributes(thing).values()))


@lru_cache(maxsize=1_000)
def _is_atom(kind: type) -> bool:
    """Whether the type is an Enum or a numpy scalar."""
    return issubclass(kind, Enum) or "numpy.generic" in {f"{c.__module__}.{c.__name__}" for c in kind.__mro__}


def _is_frozen(kind: type) -> bool:
    """Whether the type is a frozen dataclass."""
    parameters = getattr(kind, "__dataclass_params__", None)
    return parameters is not None and bool(parameters.frozen)


class Snapshot:
    """The content of an object when the snapshot was taken.

    If its class defines equality, `copy` is an equal deep copy, and changes that equality ignores are ignored. If not,
    the snapshot contains the attributes and their parts, recursively, and `copy` is None.
    """

    def __init__(self, thing: Any) -> None:
        self._thing = thing
        self._hash = hash_of(thing)
        self.copy = _equal_copy(thing)
        self._content = _content(thing) if self.copy is None else None

    @property
    def hash_differs(self) -> bool:
        """Whether the copy has a different hash, although it is equal."""
        return self.copy is not None and hash_of(self.copy) != self._hash

    def has_changed(self) -> bool:
        """Whether the object has changed since the snapshot was taken."""
        if hash_of(self._thing) != self._hash:
            return True
        if self.copy is not None:
            return not same(self._thing, self.copy)
        return not same(_content(self._thing), self._content)


def _equal_copy(thing: Any) -> Any:
    """A deep copy that is equal to the object, or None if there is none."""
    if not _equality_decides(thing):
        return None
    try:
        copy = deepcopy(thing)
        return copy if bool(copy == thing) else None  # bool() fails for the comparison of arrays
    except Exception:  # a user's class may raise anything
        return None


def _equality_decides(thing: Any) -> bool:
    """Whether a copy can be equal: no part, as far as tuples and lists show, compares by identity only."""
    if isinstance(thing, (tuple, list)):
        return all(map(_equality_decides, thing))
    return has_equality(thing)


def has_equality(thing: Any) -> bool:
    """Whether the object's class defines `__eq__`; without it, an object is equal only to itself."""
    return any("__eq__" in vars(base) for base in type(thing).__mro__[:-1])


def _content(thing: Any, around: tuple[type, ...] = ()) -> Any:
    """The content of an object as plain data that does not change when the object does.

    `around` has the classes of the objects that contain it: objects of these classes are not expanded again, because
    states may be nodes of a cyclic graph. Games, modules and callables are not expanded either.
    """
    kind = type(thing)
    if is_immutable(thing) or kind in around or callable(thing) or isinstance(thing, (Game, ModuleType)):
        return thing
    if isinstance(thing, (tuple, list, deque)):
        return kind, [_content(part, around) for part in thing]
    if isinstance(thing, (set, frozenset)):
        return kind, set(thing)
    if hasattr(thing, "tobytes"):  # arrays
        return kind, getattr(thing, "shape", None), thing.tobytes()
    parts = thing if isinstance(thing, dict) else _attributes(thing)
    within = around if isinstance(thing, dict) else (*around, kind)
    return (kind, {name: _content(part, within) for name, part in parts.items()}) if parts else thing


def _attributes(thing: Any) -> dict[str, Any]:
    """The attributes of an object, without the cached values of `cached_property`."""
    kind = type(thing)
    slots = (name for base in kind.__mro__ for name in _slots(base) if hasattr(thing, name))
    found = {name: getattr(thing, name) for name in slots} | getattr(thing, "__dict__", {})
    return {name: value for name, value in found.items() if not isinstance(getattr(kind, name, None), cached_property)}


def _slots(cls: type) -> tuple[str, ...]:
    slots = vars(cls).get("__slots__", ())
    names = (slots,) if isinstance(slots, str) else slots
    return tuple(_mangled(cls, name) for name in names if name not in ("__dict__", "__weakref__"))


def _mangled(cls: type, name: str) -> str:
    """The mangled name under which Python stores a private attribute."""
    private = name.startswith("__") and not name.endswith("__")
    return f"_{cls.__name__.lstrip('_')}{name}" if private else name


def same(one: Any, other: Any) -> bool:
    """Whether two objects are equal, or, if they cannot be compared or are NaN, have the same `repr`."""
    if one is other:
        return True
    try:
        if one == other:
            return True
        compare_text = isinstance(one, float)  # NaN is not equal to itself
    except Exception:  # arrays, and classes whose __eq__ fails
        compare_text = True
    return compare_text and text_of(one) == text_of(other)


def text_of(thing: Any) -> str | None:
    """The object's `repr`, or None if that fails."""
    try:
        return repr(thing)
    except Exception:  # a user's class may raise anything
        return None


def hash_of(thing: Any) -> int | None:
    """The object's hash, or None if it is not hashable."""
    try:
        return hash(thing)
    except Exception:
        return None
