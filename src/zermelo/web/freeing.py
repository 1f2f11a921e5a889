"""Returns freed memory to the system, so that a server that runs for hours does not grow.

The C library of Linux keeps what was freed, in a pool for almost every thread, and each search has a thread of its own.
Elsewhere nothing is done.
"""

from __future__ import annotations

import ctypes
import gc
from threading import Lock, Timer

POOLS = 2
"""The number of pools that all threads share."""

PAUSE = 3.0
"""Memory is returned this many seconds after a request: once for all requests in the meantime."""

_M_ARENA_MAX = -8  # from malloc.h of glibc


def share_pools() -> None:
    """Lets all threads share a few pools; must be called before any thread starts."""
    mallopt = _of_libc("mallopt")
    if mallopt is not None:
        mallopt(_M_ARENA_MAX, POOLS)


class Freeing:
    """Returns memory some time after a request, in a thread of its own."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._pending: Timer | None = None

    def ask(self) -> None:
        """Requests that memory is returned soon, because something large was dropped."""
        with self._lock:
            if self._pending is None:
                self._pending = Timer(PAUSE, self._free)
                self._pending.daemon = True
                self._pending.start()

    def _free(self) -> None:
        with self._lock:
            self._pending = None
        free_now()


def free_now() -> None:
    """Collects unused objects, mainly tables, and returns their memory."""
    gc.collect()
    malloc_trim = _of_libc("malloc_trim")
    if malloc_trim is not None:
        malloc_trim(0)


def _of_libc(name: str) -> ctypes._NamedFuncPointer | None:
    """The function of this name in glibc; None if the C library has none."""
    try:
        return getattr(ctypes.CDLL(None), name, None)
    except (OSError, TypeError):  # Windows has no library of that kind
        return None
