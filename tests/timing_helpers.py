"""Time in tests. A machine may be busy: no test may fail because it was held up.

So a test waits for events and not for a number of seconds, holds the other side until it has looked, and moves the
clock itself where the clock matters. Durations are compared only with something of another order (it waited for 60 s,
or it did not), with what the same call reports, or with processor time; where a span itself is the claim, it is tried
again.
"""

from __future__ import annotations

import math
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


HUNG = 30.0
"""Seconds by the clock after which a call that should take a fraction of one has not kept its limit, however busy the
machine is."""

slept = [0.0]
"""The seconds that games of the tests have slept, which count as work."""


def worked() -> float:
    """The seconds that this process has worked so far: by its processor time, which other processes do not change."""
    return time.process_time() + slept[0]


def work_of(call: Callable[[], object]) -> float:
    """The seconds that a call works; infinite if it hangs."""
    before, began = worked(), time.perf_counter()
    call()
    return worked() - before if time.perf_counter() - began < HUNG else math.inf


def wait_until(is_true: Callable[[], object], patience: float = PATIENCE, poll: float = 0.02) -> None:
    """Waits until something is true, which is looked at every `poll` seconds."""
    until = time.perf_counter() + patience
    while not is_true():
        assert time.perf_counter() < until, "what was waited for has not come"
        time.sleep(poll)
