"""Atomic writes: to a temporary file, which is renamed when it is complete and on disk."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from zermelo.core.errors import TableError, quote


def write_atomically(path: Path, parts: Iterable[bytes | memoryview], what: str) -> None:
    """Writes the parts to a file: all of them, or the file stays as it was. Raises TableError.

    When it returns, the file is on disk under its name.     `what` names the kind of file in messages. Each call has a
    temporary name of its own, so that two processes that write the same file do not mix their bytes.
    """
    temporary = None
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        temporary = Path(name)
        with os.fdopen(handle, "wb") as file:
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        raise TableError(f"the {what} {quote(path)} cannot be written: {error.strerror or error}") from error
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Makes a renaming in the folder durable, where the system has that."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _umask() -> int:
    """The process's umask. A temporary file does not follow it: only its owner may read it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
