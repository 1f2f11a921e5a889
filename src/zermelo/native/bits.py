"""Bitboards, which are sets of squares as the bits of one number: counting, finding and iterating over bits.

The functions work at both speeds; as machine code each takes an instruction or two. A bitboard may be an `int` if it
stays below 2^63, or an `np.uint64` if all 64 bits are needed: then every operand has to be an `np.uint64` too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import SupportsInt


def count_bits(b: SupportsInt) -> int:
    """The number of bits that are set."""
    return int(b).bit_count()


def lowest_bit(b: SupportsInt) -> int:
    """The index of the lowest bit that is set; b must not be 0."""
    n = int(b)
    return (n & -n).bit_length() - 1


def highest_bit(b: SupportsInt) -> int:
    """The index of the highest bit that is set; b must be greater than 0."""
    return int(b).bit_length() - 1


def each_bit(b: SupportsInt) -> Iterator[int]:
    """Yields the indices of the bits that are set, in ascending order."""
    n = int(b)
    while n:
        yield (n & -n).bit_length() - 1
        n &= n - 1
