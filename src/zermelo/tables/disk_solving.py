"""Solves all states that were found on disk: stores the branches between them, and sweeps over these.

The entries of all states are a mapped file. A piece of states with its branches is a file too, from which those that
are settled are dropped now and then. Both are read and written by the system's cache of pages, so that they take no
memory that it could not take back.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np

from zermelo.core.errors import LimitError, TableError, quote, quote_path
from zermelo.kernels import code_expansion, code_sweeps
from zermelo.kernels.code_expansion import DONE, FULL, LinkingMemory
from zermelo.kernels.code_sweeps import SweepMemory
from zermelo.kernels.table_memory import MOST_DISTANCE, UNKNOWN
from zermelo.tables.code_runs import Run, mapped
from zermelo.tables.disk_progress import LINKING, SEARCHING, SWEEPING, DiskProgress
from zermelo.tables.disk_search import BRANCHES_AT_FIRST, expansion_memory, fault
from zermelo.tables.running import Runner

PIECE = 1 << 19
"""The states whose branches are in one file."""

MOST_STATES = (1 << 31) - 1
"""The greatest number of states: they are numbered in 32 bits."""

MOST_BUCKET_BITS = 22
"""The bits of a code by which its place among all codes is narrowed down."""

SAVED_SECONDS = 10.0
"""How often progress is saved."""

NEVER = 1 << 20
"""Above every level: MAX has no level left to reach. MIN's is -1."""


@dataclass
class DiskSolver:
    """Solves the states of a run."""

    runner: Runner
    done: DiskProgress
    states: Run
    symmetry: bool
    forever: float
    progress: Callable[[int], None] = lambda _: None
    """Called with the number of states whose branches were stored."""
    _own: Any = field(default_factory=threading.local)
    _saved: float = 0.0

    def solve(self) -> Any:
        """The entries of all states in the order of their codes, as a mapped array. Raises RuleError, TableError."""
        if self.states.count > MOST_STATES:
            raise LimitError(
                f"{quote(self.runner.game)} has {self.states.count:,} states, and a table at most {MOST_STATES:,}"
            )
        if self.done.step == SEARCHING:
            self._begin()
        if self.done.step == LINKING:
            self._link()
        self._sweep_all()
        return self.entries

    @property
    def levels(self) -> tuple[float, ...]:
        """The utilities that occur, and that of infinite play, in ascending order."""
        return tuple(sorted({*self.done.levels, self.forever}))

    @property
    def entries(self) -> Any:
        """The entries of all states."""
        return mapped(self._entries_path, np.int32, "r+")

    @property
    def _entries_path(self) -> Path:
        return self.done.folder / "entries"

    @property
    def _pieces(self) -> range:
        return range(-(-self.states.count // PIECE))

    def _piece_path(self, piece: int) -> Path:
        return self.done.folder / f"branches-{piece:06}"

    # Storing branches.

    def _begin(self) -> None:
        """Makes the file of entries, with those of terminal states."""
        unknown = np.full(PIECE, UNKNOWN, np.int32)
        try:
            with self._entries_path.open("wb") as file:
                for piece in self._pieces:
                    file.write(unknown[: self.states.count - piece * PIECE].tobytes())
        except OSError as error:
            raise _unwritten(self._entries_path, error) from error
        self._prepare()
        for _ in self.runner.each(self._mark_ends, self._pieces):
            pass
        self.done.step = LINKING
        self._save()

    def _prepare(self) -> None:
        self._codes = self.states.codes()
        self._entries = self.entries
        bits = min(self.done.packing.first_bits, MOST_BUCKET_BITS)
        self._shift = self.done.packing.first_bits - bits
        self._buckets = np.searchsorted(self._codes[:, 0], np.arange(1 << bits, dtype=np.int64) << self._shift)
        self._buckets = np.append(self._buckets, self.states.count)

    def _memory(self, room: int) -> Any:
        """The memory of this thread; another thread's has another state in it."""
        m = expansion_memory(self.done.packing, room, self.symmetry, LinkingMemory, states=PIECE)
        m = m.with_rows(codes=self._codes.reshape(-1), entries=self._entries, buckets=self._buckets)
        m.count, m.bucket_shift = self.states.count, self._shift
        m.levels[: len(self.levels)] = self.levels
        m.level_count, m.forever_level = len(self.levels), self.levels.index(self.forever)
        return m

    def _bounds(self, piece: int) -> tuple[int, int]:
        return piece * PIECE, min((piece + 1) * PIECE, self.states.count)

    def _mark_ends(self, piece: int) -> None:
        m = self._memory(1)
        said = self.runner.on_rules(code_expansion.mark_ends, m, *self._bounds(piece))
        if said != DONE:
            raise fault(self.runner, said, m)

    def _link(self) -> None:
        """Stores the branches of the pieces that are missing."""
        self._prepare()
        missing = [piece for piece in self._pieces if piece not in set(self.done.linked)]
        fresh = []
        for piece in self.runner.each(self._link_piece, missing):
            fresh.append(piece)
            first, last = self._bounds(piece)
            self.progress(last - first)
            if self._is_due:
                self.done.linked += fresh
                fresh = []
                self._save()
        self.done.linked, self.done.step = [], SWEEPING
        self._save()

    def _link_piece(self, piece: int) -> int:
        if not hasattr(self._own, "memory"):
            self._own.memory = self._memory(BRANCHES_AT_FIRST * PIECE)
        while (said := self.runner.on_rules(code_expansion.link, self._own.memory, *self._bounds(piece))) == FULL:
            self._own.memory = self._memory(2 * self._own.memory.room)
        m = self._own.memory
        if said != DONE:
            raise fault(self.runner, said, m)
        self._write_piece(piece, m, m.filled)
        return piece

    def _write_piece(self, piece: int, m: Any, filled: int) -> None:
        path = self._piece_path(piece)
        try:
            with path.with_suffix(".partial").open("wb") as file:
                file.write(np.array([m.linked], np.int32).tobytes())
                for row, length in ((m.positions, m.linked), (m.counts, m.linked), (m.after, filled)):
                    file.write(np.asarray(row[:length], np.int32).tobytes())
            path.with_suffix(".partial").replace(path)
        except OSError as error:
            raise _unwritten(path, error) from error

    # Sweeping.

    def _sweep_all(self) -> None:
        """Settles every state whose value is not that of infinite play."""
        self._entries = self.entries
        self._settled = dict.fromkeys(self._pieces, 0)
        forever = self.levels.index(self.forever)
        highs, lows = list(range(len(self.levels) - 1, forever, -1)), list(range(forever))
        hunts = max(len(highs), len(lows))
        while self.done.hunt < hunts:
            k = self.done.hunt
            self._high, self._low = highs[k] if k < len(highs) else NEVER, lows[k] if k < len(lows) else -1
            settled = sum(self.runner.each(self._sweep, self._pieces))
            if settled or self.done.distance == 1:
                self.done.distance += 1
            else:
                self.done.hunt, self.done.distance = k + 1, 1
            if self.done.distance > MOST_DISTANCE:
                raise TableError(f"{quote(self.runner.game)} has a win that takes more than {MOST_DISTANCE:,} plies")
            crowded = [piece for piece, count in self._settled.items() if 2 * count > self._linked(piece)]
            if crowded or self._is_due:
                self._save()  # before settled states are dropped, which the next sweep must not count
                for _ in self.runner.each(self._drop_settled, crowded):
                    pass

    def _linked(self, piece: int) -> int:
        return int(np.fromfile(self._piece_path(piece), np.int32, 1)[0])

    def _piece_memory(self, piece: int, mode: Literal["r", "c"]) -> Any:
        whole = mapped(self._piece_path(piece), np.int32, mode)
        linked = int(whole[0])
        m: Any = SweepMemory.make(True).with_rows(
            entries=self._entries, positions=whole[1:], counts=whole[1 + linked :], after=whole[1 + 2 * linked :]
        )
        m.linked, m.high, m.low, m.distance = linked, self._high, self._low, self.done.distance
        return m

    def _sweep(self, piece: int) -> int:
        if self._linked(piece) == 0:
            return 0
        settled = int(self.runner.on_graph(code_sweeps.sweep, self._piece_memory(piece, "r")))
        self._settled[piece] += settled
        return settled

    def _drop_settled(self, piece: int) -> None:
        m = self._piece_memory(piece, "c")
        filled = self.runner.on_graph(code_sweeps.drop_settled, m)
        self._write_piece(piece, m, filled)
        self._settled[piece] = 0

    @property
    def _is_due(self) -> bool:
        return time.monotonic() - self._saved > SAVED_SECONDS

    def _save(self) -> None:
        self._entries.flush()
        self.done.save()
        self._saved = time.monotonic()


def _unwritten(path: Path, error: OSError) -> TableError:
    return TableError(f"the states cannot be written to {quote_path(path)}: {error.strerror or error}")
