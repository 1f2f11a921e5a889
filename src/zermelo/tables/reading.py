"""The tables of one game, opened to be probed by many threads: value and distance of a position, read from disk.

Blocks are decompressed when they are first needed, and kept in a cache that all tables of the process share.
"""

from __future__ import annotations

import threading
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from zermelo.core.errors import TableError, quote, quote_path
from zermelo.core.game import Game, State
from zermelo.core.rules import has_own
from zermelo.native.digest import table_digest
from zermelo.native.memory import KeyWords, key_words, place_of_words
from zermelo.tables.blocks import BLOCK, UNUSED, Block
from zermelo.tables.files import StageFile
from zermelo.tables.header import StageHeader, Summary

CACHED = 256 * 2**20
"""The bytes of decompressed blocks that are kept in memory."""

PATTERN = "*.table"
"""The names of table files in a folder."""


@dataclass(frozen=True)
class TableEntry:
    """What a table says about a position: its value to MAX, and the plies to the end under best play.

    The distance is None if play never ends, or if the table has no distances.
    """

    value: float
    distance: int | None


class BlockCache:
    """The blocks that were used last, up to a number of bytes. Threads may use it at the same time."""

    def __init__(self, most_bytes: int = CACHED) -> None:
        self._most, self._bytes = most_bytes, 0
        self._blocks: OrderedDict[tuple[StageFile, int], Block] = OrderedDict()
        self._lock = threading.Lock()

    def block(self, file: StageFile, index: int) -> Block:
        """A block of a file, from memory or from disk. Two threads may read it at the same time; that does no harm."""
        place = file, index
        with self._lock:
            held = self._blocks.get(place)
            if held is not None:
                self._blocks.move_to_end(place)
                return held
        read = file.block(index)
        with self._lock:
            if place not in self._blocks:
                self._blocks[place] = read
                self._bytes += read.size
            while self._bytes > self._most and len(self._blocks) > 1:
                _, dropped = self._blocks.popitem(last=False)
                self._bytes -= dropped.size
        return read


_cache = BlockCache()


class TableSet:
    """All tables of a game in one folder. Every method raises TableError where a file turns out to be damaged."""

    def __init__(self, game: Game, folder: Path, files: Iterable[StageFile], cache: BlockCache | None = None) -> None:
        self.game, self.folder = game, folder
        self._cache = _cache if cache is None else cache
        self.files = {file.header.stage: file for file in files}
        self._turns = has_own(game, "canonical")
        self._first_keys: dict[int | None, list[KeyWords]] = {}

    @classmethod
    def open(cls, game: Game, folder: Path) -> TableSet | None:
        """The tables of a game in a folder; None if it has none of this game.

        Raises TableError for a damaged file, and for one of the same game with other rules or parameters.
        """
        digest, found = table_digest(game), []
        for path in table_files(folder):
            file = StageFile.open(path)
            if file.header.digest == digest:
                found.append(file)
            elif _name(file.header.game) == game.name:
                raise TableError(
                    f"the table {quote_path(path)} is of {quote(file.header.game)}, with other rules than "
                    f"{quote(game)} has here: build it again, or use another folder"
                )
            else:
                file.close()
        return cls(game, folder, found) if found else None

    @property
    def stages(self) -> list[int]:
        """The stages that have a table, in ascending order; empty if states were enumerated."""
        return sorted(stage for stage in self.files if stage is not None)

    @cached_property
    def headers(self) -> list[StageHeader]:
        """The headers of all files, by stage."""
        return [file.header for file in sorted(self.files.values(), key=lambda file: file.header.stage or 0)]

    @property
    def has_distances(self) -> bool:
        """Whether every table has distances."""
        return all(header.distances for header in self.headers)

    def covers(self, s: State) -> bool:
        """Whether a table has the value of s."""
        return self.probe(s) is not None

    def probe(self, s: State) -> TableEntry | None:
        """The entry of s in the tables; None if they do not have it."""
        game = self.game
        if self._turns:
            s = game.canonical(s)
        everything = self.files.get(None)
        if everything is not None:
            return self._found(everything, self._number(everything, key_words(game.key(s))), s)
        file = self.files.get(int(game.stage(s)))
        return None if file is None else self._found(file, int(game.rank(s)), s)

    def _found(self, file: StageFile, number: int, s: State) -> TableEntry | None:
        header = file.header
        if not 0 <= number < header.count:
            return None
        block, place = self._cache.block(file, number // BLOCK), number % BLOCK
        level = block.level_at(place)
        if level == UNUSED:
            return None
        if level == header.forever_level or block.plies is None:
            return TableEntry(header.levels[level], 0 if self.game.is_terminal(s) else None)
        return TableEntry(header.levels[level], block.distance_at(place))

    def _number(self, file: StageFile, key: KeyWords) -> int:
        """The number of a key in a table by keys, -1 if it is not there: a binary search, first for the block."""
        if len(key) != file.header.key_words:
            return -1
        stage = file.header.stage
        if stage not in self._first_keys:
            self._first_keys[stage] = [tuple(words) for words in file.first_keys.tolist()]
        index = bisect_right(self._first_keys[stage], key) - 1
        if index < 0:
            return -1
        keys = self._cache.block(file, index).keys
        assert keys is not None
        place = place_of_words(keys.reshape(-1), len(keys), key)
        return -1 if place < 0 else index * BLOCK + place

    def summary(self) -> Summary:
        """The combined contents of all tables."""
        return sum((summary for header in self.headers for summary in header.summaries), Summary())


def table_files(folder: Path) -> list[Path]:
    """The table files of a folder, by name. Raises TableError if the folder cannot be read."""
    try:
        return sorted(path for path in folder.iterdir() if path.match(PATTERN))
    except OSError as error:
        raise TableError(f"the folder {quote_path(folder)} cannot be read: {error.strerror}") from error


def _name(game: str) -> str:
    """The name of a game in its text, without parameters."""
    return game.partition(":")[0]
