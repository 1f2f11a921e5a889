"""Finds all states that can be reached, breadth first, with sorted sets of their codes on disk.

States are read in the order in which they were found. Their successors are collected in memory, sorted, until memory is
full or all known states are read. Then known states are removed (delayed duplicate detection), and the others become a
new run on disk. Runs whose states have been read are merged, so there are never many. The result depends neither on the
memory nor on the number of threads, and a build can resume at the end of the last run.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from zermelo.core.errors import RuleError, TableError, quote
from zermelo.core.game import Game, State
from zermelo.kernels import code_expansion
from zermelo.kernels.code_expansion import BROKEN, DONE, FULL, MANY_LEVELS, MISFIT, MISSING, ExpansionMemory
from zermelo.tables.code_runs import (
    Codes,
    Run,
    merged,
    place_of,
    sort_codes,
    without_known,
    without_repeated,
    write_run,
)
from zermelo.tables.disk_progress import DiskProgress
from zermelo.tables.header import MOST_LEVELS
from zermelo.tables.memory_shares import MemoryShares
from zermelo.tables.packing import Packing
from zermelo.tables.running import Runner

PIECE = 1 << 15
"""The maximum number of states that a thread reads at a time."""

SHARES = 4
"""The number of ranges of codes for each thread while a new run is made."""

SAMPLED = 64
"""The number of codes of a piece that are sampled to choose the bounds of ranges."""


class Misfit(Exception):
    """A state has a word that the packing has no room for."""

    def __init__(self, word: int, value: int) -> None:
        super().__init__()
        self.word, self.value = word, value


def expansion_memory(
    packing: Packing, room: int, symmetry: bool, layout: type[Any] = ExpansionMemory, **sizes: int
) -> Any:
    """A memory for one thread."""
    words = {"state_words": len(packing.lows), "code_words": packing.code_words}
    m = packing.put_into(layout.make(True, room=room, levels=MOST_LEVELS, **words, **sizes))
    m.room, m.use_symmetry, m.level_room = room, symmetry, MOST_LEVELS
    return m


def too_many_utilities(game: Game) -> TableError:
    """The error for a game with more utilities than a table can number."""
    return TableError(f"{quote(game)} has more than {MOST_LEVELS} different utilities, too many for a table")


def fault(runner: Runner, said: int, m: Any) -> Exception:
    """The error for what a kernel has returned."""
    name = type(runner.game).__name__
    if said == MISFIT:
        return Misfit(int(m.misfit_word), int(m.misfit))
    if said == MANY_LEVELS:
        return too_many_utilities(runner.game)
    assert said in (BROKEN, MISSING)
    broken, missing = "breaks the contract of games", "is not deterministic: result called twice gave different states"
    return RuleError(f"{name} {broken if said == BROKEN else missing}")


class _Found(NamedTuple):
    """The result of reading: sorted codes of successors, utilities, the end of the states read, the intended end."""

    codes: Codes
    levels: list[float]
    reached: int
    end: int


@dataclass
class _Held:
    """Codes in memory, in sorted pieces."""

    room: int
    """The bytes after which it is full."""
    pieces: list[Codes] = field(default_factory=list)
    size: int = 0

    @property
    def is_full(self) -> bool:
        return self.size >= self.room

    def add(self, codes: Codes) -> None:
        """Adds a piece."""
        self.pieces.append(codes)
        self.size += codes.nbytes

    def taken(self) -> list[Codes]:
        """Removes and returns all pieces."""
        pieces, self.pieces, self.size = self.pieces, [], 0
        return pieces


@dataclass
class Search:
    """The search for all states, in a folder of its own."""

    runner: Runner
    done: DiskProgress
    start: State
    symmetry: bool
    shares: MemoryShares
    progress: Callable[[int], None] = lambda _: None
    """Called with the number of states that were read."""
    _own: Any = field(default_factory=threading.local)

    def run(self) -> Run:
        """All states in one run. Raises Misfit, RuleError and TableError."""
        done = self.done
        if not done.runs:
            self._add_run([self._start_code()])
        while done.expanded < len(done.runs):
            self._expand_some()
            self._merge_some()
            done.save()
        while len(done.runs) > 1:
            self._merge_last(len(done.runs))
            done.save()
        return done.all_runs[0]

    def _start_code(self) -> Codes:
        m = expansion_memory(self.done.packing, 1, self.symmetry)
        said = self.runner.on_state(code_expansion.pack_start, self.start, m)
        if said != DONE:
            raise fault(self.runner, said, m)
        return np.array(m.found[: m.code_words], np.int64).reshape(1, -1)

    # Reading states.

    def _expand_some(self) -> None:
        """Reads states until memory is full or all are read, and writes their new successors as runs."""
        done, held = self.done, _Held(self.shares.held)
        run, offset = done.expanded, done.offset
        while run < len(done.runs) and not held.is_full:
            codes = done.all_runs[run].codes()
            last = min(len(codes), offset + 16 * self.runner.threads * PIECE)
            self._expand(codes, offset, last, held)
            self.progress(last - offset)
            run, offset = (run + 1, 0) if last == len(codes) else (run, last)
        self._add_run(self._new(held.taken()))
        done.expanded, done.offset = run, offset

    def _expand(self, codes: Codes, first: int, last: int, held: _Held) -> None:
        """Reads some states of a run. If memory is full before all are read, a run is made in between."""
        pieces = [(begin, min(begin + PIECE, last)) for begin in range(first, last, PIECE)]
        while pieces:
            rest = []
            for found in self.runner.each(lambda piece: self._read(codes, *piece), pieces):
                held.add(found.codes)
                self._add_levels(found.levels)
                if found.reached < found.end:
                    rest.append((found.reached, found.end))
                if held.is_full:
                    self._add_run(self._new(held.taken()))
            pieces = rest

    def _read(self, codes: Codes, first: int, last: int) -> _Found:
        """The successors of these states: of at least one, and of all for which there is room."""
        while True:
            m = self._memory().with_rows(codes=codes.reshape(-1))
            m.level_count = 0
            said = self.runner.on_rules(code_expansion.expand, m, first, last)
            if said != FULL or m.reached > first:
                break
            self._own.memory = expansion_memory(self.done.packing, 2 * m.room, self.symmetry)
        if said not in (DONE, FULL):
            raise fault(self.runner, said, m)
        found = sort_codes(m.found[: m.filled * m.code_words].reshape(-1, m.code_words))
        unique = without_repeated(self.runner, found).copy()
        return _Found(unique, m.levels[: m.level_count].tolist(), int(m.reached), last)

    def _memory(self) -> Any:
        """The memory of this thread, in which states are packed."""
        if not hasattr(self._own, "memory"):
            packing = self.done.packing
            self._own.memory = expansion_memory(packing, self.shares.found(packing.code_words), self.symmetry)
        return self._own.memory

    def _add_levels(self, levels: list[float]) -> None:
        self.done.levels = sorted({*self.done.levels, *levels})
        if len(self.done.levels) > MOST_LEVELS:
            raise fault(self.runner, MANY_LEVELS, None)

    # Making runs.

    def _new(self, pieces: list[Codes]) -> list[Codes]:
        """The codes of the pieces that are in no run, in ascending order, in ranges that threads compute."""
        if not pieces:
            return []
        known = [run.codes() for run in self.done.all_runs]
        sets = [*pieces, *known]
        bounds = self._bounds(pieces)
        places = [[0, *(place_of(codes, bound) for bound in bounds), len(codes)] for codes in sets]
        made: dict[int, Codes] = {}

        def make(share: int) -> tuple[int, Codes]:
            cut = [codes[at[share] : at[share + 1]] for codes, at in zip(pieces, places[: len(pieces)], strict=True)]
            codes = without_repeated(self.runner, sort_codes(np.concatenate(cut)))
            for run, at in zip(known, places[len(pieces) :], strict=True):
                codes = without_known(self.runner, codes, run, at[share], at[share + 1])
            return share, codes.copy()

        made |= dict(self.runner.each(make, range(len(bounds) + 1)))
        return [made[share] for share in sorted(made)]

    def _bounds(self, pieces: list[Codes]) -> list[tuple[int, ...]]:
        """Codes that divide those of the pieces into ranges of about the same size."""
        shares = min(SHARES * self.runner.threads, 1 + sum(map(len, pieces)) // PIECE)
        samples = sort_codes(np.concatenate([piece[:: max(1, len(piece) // SAMPLED)] for piece in pieces]))
        return [tuple(samples[len(samples) * k // shares].tolist()) for k in range(1, shares)]

    def _add_run(self, parts: list[Codes]) -> None:
        if any(map(len, parts)):
            self._put(len(self.done.runs), 0, parts)

    def _put(self, place: int, instead_of: int, parts: Any) -> None:
        """Writes a run, which replaces some others."""
        done = self.done
        run = write_run(done.run_path(done.next_run), done.packing.code_words, parts)
        done.runs[place : place + instead_of] = [(done.next_run, run.count, run.checksum)]
        done.next_run += 1

    def _merge_some(self) -> None:
        """Merges runs whose states have been read, while the last of them is not much smaller than the one before.

        So the number of runs, and of merges of each state, is logarithmic in the number of states.
        """
        done = self.done
        while done.expanded > 1 and done.runs[done.expanded - 2][1] < 2 * done.runs[done.expanded - 1][1]:
            self._merge_last(done.expanded)
            done.expanded -= 1

    def _merge_last(self, end: int) -> None:
        """Merges the last two of the first `end` runs."""
        first, second = (run.codes() for run in self.done.all_runs[end - 2 : end])
        at_once = self.shares.merged(self.done.packing.code_words)
        self._put(end - 2, 2, merged(self.runner, first, second, at_once))
