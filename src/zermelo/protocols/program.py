"""An external program with line-based input and output: it is started, read with deadlines, and reliably ended."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import threading
import time
from collections import deque
from contextlib import suppress
from pathlib import Path

from zermelo.core.errors import LoadError, quote
from zermelo.play.player import PlayerFault
from zermelo.protocols import reaper

STARTING = 10.0
"""The time in which a program must become ready, in seconds."""

LONGEST_LINE = 64 * 1024
"""The longest line in bytes that is accepted as an answer."""

MOST_WAITING = 8 * 2**20
"""The largest number of unread bytes: a program that writes more is at fault."""

PATIENCE = 0.5
"""The time in which a program may exit by itself before it is killed, in seconds."""

_CHUNK = 64 * 1024


class Program:
    """A program in its own process group. Of its standard error, only the last lines are kept.

    A thread reads its output, so that it never blocks. It is killed when this process ends, however that happens.
    """

    def __init__(self, command: str | list[str], *, echo_errors: bool = False) -> None:
        self.command = command if isinstance(command, str) else shlex.join(command)
        words = _words(command) if isinstance(command, str) else command
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if echo_errors else subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise LoadError(f"the program {quote(self.command)} cannot be started: {reason}") from None
        reaper.watch(self._process.pid)
        self._lines: deque[str] = deque()
        self._waiting = 0  # the number of their characters
        self._news = threading.Condition()
        self._has_ended = False
        self._floods = False
        threading.Thread(target=self._read, daemon=True).start()

    @property
    def is_running(self) -> bool:
        """Whether it is still running."""
        return self._process.poll() is None

    def check_alive(self) -> None:
        """Raises PlayerFault if the program has ended."""
        if not self.is_running:
            raise self._dead()

    def send(self, line: str) -> None:
        """Writes a line. Raises PlayerFault if the program has closed its input and there is nothing left to read."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n".encode())
        except (OSError, ValueError):
            if not self._has_last_words():  # a program that exits may have said why
                raise self._dead() from None

    def drop(self) -> None:
        """Discards the lines that were received so far."""
        with self._news:
            self._lines.clear()
            self._waiting = 0

    def receive(self, deadline: float) -> str:
        """The next line, before the deadline, which is a time of `time.perf_counter`. Raises PlayerFault."""
        with self._news:
            while not self._lines:
                if self._floods:
                    raise PlayerFault("error", f"{quote(self.command)} wrote more output than can be read")
                if self._has_ended:
                    raise self._dead()
                left = deadline - time.perf_counter()
                if left <= 0 or not self._news.wait(left):
                    raise PlayerFault("silent", f"{quote(self.command)} did not answer in time")
            line = self._lines.popleft()
            self._waiting -= len(line)
            return line

    def close(self, farewell: str | None = None) -> None:
        """Ends the program and its child processes: with the farewell if it reacts to it, otherwise by force."""
        if farewell is not None and self.is_running:
            with suppress(PlayerFault):
                self.send(farewell)
        with suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(PATIENCE if farewell is not None else 0)
        self.kill()

    def kill(self) -> None:
        """Kills the whole process group."""
        if os.name == "posix":
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()
        self._process.wait()
        reaper.unwatch(self._process.pid)

    def _has_last_words(self) -> bool:
        """Whether a program that no longer reads has written lines that were not received yet."""
        with self._news:
            self._news.wait_for(lambda: self._has_ended, PATIENCE)
            return bool(self._lines)

    def _dead(self) -> PlayerFault:
        with suppress(subprocess.TimeoutExpired):  # its output closes shortly before it exits
            self._process.wait(PATIENCE)
        code = self._process.poll()
        how = "closed its output" if code is None else f"ended with exit code {code}"
        return PlayerFault("died", f"{quote(self.command)} {how}")

    def _read(self) -> None:
        """Collects the lines; runs in its own thread."""
        assert self._process.stdout is not None
        rest = b""
        stream = self._process.stdout.fileno()
        while True:
            try:
                chunk = os.read(stream, _CHUNK)
            except OSError:
                chunk = b""
            *lines, rest = (rest + chunk).split(b"\n")
            with self._news:
                decoded = [line.decode("utf-8", "replace").rstrip("\r") for line in lines]
                self._lines += decoded
                self._waiting += sum(map(len, decoded))
                self._has_ended = not chunk
                self._floods = self._waiting > MOST_WAITING or len(rest) > LONGEST_LINE
                if self._floods:
                    self._lines.clear()
                self._news.notify_all()
                if self._has_ended or self._floods:
                    return


def _words(command: str) -> list[str]:
    """The words of a command. Raises LoadError."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise LoadError(f"{quote(command)} is not a command: {error}") from None
    if not words:
        raise LoadError(f"{quote(command)} is not a command: it is empty")
    return [str(Path(words[0]).expanduser()), *words[1:]]
