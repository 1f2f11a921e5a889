"""The transposition table: search results by the whole key of a state, in buckets of a few slots.

The data of an entry has 63 bits: 40 of the value, 8 of the depth, 2 of the bound, 8 of the index of the best action, 5
of the age. A value that does not fit into 40 bits is rounded so that the entry stays true: a lower bound down, an upper
bound up. Hash collisions do no harm, because whole keys are compared.
"""

from __future__ import annotations

from typing import Any

from zermelo.native.memory import bits_of, number_of, read_slot, slot_data, within, write_slot

LOWER, UPPER, EXACT = 1, 2, 3
"""The bound of an entry: its value is a lower bound, an upper bound, or exact."""

COMPLETE = 255
"""The depth of an entry whose value depends on no evaluation: it is valid at any depth."""

DEEP = COMPLETE >> 1
"""Entries that are valid for one depth alone do not distinguish depths from here on."""

NO_PLACE = -1
"""The index of an action that is not known."""

LAST_PLACE = 254
"""The greatest index that an entry can hold."""

AGES = 32
"""The number of ages, which are counted modulo this."""

BUCKET = 4
"""The number of slots in a bucket."""


def bucket_of(buckets: int, hashed: int) -> int:
    """The first slot of the bucket for a key with this hash."""
    return within(hashed, buckets) * BUCKET


def pack(v: float, bound: int, depth: int, place: int, age: int) -> int:
    """The data of an entry."""
    short = bits_of(v) >> 24
    if bits_of(v) != short << 24:
        if bound == EXACT:
            bound = LOWER
        # Cutting off bits rounds towards 0; the next code is farther from 0.
        if (bound == LOWER) == (v < 0):
            short += 1
    return pack_sealed(short & 0xFF_FFFF_FFFF, bound, depth, place, age)


def pack_beside(v: float, bound: int, depth: int, place: int, age: int) -> int:
    """The data of an entry whose full value is stored beside it; its 40 bits of the value check that the two match."""
    return pack_sealed(bits_of(v) >> 24 & 0xFF_FFFF_FFFF, bound, depth, place, age)


def pack_sealed(seal: int, bound: int, depth: int, place: int, age: int) -> int:
    """The data of an entry with 40 bits that are its value, or a checksum of the numbers stored beside it."""
    written = place & 255 if place <= LAST_PLACE else 255
    return seal << 23 | min(depth, COMPLETE) << 15 | bound << 13 | written << 5 | age


def is_beside(v: float, data: int) -> bool:
    """Whether a value stored beside an entry belongs to it: another thread may have overwritten one of the two."""
    return bits_of(v) >> 24 & 0xFF_FFFF_FFFF == seal_in(data)


def seal_in(data: int) -> int:
    """The 40 bits of an entry that are its value or a checksum."""
    return data >> 23


def value_in(data: int) -> float:
    """The value of an entry."""
    code = seal_in(data)
    return number_of((code - 0x100_0000_0000 if code >= 0x80_0000_0000 else code) << 24)


def depth_in(data: int) -> int:
    """The depth to which the state was searched."""
    return data >> 15 & 255


def own_depth(depth: int, guessed: bool) -> int:
    """The depth of an entry that is valid for this depth alone, with the information whether it is an estimate."""
    return min(depth, DEEP) << 1 | int(guessed)


def bound_in(data: int) -> int:
    """The bound of an entry: LOWER, UPPER or EXACT."""
    return data >> 13 & 3


def settles(bound: int, v: float, alpha: float, beta: float) -> bool:
    """Whether a value with this bound makes a search within the window unnecessary."""
    return bound == EXACT or (bound == LOWER and v >= beta) or (bound == UPPER and v <= alpha)


def place_in(data: int) -> int:
    """The index of the best action, or NO_PLACE."""
    place = data >> 5 & 255
    return place if place <= LAST_PLACE else NO_PLACE


def age_in(data: int) -> int:
    """The age of an entry, which is the number of the search that wrote it, modulo AGES."""
    return data & 31


def bound_of(v: float, alpha: float, beta: float) -> int:
    """The bound that a fail-soft search within the window returns as v."""
    return LOWER if v >= beta else UPPER if v <= alpha else EXACT


def look_up(table: Any, first: int, key: Any) -> int:
    """The data for a key in the bucket that begins with slot `first`; 0 if there is none."""
    for i in range(BUCKET):
        data = read_slot(table, first + i, key)
        if data != 0:
            return data
    return 0


def slot_of(table: Any, first: int, key: Any) -> int:
    """The slot of the bucket that holds the key, or -1."""
    for i in range(BUCKET):
        if read_slot(table, first + i, key) != 0:
            return first + i
    return -1


def keep(table: Any, first: int, key: Any, data: int) -> int:
    """Writes an entry over the same key, else into a free slot, else over the least valuable entry; returns the slot.

    Entries of older searches are less valuable, and among entries of the same age those of smaller depth.
    """
    slot, least = first, 1 << 62
    for i in range(BUCKET):
        held = slot_data(table, first + i, key)
        if held == 0 or read_slot(table, first + i, key) != 0:
            slot = first + i
            break
        worth = depth_in(held) + 256 * (age_in(held) == age_in(data))
        if worth < least:
            slot, least = first + i, worth
    write_slot(table, slot, key, data)
    return slot
