"""One search at a time in a background thread: a new search stops the previous one."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread

Work = Callable[[Event], None]


class Searcher:
    """Runs one search at a time in a background thread. Each search gets an event that asks it to stop."""

    def __init__(self) -> None:
        self._stop = Event()
        self._thread: Thread | None = None

    def start(self, work: Work) -> None:
        """Stops the current search, and starts this one as soon as that has ended."""
        self.stop()
        before, stop = self._thread, Event()

        def run() -> None:
            if before is not None:
                before.join()
            if not stop.is_set():
                work(stop)

        self._stop = stop
        self._thread = Thread(target=run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Asks the current search to stop, without waiting for it."""
        self._stop.set()

    @property
    def is_busy(self) -> bool:
        """Whether a search is still running."""
        return self._thread is not None and self._thread.is_alive()
