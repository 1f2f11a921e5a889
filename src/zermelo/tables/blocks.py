"""Blocks of a table file: some entries, packed in few bits and compressed.

A block is up to three streams, each compressed by zstd: the levels in as few bits as the table needs; the distances in
one or two bytes each; and in a table by keys the keys, as the differences between neighbours, byte by byte.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import zstandard

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
    """The entries of a block as arrays."""

    levels: Levels
    distances: Distances | None
    keys: Keys | None
    """One row of words for each entry, in ascending order."""

    @property
    def size(self) -> int:
        """The bytes that it takes in memory."""
        return sum(held.nbytes for held in (self.levels, self.distances, self.keys) if held is not None)


def bits_for(levels: int) -> int:
    """The bits of an entry's level: 1, 2, 4 or 8, so that entries do not straddle bytes. One code means unused."""
    return next(bits for bits in (1, 2, 4, 8) if levels < 1 << bits)


def entries_in(header: StageHeader, index: int) -> int:
    """The number of entries of a block: BLOCK, and fewer in the last one."""
    return min(BLOCK, header.count - index * BLOCK)


def pack(header: StageHeader, block: Block) -> tuple[bytes, bytes, bytes]:
    """The three streams of a block, compressed; a stream that the table does not have is empty."""
    compressor = zstandard.ZstdCompressor(level=COMPRESSION)
    levels = compressor.compress(_packed(block.levels, bits_for(len(header.levels))))
    distances = b"" if block.distances is None else compressor.compress(_narrowed(block.distances))
    keys = b"" if block.keys is None else compressor.compress(_differences(block.keys))
    return levels, distances, keys


def unpack(header: StageHeader, entries: int, levels: bytes, distances: bytes, keys: bytes) -> Block:
    """The block of which these are the streams. Raises TableError if a stream does not have the right size."""
    bits, words = bits_for(len(header.levels)), header.key_words
    packed = _decompressed(levels, (-(-entries * bits // 8),))
    return Block(
        levels=_unpacked(packed, bits, entries, len(header.levels)),
        distances=_widened(_decompressed(distances, (entries, 2 * entries)), entries) if header.distances else None,
        keys=_sums(_decompressed(keys, (8 * words * entries,)), words) if words else None,
    )


def _packed(levels: Levels, bits: int) -> bytes:
    per_byte = 8 // bits
    codes = np.full(-(-len(levels) // per_byte) * per_byte, (1 << bits) - 1, np.uint8)
    codes[: len(levels)] = np.minimum(levels, (1 << bits) - 1)
    shifts = np.arange(0, 8, bits, dtype=np.uint8)
    return bytes(np.bitwise_or.reduce(codes.reshape(-1, per_byte) << shifts, axis=1).astype(np.uint8).tobytes())


def _unpacked(data: Any, bits: int, entries: int, levels: int) -> Levels:
    packed = np.frombuffer(data, np.uint8)
    shifts = np.arange(0, 8, bits, dtype=np.uint8)
    codes: Levels = ((packed[:, None] >> shifts) & ((1 << bits) - 1)).astype(np.uint8).reshape(-1)[:entries]
    codes[codes == (1 << bits) - 1] = UNUSED
    if np.any((codes >= levels) & (codes != UNUSED)):
        raise TableError("a value is not among the levels of the header")
    return codes


def _narrowed(distances: Distances) -> bytes:
    kind: Any = np.uint8 if distances.max(initial=0) < 256 else "<u2"
    return bytes(distances.astype(kind).tobytes())


def _widened(data: bytes, entries: int) -> Distances:
    kind: Any = np.uint8 if len(data) == entries else "<u2"
    return np.frombuffer(data, kind).astype(np.uint16)


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
