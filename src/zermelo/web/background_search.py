"""One search at a time: a new one ends the one before."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread

Work = Callable[[Event], None]


class Searcher:
    """Runs searches in a thread beside the tab that asked for them. Each gets an event that tells it to stop."""

    def __init__(self) -> None:
        self._stop = Event()
        self._thread: Thread | None = None

    def start(self, work: Work) -> None:
        """Ends what goes on, and begins this as soon as that has ended."""
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
        """Ends what goes on; it does not wait."""
        self._stop.set()

    @property
    def is_busy(self) -> bool:
        """Whether something is still going on."""
        return self._thread is not None and self._thread.is_alive()
