"""Blocks of a table file: some entries, packed in few bits and compressed.

A block is up to three streams, each compressed by zstd: the levels in as few bits as the table needs; the distances in
one or two bytes each; and in a table by keys the keys, as the differences between neighbours, byte by byte.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.core.errors import TableError
from zermelo.tables.header import StageHeader

Levels = npt.NDArray[np.uint8]
Distances = npt.NDArray[np.uint16]
Keys = npt.NDArray[np.uint64]

UNUSED = 255
"""The level of a number that no position has."""

BLOCK = 1 << 14
"""The entries of a block: enough for zstd to find what repeats, few enough to decompress one for a single probe."""

COMPRESSION = 12
"""The level of zstd's compression."""

_own = threading.local()
"""A zstd context for each thread: one must not be used by two at once."""


@dataclass(frozen=True)
class Block:
    """The entries of a block, as they were decompressed: a single one is read without unpacking the others."""

    header: StageHeader
    entries: int
    packed: Levels
    plies: npt.NDArray[Any] | None
    steps: bytes
    """The differences of keys; empty in a table without keys."""

    @property
    def size(self) -> int:
        """The bytes that it takes in memory, those of its keys included."""
        return self.packed.nbytes + (0 if self.plies is None else self.plies.nbytes) + 2 * len(self.steps)

    def level_at(self, place: int) -> int:
        """The level of one entry."""
        bits = bits_for(len(self.header.levels))
        level = int(self.packed[place * bits >> 3]) >> (place * bits & 7) & (1 << bits) - 1
        return level if level < (1 << bits) - 1 else UNUSED

    def distance_at(self, place: int) -> int:
        """The distance of one entry, in a table with distances."""
        assert self.plies is not None
        return int(self.plies[place])

    @cached_property
    def levels(self) -> Levels:
        """The levels of all entries."""
        bits = bits_for(len(self.header.levels))
        shifts = np.arange(0, 8, bits, dtype=np.uint8)
        unpacked = (self.packed[:, None] >> shifts) & ((1 << bits) - 1)
        codes: Levels = unpacked.astype(np.uint8).reshape(-1)[: self.entries]
        codes[codes == (1 << bits) - 1] = UNUSED
        return codes

    @property
    def distances(self) -> Distances | None:
        """The distances of all entries."""
        return None if self.plies is None else self.plies.astype(np.uint16)

    @cached_property
    def keys(self) -> Keys | None:
        """The keys of all entries in ascending order, one row of words for each."""
        return _sums(self.steps, self.header.key_words) if self.header.key_words else None


def bits_for(levels: int) -> int:
    """The bits of an entry's level: 1, 2, 4 or 8, so that entries do not straddle bytes. One code means unused."""
    return next(bits for bits in (1, 2, 4, 8) if levels < 1 << bits)


def entries_in(header: StageHeader, index: int) -> int:
    """The number of entries of a block: BLOCK, and fewer in the last one."""
    return min(BLOCK, header.count - index * BLOCK)


def pack(
    header: StageHeader, levels: Levels, distances: Distances | None, keys: Keys | None
) -> tuple[bytes, bytes, bytes]:
    """The three streams of a block, compressed; a stream that the table does not have is empty."""
    import zstandard  # noqa: PLC0415  # most programs use no tables

    compressor = zstandard.ZstdCompressor(level=COMPRESSION)
    return (
        compressor.compress(_packed(levels, bits_for(len(header.levels)))),
        b"" if distances is None else compressor.compress(_narrowed(distances)),
        b"" if keys is None else compressor.compress(_differences(keys)),
    )


def unpack(header: StageHeader, entries: int, levels: bytes, distances: bytes, keys: bytes) -> Block:
    """The block of which these are the streams. Raises TableError if a stream does not have the right size."""
    bits, words = bits_for(len(header.levels)), header.key_words
    packed = np.frombuffer(_decompressed(levels, (-(-entries * bits // 8),)), np.uint8)
    plies = _plies(_decompressed(distances, (entries, 2 * entries)), entries) if header.distances else None
    block = Block(header, entries, packed, plies, _decompressed(keys, (8 * words * entries,)) if words else b"")
    has_spare_codes = len(header.levels) + 1 < 1 << bits
    if has_spare_codes and np.any((block.levels >= len(header.levels)) & (block.levels != UNUSED)):
        raise TableError("a value is not among the levels of the header")
    return block


def _packed(levels: Levels, bits: int) -> bytes:
    per_byte = 8 // bits
    codes = np.full(-(-len(levels) // per_byte) * per_byte, (1 << bits) - 1, np.uint8)
    codes[: len(levels)] = np.minimum(levels, (1 << bits) - 1)
    shifts = np.arange(0, 8, bits, dtype=np.uint8)
    return bytes(np.bitwise_or.reduce(codes.reshape(-1, per_byte) << shifts, axis=1).astype(np.uint8).tobytes())


def _narrowed(distances: Distances) -> bytes:
    kind: Any = np.uint8 if distances.max(initial=0) < 256 else "<u2"
    return bytes(distances.astype(kind).tobytes())


def _plies(data: bytes, entries: int) -> npt.NDArray[Any]:
    kind: Any = np.uint8 if len(data) == entries else "<u2"
    return np.frombuffer(data, kind)


def _differences(keys: Keys) -> bytes:
    """The differences of neighbouring keys, word by word, and of these first all lowest bytes, then the next."""
    steps = np.diff(keys, axis=0, prepend=np.zeros((1, keys.shape[1]), np.uint64)).astype("<u8")
    return bytes(np.ascontiguousarray(steps.T).view(np.uint8).reshape(-1, 8).T.tobytes())


def _sums(data: bytes, words: int) -> Keys:
    planes = np.frombuffer(data, np.uint8).reshape(8, -1)
    steps = np.ascontiguousarray(planes.T).view("<u8").reshape(words, -1)
    return np.ascontiguousarray(np.cumsum(steps, axis=1, dtype=np.uint64).T)


def _decompressed(data: bytes, sizes: tuple[int, ...]) -> bytes:
    """The content of a stream, if it has one of the sizes; nothing is allocated for another."""
    import zstandard  # noqa: PLC0415  # as above

    decompressor = getattr(_own, "decompressor", None)
    if decompressor is None:
        decompressor = _own.decompressor = zstandard.ZstdDecompressor()
    try:
        claimed = zstandard.frame_content_size(data)
        if claimed not in sizes:
            raise TableError("a block has the wrong size")
        content: bytes = decompressor.decompress(data, max_output_size=claimed, allow_extra_data=False)
    except zstandard.ZstdError as error:
        raise TableError("a block cannot be decompressed") from error
    if len(content) != claimed:
        raise TableError("a block has the wrong size")
    return content
