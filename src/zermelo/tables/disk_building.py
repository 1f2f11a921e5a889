"""Builds a table by enumeration on disk: for more states than are solved in memory, with several threads, resumable."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from zermelo.core.errors import LimitError, RuleError
from zermelo.core.game import Game, State
from zermelo.core.rules import has_own
from zermelo.kernels import code_expansion, code_sets, code_sweeps
from zermelo.kernels.code_expansion import ExpansionMemory, KeysMemory, LinkingMemory
from zermelo.kernels.code_sets import SetMemory
from zermelo.kernels.code_sweeps import SweepMemory
from zermelo.kernels.table_memory import LEVEL_BITS, UNKNOWN, UNUSED, entry_of
from zermelo.native.digest import table_digest
from zermelo.native.host import Program, ignore
from zermelo.native.memory import key_words, slot_words
from zermelo.native.no_rules import UNIT, ruleless
from zermelo.tables.blocks import BLOCK
from zermelo.tables.code_runs import Run
from zermelo.tables.disk_progress import DiskProgress
from zermelo.tables.disk_search import Misfit, Search
from zermelo.tables.disk_solving import DiskSolver
from zermelo.tables.files import Chunk
from zermelo.tables.known import infinite_play
from zermelo.tables.memory_shares import MemoryShares
from zermelo.tables.packing import Packing
from zermelo.tables.running import Runner, never

if TYPE_CHECKING:
    from zermelo.native.compiling import NativeGame

MEMORY = 2 << 30
"""The memory of a build if no limit is given."""

FLOOR = 1 << 28
"""The memory of the process itself, with its machine code."""

LEAST_SPARE = 3 << 24
"""The minimum memory, beyond FLOOR, with which a build makes progress at a reasonable speed."""

SAMPLED = 1 << 14
"""The keys from which the bounds of ranges are chosen."""


@dataclass
class DiskStates:
    """All states that can be reached from one, found and solved on disk.

    The memory limit counts what the process itself allocates. Files are mapped, and the system takes their pages back.
    """

    game: Game
    start: State
    folder: Path
    symmetry: bool
    threads: int = 1
    memory: int | None = None
    notice: Callable[[str], None] = ignore
    check: Callable[[], None] = never
    progress: Callable[[str, int], None] = lambda *_: None
    """Called with what is done, and with the number of states for which it has been done in this process."""
    levels: tuple[float, ...] = field(default=(), init=False)
    _asks_ended: bool = field(default=True, init=False)

    def __post_init__(self) -> None:
        self._shares = MemoryShares((MEMORY if self.memory is None else self.memory) - FLOOR, self.threads)
        if self._shares.spare < LEAST_SPARE:
            least = (FLOOR + LEAST_SPARE) / 2**20
            raise LimitError(f"the limit of memory is too low: states on disk need at least {least:,.0f} MiB")
        self.symmetry = self.symmetry and has_own(self.game, "canonical")
        self._runner = Runner(self.game, threads=self.threads, notice=self.notice, check=self.check, program=PROGRAM)

    @property
    def why_not(self) -> str | None:
        """Why states cannot be kept on disk: the rules do not compile, and only machine code packs states."""
        return self._runner.why_plain

    def find(self) -> int:
        """Finds all states, and returns their number."""
        words = slot_words(self.start) - 1
        table = [table_digest(self.game), list(key_words(self.start)), self.symmetry]
        self._done = DiskProgress.resumed(self.folder, table, words, self.notice, self.check)
        while True:
            try:
                self._states = self._found()
                return self._states.count
            except Misfit as misfit:
                packing = self._done.packing.wider(misfit.word, misfit.value)
                self._done = DiskProgress.fresh(self.folder, table, packing)

    def solve(self) -> int:
        """Finds and solves all states, and returns their number."""
        count = self.find()
        options: dict[str, Any] = {"notice": self.notice, "progress": self._counter("linked")}
        forever = infinite_play(self.game)
        solver = DiskSolver(self._runner, self._done, self._states, self.symmetry, forever, self._shares, **options)
        self._entries = solver.solve()
        self.levels = solver.levels
        return count

    def _found(self) -> Run:
        report = self._counter("found")
        return Search(self._runner, self._done, self.start, self.symmetry, self._shares, report).run()

    def _counter(self, what: str) -> Callable[[int], None]:
        """A callback that adds up counts and reports the total."""
        total = 0

        def add(count: int) -> None:
            nonlocal total
            total += count
            self.progress(what, total)

        return add

    # The entries in the order of their keys.

    def chunks(self, distances: bool) -> Iterator[Chunk]:
        """All entries in the order of their keys. Of states with the same key only one is given.

        All keys are computed once for each range of them that fits into memory.
        """
        forever = entry_of(self.levels.index(infinite_play(self.game)), 0)
        for low, high in self._ranges():
            for rows in self._sorted(low, high):
                entries = rows["entry"]
                entries[entries == UNKNOWN] = forever
                plies = (entries >> LEVEL_BITS).astype(np.uint16) if distances else None
                yield Chunk((entries & UNUSED).astype(np.uint8), plies, rows["mover"], rows["key"])

    def _sorted(self, low: Any, high: Any) -> Iterator[Any]:
        """The rows whose keys are in a range, in the order of their keys and each key once, BLOCK at a time.

        All are copies, so that nothing keeps the range in memory while the next one is read.
        """
        rows = self._within(low, high)
        order = np.lexsort([rows["key"][:, w] for w in reversed(range(self.key_words))])
        is_new = np.ones(len(rows), bool)
        for first in range(1, len(rows), BLOCK):
            keys = rows["key"][order[first - 1 : first + BLOCK]]
            is_new[first : first + BLOCK] = np.any(keys[1:] != keys[:-1], axis=1)
        order = order[is_new]
        for first in range(0, len(order), BLOCK):
            yield rows[order[first : first + BLOCK]]

    @property
    def key_words(self) -> int:
        """The words of a key."""
        return slot_words(self.game.key(self.start)) - 1

    def _ranges(self) -> list[tuple[Any, Any]]:
        """Bounds of keys, None for none: each range fits into memory, about."""
        count, parts = self._states.count, self._parts
        if parts == 1:
            return [(None, None)]
        every = max(1, count // SAMPLED)
        sample = self._states.codes()[::every].copy()
        keys, _ = self._keys(sample, 0, len(sample))
        keys = keys[np.lexsort(keys.T[::-1])]
        bounds = [None, *(keys[len(keys) * k // parts] for k in range(1, parts)), None]
        return list(pairwise(bounds))

    @property
    def _parts(self) -> int:
        """The number of ranges of keys."""
        return -(-self._states.count * _sorting_bytes(self.key_words) // self._shares.sorted_entries)

    def _within(self, low: Any, high: Any) -> Any:
        """The keys, entries and movers of all states whose keys are in a range, in any order.

        They are put into one array as they come: many small ones would leave gaps in memory that nothing fits into.
        """
        codes, count = self._states.codes(), self._states.count
        step = self._shares.read(self.key_words)
        kind = np.dtype([("key", np.uint64, (self.key_words,)), ("entry", np.int32), ("mover", np.uint8)])
        rows, filled = np.empty(min(count, 2 * count // self._parts + 1), kind), 0

        def read(first: int) -> tuple[Any, Any, Any]:
            last = min(first + step, count)
            keys, movers = self._keys(codes, first, last)
            wanted = np.ones(len(keys), bool) if low is None else ~_is_less(keys, low)
            if high is not None:
                wanted &= _is_less(keys, high)
            return keys[wanted], np.asarray(self._entries[first:last])[wanted], movers[wanted]

        for keys, entries, movers in self._runner.each(read, range(0, count, step)):
            end = filled + len(keys)
            if end > len(rows):
                rows = np.concatenate([rows[:filled], np.empty(end, kind)])
            for name, column in zip(("key", "entry", "mover"), (keys, entries, movers), strict=True):
                rows[name][filled:end] = column
            filled = end
        return rows[:filled]

    def _keys(self, codes: Any, first: int, last: int) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint8]]:
        """The keys and the movers of some states; where the rules do not say who moves in a terminal state, MAX."""
        m = _keys_memory(self._done.packing, last - first, self.key_words).with_rows(codes=codes.reshape(-1))
        m.asks_ended = self._asks_ended
        try:
            self._runner.on_rules(code_expansion.read_keys, m, first, last)
        except RuleError:
            if not m.asks_ended:
                raise
            self._asks_ended = False  # the same for all states, so the entries that were given already are repeated
            raise Undecided from None
        return m.keys.reshape(-1, self.key_words), np.asarray(m.movers).astype(np.uint8)

    def close(self) -> None:
        """Ends the threads."""
        self._runner.close()

    def remove(self) -> None:
        """Removes the files, once the table is written."""
        shutil.rmtree(self.folder, ignore_errors=True)


class Undecided(Exception):
    """The rules do not say who is to move in a terminal state: `chunks` has to start again."""


def _sorting_bytes(key_words: int) -> int:
    """The memory that sorting takes for each state: its row, a word of its key, and its place up to three times."""
    return 8 * key_words + 5 + 8 + 3 * 8


def _is_less(keys: Any, bound: Any) -> Any:
    """For each key whether it is less than the bound."""
    less = np.zeros(len(keys), bool)
    equal = np.ones(len(keys), bool)
    for w in range(keys.shape[1]):
        less |= equal & (keys[:, w] < bound[w])
        equal &= keys[:, w] == bound[w]
    return less


def _keys_memory(packing: Packing, states: int, words: int) -> Any:
    sizes = {"state_words": len(packing.lows), "code_words": packing.code_words}
    return packing.put_into(KeysMemory.make(True, states=states, key_words=words, **sizes))


def compile_states(machine: NativeGame) -> None:
    """Compiles or loads every kernel that finds and solves states on disk."""
    start = machine.game.initial()
    sizes = {"state_words": slot_words(start) - 1, "code_words": 1, "room": 1, "levels": 1, "states": 1, "branches": 1}
    expansion, linking = ExpansionMemory.make(True, **sizes), LinkingMemory.make(True, **sizes)
    keys = KeysMemory.make(True, key_words=slot_words(machine.game.key(start)) - 1, **sizes)
    machine.compile(code_expansion.expand, start, expansion, 0, 0)
    machine.compile(code_expansion.pack_start, start, expansion)
    machine.compile(code_expansion.mark_ends, start, linking, 0, 0)
    machine.compile(code_expansion.link, start, linking, 0, 0)
    machine.compile(code_expansion.read_keys, start, keys, 0, 0)
    sets, sweeps = SetMemory.make(True), SweepMemory.make(True)
    ruleless().compile(code_sets.drop_repeated, UNIT, sets)
    ruleless().compile(code_sets.drop_known, UNIT, sets, 0, 0)
    ruleless().compile(code_sets.merge, UNIT, sets, 0, 0, 0, 0)
    ruleless().compile(code_sweeps.sweep, UNIT, sweeps)
    ruleless().compile(code_sweeps.drop_settled, UNIT, sweeps)


def compile_states_of(game: Game) -> None:
    """Compiles these kernels for a game, and stores the machine code."""
    Runner(game, program=PROGRAM).close()


PROGRAM = Program(code_expansion.expand, compile_states, compile_states_of)
"""The kernels that find and solve states on disk."""
