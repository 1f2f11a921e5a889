"""The entries of all positions that are solved so far, in memory: what the next part is built from."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.core.errors import KindError, RuleError, TableError, quote
from zermelo.core.game import MAX, Game
from zermelo.core.rules import has_own
from zermelo.core.values import is_float
from zermelo.kernels.table_memory import LEVEL_BITS, MOST_DISTANCE, UNKNOWN, UNUSED, KnownMemory
from zermelo.tables.files import StageFile
from zermelo.tables.header import MOST_LEVELS, Part

Entries = npt.NDArray[np.int32]

SLICE = 1 << 22
"""The number of entries that are converted at once, which bounds the memory for copies."""


def check_kind(game: Game) -> None:
    """Raises KindError if the game's positions do not have exact values of their own that a table can store."""
    kind = game.kind
    why = (
        "it has imperfect information"
        if kind.hidden
        else "it has chance"
        if kind.stochastic
        else "it is not a zero-sum game of two players, or a game of one"
        if not kind.one_number
        else "it forbids repetition, so the value of a position depends on the play before it"
        if game.forbids_repetition
        else None
    )
    if why is not None:
        raise KindError(f"there are no tables for {quote(game)}: {why}")


def parts_of(game: Game, stage: int) -> tuple[Part, ...]:
    """The parts of a stage. Raises RuleError unless they are names with sizes."""
    given = game.parts(stage)
    try:
        parts = tuple(Part(str(name), int(size)) for name, size in given)
    except (TypeError, ValueError) as error:
        raise RuleError(
            f"{type(game).__name__}.parts({stage}) is {given!r}: expected pairs of name and size"
        ) from error
    if any(part.size < 0 for part in parts):
        raise RuleError(f"{type(game).__name__}.parts({stage}) is {given!r}: a size must not be negative")
    return parts


def infinite_play(game: Game) -> float:
    """The utility of infinite play to MAX. Raises RuleError if it is not an exact float."""
    value = game.infinite_play(MAX)
    if not is_float(value):
        raise RuleError(f"{type(game).__name__}.infinite_play is {value!r}, which no float equals")
    return float(value)


class Known:
    """The entries of the stages from 0 to `top`, and the utilities that occur in them."""

    def __init__(self, game: Game, top: int) -> None:
        self.game, self.top = game, top
        self.parts = [parts_of(game, stage) for stage in range(top + 1)]
        sizes = [sum(part.size for part in parts) for parts in self.parts]
        self.bases = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        self.entries: Entries = np.full(int(self.bases[-1]), UNKNOWN, np.int32)
        self.forever = infinite_play(game)
        self.levels = [self.forever]

    @staticmethod
    def bytes_for(game: Game, top: int) -> int:
        """The bytes that the entries take."""
        return 4 * sum(part.size for stage in range(top + 1) for part in parts_of(game, stage))

    def first_of(self, stage: int, part: int) -> int:
        """The number in its stage of the first position of a part."""
        return sum(each.size for each in self.parts[stage][:part])

    def add_level(self, utility: float) -> None:
        """Adds a utility; the levels above it move up by one, in all entries."""
        if len(self.levels) >= MOST_LEVELS:
            raise TableError(
                f"{quote(self.game)} has more than {MOST_LEVELS} different utilities, too many for a table"
            )
        self.levels = sorted([*self.levels, utility])
        moved = self.levels.index(utility)
        for first in range(0, len(self.entries), SLICE):
            piece = self.entries[first : first + SLICE]
            level = piece & UNUSED
            piece[(piece != UNKNOWN) & (level != UNUSED) & (level >= moved)] += 1

    def store(self, stage: int, first: int, entries: Entries) -> None:
        """Stores the entries of positions of a stage, the first of which has number `first`."""
        place = int(self.bases[stage]) + first
        self.entries[place : place + len(entries)] = entries

    def part(self, stage: int, part: int) -> Entries:
        """The entries of a part."""
        place = int(self.bases[stage]) + self.first_of(stage, part)
        return self.entries[place : place + self.parts[stage][part].size]

    def load(self, file: StageFile, stage: int, first: int = 0) -> None:
        """Stores all entries of a file; its first entry has number `first` of the stage."""
        for utility in file.header.levels:
            if utility not in self.levels:
                self.add_level(float(utility))
        level_of = np.full(UNUSED + 1, UNUSED, np.int32)
        level_of[: len(file.header.levels)] = [self.levels.index(utility) for utility in file.header.levels]
        for block in file.chunks():
            entries = level_of[block.levels]
            if block.distances is not None:
                entries |= block.distances.astype(np.int32) << LEVEL_BITS
            self.store(stage, first, entries)
            first += len(entries)

    def memory(self, native: bool, stage: int, layout: type[Any] = KnownMemory, **sizes: int) -> Any:
        """A memory for kernels that shares these entries."""
        made = layout.make(native, levels=MOST_LEVELS, stages=self.top + 1, known=1, **sizes)
        m = made.with_rows(known=self.entries)
        m.bases[:] = self.bases.tolist()
        m.stage, m.use_symmetry = stage, has_own(self.game, "canonical")
        self.set_levels(m)
        return m

    def set_levels(self, m: Any) -> None:
        """Tells the memory which utilities there are."""
        m.levels[: len(self.levels)] = self.levels
        m.level_count, m.forever_level = len(self.levels), self.levels.index(self.forever)

    def packed(self, entries: Entries) -> tuple[tuple[float, ...], npt.NDArray[np.uint8], npt.NDArray[np.uint16]]:
        """The utilities that occur in these entries (and infinite play), and for each entry its level and distance."""
        levels = (entries & UNUSED).astype(np.uint8)
        occurs = np.bincount(levels, minlength=UNUSED + 1)[: len(self.levels)] > 0
        occurs[self.levels.index(self.forever)] = True
        level_of = np.full(UNUSED + 1, UNUSED, np.uint8)
        level_of[: len(self.levels)][occurs] = np.arange(occurs.sum(), dtype=np.uint8)
        kept = tuple(utility for utility, is_kept in zip(self.levels, occurs, strict=True) if is_kept)
        return kept, level_of[levels], (entries >> LEVEL_BITS & MOST_DISTANCE).astype(np.uint16)
