"""Messages of background threads in the terminal, held back while a person types."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from zermelo.cli.progress import tell


class Notices:
    """Prints messages of background threads: immediately, or, while the person types, after the line is entered."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._is_typing = False
        self._waiting: str | None = None

    def __call__(self, message: str) -> None:
        """Prints the message now or later; of several that wait, only the last is still current."""
        with self._lock:
            if self._is_typing:
                self._waiting = message
            else:
                tell(message)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Holds messages back while the person types, and drops them if the person quits."""
        with self._lock:
            self._is_typing = True
        yield
        with self._lock:
            self._is_typing = False
            if self._waiting is not None:
                tell(self._waiting)
            self._waiting = None
