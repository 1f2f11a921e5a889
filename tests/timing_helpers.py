"""Time in tests. A machine may be busy: no test may fail because it was held up.

So a test waits for events and not for a number of seconds, holds the other side until it has looked, and moves the
clock itself where the clock matters. Durations are compared only with others of a different magnitude (it waited for
60 s, or it did not), with what the same call reports, or with processor time; a test of a duration itself repeats the
measurement.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable

ATTEMPTS = 4
"""The maximum number of measurements."""

PATIENCE = 120.0
"""The timeout of all waits, in seconds."""


def quickest(measure: Callable[[], float], enough: float) -> float:
    """The least of at most ATTEMPTS measurements; it stops at the first below `enough`."""
    measured = [measure()]
    while min(measured) >= enough and len(measured) < ATTEMPTS:
        measured.append(measure())
    return min(measured)


HUNG = 30.0
"""A call that should take a fraction of a second and takes this many has hung, however busy the machine is."""

slept = [0.0]
"""The seconds that games of the tests have slept, which count as work."""


def worked() -> float:
    """The processor time of this process so far, which does not depend on other processes, plus the time slept."""
    return time.process_time() + slept[0]


def work_of(call: Callable[[], object]) -> float:
    """The processor time of a call; infinite if it hangs."""
    before, began = worked(), time.perf_counter()
    call()
    return worked() - before if time.perf_counter() - began < HUNG else math.inf


def wait_until(is_true: Callable[[], object], patience: float = PATIENCE, poll: float = 0.02) -> None:
    """Waits until a condition holds; checks it every `poll` seconds."""
    until = time.perf_counter() + patience
    while not is_true():
        assert time.perf_counter() < until, "the condition does not hold within the timeout"
        time.sleep(poll)
