"""The memory of a kernel, declared once as a class: scalars and rows with names, types and lengths.

    class Walk(Layout):
        steps: int                       # a scalar: kernels write `m.steps += 1`
        longest: float
        trail: Ints = row("plies + 1")   # a row: `m.trail[ply] = place`

    m = Walk.make(native=True, plies=100)

At the plain speed scalars are attributes and rows are lists. For machine code all fields lie in one block of words, in
the order of their declaration: the value of a scalar, or the address of a row. A kernel reaches each by a fixed offset,
and a name that is not declared does not compile.

With ZERMELO_CHECK_MEMORY=1 in the environment every access to a row is bounds-checked, at both speeds, and at the plain
speed an assignment to a name that is not declared is refused.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self, TypeAlias

Ints: TypeAlias = "list[int]"
"""A row of 64-bit integers."""

SmallInts: TypeAlias = "list[int]"
"""A row of integers below 2^31 in size: 32 bits each as machine code."""

Floats: TypeAlias = "list[float]"
"""A row of 64-bit floats."""

Slots: TypeAlias = Any
"""A row of slots, states or actions: each takes some 64-bit words as machine code, and is any object plainly."""

INTEGER, SMALL, FLOAT, WORD, BOOLEAN = "int64", "int32", "float64", "uint64", "bool"

_SCALARS = {"int": INTEGER, "float": FLOAT, "bool": BOOLEAN}
_ROWS = {"Ints": INTEGER, "SmallInts": SMALL, "Floats": FLOAT, "Slots": WORD}

CACHE_LINE = 128
"""The number of bytes that a processor fetches together, at most."""

CHECK = "ZERMELO_CHECK_MEMORY"
"""The environment variable that switches bounds checks on."""


def is_checked() -> bool:
    """Whether memory that is made now is bounds-checked."""
    return os.environ.get(CHECK, "") not in ("", "0")


@dataclass(frozen=True)
class _RowDeclaration:
    length: str
    words: str
    fill: int
    sparse: bool
    group: str


def row(length: str, *, words: str = "1", fill: int = 0, sparse: bool = False, group: str = "") -> Any:
    """Declares a row: `length` is an expression in the sizes that `make` is given, such as "plies + 1".

    An element of Slots takes `words` words as machine code. A sparse row is long and mostly unused: plainly it takes
    memory only for the elements that are written. As machine code, rows of one group are interleaved: their elements of
    the same index are neighbours, for kernels that read them together. They have the same type and length.
    """
    return _RowDeclaration(length, words, fill, sparse, group)


@dataclass(frozen=True)
class Field:
    """One declared scalar or row."""

    name: str
    kind: str
    row: _RowDeclaration | None = None

    def new_row(self, native: bool, sizes: Mapping[str, int]) -> Any:
        """The row of a new memory."""
        assert self.row is not None
        length = _evaluate(self.row.length, sizes)
        if native:
            return _array(self.kind, length * _evaluate(self.row.words, sizes), self.row.fill)
        if self.row.sparse or self.kind == WORD:
            return _CheckedSparseRow(length) if is_checked() else SparseRow()
        values = [float(self.row.fill) if self.kind == FLOAT else self.row.fill] * length
        return _CheckedRow(values) if is_checked() else values


def group_of(field: Field, fields: tuple[Field, ...]) -> list[str]:
    """The names of the rows that are interleaved with this one, in their order in memory; its own if it is alone."""
    if field.row is None or not field.row.group:
        return [field.name]
    return [other.name for other in fields if other.row is not None and other.row.group == field.row.group]


def _interleaved(field: Field, names: list[str], sizes: Mapping[str, int]) -> dict[str, Any]:
    """The rows of a group, as views of one array."""
    assert field.row is not None
    whole = _array(field.kind, _evaluate(field.row.length, sizes) * len(names), field.row.fill)
    return {name: whole[i :: len(names)] for i, name in enumerate(names)}


def _evaluate(expression: str, sizes: Mapping[str, int]) -> int:
    return int(eval(expression, {"__builtins__": {"max": max}}, dict(sizes)))


def _array(kind: str, length: int, fill: int) -> Any:
    """An array that shares no cache line with another, which would slow down threads (false sharing)."""
    import numpy as np  # noqa: PLC0415  # not needed at the plain speed

    size = np.dtype(kind).itemsize
    whole = np.zeros(length + 2 * CACHE_LINE // size, kind)
    begin = -whole.ctypes.data % CACHE_LINE // size
    made = whole[begin : begin + length]
    if fill:
        made[:] = fill
    return made


class SparseRow(dict[int, Any]):
    """A long row of which few elements are ever written: the others are None."""

    def __missing__(self, place: int) -> None:
        return None


class _CheckedSparseRow(SparseRow):
    def __init__(self, length: int) -> None:
        super().__init__()
        self._length = length

    def __getitem__(self, place: int) -> Any:
        _check(place, self._length)
        return super().__getitem__(place)

    def __setitem__(self, place: int, value: Any) -> None:
        _check(place, self._length)
        super().__setitem__(place, value)


class _CheckedRow(list[Any]):
    def __getitem__(self, place: Any) -> Any:
        if not isinstance(place, slice):
            _check(place, len(self))
        return super().__getitem__(place)

    def __setitem__(self, place: Any, value: Any) -> None:
        if not isinstance(place, slice):
            _check(place, len(self))
        super().__setitem__(place, value)


def _check(place: int, length: int) -> None:
    if not 0 <= place < length:
        raise IndexError(f"index {place} is outside a row of length {length}")


class Layout:
    """The base class of all layouts. An instance is made by `make`."""

    fields: ClassVar[tuple[Field, ...]] = ()
    is_native: ClassVar[bool] = False
    _twin: ClassVar[type[Layout] | None] = None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.is_native:
            return
        cls._twin = None
        inherited = [field for base in cls.__bases__ for field in getattr(base, "fields", ())]
        own = [_declared(cls, name, kind) for name, kind in cls.__annotations__.items()]
        cls.fields = tuple(dict.fromkeys((*inherited, *own)))

    @classmethod
    def make(cls, native: bool, given: Layout | None = None, /, **sizes: int) -> Self:
        """A new memory of this layout; it shares the rows of `given` and copies its scalars."""
        made: Self = object.__new__(cls._native_twin() if native else cls._checked_twin() if is_checked() else cls)
        taken = {} if given is None else {field.name for field in given.fields}
        rows: dict[str, Any] = {}
        for field in cls.fields:
            if field.row is None or field.name in rows:
                continue
            names = group_of(field, cls.fields)
            if field.name in taken:
                rows[field.name] = getattr(given, field.name)
            elif native and len(names) > 1:
                rows |= _interleaved(field, names, sizes)
            else:
                rows[field.name] = field.new_row(native, sizes)
        made.__dict__.update(rows)
        if native:
            made._link()
        for field in cls.fields:
            if field.row is None:
                setattr(made, field.name, getattr(given, field.name) if field.name in taken else 0)
        return made

    def new_row(self, name: str, **sizes: int) -> Any:
        """A new row as the layout declares it, for `with_rows`."""
        return next(field for field in self.fields if field.name == name).new_row(self.is_native, sizes)

    def with_rows(self, **rows: Any) -> Self:
        """The same memory with some rows exchanged for others."""
        made: Self = object.__new__(type(self))
        made.__dict__.update(self.__dict__ | rows)
        if self.is_native:
            made._link()
        for field in self.fields:
            if field.row is None:
                setattr(made, field.name, getattr(self, field.name))
        return made

    def rows(self) -> dict[str, Any]:
        """The rows by name."""
        return {field.name: getattr(self, field.name) for field in self.fields if field.row is not None}

    @classmethod
    def _checked_twin(cls) -> type[Self]:
        """The class of checked memories at the plain speed, in which only declared names can be assigned."""

        def assign(self: Layout, name: str, value: Any) -> None:
            if all(field.name != name for field in cls.fields):
                raise AttributeError(f"{cls.__name__} declares no field {name!r}")
            object.__setattr__(self, name, value)

        return type(cls.__name__, (cls,), {"__annotations__": {}, "__setattr__": assign})

    @classmethod
    def _native_twin(cls) -> type[Self]:
        """The class of memories for machine code, whose scalars lie in the block."""
        if cls._twin is None:
            scalars = {
                field.name: _scalar(place, field.kind) for place, field in enumerate(cls.fields) if field.row is None
            }
            cls._twin = type(cls.__name__, (cls,), {"is_native": True, "__annotations__": {}, **scalars})
        return cls._twin  # type: ignore[return-value]

    def _link(self) -> None:
        """Makes the block of a native memory; after the fields it has the lengths of rows, for bounds checks."""
        rows = {place: getattr(self, field.name) for place, field in enumerate(self.fields) if field.row is not None}
        block = _array(INTEGER, 2 * len(self.fields), 0)
        for place, held in rows.items():
            block[place], block[len(self.fields) + place] = held.ctypes.data, len(held)
        self.__dict__["_ints"], self.__dict__["_floats"] = block, block.view(FLOAT)
        self.__dict__["is_checked"] = is_checked()
        self.__dict__["address"] = int(block.ctypes.data)


def _declared(cls: type[Layout], name: str, kind: str) -> Field:
    """The field that an annotation declares; removes the row's declaration from the class's attributes."""
    declaration = cls.__dict__.get(name)
    if isinstance(declaration, _RowDeclaration) and kind in _ROWS:
        delattr(cls, name)
        return Field(name, _ROWS[kind], declaration)
    if declaration is None and kind in _SCALARS:
        return Field(name, _SCALARS[kind])
    raise TypeError(f"{cls.__name__}.{name}: {kind!r} is neither a scalar (int, float, bool) nor a row")


def _scalar(place: int, kind: str) -> property:
    """A property that reads and writes a word of the block."""
    block = "_floats" if kind == FLOAT else "_ints"
    convert = {INTEGER: int, FLOAT: float, BOOLEAN: bool}[kind]

    def read(self: Any) -> Any:
        return convert(getattr(self, block)[place])

    def write(self: Any, value: Any) -> None:
        getattr(self, block)[place] = value

    return property(read, write)
