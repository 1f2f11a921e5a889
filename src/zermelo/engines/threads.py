"""Work in threads with large stacks, while whoever asked for it watches the clock."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")

STACK = 512 * 2**20
"""A search is as deep as the longest play, and each ply takes a frame. The memory is only taken if it is used."""

FRAMES = 50_000
"""How deep Python may call itself at the plain speed."""

WATCH = 0.004
"""How often whoever may stop a search is looked at, in seconds: it has to stop within a hundredth."""

GLANCE = 0.05
"""How often a search is looked at that only its limits can stop."""


class Task(threading.Thread):
    """A function that runs in a thread of its own; its answer or its error is kept."""

    def __init__(self, work: Callable[[], Any]) -> None:
        super().__init__()  # not a daemon: a compiler must not be running when the process ends
        self._work = work
        self._answer: Any = None
        self._error: BaseException | None = None
        self.ended = threading.Event()

    def run(self) -> None:
        """Runs it."""
        try:
            self._answer = self._work()
        except BaseException as error:  # whatever it is, it is raised where the answer is asked for
            self._error = error
        finally:
            self.ended.set()

    def answer(self) -> Any:
        """Waits for the end, and gives the answer or raises the error."""
        self.join()
        if self._error is not None:
            raise self._error
        return self._answer


def start(work: Callable[[], Any]) -> Task:
    """Starts a task."""
    before = threading.stack_size(STACK)
    try:
        task = Task(work)
        task.start()
    finally:
        threading.stack_size(before)
    return task


def ended_before(task: Task, stop: threading.Event | None) -> bool:
    """Waits for the end of a task, though no longer than until it is told to stop; whether it has ended."""
    while not task.ended.wait(WATCH):
        if stop is not None and stop.is_set():
            return False
    return True


def attend(work: Callable[[], T], stop: Callable[[], None], watch: Callable[[], float]) -> T:
    """The answer of the work, while `watch` looks after it.

    It says in how many seconds it has to be asked again; when it says in none, or raises, all stops.
    """
    # It is not set back: another search may be running, and deep.
    sys.setrecursionlimit(max(sys.getrecursionlimit(), FRAMES))
    task = start(work)
    wait = WATCH
    try:
        while wait > 0 and not task.ended.wait(wait):
            wait = watch()
    finally:
        if not task.ended.is_set():
            stop()
        task.ended.wait()
    answer: T = task.answer()
    return answer


def clock() -> float:
    """Seconds, since whenever."""
    return time.perf_counter()
