"""Logging to standard error: `-v` for the program's decisions, `-vv` for every step."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from zermelo.cli.progress import tell

LEVELS = (logging.WARNING, logging.INFO, logging.DEBUG)
"""The level for no `-v`, for one, and for two or more."""


class _Handler(logging.Handler):
    """Writes log records like the program's other messages, above the progress line of a terminal."""

    def emit(self, record: logging.LogRecord) -> None:
        tell(self.format(record))


@contextmanager
def unlogged(quiet: bool = True) -> Iterator[None]:
    """Logs nothing in the context: what a player thinks who sees more than the person at the terminal."""
    if not quiet:
        yield
        return
    logger = logging.getLogger("zermelo")
    before = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(before)


@contextmanager
def logged(verbosity: int) -> Iterator[None]:
    """Shows the records of all `zermelo` loggers in the context; without `-v`, logging is not changed."""
    if verbosity == 0:
        yield
        return
    logger, handler = logging.getLogger("zermelo"), _Handler()
    handler.setFormatter(logging.Formatter("%(relativeCreated)7d ms  %(name)s: %(message)s"))
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(LEVELS[min(verbosity, len(LEVELS) - 1)])
    try:
        yield
    finally:
        logger.setLevel(before)
        logger.removeHandler(handler)
