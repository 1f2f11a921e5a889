"""The memory of a search: the table that all threads share, and what each thread has for itself."""

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
"""No search is deeper: further down a state is evaluated, and nothing is proved."""

MOST_THREADS = 256
"""More threads than any machine makes use of."""

MIB = 2**20

CONTAINERS = tuple(Path("/sys/fs/cgroup") / name for name in ("memory.max", "memory/memory.limit_in_bytes"))
"""Where Linux tells a container how much memory it may have: the second and the first version of control groups."""


def new_table(key: Any, size: int, native: bool, beside: int = 0) -> SharedMemory:
    """What threads share, with a transposition table of a size in bytes and `beside` numbers for every slot."""
    words = slot_words(key)
    buckets = max(1, size // (8 * BUCKET * (words + beside)))
    shared = SharedMemory.make(native, slots=buckets * BUCKET, words=words, beside=beside)
    shared.buckets = buckets
    return shared


def new_memory(shared: SharedMemory, key: Any, room: int, players: int = 2, *, vectors: bool = False) -> SearchMemory:
    """What one thread needs: `room` words for actions, its path, and what it learns of the order of actions.

    With `vectors` a value has a number for each player.
    """
    words = slot_words(key)
    wide = players if vectors else 0
    return SearchMemory.make(shared.is_native, shared, plies=PLIES, words=words, room=room, players=players, wide=wide)


def check_size(size: int) -> int:
    """The size of a table in bytes, if it makes sense on this machine."""
    if isinstance(size, bool) or not isinstance(size, int) or size < 1:
        raise LimitError(f"a table of {size!r} bytes makes no sense: it has to be a whole number above zero")
    memory = physical_memory()
    if memory is not None and size > memory:
        raise LimitError(f"a table of {size / MIB:,.0f} MiB does not fit: there are {memory / MIB:,.0f} MiB here")
    return size


def check_threads(threads: int) -> int:
    """A number of threads, if it makes sense."""
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= MOST_THREADS:
        raise LimitError(f"{threads!r} threads make no sense: it has to be a whole number from 1 to {MOST_THREADS}")
    return threads


def physical_memory() -> int | None:
    """The memory of this machine in bytes, or of the container if it has less, where the system tells."""
    known = [limit for path in CONTAINERS if (limit := _number_in(path)) is not None]
    with suppress(AttributeError, ValueError, OSError):
        known.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    return min(known, default=None)


def _number_in(path: Path) -> int | None:
    """The number that a file holds, if it is there and does: of a container without a limit it is a word."""
    try:
        return int(path.read_text())
    except (OSError, ValueError):
        return None
