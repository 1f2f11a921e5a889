"""A class of 40 viewers that follows for ten minutes: the server's processor time and memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import Any

from figures import Figure, skipped

SERVE = [
    *(sys.executable, "-c", "from zermelo.cli import main; main()"),
    *("serve", "--no-browser", "--json", "--port", "0"),
    *("--share", "--share-address", "127.0.0.1", "--share-port", "0"),
]
VIEWERS = 40
SECONDS, QUICK_SECONDS = 600.0, 10.0
PAUSE = 2.0
"""The seconds between two moves of the teacher."""

MOVES = ["4", "4", "3", "5", "3", "3", "5", "5", "2", "6", "6", "2"]


def measure(quick: bool) -> list[Figure]:
    """The figures of one lesson, in which the teacher plays a move every two seconds."""
    if find_spec("websockets") is None or find_spec("uvicorn") is None:
        return [skipped("40 viewers", 'the extra "web" is not installed')]
    if not Path("/proc/self/stat").exists():
        return [skipped("40 viewers", "processor time and memory are read from /proc")]
    with subprocess.Popen(SERVE, stdout=subprocess.PIPE, text=True) as server:
        try:
            return _lesson(server, QUICK_SECONDS if quick else SECONDS)
        finally:
            server.terminate()


def _lesson(server: subprocess.Popen[str], seconds: float) -> list[Figure]:
    said = ""
    assert server.stdout is not None
    while not said.rstrip().endswith("}"):
        said += server.stdout.readline()
    about = json.loads(said)
    with ExitStack() as stack:
        viewers = [_joined(stack, about, number) for number in range(VIEWERS)]
        received = [0] * VIEWERS
        for number, viewer in enumerate(viewers):
            Thread(target=_follow, args=(viewer, received, number), daemon=True).start()
        teacher = stack.enter_context(_teacher(about))
        _present(teacher, 0)  # the first position is described before the measurement
        before, began = _processor_seconds(server.pid), time.perf_counter()
        memory = [_megabytes(server.pid)]
        moves = 0
        while time.perf_counter() - began < seconds:
            moves += 1
            _present(teacher, moves)
            time.sleep(PAUSE)
            memory.append(_megabytes(server.pid))
        took = time.perf_counter() - began
        used = _processor_seconds(server.pid) - before
    note = f"{moves} moves in {took:.0f} s, {sum(received):,} messages received"
    detail = {"memory": memory, "seconds": took, "processor": used}
    return [
        Figure(
            f"{VIEWERS} viewers: share of a processor", 100 * used / took, "%", at_most=10, note=note, detail=detail
        ),
        Figure(f"{VIEWERS} viewers: memory at the end", memory[-1], "MB", note=f"{memory[0]:.0f} MB at the start"),
        Figure(f"{VIEWERS} viewers: memory gained", memory[-1] - memory[0], "MB", at_most=20, note=note),
    ]


def _joined(stack: ExitStack, about: dict[str, Any], number: int) -> Any:
    from websockets.sync.client import connect  # noqa: PLC0415  # it may be missing

    host = f"127.0.0.1:{about['share_port']}"
    socket = stack.enter_context(connect(f"ws://{host}/socket", origin=f"http://{host}", proxy=None))
    socket.send(json.dumps({"type": "join", "name": f"Viewer {number}", "code": about["share_code"]}))
    assert json.loads(socket.recv(60))["type"] == "joined"
    return socket


def _follow(viewer: Any, received: list[int], number: int) -> None:
    for _ in viewer:
        received[number] += 1


def _teacher(about: dict[str, Any]) -> Any:
    from websockets.sync.client import connect  # noqa: PLC0415  # it may be missing

    host = f"127.0.0.1:{about['port']}"
    token = about["link"].partition("token=")[2].partition("#")[0]
    cookie = {"Cookie": f"zermelo-{about['port']}={token}"}
    return connect(f"ws://{host}/socket", origin=f"http://{host}", additional_headers=cookie, proxy=None)


def _present(teacher: Any, number: int) -> None:
    shown = MOVES[: number % (len(MOVES) + 1)]
    teacher.send(json.dumps({"type": "present", "id": number, "view": "board", "game": "connect4", "moves": shown}))
    teacher.recv(60)


def _processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _megabytes(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="utf-8").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
