"""Builds tables by rank: stage after stage, part after part, in this process or by the workers of an executor.

The files are the same, byte for byte, however the work was divided and however often it was interrupted.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.core.errors import KindError, LimitError, TableError, ZermeloError, quote, quote_path
from zermelo.core.game import Game
from zermelo.core.rules import has_own
from zermelo.core.threads import POLL_SECONDS
from zermelo.native.digest import table_digest
from zermelo.native.host import ignore
from zermelo.tables.blocks import UNUSED
from zermelo.tables.build_lock import only_build_in
from zermelo.tables.files import Chunk, StageFile, stage_path, write_stage
from zermelo.tables.header import Part
from zermelo.tables.known import check_kind, infinite_play, parts_of
from zermelo.tables.running import Runner, never
from zermelo.tables.workshop import Order, Workshop

MOST_TRIES = 4
"""The number of times that a part is given to a worker before the build fails."""


@dataclass(frozen=True)
class BuildProgress:
    """The progress of a build: the stage, how many of its positions are done, their number, and the current part."""

    stage: int
    done: int
    total: int
    part: str


Workers = Callable[[], Executor]
"""Makes an executor. It is called again if the processes of the first one die."""


def build_stages(
    game: Game,
    folder: Path | str,
    stages: int | None = None,
    *,
    distances: bool = True,
    threads: int = 1,
    memory: int | None = None,
    workers: Workers | None = None,
    plain: bool = False,
    notice: Callable[[str], None] = ignore,
    progress: Callable[[BuildProgress], None] = lambda _: None,
    check: Callable[[], None] = never,
) -> list[Path]:
    """Builds the tables of all stages up to `stages`, by default up to that of the initial state; returns the files.

    What the folder has already is kept. With `workers`, parts are built by the processes of an executor, which all have
    to see the folder under the same path. `memory` is the most bytes that a process may use; a part that needs more is
    refused with LimitError. While another build is at work in the folder, TableError is raised. `check` is called
    often, and may raise an exception to end the build; the next one resumes.
    """
    check_kind(game)
    top = last_stage(game, stages)
    if threads < 1:
        raise LimitError(f"threads={threads} is not valid: it must be at least 1")
    order = Order(game, Path(folder), table_digest(game), distances, memory)
    with only_build_in(order.folder):
        crew: _Here | _Elsewhere
        if workers is None:
            crew = _Here(order, threads, lambda: Runner(game, threads=threads, plain=plain, notice=notice, check=check))
        else:
            crew = _Elsewhere(order, threads, plain, workers)
        try:
            return [
                _StageBuild(order, stage, parts, progress, check).run(crew)
                for stage in range(top + 1)
                if (parts := parts_of(game, stage))
            ]
        finally:
            crew.close()


def last_stage(game: Game, stages: int | None) -> int:
    """The greatest stage to build. Raises KindError if the game has no numbers for its positions."""
    if not has_own(game, "rank"):
        raise KindError(f"{quote(game)} does not number its positions (Game.rank): build its table by enumeration")
    top = game.stage(game.initial()) if stages is None else stages
    if not _has_parts(game, top):
        ignores = game.tables_ignore and not _has_parts(game, game.stage(game.initial()))
        why = f": its tables would ignore {game.tables_ignore}" if ignores else ""
        raise LimitError(f"{quote(game)} has no positions with numbers up to stage {top}{why}")
    if not parts_of(game, top) and stages is None:
        raise LimitError(f"{quote(game)} has no positions with numbers in stage {top}; say how many stages to build")
    if not parts_of(game, top):
        raise LimitError(f"{quote(game)} has no stage {top}: its positions are numbered in lower stages only")
    return top


def _has_parts(game: Game, top: int) -> bool:
    """Whether positions up to this stage have numbers."""
    return any(parts_of(game, stage) for stage in range(top, -1, -1))


class _Here:
    """Builds parts in this process, one after another."""

    def __init__(self, order: Order, threads: int, make: Callable[[], Runner]) -> None:
        self.threads, self._order, self._make = threads, order, make
        self._workshop: Workshop | None = None

    def build(self, stage: int, missing: list[int], advance: Callable[[int, int], None]) -> None:
        """Builds these parts of a stage; `advance` is called with a part and the positions of it that were read."""
        if self._workshop is None:
            self._workshop = Workshop(self._order, self._make())
        for part in missing:
            self._workshop.progress = partial(advance, part)
            self._workshop.build_part(stage, part)

    def close(self) -> None:
        """Ends the threads."""
        if self._workshop is not None:
            self._workshop.runner.close()


class _Elsewhere:
    """Gives parts to the workers of an executor, each as soon as the parts that it needs are done."""

    def __init__(self, order: Order, threads: int, plain: bool, workers: Workers) -> None:
        self.threads, self._order, self._plain, self._workers = threads, order, plain, workers
        self._executor = workers()
        self._tries: dict[tuple[int, int], int] = {}
        self._running: dict[Future[Any], int] = {}

    def build(self, stage: int, missing: list[int], advance: Callable[[int, int], None]) -> None:
        """Builds these parts of a stage; `advance` is called with a part and its size when it is done."""
        game = self._order.game
        waiting = {part: set(game.parts_needed(stage, part)) & set(missing) for part in missing}
        running = self._running
        sizes = [part.size for part in parts_of(game, stage)]
        while waiting or running:
            for part in [part for part, needed in waiting.items() if not needed]:
                del waiting[part]
                running[self._submit(stage, part)] = part
            ended = wait(running, POLL_SECONDS, FIRST_COMPLETED).done
            for future in ended:
                part = running.pop(future)
                if self._is_done(future, stage, part):
                    advance(part, sizes[part])
                    for needed in waiting.values():
                        needed.discard(part)
                else:
                    waiting[part] = set()

    def _submit(self, stage: int, part: int) -> Future[Any]:
        tries = self._tries[stage, part] = self._tries.get((stage, part), 0) + 1
        if tries > MOST_TRIES:
            raise TableError(f"part {part} of stage {stage} was lost with its worker {MOST_TRIES} times")
        task = partial(build_one_part, self._order, self.threads, self._plain, stage, part)
        try:
            return self._executor.submit(task)
        except BrokenExecutor:
            self._executor = self._workers()
            return self._executor.submit(task)

    def _is_done(self, future: Future[Any], stage: int, part: int) -> bool:
        """Whether the part is finished; false if its worker died, and it has to be built again."""
        try:
            future.result()
        except ZermeloError:
            raise
        except Exception as error:  # whatever an executor raises for a worker that died
            if isinstance(error, BrokenExecutor) or _is_lost(error):
                return False
            raise TableError(f"part {part} of stage {stage} failed: {error!r}") from error
        return True

    def close(self) -> None:
        """Ends the executor."""
        for future in self._running:
            future.cancel()
        self._executor.shutdown(wait=False)


def _is_lost(error: Exception) -> bool:
    """Whether a cluster reports a worker that died, or a task that was cancelled with it."""
    return type(error).__name__ in ("KilledWorker", "CancelledError", "FutureCancelledError", "CommClosedError")


_workshops: dict[Order, Workshop] = {}
"""The workshop of this process: a worker keeps what it has loaded for its next part."""


def build_one_part(order: Order, threads: int, plain: bool, stage: int, part: int) -> None:
    """Builds a part in a worker of an executor. It may be called again for a part that is done."""
    workshop = _workshops.get(order)
    if workshop is None:
        for other in _workshops.values():
            other.runner.close()
        _workshops.clear()
        workshop = _workshops[order] = Workshop(order, Runner(order.game, threads=threads, plain=plain))
    workshop.build_part(stage, part)


@dataclass
class _StageBuild:
    """The build of one stage."""

    order: Order
    stage: int
    parts: tuple[Part, ...]
    progress: Callable[[BuildProgress], None]
    check: Callable[[], None]
    done: int = 0

    def run(self, crew: _Here | _Elsewhere) -> Path:
        """Builds the parts that are missing, and then the file of the stage; returns its path."""
        path = stage_path(self.order.folder, self.stage)
        finished = self.order.open_stage(self.stage)
        if finished is None:
            missing = [i for i, part in enumerate(self.parts) if not _is_finished(self.order, self.stage, i, part)]
            self.done = self._total - sum(self.parts[i].size for i in missing)
            crew.build(self.stage, missing, self._advance)
            _assemble(self.order, self.stage, self.parts, path, crew.threads)
        else:
            finished.close()
        shutil.rmtree(self.order.parts_folder(self.stage), ignore_errors=True)
        return path

    @property
    def _total(self) -> int:
        return sum(part.size for part in self.parts)

    def _advance(self, part: int, positions: int) -> None:
        """Reports progress: this many more positions of a part were read."""
        self.done = min(self.done + positions, self._total)
        self.progress(BuildProgress(self.stage, self.done, self._total, self.parts[part].name))
        self.check()


def _is_finished(order: Order, stage: int, part: int, expected: Part) -> bool:
    file = order.open_part(stage, part, expected)
    if file is not None:
        file.close()
    return file is not None


def _assemble(order: Order, stage: int, parts: tuple[Part, ...], path: Path, threads: int) -> None:
    """Writes the file of a stage from those of its parts.

    It is written in their folder and then moved: what a killed build leaves there is removed with the folder.
    """
    temporary = order.parts_folder(stage) / path.name
    files = [order.open_part(stage, i, part) for i, part in enumerate(parts)]
    whole = [file for file in files if file is not None]
    if len(whole) < len(parts):
        raise TableError(f"parts of stage {stage} have disappeared from {quote_path(order.parts_folder(stage))}")
    forever = infinite_play(order.game)
    levels = tuple(sorted({forever, *(float(level) for file in whole for level in file.header.levels)}))
    header = order.header(stage, parts, levels, forever)
    header = replace(header, summaries=tuple(file.header.summaries[0] for file in whole))
    try:
        write_stage(temporary, header, _renumbered(whole, levels), threads)
        temporary.replace(path)
    except OSError as error:
        raise TableError(f"the table {quote_path(path)} cannot be written: {error.strerror or error}") from error
    finally:
        for file in whole:
            file.close()


def _renumbered(files: list[StageFile], levels: tuple[float, ...]) -> Iterator[Chunk]:
    """The entries of all files, with the levels of the stage."""
    for file in files:
        level_of = np.full(UNUSED + 1, UNUSED, np.uint8)
        level_of[: len(file.header.levels)] = [levels.index(level) for level in file.header.levels]
        for block in file.chunks():
            yield Chunk(level_of[block.levels], block.distances, np.zeros(len(block.levels), np.uint8))
