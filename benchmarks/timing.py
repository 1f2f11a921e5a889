"""Runs by turns, so that whatever else the machine does falls on all of them alike; and ratios of what they took."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import TypeVar

T = TypeVar("T")


def interleaved(rounds: int, *runs: Callable[[], T]) -> list[list[T]]:
    """What each of the runs says of itself in every round, seconds or a rate: first A B C, then B C A, and so on."""
    measured: list[list[T]] = [[] for _ in runs]
    for i in range(rounds):
        for j in range(len(runs)):
            which = (i + j) % len(runs)
            measured[which].append(runs[which]())
    return measured


def ratio(these: list[float], those: list[float]) -> float:
    """The median of the ratios, round by round."""
    return median(a / b for a, b in zip(these, those, strict=True))


def undisturbed_ratio(these: list[float], those: list[float]) -> float:
    """The ratio of the best rounds of rates: what each does when other programs leave it the caches and the memory."""
    return max(these) / max(those)


def undisturbed_seconds(rounds: list[list[float]]) -> float:
    """The seconds of work that is done in parts: of each part the least of all rounds.

    A part is short, and comes sooner upon a moment in which other programs are still than a whole round does.
    """
    return sum(map(min, zip(*rounds, strict=True)))


def processor_seconds(work: Callable[[], object]) -> float:
    """How long it keeps a processor busy: what other programs do meanwhile does not count."""
    began = time.process_time()
    work()
    return time.process_time() - began
