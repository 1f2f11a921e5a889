"""Room for deep recursion: a search at the plain speed is as deep as the longest play, a few calls a ply."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

FRAMES = 50_000
"""How deep Python may call itself while a search runs."""

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
    global _running, _before  # noqa: PLW0603  # the limit is one for the whole process, and so is the count
    with _lock:
        if _running == 0:
            _before = sys.getrecursionlimit()
        _running += 1
        sys.setrecursionlimit(max(sys.getrecursionlimit(), FRAMES))


def _leave() -> None:
    global _running  # noqa: PLW0603
    with _lock:
        _running -= 1
        if _running == 0 and sys.getrecursionlimit() == max(_before, FRAMES):  # nobody else has changed it meanwhile
            sys.setrecursionlimit(_before)
