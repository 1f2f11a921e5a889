"""What a state is at one moment, so that a change of it is noticed: states never change, and rules may break that."""

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
"""Types whose values have no parts that could change."""


def is_immutable(thing: Any) -> bool:
    """Whether a thing is made of nothing but values that cannot change."""
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
    """Whether it is a type of enumerated values, or one of numpy's numbers."""
    return issubclass(kind, Enum) or "numpy.generic" in {f"{c.__module__}.{c.__name__}" for c in kind.__mro__}


def _is_frozen(kind: type) -> bool:
    """Whether it is a frozen dataclass."""
    parameters = getattr(kind, "__dataclass_params__", None)
    return parameters is not None and bool(parameters.frozen)


class Snapshot:
    """A thing as it was when this was made.

    Where the equality of its class decides what it is, there is a `copy` that is equal to it, and what equality does
    not look at may change. Else it is what its attributes and their parts are, in depth.
    """

    def __init__(self, thing: Any) -> None:
        self._thing = thing
        self._hash = hash_of(thing)
        self.copy = _equal_copy(thing)
        self._content = _content(thing) if self.copy is None else None

    @property
    def hash_differs(self) -> bool:
        """Whether the copy has another hash, though it is equal."""
        return self.copy is not None and hash_of(self.copy) != self._hash

    def has_changed(self) -> bool:
        """Whether the thing is no longer what it was."""
        if hash_of(self._thing) != self._hash:
            return True
        if self.copy is not None:
            return not same(self._thing, self.copy)
        return not same(_content(self._thing), self._content)


def _equal_copy(thing: Any) -> Any:
    """A copy in depth, or None where equality does not decide, or none can be made that is equal."""
    if not _equality_decides(thing):
        return None
    try:
        copy = deepcopy(thing)
        return copy if bool(copy == thing) else None  # of arrays there is no one truth
    except Exception:  # an author's class may fail at anything
        return None


def _equality_decides(thing: Any) -> bool:
    """Whether a copy can be equal: there is nothing in it, so far as is easily seen, that is equal to itself alone."""
    if isinstance(thing, (tuple, list)):
        return all(map(_equality_decides, thing))
    return has_equality(thing)


def has_equality(thing: Any) -> bool:
    """Whether its class says when two are equal; without that, each is equal to itself alone."""
    return any("__eq__" in vars(base) for base in type(thing).__mro__[:-1])


def _content(thing: Any, around: tuple[type, ...] = ()) -> Any:
    """What a thing is made of, as plain data that does not change with it.

    Objects of a class that it is found within stand for themselves, as states may be the nodes of a graph; and so do
    games, modules, and whatever can be called.
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
    """The attributes of an object, but for what is only remembered of others."""
    kind = type(thing)
    slots = (name for base in kind.__mro__ for name in _slots(base) if hasattr(thing, name))
    found = {name: getattr(thing, name) for name in slots} | getattr(thing, "__dict__", {})
    return {name: value for name, value in found.items() if not isinstance(getattr(kind, name, None), cached_property)}


def _slots(cls: type) -> tuple[str, ...]:
    slots = vars(cls).get("__slots__", ())
    names = (slots,) if isinstance(slots, str) else slots
    return tuple(_mangled(cls, name) for name in names if name not in ("__dict__", "__weakref__"))


def _mangled(cls: type, name: str) -> str:
    """The name by which Python keeps a private attribute."""
    private = name.startswith("__") and not name.endswith("__")
    return f"_{cls.__name__.lstrip('_')}{name}" if private else name


def same(one: Any, other: Any) -> bool:
    """Whether two answers are equal, whatever they are."""
    if one is other:
        return True
    try:
        if one == other:
            return True
        alike = isinstance(one, float)  # NaN is not equal to itself
    except Exception:  # arrays, and classes whose __eq__ fails
        alike = True
    return alike and text_of(one) == text_of(other)


def text_of(thing: Any) -> str | None:
    """The thing as Python writes it, or None for one that cannot even be written."""
    try:
        return repr(thing)
    except Exception:  # an author's class may fail at anything
        return None


def hash_of(thing: Any) -> int | None:
    """The hash, or None for what has none."""
    try:
        return hash(thing)
    except Exception:
        return None
