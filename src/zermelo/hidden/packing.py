"""States in the rows of a kernel's memory, written and read by drivers: what `store` and `load` do in kernels."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from typing import Any

from zermelo.core.game import State
from zermelo.native.layouts import Layout
from zermelo.native.memory import slot_words
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
    words = row[: count * width].tolist()
    return [_state(iter(words[i * width : (i + 1) * width]), like) for i in range(count)]


def _words(value: Any) -> list[int]:
    if isinstance(value, tuple):
        return [word for part in value for word in _words(part)]
    if _is_float(value):
        return [int(struct.unpack("<Q", struct.pack("<d", value))[0])]
    return [int(value) & WORD]


def _state(words: Iterable[int], like: Any) -> Any:
    if isinstance(like, tuple):
        parts = [_state(words, part) for part in like]
        return type(like)(*parts) if hasattr(like, "_fields") else tuple(parts)
    word = next(iter(words))
    if _is_float(like):
        return type(like)(struct.unpack("<d", struct.pack("<Q", word))[0])
    if hasattr(like, "dtype") and like.dtype.kind == "u":
        return type(like)(word)
    return type(like)(word - (1 << 64) if word >> 63 else word)


def _is_float(value: Any) -> bool:
    return isinstance(value, float) or getattr(getattr(value, "dtype", None), "kind", "") == "f"
