"""Hashes of numbers and tuples, the same at both speeds: for keys in tables, and to compare the two speeds."""

from __future__ import annotations

import struct
from typing import Any

WORD = 0xFFFF_FFFF_FFFF_FFFF
FACTOR = 0x9E37_79B9_7F4A_7C15
"""2^64 divided by the golden ratio, as an odd number: multiplying by it spreads the low bits over the word (Knuth)."""

WHOLE = 2.0**53
"""Floats represent every whole number below this."""


def mix(total: int, value: Any) -> int:
    """A 64-bit hash of the hash `total` and a number, or a tuple of numbers in their order."""
    if isinstance(value, tuple):
        for part in value:
            total = mix(total, part)
        return total
    bits = struct.unpack("<Q", struct.pack("<d", value))[0] if isinstance(value, float) else int(value)
    word = ((int(total) ^ bits) * FACTOR) & WORD
    return word ^ (word >> 32)


def mix_by_value(total: int, value: Any) -> int:
    """Like `mix`, but 2.0 hashes like 2: for rules that mix ints and floats, the two speeds may differ in the type."""
    if isinstance(value, tuple):
        for part in value:
            total = mix_by_value(total, part)
        return total
    if isinstance(value, float) or getattr(getattr(value, "dtype", None), "kind", "") == "f":
        value = float(value)
        if value.is_integer() and abs(value) < WHOLE:
            value = int(value)
    return mix(total, value)
