"""One number from many, at both speeds the same: what tells states apart in a table, and two speeds in a check."""

from __future__ import annotations

import struct
from typing import Any

WORD = 0xFFFF_FFFF_FFFF_FFFF
FACTOR = 0x9E37_79B9_7F4A_7C15
"""2^64 divided by the golden ratio, made odd: multiplying by it spreads the low bits over the word (Knuth)."""

WHOLE = 2.0**53
"""Below it a float holds every whole number."""


def mix(total: int, value: Any) -> int:
    """The 64-bit number that follows from `total` and a number, or a tuple of numbers, in their order."""
    if isinstance(value, tuple):
        for part in value:
            total = mix(total, part)
        return total
    bits = struct.unpack("<Q", struct.pack("<d", value))[0] if isinstance(value, float) else int(value)
    word = ((int(total) ^ bits) * FACTOR) & WORD
    return word ^ (word >> 32)


def mix_by_value(total: int, value: Any) -> int:
    """The same, but 2.0 counts as 2: where rules have numbers of both kinds, speeds may differ in which they have."""
    if isinstance(value, tuple):
        for part in value:
            total = mix_by_value(total, part)
        return total
    if isinstance(value, float) or getattr(getattr(value, "dtype", None), "kind", "") == "f":
        value = float(value)
        if value.is_integer() and abs(value) < WHOLE:
            value = int(value)
    return mix(total, value)
