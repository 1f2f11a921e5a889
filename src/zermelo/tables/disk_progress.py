"""The progress of an enumeration on disk: a small file, rewritten after each step, to resume a killed build from."""

from __future__ import annotations

import json
import shutil
import zlib
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from zermelo.core.errors import quote_path
from zermelo.native.host import ignore
from zermelo.tables.atomic_files import write_atomically
from zermelo.tables.code_runs import Run
from zermelo.tables.packing import Packing
from zermelo.tables.running import never

NAME = "progress.json"


@dataclass
class DiskProgress:
    """What is done, and for which table. It is saved only when the files that it speaks of are on disk."""

    folder: Path
    table: list[Any]
    """What the states are of: the digest of the rules, the start, and whether symmetry is used."""
    lows: list[int]
    highs: list[int]
    runs: list[tuple[int, int, int]] = field(default_factory=list)
    """The number in its name, the count and the checksum of each run. Those whose states were read come first."""
    next_run: int = 0
    expanded: int = 0
    """The runs whose states have been read."""
    offset: int = 0
    """The states of the next run that have been read."""
    levels: list[float] = field(default_factory=list)
    entries: int | None = None
    """The checksum of all entries as they were before the next sweep; None before there are any."""
    hunt: int = 0
    distance: int = 1
    """The sweep that is next."""

    @classmethod
    def resumed(
        cls,
        folder: Path,
        table: list[Any],
        words: int,
        notice: Callable[[str], None] = ignore,
        check: Callable[[], None] = never,
    ) -> DiskProgress:
        """The progress in the folder. If there is none for this table, or it is damaged, the folder is emptied."""
        if (folder / NAME).exists():
            found = cls._read(folder, check)
            if found is not None and found.table == json.loads(json.dumps(table)):
                return found
            what = "damaged" if found is None else "of another table"
            notice(f"the progress of an earlier build in {quote_path(folder)} is {what}: the build starts over")
        return cls.fresh(folder, table, Packing.empty(words))

    @classmethod
    def _read(cls, folder: Path, check: Callable[[], None]) -> DiskProgress | None:
        """The progress in the file, if it and all runs are undamaged; else None."""
        try:
            given = json.loads((folder / NAME).read_text())
            if given["checksum"] != _checksum(given["progress"]):
                return None
            found = cls(folder, **given["progress"])
            found.runs = [(number, count, checksum) for number, count, checksum in found.runs]
        except (OSError, ValueError, TypeError, KeyError):
            return None
        return found if all(run.is_whole(check) for run in found.all_runs) else None

    @classmethod
    def fresh(cls, folder: Path, table: list[Any], packing: Packing) -> DiskProgress:
        """Nothing is done yet; the folder is emptied."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        return cls(folder, table, list(packing.lows), list(packing.highs))

    @property
    def packing(self) -> Packing:
        """The packing of states."""
        return Packing(tuple(self.lows), tuple(self.highs))

    @property
    def all_runs(self) -> list[Run]:
        """All states found, in runs."""
        words = self.packing.code_words
        return [Run(self.run_path(number), count, words, checksum) for number, count, checksum in self.runs]

    def run_path(self, number: int) -> Path:
        """The file of a run."""
        return self.folder / f"run-{number:06}.codes"

    def save(self) -> None:
        """Writes the file, and then removes runs that are not used any more. Raises TableError."""
        content = {name: value for name, value in asdict(self).items() if name != "folder"}
        data = json.dumps({"checksum": _checksum(content), "progress": content}).encode()
        write_atomically(self.folder / NAME, [data], "progress")
        used = {run.path for run in self.all_runs}
        for path in self.folder.glob("run-*.codes"):
            if path not in used:
                path.unlink()


def _checksum(content: Any) -> int:
    return zlib.crc32(json.dumps(content).encode())
