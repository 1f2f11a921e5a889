"""The application for viewers: a page, its files, and a WebSocket on which they can join, answer, and nothing else.

It shares no session, no gallery and no search with the teacher's application: there is nothing here that could load a
game, play a move or start an analysis.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import socket as sockets
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from zermelo.core.errors import ParseError, ZermeloError, quote
from zermelo.draw.html import MODULES
from zermelo.draw.style import tree_css
from zermelo.web.access import with_headers
from zermelo.web.allowance import Allowance
from zermelo.web.classroom import OWN, REMOVED, SHOWN, STEP, Classroom, Viewer
from zermelo.web.places import ASSETS, STATIC

LONGEST = 4_096
"""The largest message of a viewer, in bytes."""

RATE, BURST = 5.0, 20.0
"""The rate limit of a viewer: messages per second, and the size of a burst."""

JOIN_SECONDS = 10.0
"""A connection that has not joined after this time is closed."""

JOINING, JOINING_EACH = 40, 10
"""The maximum number of connections that join at the same time: in total, and from one address."""

REFUSALS = 20
"""A viewer whose messages were refused this many times is disconnected."""

POLICY, TRY_LATER = 1008, 1013
"""Close codes of a WebSocket: it broke a rule, or there are too many."""

FILES = {
    "/class/class.js": STATIC / "class" / "class.js",
    "/class/class.css": STATIC / "class" / "class.css",
    "/static/dom.js": STATIC / "dom.js",
    "/static/picture.js": STATIC / "picture.js",
    "/static/icon.svg": STATIC / "icon.svg",
    **{f"/assets/{name}": ASSETS / name for name in (*MODULES, "stepper.css")},
}
"""Every file that a viewer can get, by its address."""


class Mailbox:
    """The messages to one viewer that are not sent yet: at most one for each subject, the newest."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._messages: dict[str, str] = {}
        self._arrived = asyncio.Event()

    def post(self, subject: str, text: str) -> None:
        """Puts a message into the mailbox; callable from any thread."""
        self._loop.call_soon_threadsafe(self._put, subject, text)

    def _put(self, subject: str, text: str) -> None:
        if subject == SHOWN:
            self._messages.pop(STEP, None)  # it belongs to the previous tree
        self._messages.pop(subject, None)
        self._messages[subject] = text
        self._arrived.set()

    async def take(self) -> dict[str, str]:
        """Waits for messages, and returns all of them."""
        await self._arrived.wait()
        self._arrived.clear()
        taken, self._messages = self._messages, {}
        return taken


class Entrance:
    """The WebSockets of the viewers."""

    def __init__(self, classroom: Classroom) -> None:
        self._classroom = classroom
        self._joining: Counter[str] = Counter()

    async def serve(self, socket: WebSocket) -> None:
        """Serves one viewer: first the request to join, then answers, until the connection ends."""
        with suppress(WebSocketDisconnect):  # a viewer may disconnect at any point, even during a send
            await socket.accept()
            await self._serve(socket)

    async def _serve(self, socket: WebSocket) -> None:
        address = socket.client.host if socket.client else ""
        if self._joining.total() >= JOINING or self._joining[address] >= JOINING_EACH:
            await socket.close(TRY_LATER, "too many are joining at this moment")
            return
        self._joining[address] += 1
        mailbox = Mailbox()
        try:
            viewer = await self._admitted(socket, address, mailbox)
        finally:
            self._joining -= Counter([address])
        if viewer is None:
            return
        sender = asyncio.create_task(_send_all(socket, mailbox))
        try:
            await self._listen(socket, viewer, mailbox)
        finally:
            sender.cancel()
            self._classroom.leave(viewer, mailbox.post)

    async def _admitted(self, socket: WebSocket, address: str, mailbox: Mailbox) -> Viewer | None:
        """The viewer, if the first message is a valid request to join; otherwise the socket is closed."""
        try:
            async with asyncio.timeout(JOIN_SECONDS):
                text = await _receive(socket)
        except (TimeoutError, WebSocketDisconnect):
            await _close(socket, "nobody joined")
            return None
        try:
            request = read(text, {"join": {"name": str, "code": str}, "return": {"ticket": str}})
            if request["type"] == "return":
                return self._classroom.return_with(request["ticket"], mailbox.post)
            return self._classroom.join(address, request["name"], request["code"], mailbox.post)
        except ZermeloError as error:
            await socket.send_text(_refusal(error))
            await _close(socket, "not admitted")
            return None

    async def _listen(self, socket: WebSocket, viewer: Viewer, mailbox: Mailbox) -> None:
        allowance, refused = Allowance(RATE, BURST), 0
        while True:
            text = await _receive(socket)
            if not allowance.take():
                await _close(socket, "too many messages")
                return
            try:
                request = read(text, {"answer": {"exercise": int, "answers": list}})
                if not all(isinstance(each, str) for each in request["answers"]):
                    raise ParseError("'answers' must be a list of texts")
                self._classroom.answer(viewer, request["exercise"], request["answers"])
            except ZermeloError as error:
                mailbox.post(OWN, _refusal(error))
                refused += 1
                if refused >= REFUSALS:
                    await _close(socket, "too many refused messages")
                    return


def read(text: str, known: dict[str, dict[str, type]]) -> dict[str, Any]:
    """The message in the text, with exactly the fields of its type. Raises ParseError."""
    if len(text) > LONGEST:
        raise ParseError(f"a message has at most {LONGEST:,} characters")
    try:
        data: Any = json.loads(text)
        json.dumps(data, ensure_ascii=False).encode()  # raises for a lone surrogate, which cannot be sent
    except (ValueError, RecursionError):
        raise ParseError(f"{quote(text)} is not a message") from None
    kind = data.get("type") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(kind, str) or kind not in known:
        raise ParseError(f"a viewer cannot send {quote(kind)}, only {' or '.join(known)}")
    wanted = known[kind]
    if data.keys() != wanted.keys() | {"type"} or not all(type(data[name]) is wanted[name] for name in wanted):
        raise ParseError(f"a message of type {quote(kind)} has the fields {', '.join(wanted)}")
    return data


async def _receive(socket: WebSocket) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect
    return message.get("text") or ""


async def _send_all(socket: WebSocket, mailbox: Mailbox) -> None:
    with suppress(RuntimeError, WebSocketDisconnect):  # it is closed, by either side
        while True:
            for subject, text in (await mailbox.take()).items():
                await socket.send_text(text)
                if subject == REMOVED:
                    await _close(socket, "removed")
                    return


async def _close(socket: WebSocket, reason: str) -> None:
    with suppress(RuntimeError, WebSocketDisconnect):  # the viewer has closed it already
        await socket.close(POLICY, reason)


def _refusal(error: ZermeloError) -> str:
    return json.dumps({"type": "refused", "message": str(error)}, ensure_ascii=False)


class ClassGuard:
    """ASGI middleware: the request must name this server by an address or by its own name, and come from its page.

    Pages of other sites have another Origin. A DNS name that was rebound to this machine is another Host.
    """

    def __init__(self, app: ASGIApp, port: int) -> None:
        self.app = app
        self.port = port
        name = sockets.gethostname().casefold()
        self._names = {"localhost", name, f"{name.partition('.')[0]}.local"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request or one WebSocket; lifespan events pass through."""
        if scope["type"] == "http":
            app: ASGIApp | Response = self.app if self._is_ours(scope) else _FORBIDDEN
            await app(scope, receive, with_headers(send))
        elif scope["type"] == "websocket" and not self._is_ours(scope, origin_needed=True):
            await receive()
            await send({"type": "websocket.close", "code": POLICY})
        else:
            await self.app(scope, receive, send)

    def _is_ours(self, scope: Scope, *, origin_needed: bool = False) -> bool:
        headers = Headers(scope=scope)
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        if len(hosts) != 1 or not self._names_us(hosts[0]):
            return False
        return origins == [f"http://{hosts[0]}"] if origins else not origin_needed

    def _names_us(self, host: str) -> bool:
        try:
            parts = urlsplit(f"//{host}")
            name, port = (parts.hostname or "").casefold(), parts.port or 80
        except ValueError:
            return False
        return port == self.port and (name in self._names or _is_address(name))


_FORBIDDEN = PlainTextResponse("this host or origin is not allowed", HTTPStatus.FORBIDDEN)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _file(path: Any) -> Callable[[Request], Awaitable[Response]]:
    async def answer(_request: Request) -> Response:
        return FileResponse(path)

    return answer


async def _tree_css(_request: Request) -> Response:
    return Response(tree_css(), media_type="text/css")


def make_class_app(classroom: Classroom, port: int) -> ASGIApp:
    """The application for the viewers of this class."""
    routes = [
        Route("/", _file(STATIC / "class" / "index.html")),
        Route("/assets/tree.css", _tree_css),
        *(Route(address, _file(path)) for address, path in FILES.items()),
        WebSocketRoute("/socket", Entrance(classroom).serve),
    ]
    return ClassGuard(Starlette(routes=routes), port)
