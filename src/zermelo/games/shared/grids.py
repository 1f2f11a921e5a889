"""Sets of cells of a board of up to 16 by 16, kept in four words of 64 bits.

Cell 0 is the upper left corner, cell 1 is to the right of it and cell 16 below it; a word holds four rows. A game that
leaves the cells at the edge of the grid empty needs no masks: what is moved over the edge of a row lands there.

All operands combined with a word must be `np.uint64`: see `bits.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

import numpy as np

from zermelo.native.bits import count_bits, each_bit, lowest_bit

Grid: TypeAlias = tuple[np.uint64, np.uint64, np.uint64, np.uint64]
"""A set of cells."""

WIDTH = 16
"""The number of cells from one row to the next."""

CELLS = 256

NONE, ONE, WORD = np.uint64(0), np.uint64(1), np.uint64(64)

EMPTY: Grid = (NONE, NONE, NONE, NONE)


def grid_of(cells: Iterable[int]) -> Grid:
    """The set of these cells; not for machine code."""
    bits = sum(1 << cell for cell in set(cells))
    a, b, c, d = (np.uint64(bits >> shift & (1 << 64) - 1) for shift in range(0, CELLS, 64))
    return a, b, c, d


def single(cell: int) -> Grid:
    """The set of one cell."""
    word, bit = cell >> 6, ONE << np.uint64(cell & 63)
    return (
        bit if word == 0 else NONE,
        bit if word == 1 else NONE,
        bit if word == 2 else NONE,
        bit if word == 3 else NONE,
    )


def has_cell(g: Grid, cell: int) -> bool:
    """Whether the cell is in the set."""
    return bool(g[cell >> 6] >> np.uint64(cell & 63) & ONE != NONE)


def is_empty(g: Grid) -> bool:
    """Whether no cell is in the set."""
    return bool(g[0] | g[1] | g[2] | g[3] == NONE)


def same(g: Grid, h: Grid) -> bool:
    """Whether both sets have the same cells."""
    return bool((g[0] ^ h[0]) | (g[1] ^ h[1]) | (g[2] ^ h[2]) | (g[3] ^ h[3]) == NONE)


def union(g: Grid, h: Grid) -> Grid:
    """The cells that are in one of the sets."""
    return g[0] | h[0], g[1] | h[1], g[2] | h[2], g[3] | h[3]


def common(g: Grid, h: Grid) -> Grid:
    """The cells that are in both sets."""
    return g[0] & h[0], g[1] & h[1], g[2] & h[2], g[3] & h[3]


def without(g: Grid, h: Grid) -> Grid:
    """The cells of g that are not in h."""
    return g[0] & ~h[0], g[1] & ~h[1], g[2] & ~h[2], g[3] & ~h[3]


def ahead(g: Grid, step: np.uint64) -> Grid:
    """The cells, each moved to the one that is `step` higher; from 1 to 63."""
    rest = WORD - step
    return g[0] << step, g[1] << step | g[0] >> rest, g[2] << step | g[1] >> rest, g[3] << step | g[2] >> rest


def back(g: Grid, step: np.uint64) -> Grid:
    """The cells, each moved to the one that is `step` lower; from 1 to 63."""
    rest = WORD - step
    return g[0] >> step | g[1] << rest, g[1] >> step | g[2] << rest, g[2] >> step | g[3] << rest, g[3] >> step


def window(g: Grid, first: int) -> np.uint64:
    """The 64 cells from `first` on as one word; there are none before cell 0 and after cell 255."""
    if first < 0:
        return g[0] << np.uint64(-first)
    word, shift = first >> 6, np.uint64(first & 63)
    low = g[word] >> shift
    return low if shift == NONE or word == 3 else low | g[word + 1] << (WORD - shift)


def count_cells(g: Grid) -> int:
    """How many cells are in the set."""
    return count_bits(g[0]) + count_bits(g[1]) + count_bits(g[2]) + count_bits(g[3])


def each_cell(g: Grid) -> Iterator[int]:
    """Yields the cells of the set, in ascending order."""
    for word in range(4):
        for bit in each_bit(g[word]):
            yield word * 64 + bit


def first_cell(g: Grid) -> int:
    """The lowest cell of the set, which must not be empty."""
    word = 0
    while g[word] == NONE:
        word += 1
    return word * 64 + lowest_bit(g[word])


def random_cell(g: Grid, random: np.uint64) -> int:
    """A cell of the set, which must not be empty; each is as likely if `random` is a random number of 64 bits."""
    left = int((random >> np.uint64(32)) * np.uint64(count_cells(g)) >> np.uint64(32))
    word = 0
    while left >= count_bits(g[word]):
        left -= count_bits(g[word])
        word += 1
    return word * 64 + nth_bit(g[word], left)


def nth_bit(b: np.uint64, n: int) -> int:
    """The index of the bit of b that is set and has n set bits below it: by halves, of 32, 16, 8, ... bits."""
    bit, half = 0, 32
    while half:
        low = count_bits(b & ((ONE << np.uint64(half)) - ONE))
        if n >= low:
            n -= low
            b >>= np.uint64(half)
            bit += half
        half >>= 1
    return bit
