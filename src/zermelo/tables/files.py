"""Table files: one for each stage of a game, or one for all states that were enumerated.

    preamble   64 bytes: magic, version, where the index and the header are, and checksums of all three
    blocks     the entries, BLOCK at a time (`tables/blocks.py`)
    index      for each block its offset, the sizes of its streams and its checksum; then its first key, if it has keys
    header     JSON (`tables/header.py`)

Writes are atomic: a file is written under a temporary name and renamed when it is complete. The same entries give the
same bytes. Every byte is covered by a checksum, and every size is checked before it is used.
"""

from __future__ import annotations

import mmap
import os
import struct
import uuid
import zlib
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from zermelo.core.errors import TableError, quote_path
from zermelo.core.game import MAX
from zermelo.tables.atomic_files import sync_folder
from zermelo.tables.blocks import BLOCK, UNUSED, Block, Distances, Keys, Levels, entries_in, pack, unpack
from zermelo.tables.header import StageHeader, Summary

MAGIC = b"ZTABLE\r\n"
VERSION = 1

PREAMBLE = struct.Struct("<8sIIQQII20xI")
"""Magic, version, length of the header, offset of the index, length of the file, three checksums: of the index, of the
header, and of the preamble before it."""

INDEX = np.dtype([("offset", "<u8"), ("levels", "<u4"), ("distances", "<u4"), ("keys", "<u4"), ("checksum", "<u4")])
"""A block in the index: where it begins, the sizes of its streams, and their checksum."""

AHEAD = 8
"""The blocks for each thread that are packed before they can be written."""

MOST_HEADER = 1 << 26
"""The longest header in bytes."""


def stage_path(folder: Path, stage: int | None) -> Path:
    """The file of a stage in a folder, or of all enumerated states if `stage` is None."""
    return folder / ("states.table" if stage is None else f"stage-{stage:03}.table")


class WrongCountError(TableError):
    """A table was given another number of entries than its header says."""

    def __init__(self, given: int, expected: int) -> None:
        super().__init__(f"{given:,} entries were given for a table of {expected:,}")
        self.given = given


class Chunk(NamedTuple):
    """Entries in the order of their numbers, any amount at a time."""

    levels: Levels
    distances: Distances | None
    movers: npt.NDArray[Any]
    """The player to move, whose wins and losses are counted; anything where the level is UNUSED."""
    keys: Keys | None = None
    """For a table by keys: one row of words for each entry, in strictly ascending order."""


def write_stage(path: Path, header: StageHeader, chunks: Iterable[Chunk], threads: int = 1) -> StageHeader:
    """Writes a whole file, or nothing; returns the header with its summaries. Raises TableError.

    The summaries are counted, unless the header has them already. Blocks are compressed by several threads.
    """
    header.check()
    temporary = path.with_name(f"{path.name}.{uuid.uuid4().hex}.partial")  # another process may write the same table
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("wb") as file:
            header = _write(file, header, chunks, threads)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
        sync_folder(path.parent)
    except BaseException as error:
        with suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError):
            why = error.strerror or error
            raise TableError(f"the table {quote_path(path)} cannot be written: {why}") from error
        raise
    return header


def _write(file: BinaryIO, header: StageHeader, chunks: Iterable[Chunk], threads: int) -> StageHeader:
    file.write(bytes(PREAMBLE.size))
    counter = None if header.summaries else _Counter(header)
    records, firsts = [], []
    offset, entries = PREAMBLE.size, 0
    for chunk, streams in _packed(header, _in_blocks(header, chunks), threads):
        if counter is not None:
            counter.add(entries, chunk)
        data = b"".join(streams)
        file.write(data)
        records.append((offset, *map(len, streams), zlib.crc32(data)))
        if chunk.keys is not None:
            firsts.append(chunk.keys[0].copy())  # a view would keep all keys of the block in memory
        offset, entries = offset + len(data), entries + len(chunk.levels)
    if entries != header.count:
        raise WrongCountError(entries, header.count)
    index = np.array(records, INDEX).tobytes() + np.array(firsts, "<u8").tobytes()
    header = header if counter is None else replace(header, summaries=counter.summaries())
    text = header.to_json()
    file.write(index + text)
    size = offset + len(index) + len(text)
    preamble = PREAMBLE.pack(MAGIC, VERSION, len(text), offset, size, zlib.crc32(index), zlib.crc32(text), 0)
    file.seek(0)
    file.write(_with_checksum(preamble))
    return header


def _packed(header: StageHeader, blocks: Iterator[Chunk], threads: int) -> Iterator[tuple[Chunk, tuple[bytes, ...]]]:
    """The blocks in order, each with its streams; threads pack a few blocks ahead."""

    def packed(chunk: Chunk) -> tuple[bytes, ...]:
        return pack(header, chunk.levels, chunk.distances, chunk.keys)

    if threads == 1:
        yield from ((chunk, packed(chunk)) for chunk in blocks)
        return
    with ThreadPoolExecutor(threads) as pool:
        ahead: deque[tuple[Chunk, Future[tuple[bytes, ...]]]] = deque()
        for chunk in blocks:
            ahead.append((chunk, pool.submit(packed, chunk)))
            if len(ahead) > AHEAD * threads:
                first, streams = ahead.popleft()
                yield first, streams.result()
        yield from ((chunk, streams.result()) for chunk, streams in ahead)


def _with_checksum(preamble: bytes) -> bytes:
    return preamble[:-4] + struct.pack("<I", zlib.crc32(preamble[:-4]))


def _in_blocks(header: StageHeader, chunks: Iterable[Chunk]) -> Iterator[Chunk]:
    """The same entries, BLOCK at a time."""
    held: list[Chunk] = []
    count = 0
    for chunk in chunks:
        _check_chunk(header, chunk)
        held.append(chunk)
        count += len(chunk.levels)
        if count >= BLOCK:
            whole = _joined(held)
            for first in range(0, count - count % BLOCK, BLOCK):
                yield _cut(whole, first, first + BLOCK)
            held = [_cut(whole, count - count % BLOCK, count)]
            count %= BLOCK
    if count:
        yield _joined(held)


def _check_chunk(header: StageHeader, chunk: Chunk) -> None:
    assert (chunk.distances is not None) == header.distances, "distances are in all chunks or in none"
    assert (chunk.keys is not None) == bool(header.key_words), "keys are in all chunks or in none"
    assert chunk.keys is None or chunk.keys.shape == (len(chunk.levels), header.key_words), "one key for each entry"
    assert np.all((chunk.levels < len(header.levels)) | (chunk.levels == UNUSED)), "levels are indices"


def _joined(chunks: list[Chunk]) -> Chunk:
    if len(chunks) == 1:
        return chunks[0]
    return Chunk(*(None if column[0] is None else np.concatenate(column) for column in zip(*chunks, strict=True)))  # type: ignore[arg-type]


def _cut(chunk: Chunk, first: int, last: int) -> Chunk:
    return Chunk(*(None if column is None else column[first:last] for column in chunk))  # type: ignore[arg-type]


class _Counter:
    """Counts the results of each part, for the player to move."""

    def __init__(self, header: StageHeader) -> None:
        self._header = header
        self._ends = np.cumsum([part.size for part in header.parts], dtype=np.int64)
        self._found = [Summary() for _ in header.parts]
        utilities = np.array(header.levels, float)
        signs = np.sign(utilities - header.draw).astype(np.int8)
        self._signs = np.concatenate([signs, np.zeros(UNUSED + 1 - len(signs), np.int8)])

    def add(self, first: int, chunk: Chunk) -> None:
        """Counts entries, the first of which has number `first`."""
        last = first + len(chunk.levels)
        part = int(np.searchsorted(self._ends, first, "right"))
        while first < last:
            end = min(last, int(self._ends[part]))
            self._found[part] += self._summary(_cut(chunk, first - last, len(chunk.levels) + end - last))
            first, part = end, part + 1

    def _summary(self, chunk: Chunk) -> Summary:
        used = chunk.levels != UNUSED
        gains = self._signs[chunk.levels] * np.where(np.asarray(chunk.movers) == MAX, 1, -1)
        won = used & (gains > 0)
        longest = int(chunk.distances[won].max()) if chunk.distances is not None and won.any() else None
        positions, wins = int(used.sum()), int(won.sum())
        losses = int((used & (gains < 0)).sum())
        return Summary(positions, wins, positions - wins - losses, losses, longest)

    def summaries(self) -> tuple[Summary, ...]:
        return tuple(self._found)


class StageFile:
    """A table file, opened for reading by many threads: its header, and its blocks one by one.

    Every method raises TableError where the file is damaged.
    """

    def __init__(self, path: Path, handle: int, data: Any, frame: _Frame) -> None:
        self.path, self._handle, self._data = path, handle, data
        self.header, self._index, self.first_keys = frame

    @classmethod
    def open(cls, path: Path) -> Self:
        """Opens a file and checks everything but its blocks."""
        try:
            handle = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        except OSError as error:
            raise TableError(f"the table {quote_path(path)} cannot be read: {error.strerror}") from error
        try:
            data = _mapped(handle)
            frame = _read_frame(data)
        except (TableError, OSError) as error:
            os.close(handle)
            raise TableError(f"the table {quote_path(path)} cannot be used: {error}") from error
        return cls(path, handle, data, frame)

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return len(self._index)

    @property
    def size(self) -> int:
        """The bytes on disk."""
        return len(self._data)

    def block(self, index: int) -> Block:
        """A block, read from disk and checked."""
        try:
            if os.fstat(self._handle).st_size < len(self._data):  # reading beyond its end would kill the process
                raise TableError("it was cut off while it was in use")
            offset, *sizes, checksum = self._index[index].tolist()
            data = self._data[offset : offset + sum(sizes)]
            if zlib.crc32(data) != checksum:
                raise TableError(f"block {index} is damaged")
            first, second = sizes[0], sizes[0] + sizes[1]
            streams = data[:first], data[first:second], data[second:]
            return unpack(self.header, entries_in(self.header, index), *streams)
        except (TableError, OSError) as error:
            raise TableError(f"the table {quote_path(self.path)} cannot be used: {error}") from error

    def chunks(self) -> Iterator[Block]:
        """All blocks in order."""
        return map(self.block, range(self.blocks))

    def levels(self, first: int, last: int) -> Levels:
        """The levels of the entries from `first` up to, but not including, `last`."""
        found: Levels = np.empty(last - first, np.uint8)
        for begin, end, block in self._pieces(first, last):
            found[begin - first : end - first] = block.levels[begin % BLOCK :][: end - begin]
        return found

    def distances(self, first: int, last: int) -> Distances:
        """The distances of the entries from `first` up to, but not including, `last`; 0 if the table has none."""
        found: Distances = np.zeros(last - first, np.uint16)
        for begin, end, block in self._pieces(first, last) if self.header.distances else ():
            assert block.distances is not None
            found[begin - first : end - first] = block.distances[begin % BLOCK :][: end - begin]
        return found

    def _pieces(self, first: int, last: int) -> Iterator[tuple[int, int, Block]]:
        """The blocks of a range of entries, each with the range that lies within it."""
        if not 0 <= first <= last <= self.header.count:
            raise IndexError(f"{first} to {last} is not within a table of {self.header.count:,} entries")
        for index in range(first // BLOCK, -(-last // BLOCK)):
            yield max(first, index * BLOCK), min(last, (index + 1) * BLOCK), self.block(index)

    def close(self) -> None:
        """Closes the file; no other method may be called then."""
        if self._handle >= 0:
            self._data.close()
            os.close(self._handle)
            self._handle = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _mapped(handle: int) -> Any:
    size = os.fstat(handle).st_size
    if size < PREAMBLE.size:
        raise TableError("it is not a table, or only the beginning of one")
    try:
        return mmap.mmap(handle, 0, access=mmap.ACCESS_READ)
    except ValueError as error:
        raise TableError(str(error)) from error


class _Frame(NamedTuple):
    """All of a file but its blocks."""

    header: StageHeader
    index: Any
    first_keys: Keys


def _read_frame(data: Any) -> _Frame:
    """The header, the index and the first keys of a file's bytes, all checked."""
    preamble = data[: PREAMBLE.size]
    magic, version, text_size, offset, size, *checksums = PREAMBLE.unpack(preamble)
    if magic != MAGIC:
        raise TableError("it is not a table of Zermelo")
    if version > VERSION:
        raise TableError(f"it has format {version}, and this version of Zermelo reads formats up to {VERSION}")
    if preamble != _with_checksum(preamble) or version != VERSION:
        raise TableError("its first bytes are damaged")
    if size != len(data):
        raise TableError(f"it has {len(data):,} bytes, and should have {size:,}: it is incomplete, or was changed")
    if not PREAMBLE.size <= offset <= size - text_size or text_size > MOST_HEADER:
        raise TableError("its sizes contradict each other")
    index_data, text = data[offset : size - text_size], data[size - text_size :]
    if [zlib.crc32(index_data), zlib.crc32(text)] != checksums[:2]:
        raise TableError("its index or its header is damaged")
    header = StageHeader.from_json(text)
    blocks = -(-header.count // BLOCK)
    if len(index_data) != blocks * (INDEX.itemsize + 8 * header.key_words) or len(header.summaries) != len(
        header.parts
    ):
        raise TableError("its index and its header contradict each other")
    index = np.frombuffer(index_data, INDEX, blocks)
    sizes = index["levels"].astype(np.uint64) + index["distances"] + index["keys"]
    begins = np.concatenate([np.zeros(1, np.uint64), np.cumsum(sizes)]) + np.uint64(PREAMBLE.size)
    if not np.array_equal(index["offset"], begins[:-1]) or begins[-1] != offset:
        raise TableError("its blocks are not where they should be")
    first_keys = np.frombuffer(index_data, "<u8", offset=blocks * INDEX.itemsize).astype(np.uint64)
    return _Frame(header, index, first_keys.reshape(blocks, header.key_words))
