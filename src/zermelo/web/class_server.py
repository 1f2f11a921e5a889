"""The server for a class: a second one beside that of the teacher, on another port, with limits of its own."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from zermelo.web.class_app import LONGEST, make_class_app
from zermelo.web.classroom import MOST_VIEWERS, Classroom
from zermelo.web.joining import Gate, new_code

PORT = 1914
"""The default port for a class."""

EVERYWHERE = "0.0.0.0"  # the teacher has requested this with --share

CONNECTIONS = 3 * MOST_VIEWERS
"""At most this many connections are open at once: each viewer has one, and a few more while the page loads."""

REQUEST_SECONDS = 10.0
"""A connection that has sent no whole request after this time is closed."""

LOADING_SECONDS = 60.0
"""A connection that is not a WebSocket after this time is closed, whatever it has requested: the page is small."""


class LimitedProtocol(H11Protocol):
    """HTTP with limits on the number of connections, on the time until the first request, and on the time of all."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accepts the connection, or ends it at once if there are too many."""
        super().connection_made(transport)
        if len(self.connections) > CONNECTIONS:
            transport.abort()
        else:
            self.loop.call_later(REQUEST_SECONDS, self._end_if_silent)
            self.loop.call_later(LOADING_SECONDS, self._end)

    def _end_if_silent(self) -> None:
        if self.cycle is None:
            self._end()

    def _end(self) -> None:
        """Ends the connection, unless it has become a WebSocket. A viewer who does not read cannot delay that."""
        if self.transport.get_protocol() is self:
            self.transport.abort()


class Sharing:
    """A class on a socket: its join code, its state, and its server."""

    def __init__(self, listening: socket.socket) -> None:
        self.code = new_code()
        self.classroom = Classroom(Gate(self.code))
        self._listening = listening
        self._address, self.port = listening.getsockname()[:2]

    @property
    def link(self) -> str:
        """The link for the class, without the code."""
        return f"http://{own_address() if self._address == EVERYWHERE else self._address}:{self.port}/"

    def to_json(self) -> dict[str, Any]:
        """Where and how the class joins."""
        return {"link": self.link, "port": self.port, "code": self.code}

    def words(self) -> str:
        """The same as a sentence for the terminal."""
        return f"The class joins at {self.link} with the code {self.code}"

    async def beside(self, main: Coroutine[Any, Any, None]) -> None:
        """Serves the class as long as the main server runs."""
        self.classroom.about = self.to_json()
        config = uvicorn.Config(
            make_class_app(self.classroom, self.port),
            http=LimitedProtocol,
            log_level="error",
            access_log=False,
            server_header=False,
            ws="websockets-sansio",
            ws_max_size=LONGEST,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=1,
        )
        server = _ClassServer(config)
        task = asyncio.create_task(server.serve(sockets=[self._listening]))
        try:
            await main
        finally:
            server.should_exit = True
            try:
                await asyncio.shield(task)
            except asyncio.CancelledError:  # Ctrl-C cancels this coroutine: the server still has to shut down
                await task
                raise


class _ClassServer(uvicorn.Server):
    """A server that leaves signals to the main one."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Captures none."""
        yield


def own_address() -> str:
    """The address of this machine in the local network: the one from which it would send to other networks."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address; connecting a datagram socket sends nothing
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])
