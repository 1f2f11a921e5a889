"""The functions that rewritten rules call for lists, slices and new tuples: in plain Python, and as machine code.

Where the source makes a list of a tuple, the machine code keeps the tuple. If it is no tuple, the functions for lists
do what the source says.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Any

from numba import types
from numba.core.errors import TypingError
from numba.extending import overload

from zermelo.core.game import put
from zermelo.native.pipelines import INLINED


def list_of(t: Any) -> Any:
    """A copy of t whose elements can be replaced by `with_item`."""
    return list(t)


@overload(list_of, strict=False, jit_options=INLINED)
def _list_of(t: Any) -> Any:
    if isinstance(t, types.UniTuple):
        return lambda t: t
    return lambda t: list(t)


def lists_of(t: Any) -> Any:
    """A copy of t and of its rows."""
    return [list(row) for row in t]


@overload(lists_of, strict=False, jit_options=INLINED)
def _lists_of(t: Any) -> Any:
    if isinstance(t, types.UniTuple) and isinstance(t.dtype, types.UniTuple):
        return lambda t: t
    return lambda t: [list(row) for row in t]


def with_item(t: Any, i: int, v: Any) -> Any:
    """The list or tuple with v at index i; a list is changed in place."""
    t[i] = v
    return t


@overload(with_item, strict=False, jit_options=INLINED)
def _with_item(t: Any, i: Any, v: Any) -> Any:
    if isinstance(t, types.BaseTuple):
        return lambda t, i, v: put(t, i, v)

    def with_item(t: Any, i: int, v: Any) -> Any:
        t[i] = v
        return t

    return with_item


def tuple_of(t: Any) -> Any:
    """The elements of the list as a tuple."""
    return tuple(t)


@overload(tuple_of, strict=False, jit_options=INLINED)
def _tuple_of(t: Any) -> Any:
    if isinstance(t, types.BaseTuple):
        return lambda t: t
    raise TypingError("a tuple is made of a list, the length of which is not known before the rule runs")


def model_of(t: Any) -> Any:
    """A tuple of which every element will be replaced."""
    return t


@overload(model_of, strict=False, jit_options=INLINED)
def _model_of(t: Any) -> Any:
    if isinstance(t, types.UniTuple):
        return lambda t: t
    raise TypingError("a tuple is made of a generator, the length of which is not known before the rule runs")


def sorted_tuple(t: Any, descending: bool) -> Any:
    """The elements of a tuple in order."""
    return tuple(sorted(t, reverse=descending))


@overload(sorted_tuple, strict=False, jit_options=INLINED)
def _sorted_tuple(t: Any, descending: Any) -> Any:
    if not isinstance(t, types.UniTuple) or not isinstance(t.dtype, (types.Number, types.Boolean)):
        raise TypingError("a tuple is made of a sorted list, the length of which is not known before the rule runs")
    length = len(t)

    def sorted_tuple(t: Any, descending: bool) -> Any:
        for last in range(1, length):  # insertion: tuples are short
            moved = t[last]
            place = last
            while place > 0 and (t[place - 1] < moved if descending else moved < t[place - 1]):
                t = put(t, place, t[place - 1])
                place -= 1
            t = put(t, place, moved)
        return t

    return sorted_tuple


def with_part(t: Any, i: int, v: Any) -> Any:
    """What `t[:i] + (v,) + t[i + 1 :]` is, if i is an index from 0."""
    return (*t[:i], v, *t[i + 1 :])


@overload(with_part, strict=False, jit_options=INLINED)
def _with_part(t: Any, i: Any, v: Any) -> Any:
    if not isinstance(t, types.UniTuple):
        raise TypingError("a slice of a tuple has a length that is not known before the rule runs")
    length = len(t)

    def with_part(t: Any, i: int, v: Any) -> Any:
        if i < 0 or i >= length:
            raise IndexError("t[:i] + (v,) + t[i + 1 :] has another length than t")
        return put(t, i, v)

    return with_part


def elements_of(t: Any, first: int | None, last: int | None, step: int | None) -> Iterator[Any]:
    """Yields the elements of t[first:last:step]."""
    yield from t[first:last:step]


@overload(elements_of, strict=False, jit_options=INLINED)
def _elements_of(t: Any, first: Any, last: Any, step: Any) -> Any:
    def elements_of_tuple(t: Any, first: int | None, last: int | None, step: int | None) -> Iterator[Any]:
        begin, end, stride = slice(first, last, step).indices(len(t))
        for i in range(begin, end, stride):
            yield t[i]

    def elements_of(t: Any, first: int | None, last: int | None, step: int | None) -> Iterator[Any]:
        for element in t[first:last:step]:  # noqa: UP028  Numba has no yield from; a copy, as the loop may change a list
            yield element

    return elements_of_tuple if isinstance(t, types.BaseTuple) else elements_of


def backwards(t: Any) -> Iterator[Any]:
    """Yields the elements of t, the last one first."""
    yield from reversed(t)


@overload(backwards, strict=False, jit_options=INLINED)
def _backwards(t: Any) -> Any:
    def backwards(t: Any) -> Iterator[Any]:
        for i in range(len(t) - 1, -1, -1):
            yield t[i]

    def backwards_in_range(t: Any) -> Iterator[Any]:  # a range has no elements in machine code
        for i in range(len(t) - 1, -1, -1):
            yield t.start + i * t.step

    return backwards_in_range if isinstance(t, types.RangeType) else backwards


@overload(operator.not_, strict=False, jit_options=INLINED)
def _not(t: Any) -> Any:
    return (lambda t: len(t) == 0) if isinstance(t, (types.BaseTuple, types.List)) else None


BUILDERS = {
    f":{function.__name__}": function
    for function in (list_of, lists_of, with_item, tuple_of, model_of, sorted_tuple, with_part, elements_of, backwards)
}
"""These functions, by the reserved names by which rewritten rules call them."""
