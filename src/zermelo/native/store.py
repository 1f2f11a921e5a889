"""Machine code on disk: a folder for each digest, a file for each kernel, in the user's cache folder.

A file is named by all that its content depends on, so there is no index to share: several processes may compile at
once, each writes its file whole, and whichever comes last changes nothing. Old digests go when there is too much.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numba.core import caching, compiler
from numba.core.serialize import dumps

MOST_BYTES = 512 * 2**20
"""How much machine code is kept; what was not used for longest goes first."""


_UNRESOLVED = ".numba.unresolved$"
"""Marks a call between functions that call each other: its address is found while compiling, and lost on disk."""


def store_folder() -> Path:
    """Where machine code is kept: $ZERMELO_CACHE, or the user's cache folder."""
    named = os.environ.get("ZERMELO_CACHE")
    if named:
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~")).expanduser() / "zermelo" / "cache"
    if sys.platform == "darwin":
        return Path("~/Library/Caches/zermelo").expanduser()
    return Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "zermelo"


@dataclass(frozen=True)
class Entry:
    """A digest that is kept: the game it belongs to, its size and when it was last used."""

    digest: str
    game: str
    files: int
    size: int
    used: float


def entries() -> list[Entry]:
    """What is kept, the last used first."""
    found = []
    folder = store_folder()
    for path in folder.iterdir() if folder.is_dir() else ():
        with suppress(OSError):  # another process may be clearing
            files = [f.stat() for f in path.glob("*.code")]
            named = path / "game.txt"
            game = named.read_text(encoding="utf-8") if named.exists() else "?"
            found.append(Entry(path.name, game, len(files), sum(f.st_size for f in files), path.stat().st_mtime))
    return sorted(found, key=lambda entry: -entry.used)


def clear(keep_bytes: int = 0) -> int:
    """Removes digests until no more than so many bytes are left, those that were not used for longest first."""
    kept = removed = 0
    for entry in entries():
        kept += entry.size
        if kept > keep_bytes:
            shutil.rmtree(store_folder() / entry.digest, ignore_errors=True)
            removed += 1
    return removed


class Store(caching._Cache):
    """Keeps the machine code of one kernel for one game. Where nothing can be written, nothing is kept."""

    def __init__(self, digest: str, game: str, kernel: str) -> None:
        self._folder = store_folder() / digest
        self._game = game
        self._kernel = kernel

    @property
    def cache_path(self) -> str:
        """The folder."""
        return str(self._folder)

    @property
    def holds_something(self) -> bool:
        """Whether there is machine code of this kernel, for whatever arguments."""
        return any(self._folder.glob(f"{self._kernel}-*.code"))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The machine code, if it was compiled before."""
        target_context.refresh()
        path = self._path(sig, target_context.codegen())
        try:
            data = path.read_bytes()
            os.utime(self._folder)
        except OSError:
            return None
        check, code = data[:32], data[32:]
        if hashlib.sha256(code).digest() != check:  # not what was written: compile again
            return None
        return compiler.CompileResult._rebuild(target_context, *pickle.loads(code))

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keeps machine code that was just compiled."""
        if data.library.has_dynamic_globals or _UNRESOLVED in data.library.get_llvm_str():
            return
        code = dumps(data._reduce())
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            _write_whole(self._folder / "game.txt", self._game.encode())
            _write_whole(self._path(sig, data.codegen), hashlib.sha256(code).digest() + code)
            clear(MOST_BYTES)

    def _path(self, sig: Any, codegen: Any) -> Path:
        key = hashlib.sha256(repr((str(sig), codegen.magic_tuple())).encode()).hexdigest()[:16]
        return self._folder / f"{self._kernel}-{key}.code"

    def enable(self) -> None:
        """Numba asks for it; the store is always enabled."""

    def disable(self) -> None:
        """Numba asks for it; the store is always enabled."""

    def flush(self) -> None:
        """Numba asks for it; what is kept is kept."""


def _write_whole(path: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
