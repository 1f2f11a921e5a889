"""Work in threads with large stacks, while whoever asked for it watches the clock."""

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
"""A search is as deep as the longest play, and each ply takes a frame. The memory is only taken if it is used."""

WATCH = 0.004
"""How often whoever may stop a search is looked at, in seconds: it has to stop within a hundredth."""

GLANCE = 0.05
"""How often a search is looked at that only its limits can stop."""


class Task(threading.Thread):
    """A function that runs in a thread of its own; its answer or its error is kept."""

    def __init__(self, work: Callable[[], Any], *, daemon: bool = False) -> None:
        super().__init__(daemon=daemon)
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


def start(work: Callable[[], Any], *, daemon: bool = False) -> Task:
    """Starts a task."""
    before = threading.stack_size(STACK)
    try:
        task = Task(work, daemon=daemon)
        task.start()
    finally:
        threading.stack_size(before)
    return task


_brief: list[Task] = []
"""Tasks that take but a moment, and without which the process is not to end."""

MOST_AWAITED = 3.0
"""How long such a task is waited for, in seconds: the machine may be busy."""


def start_brief(work: Callable[[], Any]) -> Task:
    """Starts a task that takes but a moment, and without which the process is not to end."""
    _brief[:] = [task for task in _brief if not task.ended.is_set()]
    task = start(work)
    _brief.append(task)
    return task


def await_brief_tasks() -> None:
    """Waits for such tasks: for a process that is about to end without waiting for threads."""
    for task in _brief:
        task.ended.wait(MOST_AWAITED)


_compilers: list[tuple[Task, str]] = []
"""The compilers that were started, each with the name of its game."""


def start_compiler(work: Callable[[], Any], game: str) -> Task:
    """Starts a compiler. One that still runs when the process ends is waited for, and the process says so.

    To end while it runs would crash, and what it has made so far would be lost to the next process.
    """
    if not _compilers:
        atexit.register(_await_compilers)
    _compilers[:] = [(task, name) for task, name in _compilers if not task.ended.is_set()]
    task = start(work, daemon=True)  # or else Python would wait for it, without a word
    _compilers.append((task, game))
    return task


def is_compiling() -> bool:
    """Whether a compiler is running."""
    return any(not task.ended.is_set() for task, _ in _compilers)


def _await_compilers() -> None:
    for task, game in _compilers:
        if not task.ended.wait(GLANCE):
            sys.stderr.write(f"compiling {game} to the end, for the next time … (Ctrl-C leaves it)\n")
            sys.stderr.flush()
            try:
                task.join()
            except KeyboardInterrupt:
                os._exit(130)


def ended_before(task: Task, stop: threading.Event | None) -> bool:
    """Waits for the end of a task, though no longer than until it is told to stop; whether it has ended."""
    while not task.ended.wait(WATCH):
        if stop is not None and stop.is_set():
            return False
    return True


def attend(work: Callable[[], T], stop: Callable[[], None], watch: Callable[[], float]) -> T:
    """The answer of the work, which runs in a thread of its own while `watch` is called: see `attending`."""
    found: list[T] = []
    for _ in attending(lambda: found.append(work()), stop, watch):
        pass
    return found[0]


def attending(work: Callable[[], object], stop: Callable[[], None], watch: Callable[[], float]) -> Iterator[None]:
    """Runs the work in a thread of its own, and yields again and again while it runs. Raises its error at the end.

    `watch` returns in how many seconds it has to be called again. If it returns 0 or raises, or if the iterator is
    closed, `stop` is called, which has to end the work.
    """
    with deep_recursion():
        task = start(work)
        wait = WATCH
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
    """Seconds, since whenever."""
    return time.perf_counter()
