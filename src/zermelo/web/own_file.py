"""The file of the user's own game: it is watched, so that the game can be reloaded when the file changes."""

from __future__ import annotations

from pathlib import Path

from zermelo.core.classes import OWN_FILE
from zermelo.core.game import Game
from zermelo.loading import load


class OwnFile:
    """The text that names the game on the command line, and the file in it."""

    def __init__(self, text: str) -> None:
        named = OWN_FILE.fullmatch(text)
        self._text = text
        self._path = None if named is None else Path(named["file"])
        self._seen = self._stamp()

    def has_changed(self) -> bool:
        """Whether the file has changed since the last call. A file that is missing for a moment has not."""
        stamp = self._stamp()
        changed = stamp is not None and stamp != self._seen
        self._seen = stamp or self._seen
        return changed

    def load(self) -> Game:
        """The game as the file defines it now. Raises LoadError."""
        return load(self._text)

    def _stamp(self) -> tuple[int, int] | None:
        """When the file was written, and its size."""
        try:
            found = self._path.stat() if self._path is not None else None
        except OSError:
            return None
        return None if found is None else (found.st_mtime_ns, found.st_size)
