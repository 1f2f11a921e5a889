"""The web application: the files of the page, and one WebSocket for its requests."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from zermelo.core.errors import ParseError, ZermeloError
from zermelo.draw.style import tree_css
from zermelo.web.access import Access, Guard
from zermelo.web.allowance import Allowance
from zermelo.web.classroom import Classroom
from zermelo.web.gallery import Gallery
from zermelo.web.messages import number_of, read_message
from zermelo.web.own_file import OwnFile
from zermelo.web.places import ASSETS, STATIC
from zermelo.web.session import Session

SESSIONS = 8
"""At most this many tabs may be open at once: each may hold a table and search."""

RATE, BURST = 40.0, 120.0
"""The rate limit of a tab: messages per second, and the size of a burst."""

WATCH_SECONDS = 0.5
"""The seconds between two checks of the user's own game for changes."""

UNSENT = 200
"""At most this many answers are queued for a tab that does not receive them."""

POLICY, TRY_LATER = 1008, 1013
"""Close codes of a WebSocket: it broke a rule, or there are too many tabs."""


class Sockets:
    """The WebSockets of one server; each tab has its own session."""

    def __init__(self, gallery: Gallery, classroom: Classroom | None = None) -> None:
        self._gallery = gallery
        self._classroom = classroom
        self._tabs: set[_Tab] = set()
        self._watching: asyncio.Task[None] | None = None

    async def serve(self, socket: WebSocket) -> None:
        """Serves one tab until it disconnects."""
        await socket.accept()
        if len(self._tabs) >= SESSIONS:
            await socket.close(TRY_LATER, f"there are {SESSIONS} tabs open; close one")
            return
        if self._watching is None and self._gallery.file is not None:
            self._watching = asyncio.create_task(self._watch(self._gallery.file))
        tab = _Tab(socket, self._gallery, self._classroom)
        self._tabs.add(tab)
        try:
            await tab.serve()
        finally:
            self._tabs.discard(tab)

    async def _watch(self, file: OwnFile) -> None:
        """Reloads the user's own game whenever its file has changed, and tells all tabs."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            if not file.has_changed():
                continue
            try:
                await asyncio.to_thread(self._gallery.reload)
                message = ""
            except ZermeloError as error:
                message = str(error)
            for tab in self._tabs:
                tab.send({"type": "reloaded", "id": None, "message": message})


class _Tab:
    """One WebSocket, its session, and the queue of its answers."""

    def __init__(self, socket: WebSocket, gallery: Gallery, classroom: Classroom | None) -> None:
        self._socket = socket
        self._loop = asyncio.get_running_loop()
        self._unsent: asyncio.Queue[dict[str, Any]] = asyncio.Queue(UNSENT)
        self._session = Session(gallery, self.send, classroom)

    async def serve(self) -> None:
        sender = asyncio.create_task(self._send_all())
        try:
            await self._listen()
        except WebSocketDisconnect:
            pass
        finally:
            self._session.close()
            sender.cancel()

    async def _listen(self) -> None:
        allowance = Allowance(RATE, BURST)
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if not allowance.take():
                await self._socket.close(POLICY, "too many messages")
                return
            text = message.get("text")
            if text is None:
                await self._socket.close(POLICY, "messages are text")
                return
            await self._handle(text)

    async def _handle(self, text: str) -> None:
        try:
            request = read_message(text)
        except ParseError as error:
            await self._unsent.put({"type": "error", "id": number_of(text), "message": str(error)})
            return
        # In a thread: rules are the user's code and may be slow, and other tabs must not wait for them.
        await asyncio.to_thread(self._session.handle, request)

    def send(self, answer: dict[str, Any]) -> None:
        """Queues an answer; callable from any thread. Answers to a tab that does not receive them are dropped."""
        self._loop.call_soon_threadsafe(self._put, answer)

    def _put(self, answer: dict[str, Any]) -> None:
        if not self._unsent.full():
            self._unsent.put_nowait(answer)

    async def _send_all(self) -> None:
        while True:
            answer = await self._unsent.get()
            await self._socket.send_text(json.dumps(answer, ensure_ascii=False, allow_nan=False))


async def _page(_request: Request) -> Response:
    return FileResponse(STATIC / "index.html")


async def _tree_css(_request: Request) -> Response:
    return Response(tree_css(), media_type="text/css")


def make_app(gallery: Gallery, access: Access, classroom: Classroom | None = None) -> ASGIApp:
    """The application for these games, behind access control; `classroom` is the class that it is shared with."""
    routes = [
        Route("/", _page),
        WebSocketRoute("/socket", Sockets(gallery, classroom).serve),
        Mount("/static", StaticFiles(directory=STATIC)),
        Route("/assets/tree.css", _tree_css),
        Mount("/assets", StaticFiles(directory=ASSETS)),
    ]
    return Guard(Starlette(routes=routes), access)
