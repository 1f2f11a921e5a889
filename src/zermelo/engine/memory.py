"""The memory of a search: the table shared by all threads, and the private memory of each thread."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from zermelo.core.errors import LimitError
from zermelo.kernels.search_memory import SearchMemory, SharedMemory
from zermelo.kernels.transpositions import BUCKET
from zermelo.native.memory import slot_words

PLIES = 4_000
"""The maximum depth of a search. States at this depth are evaluated, so nothing that depends on them is proved."""

MOST_THREADS = 256
"""The maximum number of threads: more than any machine can use."""

MIB = 2**20

CONTAINERS = tuple(Path("/sys/fs/cgroup") / name for name in ("memory.max", "memory/memory.limit_in_bytes"))
"""The files that hold a Linux container's memory limit, for control groups version 2 and version 1."""


def new_table(key: Any, size: int, native: bool, extra_values: int = 0) -> SharedMemory:
    """The shared memory, with a transposition table of `size` bytes and `extra_values` further numbers per slot."""
    words = slot_words(key)
    buckets = max(1, size // (8 * BUCKET * (words + extra_values)))
    none = {"stages": 0, "levels": 0, "entry_words": 0}
    shared = SharedMemory.make(native, slots=buckets * BUCKET, words=words, beside=extra_values, **none)
    shared.buckets = buckets
    return shared


def new_memory(
    shared: SharedMemory,
    key: Any,
    room: int,
    players: int = 2,
    *,
    vectors: bool = False,
    remembered: int = 1,
    position_words: int = 1,
) -> SearchMemory:
    """The memory of one thread: an action stack of `room` words, its path, and its move-ordering statistics.

    With `vectors` a value has one number for each player. `remembered` positions are those that must not be repeated.
    """
    words = slot_words(key)
    wide = players if vectors else 0
    return SearchMemory.make(
        shared.is_native,
        shared,
        plies=PLIES,
        words=words,
        room=room,
        players=players,
        wide=wide,
        remembered=remembered,
        position_words=position_words,
    )


def check_size(size: int, what: str = "table") -> int:
    """The size of a table or tree in bytes. Raises LimitError if it is not positive or does not fit in memory."""
    if isinstance(size, bool) or not isinstance(size, int) or size < 1:
        raise LimitError(f"a {what} of {size!r} bytes is not valid: it must be a whole number above zero")
    memory = physical_memory()
    if memory is not None and size > memory:
        raise LimitError(f"a {what} of {size / MIB:,.0f} MiB does not fit: this machine has {memory / MIB:,.0f} MiB")
    return size


def check_threads(threads: int) -> int:
    """The number of threads. Raises LimitError if it is out of range."""
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= MOST_THREADS:
        raise LimitError(f"threads={threads!r} is not valid: it must be a whole number from 1 to {MOST_THREADS}")
    return threads


def physical_memory() -> int | None:
    """The memory of this machine in bytes, or the container's limit if that is lower; None if it is unknown."""
    known = [limit for path in CONTAINERS if (limit := _number_in(path)) is not None]
    with suppress(AttributeError, ValueError, OSError):
        known.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    return min(known, default=None)


def _number_in(path: Path) -> int | None:
    """The number in a file, or None if the file is missing or holds none: without a limit it holds the word "max"."""
    try:
        return int(path.read_text())
    except (OSError, ValueError):
        return None
