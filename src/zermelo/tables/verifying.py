"""Proves tables again from the rules alone, whoever made them.

With distances every position is checked against its successors, which is a proof (`kernels/table_checking.py`). Without
distances that would not be one: positions on a cycle could vouch for each other. So each part is solved again, from the
entries of the parts before it, and compared. A table by enumeration is enumerated and solved again, and compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import Any

import numpy as np

from zermelo.core.blame import shown
from zermelo.core.errors import TableError, quote, quote_path
from zermelo.core.game import Game, State
from zermelo.kernels import table_checking
from zermelo.kernels.table_attraction import PIECE
from zermelo.kernels.table_checking import WRONG_ENTRY, WRONGLY_USED
from zermelo.kernels.table_memory import UNUSED, PieceMemory
from zermelo.kernels.table_reading import SOUND
from zermelo.native.digest import table_digest
from zermelo.native.host import ignore
from zermelo.tables.enumerating import build_states
from zermelo.tables.faults import fault_error
from zermelo.tables.files import StageFile, stage_path
from zermelo.tables.known import Known, check_kind, infinite_play, parts_of
from zermelo.tables.part_solving import PartSolver
from zermelo.tables.reading import table_files
from zermelo.tables.running import Runner, never


@dataclass(frozen=True)
class Verified:
    """The result of a verification: the number of proved entries of each file."""

    files: tuple[tuple[Path, int], ...]


def verify(
    game: Game,
    folder: Path | str,
    *,
    start: State | None = None,
    threads: int = 1,
    memory: int | None = None,
    scratch: Path | None = None,
    plain: bool = False,
    notice: Callable[[str], None] = ignore,
    progress: Callable[[int, int, int], None] = lambda *_: None,
    check: Callable[[], None] = never,
) -> Verified:
    """Proves every entry of the tables of a game in a folder. Raises TableError where one is wrong or damaged.

    A table by enumeration is built again in a new folder within `scratch`, by default the system's for temporary files,
    with at most `memory` bytes. `start` is the state from which it was built, if the table does not say that itself.
    `progress` is called with a stage, the entries that are proved and the number of all. `check` may raise an exception
    to end it.
    """
    check_kind(game)
    folder = Path(folder)
    files = [StageFile.open(path) for path in table_files(folder)]
    if not files:
        raise TableError(f"there is no table in the folder {quote_path(folder)}")
    try:
        for file in files:
            _check_header(game, file)
        by_rank = sorted((file for file in files if file.header.stage is not None), key=lambda f: f.header.stage or 0)
        if by_rank:
            with Runner(game, threads=threads, plain=plain, notice=notice, check=check) as runner:
                _Stages(runner, by_rank, folder, progress).verify()
        for file in files:
            if file.header.stage is None:
                options: dict[str, Any] = {"threads": threads, "memory": memory, "plain": plain, "notice": notice}
                _verify_states(game, file, _start_of(game, file, start), scratch, check=check, **options)
        for file in files:
            _check_counts(file)
        return Verified(tuple((file.path, file.header.count) for file in files))
    finally:
        for file in files:
            file.close()


def _check_header(game: Game, file: StageFile) -> None:
    """Raises TableError if the header is not the one that the game's tables have."""
    header, name = file.header, f"the table {quote_path(file.path)}"
    if header.digest != table_digest(game):
        raise TableError(f"{name} is of {quote(header.game)}, not of {quote(game)} by these rules")
    if header.infinite_play != infinite_play(game) or header.draw != game.fair_share:
        raise TableError(f"{name} is wrong: its utility of infinite play or of a draw is not the game's")
    if header.stage is not None and header.parts != parts_of(game, header.stage):
        raise TableError(f"{name} is wrong: its parts are not those of stage {header.stage}")


def _check_counts(file: StageFile) -> None:
    """Raises TableError if a part does not have as many positions as the header says."""
    first = 0
    for part, summary in zip(file.header.parts, file.header.summaries, strict=True):
        used = int(np.count_nonzero(file.levels(first, first + part.size) != UNUSED))
        if used != summary.positions:
            said = f"its header says {summary.positions:,} positions of {quote(part.name)}, and there are {used:,}"
            raise TableError(f"the table {quote_path(file.path)} is wrong: {said}")
        first += part.size


@dataclass
class _Stages:
    """Verifies the tables by rank."""

    runner: Runner
    files: list[StageFile]
    folder: Path
    progress: Callable[[int, int, int], None]

    def verify(self) -> None:
        """Raises TableError if an entry is wrong."""
        top = max(file.header.stage or 0 for file in self.files)
        known = Known(self.runner.game, top)
        there = {file.header.stage for file in self.files}
        missing = next((stage for stage, parts in enumerate(known.parts) if parts and stage not in there), None)
        if missing is not None:
            path = stage_path(self.folder, missing)
            raise TableError(f"the table {quote_path(path)} is missing, and without it no higher stage can be proved")
        for file in self.files:
            known.load(file, file.header.stage or 0)
        for file in self.files:
            prove = self._check if file.header.distances else self._resolve
            done = 0
            for count in prove(known, file):
                done += count
                self.progress(file.header.stage or 0, done, file.header.count)

    def _check(self, known: Known, file: StageFile) -> Iterator[int]:
        """Checks each position against its successors; yields the numbers of positions that are proved."""
        stage, count = file.header.stage or 0, file.header.count
        m = known.memory(self.runner.is_native, stage)

        def check(first: int) -> int:
            piece: Any = PieceMemory.make(self.runner.is_native, room=1)
            last = min(first + PIECE, count)
            fault = self.runner.on_rules(table_checking.check_positions, m, piece, first, last)
            if fault != SOUND:
                raise self._error(fault, file, int(piece.fault_number))
            return last - first

        return self.runner.each(check, range(0, count, PIECE))

    def _resolve(self, known: Known, file: StageFile) -> Iterator[int]:
        """Solves each part again and compares; yields the numbers of positions that are proved."""
        stage = file.header.stage or 0
        for part in range(len(known.parts[stage])):
            claimed = known.part(stage, part).copy() & UNUSED
            levels = list(known.levels)
            solved = PartSolver(self.runner, known, stage, part).solve()
            if known.levels != levels:
                new = next(level for level in known.levels if level not in levels)
                raise TableError(f"the table {quote_path(file.path)} is wrong: it lacks the utility {new:g}")
            wrong = np.flatnonzero(claimed != solved.entries & UNUSED)
            if len(wrong):
                raise self._error(WRONG_ENTRY, file, known.first_of(stage, part) + int(wrong[0]))
            yield len(claimed)

    def _error(self, fault: int, file: StageFile, number: int) -> Exception:
        game, stage = self.runner.game, file.header.stage or 0
        if fault not in (WRONG_ENTRY, WRONGLY_USED):
            return fault_error(game, fault, stage, number)
        at = f"number {number:,}, {quote(shown(game, game.unrank(stage, number)))}"
        unused = "is marked as used but has no position, or the reverse"
        why = unused if fault == WRONGLY_USED else "has a value or distance that does not follow from the rules"
        return TableError(f"the table {quote_path(file.path)} is wrong: {at}, {why}")


def _start_of(game: Game, file: StageFile, start: State | None) -> State | None:
    """The state from which a table was built: the given one, or the one that the table names. Raises TableError."""
    said = file.header.start
    if said is None or start is None:
        return start if said is None else game.parse(said)
    if game.show(start) != said:
        was = f"was built from {quote(said)}, not from {quote(game.show(start))}"
        raise TableError(f"the table {quote_path(file.path)} {was}")
    return start


def _verify_states(game: Game, file: StageFile, start: State | None, scratch: Path | None, **options: Any) -> None:
    """Builds the table again in a folder of its own, and compares."""
    said = file.header.symmetry
    try:
        temporary = TemporaryDirectory(prefix="zermelo-", dir=scratch)
    except OSError as error:
        where = quote_path(scratch or Path(gettempdir()))
        raise TableError(f"the folder {where} is not writable: {error.strerror or error}") from error
    with temporary as name:
        for symmetry in (True, False) if said is None else (said,):
            folder = Path(name) / str(symmetry)
            path = build_states(game, folder, start, distances=file.header.distances, symmetry=symmetry, **options)
            with StageFile.open(path) as again:
                if again.header.count == file.header.count or symmetry == said or not symmetry:
                    _compare(file, again)
                    return


def _compare(file: StageFile, again: StageFile) -> None:
    """Raises TableError unless the file is the same as the one that was built again."""
    name = f"the table {quote_path(file.path)}"
    wanted_header = replace(again.header, summaries=(), start=file.header.start, symmetry=file.header.symmetry)
    if replace(file.header, summaries=()) != wanted_header:
        raise TableError(f"{name} is wrong: it has {file.header.count:,} states, and there are {again.header.count:,}")
    first = 0
    for block, wanted in zip(file.chunks(), again.chunks(), strict=True):
        last = first + len(block.levels)
        pairs = ((block.levels, wanted.levels), (block.distances, wanted.distances), (block.keys, wanted.keys))
        for ours, theirs in pairs:
            if ours is not None and theirs is not None and not np.array_equal(ours, theirs):
                entries = f"one of the entries {first:,} to {last - 1:,}"
                raise TableError(f"{name} is wrong: {entries} does not follow from the rules")
        first = last
