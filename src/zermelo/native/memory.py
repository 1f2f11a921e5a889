"""Operations of kernels on the rows of a layout, at both speeds: hash-table slots, stored states, bits of numbers.

At the plain speed a slot holds any hashable key. As machine code a slot is a few words: the data, then the key, each of
whose words is masked with a hash of the key and the data. So two threads may write one slot at the same time: a mixture
of both matches neither key.
"""

from __future__ import annotations

import struct
import zlib
from bisect import bisect_left
from math import inf, nextafter
from typing import Any

from zermelo.core.errors import TableError, quote
from zermelo.native.mixing import WORD, mix


def read_slot(row: Any, slot: int, key: Any) -> int:
    """The data that the slot holds for the key; 0 if it is empty or holds another key."""
    held = row[slot]
    return held[1] if held is not None and held[0] == key else 0


def slot_data(row: Any, slot: int, key: Any) -> int:
    """The data that the slot holds for any key; 0 if it was never written. `key` only determines the slot's width."""
    held = row[slot]
    return 0 if held is None else held[1]


def write_slot(row: Any, slot: int, key: Any, data: int) -> None:
    """Writes a key and its data, which must not be 0, into a slot."""
    row[slot] = (key, data)


def prefetch_slot(row: Any, slot: int, key: Any) -> None:
    """Prefetches the slot, which will be read soon: a table is far larger than the processor's caches."""


def slot_words(key: Any) -> int:
    """The number of words that a slot for keys like this one has as machine code; the same at the plain speed."""
    return 1 + (sum(slot_words(part) - 1 for part in key) if isinstance(key, tuple) else 1)


def hash_of(key: Any) -> int:
    """A 64-bit hash of the key, the same at both speeds; for keys of one number it is invertible."""
    try:
        return mix(0, key)
    except (TypeError, ValueError):  # not made of numbers, which is possible only at the plain speed
        return mix(0, zlib.crc32(repr(key).encode())) & WORD


def quick_hash(key: Any) -> int:
    """A 64-bit hash of the key, quicker than `hash_of` but different at the two speeds."""
    return mix(0, hash(key))


def store(row: Any, place: int, kept: Any) -> None:
    """Stores a state or an action in a row; as machine code each takes one word per number."""
    row[place] = kept


def load(row: Any, place: int, like: Any) -> Any:
    """The state or action that was stored at `place`; `like` only determines its type."""
    return row[place]


def has_room(words: int, place: int, like: Any) -> bool:
    """Whether a row of `words` words, or elements at the plain speed, has room for a value like this at `place`."""
    return place < words


def fetch_add(row: Any, place: int, amount: Any) -> Any:
    """Adds to an element of a row that threads share, atomically in machine code; returns its value before."""
    before = row[place]
    row[place] = before + amount
    return before


def claim(row: Any, place: int, free: int, mark: int) -> bool:
    """Writes `mark` if the element is `free`, atomically in machine code; whether it was."""
    if row[place] != free:
        return False
    row[place] = mark
    return True


def publish(row: Any, place: int, value: Any) -> None:
    """Writes an element; a thread that then reads it with `published` sees everything that was written before it."""
    row[place] = value


def published(row: Any, place: int) -> Any:
    """Reads an element that another thread may have written by `publish`.

    A loop that polls a flag has to read it in this way: the compiler may move an ordinary read out of the loop.
    """
    return row[place]


def within(hashed: int, count: int) -> int:
    """The index below `count`, which is below 2^32, for a hash; it depends on the upper 32 bits of the hash."""
    return (hashed >> 32) * count >> 32


def tag_of(hashed: int) -> int:
    """The lowest 31 bits of a hash, on which `within` does not depend."""
    return hashed & 0x7FFF_FFFF


SMALL_KEY = 1 << 30
"""A key that is a number below this is identified by its tag alone."""


def tag_of_key(hashed: int, key: Any) -> int:
    """31 bits to compare keys by: a small number itself, and for other keys SMALL_KEY and 30 bits of the hash."""
    if isinstance(key, int) and 0 <= key < SMALL_KEY:
        return key
    return SMALL_KEY | tag_of(hashed)


def table_stage(game: Any, s: Any) -> int:
    """The stage of a state in tables, 0 in a table by keys.

    It is -1 in a search that does not probe any, for which no rule is compiled.
    """
    if game._probes_keys:
        return 0
    return game.stage(game.canonical(s)) if game._probes_tables else -1


def table_number(game: Any, s: Any, keys: Any, count: int) -> int:
    """The number of a state within its stage; -1 if it has none, or in a search that does not probe tables.

    In a table by keys it is the place of the state's key among `count` keys in ascending order.
    """
    if game._probes_keys:
        return place_of_words(keys, count, key_words(game.key(game.canonical(s))))
    return game.rank(game.canonical(s)) if game._probes_tables else -1


KeyWords = tuple[int, ...]
"""A key as the words that a table stores."""


def place_of_words(keys: Any, count: int, wanted: KeyWords) -> int:
    """The place of a key among keys in ascending order, the words of all in one array; -1 if it is not there."""
    width = len(wanted)

    def words(place: int) -> KeyWords:
        return tuple(keys[place * width : (place + 1) * width].tolist())

    place = bisect_left(range(count), wanted, key=words)
    return place if place < count and words(place) == wanted else -1


def key_words(key: Any) -> KeyWords:
    """The numbers of a key, each as a word of 64 bits. Raises TableError for a key that is not made of numbers."""
    if isinstance(key, tuple):
        return tuple(word for part in key for word in key_words(part))
    if hasattr(key, "__index__") or type(key).__name__ == "bool":  # NumPy's too, which is no index
        return (int(key) & WORD,)
    if hasattr(key, "is_integer"):  # a float, Python's or NumPy's
        return (bits_of(float(key)) & WORD,)
    raise TableError(f"{quote(repr(key))} in a key is not a number, so its state cannot be found in a table")


def bits_of(number: float) -> int:
    """The 64 bits of a float, as a signed integer."""
    return int(struct.unpack("<q", struct.pack("<d", number))[0])


def number_of(bits: int) -> float:
    """The float with these 64 bits."""
    return float(struct.unpack("<d", struct.pack("<q", bits))[0])


def next_float(number: float) -> float:
    """The next greater float."""
    return nextafter(number, inf)


def mark_of(action: Any, place: int) -> int:
    """A number that identifies an action across states: the action if it is a number, else its index `place`."""
    return int(action) if hasattr(action, "__index__") else place
