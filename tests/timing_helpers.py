"""Time in tests. A machine may be busy: no test may fail because it was held up.

So a test compares what it measures only with something of another order (it waited for 60 s, or it did not), with what
the same call reports, or with processor time; where a span itself is the claim, it is tried again.
"""

from __future__ import annotations

import time
from collections.abc import Callable

ATTEMPTS = 4
"""How often something that was held up is tried again."""

PATIENCE = 120.0
"""Seconds after which what is waited for will not come."""


def quickest(measure: Callable[[], float], enough: float) -> float:
    """The least of what was measured, in as many attempts as it takes to stay below `enough`, but not many."""
    measured = [measure()]
    while min(measured) >= enough and len(measured) < ATTEMPTS:
        measured.append(measure())
    return min(measured)


def seconds_of(call: Callable[[], object]) -> float:
    """How long a call takes by the clock."""
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def wait_until(is_true: Callable[[], object], patience: float = PATIENCE) -> None:
    """Waits until something is true."""
    until = time.perf_counter() + patience
    while not is_true():
        assert time.perf_counter() < until, "what was waited for has not come"
        time.sleep(0.02)
