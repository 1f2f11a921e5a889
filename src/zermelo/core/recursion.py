"""Python's recursion limit: a search at the plain speed recurses a few calls per ply, as deep as the longest play."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

FRAMES = 50_000
"""Python's recursion limit while a search runs."""

_lock = threading.Lock()
_running = 0
_before = 0


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Raises Python's recursion limit to FRAMES while any thread is inside; the last one to leave restores it."""
    _enter()
    try:
        yield
    finally:
        _leave()


def _enter() -> None:
    global _running, _before  # noqa: PLW0603  # the recursion limit is process-wide, and so is the count
    with _lock:
        if _running == 0:
            _before = sys.getrecursionlimit()
        _running += 1
        sys.setrecursionlimit(max(sys.getrecursionlimit(), FRAMES))


def _leave() -> None:
    global _running  # noqa: PLW0603
    with _lock:
        _running -= 1
        if _running == 0 and sys.getrecursionlimit() == max(_before, FRAMES):  # unless other code has changed it since
            sys.setrecursionlimit(_before)
