"""The memory of a search: the table that all threads share, and what each thread has for itself."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from zermelo.core.errors import LimitError
from zermelo.kernels.common import BUSY, HISTORY, LINE, MARKS, NO_MARK
from zermelo.kernels.transpositions import BUCKET
from zermelo.native.memory import INTEGERS, NUMBERS, SLOTS, Memory, Row, slot_words

PLIES = 4_000
"""No search is deeper: further down a state is evaluated, and nothing is proved."""

MOST_THREADS = 256
"""More threads than any machine makes use of."""

MIB = 2**20

CONTAINERS = tuple(Path("/sys/fs/cgroup") / name for name in ("memory.max", "memory/memory.limit_in_bytes"))
"""Where Linux tells a container how much memory it may have: the second and the first version of control groups."""


class Table:
    """A transposition table of a size in bytes, and what else threads share: the flag that stops all, who is where.

    So many numbers stand `beside` every slot.
    """

    def __init__(self, key: Any, size: int, native: bool, beside: int = 0) -> None:
        self.words = slot_words(key)
        self.buckets = max(1, size // (8 * BUCKET * (self.words + beside)))
        self.rows = {
            "table": Row(SLOTS, self.buckets * BUCKET, self.words).made(native),
            "control": Row(INTEGERS, 1).made(native),
            "busy": Row(INTEGERS, BUSY).made(native),
            "values": Row(NUMBERS, self.buckets * BUCKET * beside + 1, large=True).made(native),
        }


def workspace(table: Table, room: int, native: bool, players: int = 2, vectors: bool = False) -> Memory:
    """What one thread needs: rows for `room` actions of one number, its path, and what it learns of their order.

    With `vectors` a value has a number for each player.
    """
    wide = players if vectors else 0
    own = {
        "counts": Row(INTEGERS, 10),
        "settings": Row(INTEGERS, 19),
        "numbers": Row(NUMBERS, 11),
        "path": Row(SLOTS, PLIES + 1, table.words),
        "trail": Row(INTEGERS, PLIES + 1),
        "marks": Row(INTEGERS, MARKS),
        "actions": Row(INTEGERS, room),
        "ranks": Row(NUMBERS, room),
        "ties": Row(NUMBERS, room),
        "places": Row(INTEGERS, room),
        "roofs": Row(NUMBERS, room),
        "killers": Row(INTEGERS, 2 * (PLIES + 1), fill=NO_MARK),
        "answers": Row(INTEGERS, players * HISTORY, fill=NO_MARK),
        "history": Row(NUMBERS, players * HISTORY),
        "line": Row(INTEGERS, LINE * (LINE + 1)),
        "lengths": Row(INTEGERS, LINE + 1),
        "movers": Row(INTEGERS, PLIES + 1 if vectors else 1),
        "vectors": Row(NUMBERS, (PLIES + 2) * wide + 1),
        "outcomes": Row(NUMBERS, room * wide + 1),
        "endless": Row(NUMBERS, wide + 1),
    }
    return Memory(table.rows | {name: row.made(native) for name, row in own.items()})


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
