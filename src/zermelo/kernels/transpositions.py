"""The transposition table: what was found of a state, kept by its whole key, in buckets of a few slots.

A slot's data is 63 bits: 40 of the value, 8 of the depth, 2 of the bound, 8 of the best action's place, 5 of the age.
A value that does not fit into 40 bits is rounded so that what is said of it stays true: a lower bound down, an upper
bound up. Nothing is taken on trust: two states with one hash are told apart by their keys.
"""

from __future__ import annotations

from typing import Any

from zermelo.native.memory import bits_of, number_of, read_slot, slot_data, write_slot

LOWER, UPPER, EXACT = 1, 2, 3
"""What an entry says of the value: at least, at most, or both."""

COMPLETE = 255
"""The depth of an entry in which no evaluation had a part: it holds at any depth."""

NO_PLACE = -1
"""The place of an action that is not known."""

LAST_PLACE = 254
"""Places further down are not written."""

AGES = 32
"""Ages go round."""

BUCKET = 4
"""Slots in a bucket."""


def pack(v: float, bound: int, depth: int, place: int, age: int) -> int:
    """The data of an entry."""
    short = bits_of(v) >> 24
    if bits_of(v) != short << 24:
        if bound == EXACT:
            bound = LOWER
        # Cutting bits off brings a number nearer to 0; the next code is farther from it.
        if (bound == LOWER) == (v < 0):
            short += 1
    return pack_sealed(short & 0xFF_FFFF_FFFF, bound, depth, place, age)


def pack_beside(v: float, bound: int, depth: int, place: int, age: int) -> int:
    """The data of an entry whose value stands beside it in full; what it has of the value tells that the two match."""
    return pack_sealed(bits_of(v) >> 24 & 0xFF_FFFF_FFFF, bound, depth, place, age)


def pack_sealed(seal: int, bound: int, depth: int, place: int, age: int) -> int:
    """The data of an entry with 40 bits that tell its value, or whether what stands beside it is the entry's."""
    written = place & 255 if place <= LAST_PLACE else 255
    return seal << 23 | min(depth, COMPLETE) << 15 | bound << 13 | written << 5 | age


def is_beside(v: float, data: int) -> bool:
    """Whether a value is that of the entry: another thread may have written one of the two."""
    return bits_of(v) >> 24 & 0xFF_FFFF_FFFF == seal_in(data)


def seal_in(data: int) -> int:
    """The 40 bits that the entry was packed with."""
    return data >> 23


def value_in(data: int) -> float:
    """The value of an entry."""
    code = seal_in(data)
    return number_of((code - 0x100_0000_0000 if code >= 0x80_0000_0000 else code) << 24)


def depth_in(data: int) -> int:
    """The depth to which the state was searched."""
    return data >> 15 & 255


def bound_in(data: int) -> int:
    """What the value says."""
    return data >> 13 & 3


def settles(bound: int, v: float, alpha: float, beta: float) -> bool:
    """Whether a value that is bounded so is all that a search within the window would say."""
    return bound == EXACT or (bound == LOWER and v >= beta) or (bound == UPPER and v <= alpha)


def place_in(data: int) -> int:
    """The place of the best action."""
    place = data >> 5 & 255
    return place if place <= LAST_PLACE else NO_PLACE


def age_in(data: int) -> int:
    """The search that wrote it."""
    return data & 31


def look_up(table: Any, first: int, key: Any) -> int:
    """The data kept for a key in the bucket that begins with slot `first`; 0 where there is none."""
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
    """Writes an entry: over the same key, else into a free slot, else over what is worth least; and says where.

    Worth least is what an older search wrote, and among equals what was searched least deep.
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
