"""The store on disk: a folder for each digest in the user's cache folder, with files for each kernel.

It contains machine code, and refusals of kernels that do not compile. A file's name contains a hash of everything that
its content depends on, so there is no shared index. Several processes may compile at once: each writes its file
atomically, and all write the same. The least recently used digests are removed when the store grows too large. Nothing
here needs Numba.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

MOST_BYTES = 512 * 2**20
"""The greatest size of the store; beyond it, the least recently used digests are removed."""

CODE, REFUSAL = ".code", ".refusal"
"""The endings of file names."""


def store_folder() -> Path:
    """The folder of the store: $ZERMELO_CACHE, or `zermelo` in the user's cache folder."""
    named = os.environ.get("ZERMELO_CACHE")
    if named:
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~")).expanduser() / "zermelo" / "cache"
    if sys.platform == "darwin":
        return Path("~/Library/Caches/zermelo").expanduser()
    return Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "zermelo"


@dataclass(frozen=True)
class StoreEntry:
    """A digest in the store: its game, number of files with machine code, refusals, size in bytes and last use."""

    digest: str
    game: str
    codes: int
    refusals: tuple[str, ...]
    size: int
    used: float


def entries() -> list[StoreEntry]:
    """The contents of the store, the most recently used first."""
    found = []
    folder = store_folder()
    for path in folder.iterdir() if folder.is_dir() else ():
        with suppress(OSError):  # another process may be clearing
            found.append(_entry(path))
    return sorted(found, key=lambda entry: -entry.used)


def _entry(folder: Path) -> StoreEntry:
    codes, refusals = list(folder.glob(f"*{CODE}")), sorted(folder.glob(f"*{REFUSAL}"))
    named = folder / "game.txt"
    return StoreEntry(
        digest=folder.name,
        game=named.read_text(encoding="utf-8", errors="replace") if named.exists() else "?",
        codes=len(codes),
        refusals=tuple(text.decode() for file in refusals if (text := _content(file)) is not None),
        size=sum(file.stat().st_size for file in (*codes, *refusals)),
        used=folder.stat().st_mtime,
    )


def clear() -> int:
    """Removes everything; returns the number of digests removed."""
    return _remove(entries())


def trim(most_bytes: int = MOST_BYTES) -> int:
    """Removes the least recently used digests until at most `most_bytes` are left; returns the number removed."""
    kept, beyond = 0, []
    for entry in entries():
        kept += entry.size
        if kept > most_bytes:
            beyond.append(entry)
    return _remove(beyond)


def _remove(removed: list[StoreEntry]) -> int:
    for entry in removed:
        shutil.rmtree(store_folder() / entry.digest, ignore_errors=True)
    return len(removed)


@dataclass(frozen=True)
class Shelf:
    """The files of one kernel for one game. If the store cannot be written, nothing is stored and nothing is raised."""

    digest: str
    game: str
    kernel: str

    @property
    def folder(self) -> Path:
        """The folder of the digest."""
        return store_folder() / self.digest

    def holds(self, ending: str, key: str = "") -> bool:
        """Whether there is an undamaged file with this ending whose key begins with `key`."""
        return any(_content(path) is not None for path in self.folder.glob(f"{self.kernel}-{key}*{ending}"))

    def read(self, key: str, ending: str) -> bytes | None:
        """The content that was written under the key; None if there is none or it is damaged."""
        content = _content(self._path(key, ending))
        if content is not None:
            with suppress(OSError):
                os.utime(self.folder)
        return content

    def write(self, key: str, ending: str, content: bytes) -> None:
        """Stores the content under the key."""
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            _write_whole(self.folder / "game.txt", self.game.encode(errors="replace"))
            _write_whole(self._path(key, ending), content + b"\n" + _checksum(content))
            trim()

    def _path(self, key: str, ending: str) -> Path:
        return self.folder / f"{self.kernel}-{key}{ending}"


def _content(path: Path) -> bytes | None:
    """The content of a file, without its checksum; None if it does not exist or is damaged."""
    try:
        content, _, checksum = path.read_bytes().rpartition(b"\n")
    except OSError:
        return None
    return content if _checksum(content) == checksum else None


def _checksum(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest().encode()


def _write_whole(path: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).replace(path)
    except BaseException:  # Ctrl-C too
        Path(name).unlink(missing_ok=True)
        raise
