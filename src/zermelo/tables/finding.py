"""Where tables are: in $ZERMELO_TABLES, or in the user's data folder, each game in a folder of its own.

The folder is process-wide, and a variable of the environment, so that players in other processes find it too.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from pathlib import Path
from urllib.parse import quote as escaped

from zermelo.core.errors import TableError, quote_path
from zermelo.core.game import Game
from zermelo.native.digest import table_digest
from zermelo.tables.reading import PATTERN, TableSet, table_files

log = logging.getLogger(__name__)

VARIABLE = "ZERMELO_TABLES"
"""The variable of the environment that names the folder of tables."""

_Stamp = tuple[tuple[str, int, int], ...]
_opened: dict[tuple[str, Path], tuple[_Stamp, TableSet | None]] = {}
"""The tables that were opened, by digest and folder, with what the files looked like then."""

_lock = threading.Lock()


def data_folder() -> Path:
    """The user's folder of tables, for all games."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~")).expanduser() / "zermelo" / "tables"
    if sys.platform == "darwin":
        return Path("~/Library/Application Support/zermelo/tables").expanduser()
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "zermelo" / "tables"


def tables_folder() -> Path:
    """The folder in which tables are looked for: $ZERMELO_TABLES, or the user's data folder."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else data_folder()


def use_tables(folder: str | os.PathLike[str] | None) -> None:
    """From now on tables are looked for in this folder, also by processes that are started; None is the default.

    The folder has the tables of one game, or a folder for each game. Raises TableError if it has no table at all.
    """
    if folder is None:
        os.environ.pop(VARIABLE, None)
        return
    path = Path(folder).resolve()
    if not table_files(path) and not any(path.glob(f"*/{PATTERN}")):
        raise TableError(f"there is no table in the folder {quote_path(folder)}")
    os.environ[VARIABLE] = str(path)


def folder_for(game: Game, within: Path | None = None) -> Path:
    """The folder of a game's own tables: within this folder, or within the user's data folder."""
    return (data_folder() if within is None else within) / escaped(str(game), safe="=,.-")


def tables_of(game: Game) -> TableSet | None:
    """The tables of a game, if there are any: in the folder itself, or in the game's own folder within it.

    The same object is returned as long as the files do not change. Tables in the user's data folder that cannot be used
    are reported in the log; those in a folder that was named raise TableError.
    """
    root = tables_folder()
    for folder in (folder_for(game, root), root):
        if not folder.is_dir():
            continue
        try:
            found = _open(game, folder)
        except TableError as error:
            if VARIABLE in os.environ:
                raise
            log.warning("%s", error)
            continue
        if found is not None:
            return found
    return None


def _open(game: Game, folder: Path) -> TableSet | None:
    files = table_files(folder)
    if not files:
        return None
    stamp = tuple((path.name, *_looks(path)) for path in files)
    place = table_digest(game), folder
    with _lock:
        if place not in _opened or _opened[place][0] != stamp:
            _opened[place] = stamp, TableSet.open(game, folder)
        return _opened[place][1]


def _looks(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError as error:
        raise TableError(f"the table {quote_path(path)} cannot be read: {error.strerror}") from error
    return found.st_mtime_ns, found.st_size
