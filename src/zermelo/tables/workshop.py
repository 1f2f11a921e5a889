"""Builds the parts of a table in one process: from files, to files.

A finished part is a table file of its own, in a folder beside the file of its stage, until the whole stage is written.
So a build that was killed continues with the parts that are missing.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from zermelo.core.errors import TableError, quote, quote_path
from zermelo.core.game import Game
from zermelo.tables.files import Chunk, StageFile, stage_path, write_stage
from zermelo.tables.header import BY_RANK, Part, StageHeader
from zermelo.tables.known import Known, parts_of
from zermelo.tables.part_solving import Gauge, PartSolver
from zermelo.tables.running import Runner


@dataclass(frozen=True)
class Order:
    """What to build: the tables of a game in a folder, with distances or without, within a memory limit in bytes.

    The digest identifies the rules.
    """

    game: Game = field(compare=False)
    folder: Path
    digest: str
    distances: bool = True
    memory: int | None = None

    def header(self, stage: int, parts: tuple[Part, ...], levels: tuple[float, ...], forever: float) -> StageHeader:
        """The header of a file with these parts of a stage."""
        return StageHeader(
            game=str(self.game),
            digest=self.digest,
            stage=stage,
            parts=parts,
            levels=levels,
            infinite_play=forever,
            draw=float(self.game.fair_share),
            distances=self.distances,
            numbering=BY_RANK,
            key_words=0,
            count=sum(part.size for part in parts),
        )

    def parts_folder(self, stage: int) -> Path:
        """Where the finished parts of a stage are kept while it is built."""
        return self.folder / f"stage-{stage:03}.building"

    def part_path(self, stage: int, part: int) -> Path:
        """The file of a finished part."""
        return self.parts_folder(stage) / f"part-{part:04}.table"

    def open_stage(self, stage: int) -> StageFile | None:
        """The finished file of a stage, or None. Raises TableError if it is not what is to be built."""
        path = stage_path(self.folder, stage)
        if not path.exists():
            return None
        file = StageFile.open(path)
        if file.header.digest != self.digest or file.header.stage != stage:
            file.close()
            raise TableError(
                f"the table {quote_path(path)} is of {quote(file.header.game)} by other rules: remove it first"
            )
        if file.header.parts != parts_of(self.game, stage):
            file.close()
            raise TableError(f"the table {quote_path(path)} has other parts than stage {stage}: remove it first")
        if file.header.distances != self.distances:
            file.close()
            has, wanted = ("no distances", "with") if self.distances else ("distances", "without")
            raise TableError(f"the table {quote_path(path)} has {has}; build one {wanted} distances in another folder")
        return file

    def open_part(self, stage: int, part: int, expected: Part) -> StageFile | None:
        """The file of a finished part; None if there is none that is whole and of these rules."""
        path = self.part_path(stage, part)
        if not path.exists():
            return None
        try:
            file = StageFile.open(path)
        except TableError:
            return None
        given = file.header
        wanted = self.header(stage, (expected,), given.levels, given.infinite_play)
        if given.summaries and given.to_json() == _with_summaries(wanted, given).to_json():
            return file
        file.close()
        return None


def _with_summaries(header: StageHeader, given: StageHeader) -> StageHeader:
    return StageHeader(**{**vars(header), "summaries": given.summaries})


@dataclass
class Workshop:
    """Builds parts in this process, and keeps in memory what the next ones need."""

    order: Order
    runner: Runner
    progress: Callable[[int], None] = lambda _: None
    _known: Known | None = None
    _loaded: set[tuple[int, int]] = field(default_factory=set)

    def build_part(self, stage: int, part: int) -> None:
        """Builds a part and writes its file, unless a whole one is there already."""
        known = self._known_up_to(stage)
        done = self.order.open_part(stage, part, known.parts[stage][part])
        if done is not None:
            done.close()
            return
        for needed in self.order.game.parts_needed(stage, part):
            self._load_part(known, stage, needed)
        gauge = Gauge(self.order.memory, resident_bytes())
        solved = PartSolver(self.runner, known, stage, part, gauge, self.progress).solve()
        known.store(stage, known.first_of(stage, part), solved.entries)
        self._loaded.add((stage, part))
        levels, packed, distances = known.packed(solved.entries)
        header = self.order.header(stage, (known.parts[stage][part],), levels, known.forever)
        chunk = Chunk(packed, distances if self.order.distances else None, solved.movers)
        write_stage(self.order.part_path(stage, part), header, [chunk], self.runner.threads)

    def _known_up_to(self, stage: int) -> Known:
        """The entries of all lower stages, and room for those of this one."""
        if self._known is not None and self._known.top == stage:
            return self._known
        self._known = None
        self._loaded.clear()
        Gauge(self.order.memory, resident_bytes()).require(
            Known.bytes_for(self.order.game, stage), f"what stage {stage} of {quote(self.order.game)} is built from"
        )
        self._known = known = Known(self.order.game, stage)
        for lower in range(stage):
            if known.parts[lower]:
                file = self.order.open_stage(lower)
                if file is None:
                    raise TableError(f"stage {lower} has to be built before stage {stage}")
                with file:
                    known.load(file, lower)
        return known

    def _load_part(self, known: Known, stage: int, part: int) -> None:
        if (stage, part) in self._loaded:
            return
        file = self.order.open_part(stage, part, known.parts[stage][part])
        if file is None:
            raise TableError(f"part {part} of stage {stage} is missing in {quote_path(self.order.parts_folder(stage))}")
        with file:
            known.load(file, stage, known.first_of(stage, part))
        self._loaded.add((stage, part))


def resident_bytes() -> int:
    """The memory that this process uses now; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0
