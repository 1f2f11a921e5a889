"""The progress of an enumeration on disk: a small file, rewritten after each step, to resume a killed build from."""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from zermelo.tables.atomic_files import write_atomically
from zermelo.tables.code_runs import Run
from zermelo.tables.packing import Packing

SEARCHING, LINKING, SWEEPING = range(3)
"""The steps: states are searched for; their branches are stored; they are solved."""


@dataclass
class DiskProgress:
    """What is done, and for which table. It is saved only when the files that it speaks of are on disk."""

    folder: Path
    table: list[Any]
    """What the states are of: the digest of the rules, the start, and whether symmetry is used."""
    lows: list[int]
    highs: list[int]
    step: int = SEARCHING
    runs: list[tuple[int, int]] = field(default_factory=list)
    """The number in its name and the count of each run. The states of the earlier ones were read first."""
    next_run: int = 0
    expanded: int = 0
    """The runs whose states have been read."""
    offset: int = 0
    """The states of the next run that have been read."""
    levels: list[float] = field(default_factory=list)
    linked: list[int] = field(default_factory=list)
    """The pieces whose branches are stored."""
    hunt: int = 0
    distance: int = 1
    """The sweep that is next."""

    @classmethod
    def resumed(cls, folder: Path, table: list[Any], words: int) -> DiskProgress:
        """The progress in the folder; if there is none for this table, or it is incomplete, the folder is emptied."""
        try:
            given = json.loads((folder / "progress.json").read_text())
            found = cls(folder, **given)
            found.runs = [(int(number), int(count)) for number, count in found.runs]
            if found.table == json.loads(json.dumps(table)) and all(run.is_whole for run in found.all_runs):
                return found
        except (OSError, ValueError, TypeError):
            pass
        return cls.fresh(folder, table, Packing.empty(words))

    @classmethod
    def fresh(cls, folder: Path, table: list[Any], packing: Packing) -> DiskProgress:
        """Nothing is done yet; the folder is emptied."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        return cls(folder, table, list(packing.lows), list(packing.highs))

    @property
    def packing(self) -> Packing:
        """How states are packed."""
        return Packing(tuple(self.lows), tuple(self.highs))

    @property
    def all_runs(self) -> list[Run]:
        """All states found, in runs."""
        return [Run(self.run_path(number), count, self.packing.code_words) for number, count in self.runs]

    def run_path(self, number: int) -> Path:
        """The file of a run."""
        return self.folder / f"run-{number:06}.codes"

    def save(self) -> None:
        """Writes the file, and then removes runs that are not used any more. Raises TableError."""
        content = {name: value for name, value in asdict(self).items() if name != "folder"}
        write_atomically(self.folder / "progress.json", [json.dumps(content).encode()], "progress")
        used = {run.path for run in self.all_runs}
        for path in self.folder.glob("run-*.codes"):
            if path not in used:
                path.unlink()
