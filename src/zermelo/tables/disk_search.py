"""Finds all states that can be reached, breadth first, with sorted sets of their codes on disk.

States are read in the order in which they were found. What they lead to is collected in memory, sorted, until there is
no room for more, or all known states are read. Then what is known already is subtracted (delayed duplicate detection),
and the rest is a new run on disk. Runs whose states have been read are merged, so that there are never many. The states
that are found depend neither on the room nor on the threads, and where the last run ended a build can resume.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from zermelo.core.errors import RuleError, TableError, quote
from zermelo.core.game import State
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
from zermelo.tables.packing import Packing
from zermelo.tables.running import Runner

PIECE = 1 << 15
"""The states that a thread reads at a time."""

BRANCHES_AT_FIRST = 8
"""The branches of a state for which a piece has room at first."""

SHARES = 4
"""The ranges of codes for each thread in which a new run is made."""

SAMPLED = 64
"""The codes of a piece from which the bounds of ranges are chosen."""


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


def fault(runner: Runner, said: int, m: Any) -> Exception:
    """The error for what a kernel has returned."""
    name = type(runner.game).__name__
    if said == MISFIT:
        return Misfit(int(m.misfit_word), int(m.misfit))
    if said == MANY_LEVELS:
        return TableError(f"{quote(runner.game)} has more than {MOST_LEVELS} different utilities, too many for a table")
    assert said in (BROKEN, MISSING)
    broken, missing = "breaks the contract of games", "is not deterministic: result called twice gave different states"
    return RuleError(f"{name} {broken if said == BROKEN else missing}")


@dataclass
class Search:
    """The search for all states, in a folder of its own."""

    runner: Runner
    done: DiskProgress
    start: State
    symmetry: bool
    room: int
    """The most bytes for codes in memory."""
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
        """Reads states until memory is full or all are read, and makes a run of the new ones that they lead to."""
        done, pieces, held = self.done, [], 0
        run, offset = done.expanded, done.offset
        while run < len(done.runs) and held < self.room:
            codes = done.all_runs[run].codes()
            last = min(len(codes), offset + max(1, self._pieces_that_fit(held)) * PIECE)
            for found, levels in self.runner.each(self._reader(codes, last), range(offset, last, PIECE)):
                pieces.append(found)
                held += found.nbytes
                done.levels = sorted({*done.levels, *levels})
            self.progress(last - offset)
            run, offset = (run + 1, 0) if last == len(codes) else (run, last)
        done.expanded, done.offset = run, offset
        self._add_run(self._new(pieces))

    def _pieces_that_fit(self, held: int) -> int:
        """About how many pieces there is still room for: a part of what is left, since pieces are of unknown size."""
        size = 8 * PIECE * self.done.packing.code_words * BRANCHES_AT_FIRST
        return (self.room - held) // (2 * size)

    def _reader(self, codes: Codes, end: int) -> Callable[[int], tuple[Codes, list[float]]]:
        """A function that reads a piece up to `end`: the sorted codes of its successors, and the utilities in it."""

        def read(first: int) -> tuple[Codes, list[float]]:
            m = self._memory().with_rows(codes=codes.reshape(-1))
            m.level_count = 0
            while (said := self.runner.on_rules(code_expansion.expand, m, first, min(first + PIECE, end))) == FULL:
                self._own.memory = None
                m = self._memory(2 * m.room).with_rows(codes=codes.reshape(-1))
            if said != DONE:
                raise fault(self.runner, said, m)
            found = sort_codes(np.array(m.found[: m.filled * m.code_words]).reshape(-1, m.code_words))
            return without_repeated(self.runner, found).copy(), m.levels[: m.level_count].tolist()

        return read

    def _memory(self, room: int = BRANCHES_AT_FIRST * PIECE) -> Any:
        """The memory of this thread, in which states are packed."""
        if getattr(self._own, "memory", None) is None:
            self._own.memory = expansion_memory(self.done.packing, room, self.symmetry)
        return self._own.memory

    # Making runs.

    def _new(self, pieces: list[Codes]) -> list[Codes]:
        """The codes of the pieces that no run has, in ascending order, in ranges that threads make."""
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
        """Writes a run, which takes the place of some others."""
        done = self.done
        run = write_run(done.run_path(done.next_run), done.packing.code_words, parts)
        done.runs[place : place + instead_of] = [(done.next_run, run.count)]
        done.next_run += 1

    def _merge_some(self) -> None:
        """Merges runs whose states have been read, as long as the last of them is not much smaller than the one before.

        So their number is the logarithm of the number of states, and each state is merged as often.
        """
        done = self.done
        while done.expanded > 1 and done.runs[done.expanded - 2][1] < 2 * done.runs[done.expanded - 1][1]:
            self._merge_last(done.expanded)
            done.expanded -= 1

    def _merge_last(self, end: int) -> None:
        """Merges the last two of the first `end` runs."""
        first, second = (run.codes() for run in self.done.all_runs[end - 2 : end])
        larger, smaller = (first, second) if len(first) >= len(second) else (second, first)
        self._put(end - 2, 2, merged(self.runner, larger, smaller))
