"""Interleaved runs, so that other load on the machine affects all of them equally; and ratios of their times."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import TypeVar

T = TypeVar("T")


def interleaved(rounds: int, *runs: Callable[[], T]) -> list[list[T]]:
    """The result of each run in every round, seconds or a rate. The order rotates: A B C, then B C A, and so on."""
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
    """The ratio of the best rates, which are least disturbed by other programs' use of caches and memory."""
    return max(these) / max(those)


def undisturbed_seconds(rounds: list[list[float]]) -> float:
    """The total seconds of work that consists of parts: the sum of the least times of each part over all rounds.

    A part is short, so it is more likely than a whole round to run undisturbed in at least one round.
    """
    return sum(map(min, zip(*rounds, strict=True)))


def processor_seconds(work: Callable[[], object]) -> float:
    """The processor seconds of a call, which exclude the time of other programs."""
    began = time.process_time()
    work()
    return time.process_time() - began
