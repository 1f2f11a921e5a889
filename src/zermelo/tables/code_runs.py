"""Sorted runs of codes on disk: sets of states, of which no two have a state in common."""

from __future__ import annotations

import os
import zlib
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from zermelo.core.errors import TableError, quote_path
from zermelo.kernels import code_sets
from zermelo.kernels.code_sets import SetMemory
from zermelo.tables.running import Runner, never

Codes = npt.NDArray[np.int64]
"""Codes, one row of words for each."""

READ_BYTES = 1 << 24
"""The bytes of a file that are read at once to compute its checksum."""


@dataclass(frozen=True)
class Run:
    """A file of codes in ascending order."""

    path: Path
    count: int
    words: int
    checksum: int

    def is_whole(self, check: Callable[[], None] = never) -> bool:
        """Whether the file has the size and the checksum that it should have. `check` is called often."""
        try:
            size = self.path.stat().st_size
        except OSError:
            return False
        return size == 8 * self.count * self.words and checksum_of(self.path, check) == self.checksum

    def codes(self) -> Codes:
        """The codes, mapped into memory: the system reads the pages that are needed, and takes them back."""
        codes: Codes = mapped(self.path, np.int64).reshape(self.count, self.words)
        return codes


def mapped(path: Path, kind: Any, mode: Literal["r", "r+", "c"] = "r") -> Any:
    """The content of a file as an array that is mapped into memory."""
    if path.stat().st_size == 0:
        return np.empty(0, kind)
    return np.memmap(path, kind, mode)


def as_bytes(numbers: Any) -> memoryview:
    """The bytes of an array, without a copy if it is contiguous."""
    whole: Any = np.ascontiguousarray(numbers).reshape(-1)
    return memoryview(whole.view(np.uint8))


def checksum_of(path: Path, check: Callable[[], None] = never) -> int:
    """The CRC-32 of a file. `check` is called often, and may raise an exception."""
    checksum = 0
    with path.open("rb") as file:
        while data := file.read(READ_BYTES):
            checksum = zlib.crc32(data, checksum)
            check()
    return checksum


def write_run(path: Path, words: int, parts: Iterable[Codes]) -> Run:
    """Writes a run, and makes it durable. Raises TableError."""
    count, checksum = 0, 0
    try:
        with path.open("wb") as file:
            for part in parts:
                data = as_bytes(part)
                file.write(data)
                checksum = zlib.crc32(data, checksum)
                count += len(part)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        path.unlink(missing_ok=True)
        raise TableError(f"the states cannot be written to {quote_path(path)}: {error.strerror or error}") from error
    return Run(path, count, words, checksum)


def sort_codes(codes: Codes) -> Codes:
    """The codes in ascending order. The array that is given may be overwritten."""
    if codes.shape[1] == 1:
        codes.sort(axis=0)
        return codes
    return codes[np.lexsort(codes.T[::-1])]


def place_of(codes: Codes, wanted: tuple[int, ...]) -> int:
    """The first place whose code is not less than the wanted one."""
    return bisect_left(range(len(codes)), wanted, key=lambda i: tuple(codes[i].tolist()))


def without_repeated(runner: Runner, codes: Codes) -> Codes:
    """Sorted codes, each once. The array that is given is overwritten."""
    m = set_memory(codes)
    return codes[: runner.on_graph(code_sets.drop_repeated, m)]


def without_known(runner: Runner, codes: Codes, run: Codes, first: int, last: int) -> Codes:
    """The sorted codes that are not in this range of a run. The array that is given is overwritten."""
    if not len(codes) or first == last:
        return codes
    m = set_memory(codes).with_rows(run=flat(run))
    return codes[: runner.on_graph(code_sets.drop_known, m, first, last)]


def set_memory(codes: Codes) -> Any:
    """A memory for the kernels of sets."""
    m: Any = SetMemory.make(True).with_rows(codes=flat(codes))
    m.words, m.count = codes.shape[1], len(codes)
    return m


def flat(codes: Codes) -> Any:
    """All words in one row, which has at least one, as the rows of a layout must."""
    return codes.reshape(-1) if codes.size else np.zeros(1, np.int64)


def merged(runner: Runner, codes: Codes, others: Codes, at_once: int) -> Iterator[Codes]:
    """The codes of two runs in ascending order, at most `at_once` of each at a time."""
    first, begin = 0, 0
    while first < len(codes) or begin < len(others):
        last, end = min(first + at_once, len(codes)), min(begin + at_once, len(others))
        if last < len(codes):
            end = min(end, place_of(others, tuple(codes[last].tolist())))
        if end < len(others):
            last = min(last, place_of(codes, tuple(others[end].tolist())))
        room: Codes = np.empty((last - first + end - begin, codes.shape[1]), np.int64)
        m = set_memory(codes).with_rows(run=flat(others), merged=flat(room))
        runner.on_graph(code_sets.merge, m, first, last, begin, end)
        runner.check()
        yield room
        first, begin = last, end
