"""A server of the page in a process of its own, and a client that speaks to it."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from timing_helpers import PATIENCE

COMMAND = [sys.executable, "-c", "from zermelo.cli import run; run()", "serve", "--no-browser", "--json"]


@dataclass
class Server:
    """A server that runs: its link, and where it was started."""

    link: str
    port: int
    folder: Path
    process: subprocess.Popen[str]
    share: dict[str, Any] | None = None
    """Where and how a class joins."""

    @property
    def token(self) -> str:
        return self.link.partition("token=")[2].partition("#")[0]

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def cookie(self) -> str:
        return f"zermelo-{self.port}={self.token}"

    def connect(self, host: str = "", **changed: Any) -> ClientConnection:
        """A socket, as the page opens it, except for the given arguments."""
        settings = {"origin": f"http://{self.host}", "additional_headers": {"Cookie": self.cookie}, **changed}
        line = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        return connect(
            f"ws://{host or self.host}/socket",
            sock=line,
            max_size=None,
            open_timeout=PATIENCE,
            close_timeout=1,
            **settings,
        )


class Client:
    """Sends requests over a socket, and receives the answers."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.number = 0

    def send(self, kind: str, /, **fields: Any) -> int:
        self.number += 1
        self.socket.send(json.dumps({"type": kind, "id": self.number, **fields}))
        return self.number

    def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        return json.loads(self.socket.recv(timeout))

    def hear_all(self, number: int) -> Iterator[dict[str, Any]]:
        """The answers to one request, up to the last; other messages are skipped."""
        while True:
            answer = self.hear()
            if answer["id"] == number:
                yield answer
                if answer.get("done", True):
                    return

    def ask(self, kind: str, /, **fields: Any) -> dict[str, Any]:
        """The last answer to a request."""
        *_, last = self.hear_all(self.send(kind, **fields))
        return last


def _share_of(data: dict[str, Any]) -> dict[str, Any] | None:
    found = {name.removeprefix("share_"): value for name, value in data.items() if name.startswith("share_")}
    return found or None


@contextmanager
def serving(folder: Path, *arguments: str) -> Iterator[Server]:
    """A server, started in this folder."""
    process = subprocess.Popen([*COMMAND, *arguments], cwd=folder, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        said = ""
        while not said.rstrip().endswith("}"):
            line = process.stdout.readline()
            assert line, "the server did not start"
            said += line
        data = json.loads(said)
        yield Server(data["link"], data["port"], folder, process, _share_of(data))
    finally:
        process.terminate()
        process.wait(PATIENCE)
        process.stdout.close()
