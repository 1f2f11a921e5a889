"""Solves all states that were found on disk: stores the branches between them, and sweeps over these.

The entries of all states are in a mapped file. The branches are in files of some states each (`branch_files`), from
which settled states are dropped from time to time. Both are read and written through the page cache of the operating
system, which can reclaim that memory.
"""

from __future__ import annotations

import threading
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import numpy as np

from zermelo.core.errors import LimitError, TableError, quote, quote_path
from zermelo.kernels import code_expansion, code_sweeps
from zermelo.kernels.code_expansion import DONE, FULL, MANY_LEVELS, LinkingMemory
from zermelo.kernels.code_sweeps import SweepMemory
from zermelo.kernels.table_memory import LEVEL_BITS, MOST_DISTANCE, UNKNOWN, UNUSED
from zermelo.native.host import ignore
from zermelo.tables.branch_files import BranchFile, branch_files, write_branches
from zermelo.tables.code_runs import Run, as_bytes, mapped
from zermelo.tables.disk_progress import DiskProgress
from zermelo.tables.disk_search import expansion_memory, fault
from zermelo.tables.header import MOST_LEVELS
from zermelo.tables.memory_shares import BRANCH_BYTES, MemoryShares
from zermelo.tables.running import Runner

PIECE = 1 << 19
"""The maximum number of states whose branches are in one file."""

BRANCHES = 8
"""A file has room for this many branches per state, on average. If states have more, it holds fewer states."""

ENTRIES = 1 << 18
"""The number of entries that are computed or checked at a time."""

MOST_STATES = (1 << 31) - 1
"""The greatest number of states: they are numbered in 32 bits."""

SAVED_SECONDS = 10.0
"""The seconds between two saves of the progress."""

SAVING_SHARE = 20
"""The time between two saves of the progress is at least this many times the duration of a save."""

NEVER = 1 << 20
"""Greater than every level: MAX has no further level to reach. MIN's is -1."""


@dataclass
class DiskSolver:
    """Solves the states of a run."""

    runner: Runner
    done: DiskProgress
    states: Run
    symmetry: bool
    forever: float
    shares: MemoryShares
    notice: Callable[[str], None] = ignore
    progress: Callable[[int], None] = lambda _: None
    """Called with the number of states whose branches were stored."""
    _own: Any = field(default_factory=threading.local)
    _saved: float = 0.0
    _saving_seconds: float = 0.0

    def solve(self) -> Any:
        """The entries of all states in the order of their codes, as a mapped array. Raises RuleError, TableError."""
        if self.states.count > MOST_STATES:
            raise LimitError(
                f"{quote(self.runner.game)} has {self.states.count:,} states, and a table at most {MOST_STATES:,}"
            )
        if len(self.levels) > MOST_LEVELS:
            raise fault(self.runner, MANY_LEVELS, None)
        self._prepare()
        if not self._has_entries():
            self._begin()
        self._files = self._linked()
        self._sweep_all()
        return self._entries

    @property
    def levels(self) -> tuple[float, ...]:
        """The utilities that occur, and that of infinite play, in ascending order."""
        return tuple(sorted({*self.done.levels, self.forever}))

    @property
    def _entries_path(self) -> Path:
        return self.done.folder / "entries"

    def _prepare(self) -> None:
        """Maps the codes, and indexes them by their first bits."""
        self._codes = self.states.codes()
        used = self.done.packing.first_bits
        bits = min(used, self.shares.bucket_bits, self.states.count.bit_length() - 1)
        self._shift = used - bits
        firsts = np.arange(1 << bits, dtype=np.int64)
        firsts <<= self._shift
        self._buckets = np.full((1 << bits) + 1, self.states.count, np.int64)
        self._buckets[:-1] = np.searchsorted(self._codes[:, 0], firsts)

    # The entries.

    def _has_entries(self) -> bool:
        """Whether there are entries to resume from. Entries that were settled after the last save are undone."""
        if self.done.entries is None:
            return False
        try:
            if self._entries_path.stat().st_size == BRANCH_BYTES * self.states.count:
                self._entries = mapped(self._entries_path, np.int32, "r+")
                for _ in self.runner.each(self._undo, self._entry_pieces):
                    pass
                if self._checksum() == self.done.entries:
                    return True
        except OSError:
            pass
        self.notice(f"{quote_path(self._entries_path)} is damaged: the states are solved again")
        return False

    @property
    def _entry_pieces(self) -> range:
        return range(0, self.states.count, ENTRIES)

    def _undo(self, first: int) -> None:
        """Undoes entries that were settled by the next sweep or a later one."""
        entries = self._entries[first : first + ENTRIES]
        hunts = np.full(UNUSED + 1, -1)
        for hunt, (high, low) in enumerate(self._hunts):
            hunts[[level for level in (high, low) if 0 <= level < NEVER]] = hunt
        hunt, distance = hunts[entries & UNUSED], entries >> LEVEL_BITS
        is_later = (hunt > self.done.hunt) | ((hunt == self.done.hunt) & (distance >= self.done.distance))
        entries[is_later & (distance > 0)] = UNKNOWN

    def _checksum(self) -> int:
        """A checksum of all entries, whatever the number of threads."""

        def checksum(first: int) -> tuple[int, int]:
            return first, zlib.crc32(as_bytes(self._entries[first : first + ENTRIES]))

        found = dict(self.runner.each(checksum, self._entry_pieces))
        return zlib.crc32(as_bytes(np.array([found[first] for first in self._entry_pieces], np.uint32)))

    def _begin(self) -> None:
        """Creates the file of entries, with the entries of terminal states."""
        for path in self.done.folder.glob("branches-*"):
            path.unlink()
        unknown = np.full(ENTRIES, UNKNOWN, np.int32)
        try:
            with self._entries_path.open("wb") as file:
                for first in self._entry_pieces:
                    file.write(as_bytes(unknown[: self.states.count - first]))
        except OSError as error:
            why = error.strerror or error
            raise TableError(f"the states cannot be written to {quote_path(self._entries_path)}: {why}") from error
        self._entries = mapped(self._entries_path, np.int32, "r+")
        for _ in self.runner.each(self._mark_ends, self._entry_pieces):
            pass
        self.done.hunt, self.done.distance = 0, 1
        self._save()

    def _mark_ends(self, first: int) -> None:
        m = self._memory(1)
        said = self.runner.on_rules(code_expansion.mark_ends, m, first, min(first + ENTRIES, self.states.count))
        if said != DONE:
            raise fault(self.runner, said, m)

    # Storing branches.

    def _memory(self, branches: int) -> Any:
        """A memory for one thread, with room for this many branches."""
        sizes = {"states": -(-branches // BRANCHES), "branches": branches}
        m = expansion_memory(self.done.packing, 1, self.symmetry, LinkingMemory, **sizes)
        m = m.with_rows(codes=self._codes.reshape(-1), entries=self._entries, buckets=self._buckets)
        m.count, m.bucket_shift, m.room = self.states.count, self._shift, branches
        m.levels[: len(self.levels)] = self.levels
        m.level_count, m.forever_level = len(self.levels), self.levels.index(self.forever)
        return m

    def _linked(self) -> list[BranchFile]:
        """The files of all branches; files that are missing, damaged or too large for this memory are created again."""
        most_bytes = 2 * self.shares.branches
        files = list(branch_files(self.done.folder, self.states.count, most_bytes, self.runner.check))
        bounds = [0, *(bound for file in files for bound in (file.first, file.last)), self.states.count]
        gaps = list(pairwise(bounds))[::2]
        missing = [(begin, min(begin + PIECE, last)) for first, last in gaps for begin in range(first, last, PIECE)]
        for made in self.runner.each(self._link, missing):
            files += made
            self.progress(made[-1].last - made[0].first)
        return sorted(files, key=lambda file: file.first)

    def _link(self, states: tuple[int, int]) -> list[BranchFile]:
        """Stores the branches of some states, in several files if memory requires that."""
        first, end = states
        if not hasattr(self._own, "memory"):
            fitting = self.shares.branches // (BRANCH_BYTES + 2 * BRANCH_BYTES // BRANCHES)
            self._own.memory = self._memory(min(BRANCHES * PIECE, max(1, fitting)))
        made = []
        while first < end:
            m = self._own.memory
            said = self.runner.on_rules(code_expansion.link, m, first, min(first + len(m.positions), end))
            if said not in (DONE, FULL):
                raise fault(self.runner, said, m)
            if m.reached == first:
                self._own.memory = self._memory(2 * m.room)  # the branches of a single state did not fit
                continue
            made.append(write_branches(self.done.folder, first, int(m.reached), m))
            first = made[-1].last
        return made

    # Sweeping.

    @property
    def _hunts(self) -> list[tuple[int, int]]:
        """The levels that MAX and MIN are to reach at the same time: from the best one to that of infinite play."""
        forever = self.levels.index(self.forever)
        highs, lows = list(range(len(self.levels) - 1, forever, -1)), list(range(forever))
        hunts = max(len(highs), len(lows))
        return list(zip(highs + [NEVER] * (hunts - len(highs)), lows + [-1] * (hunts - len(lows)), strict=True))

    def _sweep_all(self) -> None:
        """Settles every state whose value is not that of infinite play."""
        self._settled = [0] * len(self._files)
        while self.done.hunt < len(self._hunts):
            settled = sum(self.runner.each(self._sweep, range(len(self._files))))
            if settled or self.done.distance == 1:
                self.done.distance += 1
            else:
                self.done.hunt, self.done.distance = self.done.hunt + 1, 1
            if self.done.distance > MOST_DISTANCE:
                raise TableError(f"{quote(self.runner.game)} has a win that takes more than {MOST_DISTANCE:,} plies")
            crowded = [k for k, file in enumerate(self._files) if 2 * self._settled[k] > file.linked]
            if crowded or self._is_due:
                self._save()  # before settled states are dropped: the sweeps that settled them must not be repeated
                for _ in self.runner.each(self._drop_settled, crowded):
                    pass

    def _sweep_memory(self, file: BranchFile, mode: Literal["r", "c"]) -> Any:
        m: Any = SweepMemory.make(True).with_rows(entries=self._entries, **file.rows(mode))
        m.linked, m.distance = file.linked, self.done.distance
        return m

    def _sweep(self, k: int) -> int:
        if self._files[k].linked == 0:
            return 0
        m = self._sweep_memory(self._files[k], "r")
        m.high, m.low = self._hunts[self.done.hunt]
        settled = int(self.runner.on_graph(code_sweeps.sweep, m))
        self._settled[k] += settled
        return settled

    def _drop_settled(self, k: int) -> None:
        file = self._files[k]
        m = self._sweep_memory(file, "c")
        self.runner.on_graph(code_sweeps.drop_settled, m)
        self._files[k] = write_branches(self.done.folder, file.first, file.last, m)
        self._settled[k] = 0

    @property
    def _is_due(self) -> bool:
        return time.monotonic() - self._saved > max(SAVED_SECONDS, SAVING_SHARE * self._saving_seconds)

    def _save(self) -> None:
        begin = time.monotonic()
        self._entries.flush()
        self.done.entries = self._checksum()
        self.done.save()
        self._saved = time.monotonic()
        self._saving_seconds = self._saved - begin
