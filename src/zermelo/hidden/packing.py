"""States in the rows of a kernel's memory, written and read by drivers: what `store` and `load` do in kernels."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from zermelo.core.game import State
from zermelo.native.layouts import Layout
from zermelo.native.memory import number_of, slot_words
from zermelo.native.mixing import WORD


def put_states(m: Layout, row: Any, states: Sequence[State]) -> None:
    """Writes states into a row of the memory, from its beginning."""
    if not m.is_native:
        for place, s in enumerate(states):
            row[place] = s
        return
    words = [word for s in states for word in _words(s)]
    import numpy as np  # noqa: PLC0415  # loaded already where memory is native

    row[: len(words)] = np.array(words, dtype=np.uint64)


def states_in(m: Layout, row: Any, like: State, count: int) -> list[State]:
    """The first states of a row, with the types of the state `like`."""
    if not m.is_native:
        return [row[place] for place in range(count)]
    width = slot_words(like) - 1
    words = row[: count * width].view("int64").reshape(count, width).tolist()
    return list(map(_reader(like), words))


def _reader(like: State) -> Callable[[list[int]], State]:
    """A function that makes a state from its words; generated, because a loop over the words takes far longer."""
    names: dict[str, Any] = {"float_of": number_of, "WORD": WORD}
    source = _expression(like, names, iter(range(slot_words(like))))
    read: Callable[[list[int]], State] = eval(f"lambda w: {source}", names)
    return read


def _expression(like: Any, names: dict[str, Any], words: Iterator[int]) -> str:
    """The source of an expression that makes a value like this from the next words, w[i]; adds the names it needs."""
    if isinstance(like, tuple):
        parts = ", ".join(_expression(part, names, words) for part in like)
        if not hasattr(like, "_fields"):
            return f"({parts},)" if like else "()"
        names[f"T{len(names)}"] = type(like)
        return f"T{len(names) - 1}({parts})"
    word = f"w[{next(words)}]"
    if _is_float(like):
        word = f"float_of({word})"
    if type(like) in (int, float):
        return word
    names[f"T{len(names)}"] = type(like)
    is_unsigned = getattr(getattr(like, "dtype", None), "kind", "") == "u"
    return f"T{len(names) - 1}({word} & WORD)" if is_unsigned else f"T{len(names) - 1}({word})"


def _words(value: Any) -> list[int]:
    if isinstance(value, tuple):
        return [word for part in value for word in _words(part)]
    if _is_float(value):
        return [int(struct.unpack("<Q", struct.pack("<d", value))[0])]
    return [int(value) & WORD]


def _is_float(value: Any) -> bool:
    return isinstance(value, float) or getattr(getattr(value, "dtype", None), "kind", "") == "f"
