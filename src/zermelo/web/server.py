"""The server: it listens on this machine only, unless it is shared with a class, and runs until Ctrl-C."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

import uvicorn

from zermelo.core.errors import ZermeloError
from zermelo.core.game import Game
from zermelo.web.access import ADDRESS, Access
from zermelo.web.app import make_app
from zermelo.web.class_server import Sharing
from zermelo.web.freeing import share_pools
from zermelo.web.gallery import Gallery
from zermelo.web.match_file import MatchFile
from zermelo.web.messages import LONGEST
from zermelo.web.own_file import OwnFile

PORT = 1913
"""The default port. It is fixed, so that links keep working after a restart."""


def bound_socket(port: int | None, address: str = ADDRESS, default: int = PORT) -> socket.socket:
    """A socket on this port; for None, on the default port, or on any other if that is in use."""
    for wanted in (default, 0) if port is None else (port,):
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((address, wanted))
            listening.listen()  # without this, another process could still bind the same port
        except (OSError, OverflowError) as error:
            listening.close()
            reason = error
        else:
            return listening
    where = f"port {default if port is None else port}" + ("" if address == ADDRESS else f" of {address}")
    raise ZermeloError(f"{where} cannot be used: {reason}")


def serve(
    own: Game | None,
    listening: socket.socket,
    ready: Callable[[str], None],
    match: MatchFile | None = None,
    *,
    file: OwnFile | None = None,
    sharing: Sharing | None = None,
) -> None:
    """Serves the page on this socket until it is interrupted; calls `ready` with the link once it is up.

    With `sharing`, a second server on its socket serves the class, and ends with this one.
    """
    share_pools()
    access = Access(listening.getsockname()[1])
    config = uvicorn.Config(
        make_app(Gallery(own, match, file), access, sharing.classroom if sharing else None),
        log_level="warning",
        access_log=False,  # it would contain the token
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=LONGEST,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=1,
    )
    server = _Server(config, lambda: ready(access.link)).serve(sockets=[listening])
    asyncio.run(server if sharing is None else sharing.beside(server))


class _Server(uvicorn.Server):
    """A server that calls back when it is up."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts the server, and then calls `ready`."""
        await super().startup(sockets)
        if self.started:
            self._ready()
