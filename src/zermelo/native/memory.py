"""Slots for keys, stored states and the bits of numbers: what kernels do with the rows of a layout, at both speeds.

At the plain speed a slot holds any hashable key. As machine code a slot is a few words: data, then the key, each word
of it masked with a number that follows from the key and the data. So two threads may write one slot at the same time: a
mixture of the two matches neither key.
"""

from __future__ import annotations

import struct
import zlib
from math import inf, nextafter
from typing import Any

from zermelo.native.mixing import WORD, mix


def read_slot(row: Any, slot: int, key: Any) -> int:
    """The data that the slot holds for the key; 0 if it holds another key or nothing."""
    held = row[slot]
    return held[1] if held is not None and held[0] == key else 0


def slot_data(row: Any, slot: int, key: Any) -> int:
    """The data that the slot holds, whatever its key; 0 if it was never written. The key given tells its width."""
    held = row[slot]
    return 0 if held is None else held[1]


def write_slot(row: Any, slot: int, key: Any, data: int) -> None:
    """Puts a key and its data, which is not 0, into a slot."""
    row[slot] = (key, data)


def expect_slot(row: Any, slot: int, key: Any) -> None:
    """Says that the slot will be read soon: a table is far larger than any cache, and memory is slow."""


def slot_words(key: Any) -> int:
    """How many words a slot for keys like this one has as machine code; at the plain speed, as many as if it were."""
    return 1 + (sum(slot_words(part) - 1 for part in key) if isinstance(key, tuple) else 1)


def hash_of(key: Any) -> int:
    """64 bits that follow from the key; from a key of one number all of it can be had back."""
    try:
        return mix(0, key)
    except (TypeError, ValueError):  # not made of numbers: only the plain speed meets these
        return mix(0, zlib.crc32(repr(key).encode())) & WORD


def spread(key: Any) -> int:
    """64 bits that equal keys share: quicker than `hash_of`, and at each speed of its own."""
    return mix(0, hash(key))


def store(row: Any, place: int, kept: Any) -> None:
    """Puts a state or an action into a row, in which each takes as many words as it has numbers."""
    row[place] = kept


def load(row: Any, place: int, like: Any) -> Any:
    """What was stored there; the one given tells its type."""
    return row[place]


def has_room(words: int, place: int, like: Any) -> bool:
    """Whether a row of so many words, or at the plain speed of so many places, has this place for one like it."""
    return place < words


def within(hashed: int, count: int) -> int:
    """A place below `count`, which is below 2^32, from the upper half of a hash."""
    return (hashed >> 32) * count >> 32


def tag_of(hashed: int) -> int:
    """31 bits of a hash, none of which `within` makes use of but for very many places."""
    return hashed & 0x7FFF_FFFF


SMALL_KEY = 1 << 30
"""A key that is a number below it is told by its tag alone."""


def tag_of_key(hashed: int, key: Any) -> int:
    """31 bits to tell a key by: a small number itself, and of whatever else SMALL_KEY and some bits of its hash."""
    if isinstance(key, int) and 0 <= key < SMALL_KEY:
        return key
    return SMALL_KEY | tag_of(hashed)


def bits_of(number: float) -> int:
    """The 64 bits of a float, as an integer with a sign."""
    return int(struct.unpack("<q", struct.pack("<d", number))[0])


def number_of(bits: int) -> float:
    """The float with these 64 bits."""
    return float(struct.unpack("<d", struct.pack("<q", bits))[0])


def above(number: float) -> float:
    """The float that follows; there is none between the two."""
    return nextafter(number, inf)


def mark_of(action: Any, place: int) -> int:
    """A number to tell an action by from others in other states: itself, or where it is none, its place."""
    return int(action) if hasattr(action, "__index__") else place
