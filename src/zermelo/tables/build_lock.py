"""One build at a time in a folder: a lock that the system releases when the process ends, however it ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from zermelo.core.errors import TableError, quote_path

NAME = ".build.lock"
"""The file that is locked. It says nothing by being there: a process that was killed leaves it, unlocked."""


@contextmanager
def only_build_in(folder: Path) -> Iterator[None]:
    """Keeps all other builds out of a folder, which is made if it does not exist.

    Raises TableError if another build is at work there, or if the folder cannot be written to.
    """
    path = folder / NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = _locked(path)
    except BlockingIOError:
        raise TableError(f"another build is at work in the folder {quote_path(folder)}") from None
    except OSError as error:
        raise TableError(f"the folder {quote_path(folder)} is not writable: {error.strerror or error}") from error
    try:
        yield
    finally:
        _release(file, path)


def _locked(path: Path) -> BinaryIO:
    """The file, opened and locked. Raises BlockingIOError if another process has the lock, and OSError."""
    while True:
        file = path.open("ab")
        try:
            _lock(file)
            if _is_at(path, file):
                return file
        except BaseException:
            file.close()
            raise
        file.close()  # the build that had the lock has removed the file in between


def _is_at(path: Path, file: BinaryIO) -> bool:
    """Whether the open file is still the one at this path."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _lock(file: BinaryIO) -> None:
        file.seek(0)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError from error

    def _release(file: BinaryIO, path: Path) -> None:
        file.close()  # an open file cannot be removed; another build may open it now
        with suppress(OSError):
            path.unlink()

else:
    import fcntl

    def _lock(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _release(file: BinaryIO, path: Path) -> None:
        with suppress(OSError):
            path.unlink()  # while it is locked: whoever locks it after that finds that it is gone
        file.close()
