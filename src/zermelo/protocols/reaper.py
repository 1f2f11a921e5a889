"""Ensures that no program outlives the process that started it, however that process ends.

A reaper is a small process at the other end of a pipe. It gets a message for every program that starts or ends; when
the pipe closes, because the process has exited or was killed, it kills the process groups that are still running.
"""

from __future__ import annotations

import os
import subprocess
import sys
from threading import Lock

_REAPER = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
running = set()
for line in sys.stdin:
    group = int(line[1:])
    (running.add if line[0] == "+" else running.discard)(group)
for group in running:
    try:
        os.killpg(group, signal.SIGKILL)
    except OSError:
        pass
"""

_lock = Lock()
_reapers: dict[int, subprocess.Popen[str]] = {}
"""The reaper by process id, because a fork of this process needs its own."""


def watch(group: int) -> None:
    """From now on, the process group is killed when this process ends."""
    _tell(f"+{group}")


def unwatch(group: int) -> None:
    """Ends the watch over a process group that has ended."""
    _tell(f"-{group}")


def _tell(message: str) -> None:
    if os.name != "posix":  # there are no process groups to kill
        return
    with _lock:
        reaper = _reapers.get(os.getpid())
        if reaper is None or reaper.poll() is not None:
            reaper = _reapers[os.getpid()] = _started()
        assert reaper.stdin is not None
        reaper.stdin.write(message + "\n")
        reaper.stdin.flush()


def _started() -> subprocess.Popen[str]:
    command = [sys.executable, "-I", "-S", "-c", _REAPER]
    return subprocess.Popen(command, stdin=subprocess.PIPE, text=True, start_new_session=True)
