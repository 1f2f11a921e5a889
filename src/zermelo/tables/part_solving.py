"""Solves one part of a stage in memory: reads it by the rules, reverses its graph, and settles it backwards."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.core.errors import LimitError, TableError, quote
from zermelo.core.game import MAX, MIN
from zermelo.kernels import table_attraction, table_reading
from zermelo.kernels.table_attraction import PIECE
from zermelo.kernels.table_memory import LEVEL_BITS, MOST_DISTANCE, UNKNOWN, UNUSED, PartMemory, PieceMemory, entry_of
from zermelo.kernels.table_reading import FULL, LEADS_TO_UNUSED, NEW_UTILITY, SOUND
from zermelo.tables.faults import fault_error
from zermelo.tables.known import Entries, Known
from zermelo.tables.running import Runner

BRANCHES_AT_FIRST = 8
"""The initial room of a piece: this many branches for each position."""

BYTES_PER_POSITION = 56
BYTES_PER_BRANCH = 8
"""The memory of a part: for each position six numbers of four bytes and the memory to sort events, and each branch
forwards and backwards."""

MOST_POSITIONS = (1 << 31) - 1
"""The greatest number of positions or branches of a part: they are numbered in 32 bits."""


@dataclass
class Gauge:
    """A limit on memory, in bytes, and the number of bytes in use; without a limit everything fits."""

    limit: int | None = None
    used: int = 0

    def require(self, needed: int, what: str) -> None:
        """Raises LimitError if this many more bytes do not fit."""
        if self.limit is not None and self.used + needed > self.limit:
            raise LimitError(
                f"{what} needs {_amount(self.used + needed)} of memory, and the limit is {_amount(self.limit)}: "
                "allow more (--memory), or divide the stage into smaller parts (Game.parts)"
            )


def _amount(number: int) -> str:
    return f"{-(-number // 2**20):,} MiB"


@dataclass
class SolvedPart:
    """The entries of a part, and the player to move in each position (anything for an unused number)."""

    entries: Entries
    movers: npt.NDArray[np.uint8]


@dataclass
class PartSolver:
    """Solves a part from the entries of earlier parts and of lower stages."""

    runner: Runner
    known: Known
    stage: int
    part: int
    gauge: Gauge = field(default_factory=Gauge)
    progress: Callable[[int], None] = lambda _: None
    """Called with the number of positions that were read, each time that some were."""

    def solve(self) -> SolvedPart:
        """The entries of the part. Raises RuleError, LimitError and TableError."""
        name, size = self._described, self.known.parts[self.stage][self.part].size
        if size > MOST_POSITIONS:
            raise LimitError(f"{name} has {size:,} positions, and a part may have at most {MOST_POSITIONS:,}")
        self.gauge.require(BYTES_PER_POSITION * size, name)
        while True:
            m = self._new_memory(size)
            try:
                pieces = self._read(m)
                break
            except _NewUtility as new:
                self.known.add_level(new.utility)
        m = self._with_sources(m, pieces)
        self._settle(self._with_events(m))
        return self._solved(m)

    @property
    def _described(self) -> str:
        return (
            f"stage {self.stage} of {quote(self.runner.game)}, {quote(self.known.parts[self.stage][self.part].name)},"
        )

    def _new_memory(self, size: int) -> Any:
        pieces = -(-size // PIECE)
        sizes = {"size": size, "after": 1, "pieces": pieces, "sources": 1, "events": 1}
        m = self.known.memory(self.runner.is_native, self.stage, PartMemory, **sizes)
        m.first, m.size, m.pieces = self.known.first_of(self.stage, self.part), size, pieces
        m.is_shared = self.runner.is_native and self.runner.threads > 1
        return m

    # Reading.

    def _read(self, m: Any) -> list[npt.NDArray[np.int32]]:
        """Reads all positions; returns the branches of each piece."""
        branches: dict[int, npt.NDArray[np.int32]] = {}
        buffers = threading.local()
        total = 0

        def read(piece: int) -> tuple[int, npt.NDArray[np.int32]]:
            if not hasattr(buffers, "held"):
                buffers.held = self._new_buffer(BRANCHES_AT_FIRST * min(PIECE, m.size))
            first, last = piece * PIECE, min((piece + 1) * PIECE, m.size)
            while (fault := self.runner.on_rules(table_reading.read_piece, m, buffers.held, first, last)) == FULL:
                buffers.held = self._new_buffer(2 * buffers.held.room)
            if fault == NEW_UTILITY:
                raise _NewUtility(float(buffers.held.fault_utility))
            if fault != SOUND:
                raise fault_error(self.runner.game, fault, self.stage, int(buffers.held.fault_number))
            return piece, np.array(buffers.held.found[: buffers.held.filled], np.int32)

        for piece, found in self.runner.each(read, range(m.pieces)):
            branches[piece] = found
            total += len(found)
            self.gauge.require(BYTES_PER_POSITION * m.size + BYTES_PER_BRANCH * total, self._described)
            self.progress(min(PIECE, m.size - piece * PIECE))
        if total > MOST_POSITIONS:
            raise LimitError(
                f"{self._described} has {total:,} branches, and a part may have at most {MOST_POSITIONS:,}"
            )
        return [branches[piece] for piece in range(m.pieces)]

    def _new_buffer(self, room: int) -> Any:
        piece = PieceMemory.make(self.runner.is_native, room=room)
        piece.room = room
        return piece

    # The reverse graph.

    def _with_sources(self, m: Any, pieces: list[npt.NDArray[np.int32]]) -> Any:
        """The memory with the sources of each position."""
        firsts = np.concatenate([[0], np.cumsum([len(found) for found in pieces])])
        after = np.empty(max(1, firsts[-1]), np.int32)
        for i in range(len(pieces)):
            after[firsts[i] : firsts[i + 1]] = pieces[i]
            pieces[i] = after[:0]  # frees the piece
        m = m.with_rows(after=after, sources=np.empty(len(after), np.int32))
        m.piece_firsts[:] = firsts.tolist()
        unused = max(self._by_range(table_attraction.count_sources, m))
        if unused:
            source = self._source_of(m, unused - 1)
            raise fault_error(self.runner.game, LEADS_TO_UNUSED, self.stage, m.first + source)
        ends = np.asarray(m.source_ends)
        begins = np.cumsum(ends) - ends
        m.source_ends[:] = begins if self.runner.is_native else begins.tolist()
        for _ in self._by_range(table_attraction.fill_sources, m):
            pass
        return m.with_rows(after=after[:1].copy())

    def _by_range(self, kernel: Any, m: Any) -> Iterator[int]:
        """Runs a kernel once in each thread, each with its own range of positions; yields what it returns."""
        count = self.runner.threads
        bounds = [m.size * k // count for k in range(count + 1)]
        return self.runner.each(lambda k: int(self.runner.on_graph(kernel, m, bounds[k], bounds[k + 1])), range(count))

    def _source_of(self, m: Any, target: int) -> int:
        """A position with a branch to the target."""
        place = int(np.flatnonzero(np.asarray(m.after) == target)[0])
        piece = int(np.searchsorted(np.asarray(m.piece_firsts), place, "right")) - 1
        at, i = int(m.piece_firsts[piece]), piece * PIECE
        while at + table_attraction.branches_inside(m, i) <= place:
            at, i = at + table_attraction.branches_inside(m, i), i + 1
        return i

    # Settling.

    def _with_events(self, m: Any) -> Any:
        """The memory with the positions that have an outside entry, in the order of levels and then of distances."""
        outside = np.asarray(m.outside, np.int32)
        at = np.flatnonzero(outside != UNKNOWN)
        entries = outside[at]
        width = int((entries >> LEVEL_BITS).max(initial=0)) + 1
        codes = (entries & UNUSED) * width + (entries >> LEVEL_BITS)
        codes = codes.astype(np.min_scalar_type(len(self.known.levels) * width))  # 16 bits are sorted by radix
        order = np.argsort(codes, kind="stable")
        counts = np.bincount(codes)
        ends = np.cumsum(counts)
        self._buckets: dict[int, list[tuple[int, int, int]]] = {}
        for code in np.flatnonzero(counts).tolist():
            bucket = code % width, int(ends[code] - counts[code]), int(ends[code])
            self._buckets.setdefault(code // width, []).append(bucket)
        events = at[order].astype(np.int32)
        return m.with_rows(events=events if len(events) else np.zeros(1, np.int32))

    def _settle(self, m: Any) -> None:
        """Settles each position whose value is not that of infinite play."""
        for hunter, levels in (
            (MAX, range(len(self.known.levels) - 1, m.forever_level, -1)),
            (MIN, range(m.forever_level)),
        ):
            m.hunter = hunter
            for level in levels:
                m.level = level
                self._settle_level(m, self._buckets.get(level, []))

    def _settle_level(self, m: Any, buckets: list[tuple[int, int, int]]) -> None:
        """Settles the positions of one level in the order of their distances; applies each event at its distance."""
        waiting = buckets[::-1]
        head = tail = int(m.tail[0])
        distance = 0
        while head < tail or waiting:
            if head == tail:
                distance = waiting[-1][0]
            if distance > MOST_DISTANCE:
                raise TableError(f"{self._described} has a win that takes more than {MOST_DISTANCE:,} plies")
            m.distance = distance
            self.runner.split(table_attraction.settle_sources, m, head, tail)
            if waiting and waiting[-1][0] == distance:
                _, first, last = waiting.pop()
                self.runner.split(table_attraction.settle_events, m, first, last)
            head, tail, distance = tail, int(m.tail[0]), distance + 1

    def _solved(self, m: Any) -> SolvedPart:
        entries = np.asarray(m.entries, np.int32)
        entries[entries == UNKNOWN] = entry_of(m.forever_level, 0)
        return SolvedPart(entries, (np.asarray(m.branches, np.int32) & 1).astype(np.uint8))


class _NewUtility(Exception):
    """A terminal position has a utility that is not among the levels yet."""

    def __init__(self, utility: float) -> None:
        super().__init__()
        self.utility = utility
