"""Files of branches: of a range of states, those that are not settled, with the states that they lead to.

Each file says which states it is of and has a checksum, so that one that is damaged or missing is noticed, and can be
made again by itself. Dropping settled states replaces it by a smaller one of the same range.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from zermelo.tables.atomic_files import write_atomically
from zermelo.tables.code_runs import as_bytes, mapped

FRAME = 4
"""The numbers before the rows: the first state, the last one plus 1, the number of states with branches, a checksum."""


@dataclass(frozen=True)
class BranchFile:
    """The branches of the states from `first` up to, but not including, `last`."""

    path: Path
    first: int
    last: int
    linked: int
    """The number of states whose branches are stored."""

    def rows(self, mode: Literal["r", "c"]) -> dict[str, Any]:
        """The rows of a SweepMemory, mapped; with mode "c" they may be written to, and the file stays as it is."""
        whole = mapped(self.path, np.int32, mode)[FRAME:]
        return {"positions": whole, "counts": whole[self.linked :], "after": whole[2 * self.linked :]}


def branch_path(folder: Path, first: int) -> Path:
    """The file whose first state is this one."""
    return folder / f"branches-{first:010}"


def write_branches(folder: Path, first: int, last: int, m: Any) -> BranchFile:
    """Writes the branches that a kernel has left in m, and makes the file durable. Raises TableError."""
    path, linked = branch_path(folder, first), int(m.linked)
    rows = [m.positions[:linked], m.counts[:linked], m.after[: int(m.filled)]]
    frame = np.array([first, last, linked, 0], np.int32)
    frame[-1] = _checksum(frame, rows)
    write_atomically(path, [as_bytes(row) for row in (frame, *rows)], "file of branches")
    return BranchFile(path, first, last, linked)


def branch_files(folder: Path, states: int, most_bytes: int, check: Callable[[], None]) -> Iterator[BranchFile]:
    """The files in a folder that are whole and not too large, by their states. All others are removed."""
    end = 0
    for path in sorted(folder.glob("branches-*")):
        check()
        found = _read(path) if path.stat().st_size <= most_bytes else None
        if found is not None and end <= found.first < found.last <= states:
            end = found.last
            yield found
        else:
            path.unlink()


def _read(path: Path) -> BranchFile | None:
    """The file, if it is whole."""
    if path.stat().st_size < 4 * FRAME or path.stat().st_size % 4:
        return None
    whole = mapped(path, np.int32)
    frame = np.array(whole[:FRAME])
    first, last, linked, checksum = frame.tolist()
    is_whole = checksum == _checksum(frame, [whole[FRAME:]]) and path == branch_path(path.parent, first)
    return BranchFile(path, first, last, linked) if is_whole else None


def _checksum(frame: Any, rows: list[Any]) -> int:
    """The CRC-32 of the frame without its last number, and of the rows, as a signed number."""
    checksum = zlib.crc32(as_bytes(frame[:-1]))
    for row in rows:
        checksum = zlib.crc32(as_bytes(row), checksum)
    return checksum - (1 << 32) if checksum >> 31 else checksum
