"""Threads with large stacks, run while the calling thread polls deadlines and stop events."""

from __future__ import annotations

import atexit
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from zermelo.core.recursion import deep_recursion

T = TypeVar("T")

STACK = 512 * 2**20
"""The stack size of a thread, in bytes. A search recurses as deep as the longest play. Unused stack takes no memory."""

STOP_POLL_SECONDS = 0.004
"""The interval between polls of a stop event, in seconds: a search has to stop within a hundredth of a second."""

POLL_SECONDS = 0.05
"""The interval between polls of a search that only its limits can stop, in seconds."""


class Task(threading.Thread):
    """A thread that runs a function and keeps its return value or its exception."""

    def __init__(self, work: Callable[[], Any], *, daemon: bool = False) -> None:
        super().__init__(daemon=daemon)
        self._work = work
        self._answer: Any = None
        self._error: BaseException | None = None
        self.ended = threading.Event()

    def run(self) -> None:
        """Calls the function; the thread machinery calls this."""
        try:
            self._answer = self._work()
        except BaseException as error:  # raised again in `answer`
            self._error = error
        finally:
            self.ended.set()

    def answer(self) -> Any:
        """Waits for the end; returns the function's value or raises its exception."""
        self.join()
        if self._error is not None:
            raise self._error
        return self._answer


def start(work: Callable[[], Any], *, daemon: bool = False) -> Task:
    """Starts a task in a thread with a large stack."""
    before = threading.stack_size(STACK)
    try:
        task = Task(work, daemon=daemon)
        task.start()
    finally:
        threading.stack_size(before)
    return task


_short_tasks: list[Task] = []
"""Short tasks that have to be finished before the process ends."""

SHORT_TASK_TIMEOUT = 3.0
"""The longest wait for a short task, in seconds; a busy machine may need that long."""


def start_short(work: Callable[[], Any]) -> Task:
    """Starts a short task that has to be finished before the process ends: see `await_short_tasks`."""
    _short_tasks[:] = [task for task in _short_tasks if not task.ended.is_set()]
    task = start(work)
    _short_tasks.append(task)
    return task


def await_short_tasks() -> None:
    """Waits for all short tasks. A process that ends without joining its threads calls this first."""
    for task in _short_tasks:
        task.ended.wait(SHORT_TASK_TIMEOUT)


_compilers: list[tuple[Task, str]] = []
"""The compilations that were started, each with the name of its game."""


def start_compiler(work: Callable[[], Any], game: str) -> Task:
    """Starts a compilation. If it still runs when the process ends, the process prints a message and waits for it.

    To end during the compilation would crash, and the next process would have to compile again.
    """
    if not _compilers:
        atexit.register(_await_compilers)
    _compilers[:] = [(task, name) for task, name in _compilers if not task.ended.is_set()]
    task = start(work, daemon=True)  # otherwise Python would wait for it without a message
    _compilers.append((task, game))
    return task


def _await_compilers() -> None:
    for task, game in _compilers:
        if not task.ended.wait(POLL_SECONDS):
            sys.stderr.write(f"finishing the compilation of {game}, for the next time … (Ctrl-C aborts it)\n")
            sys.stderr.flush()
            try:
                task.join()
            except KeyboardInterrupt:
                os._exit(130)


def ended_before(task: Task, stop: threading.Event | None) -> bool:
    """Waits until the task has ended or `stop` is set; returns whether the task has ended."""
    while not task.ended.wait(STOP_POLL_SECONDS):
        if stop is not None and stop.is_set():
            return False
    return True


def run_in_thread(work: Callable[[], T], stop: Callable[[], None], watch: Callable[[], float]) -> T:
    """Runs the work in its own thread while `watch` is polled, and returns its value: see `while_running`."""
    found: list[T] = []
    for _ in while_running(lambda: found.append(work()), stop, watch):
        pass
    return found[0]


def while_running(work: Callable[[], object], stop: Callable[[], None], watch: Callable[[], float]) -> Iterator[None]:
    """Runs the work in its own thread and yields repeatedly while it runs. Raises the work's exception at the end.

    `watch` returns the seconds until its next call. If it returns 0 or raises, or if the iterator is closed, `stop` is
    called, which has to make the work end.
    """
    with deep_recursion():
        task = start(work)
        wait = STOP_POLL_SECONDS
        try:
            while wait > 0 and not task.ended.wait(wait):
                yield
                wait = watch()
        finally:
            if not task.ended.is_set():
                stop()
            task.ended.wait()
        task.answer()


def clock() -> float:
    """The monotonic clock, in seconds."""
    return time.perf_counter()
