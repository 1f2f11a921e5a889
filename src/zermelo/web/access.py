"""Who may come in: those who have the link that was printed, from this machine, and no other page in their browser.

The link carries a random token. Whoever opens it gets a cookie in its place; after that every request and every socket
needs the cookie, the server's own address as its Host, and, where the browser names one, its own Origin. A page from
elsewhere can send requests to this machine too: it has the wrong Origin. A name that was made to point here has the
wrong Host.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

ADDRESS = "127.0.0.1"
"""Nobody on the network can reach it."""

HEADERS = {
    "Content-Security-Policy": "; ".join(
        [
            *("default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:"),
            *("connect-src 'self'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'none'"),
        ]
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""What every response carries."""

STRANGER = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Zermelo</title></head>
<body><h1>Zermelo</h1><p>Open the link that <code>zermelo serve</code> has printed: it holds the key to this page.</p>
<p>If you have opened it in this browser before, <a href="/">go on</a>.</p></body></html>
"""


@dataclass(frozen=True)
class Access:
    """What one server lets in."""

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)

    @property
    def hosts(self) -> tuple[str, ...]:
        """What a request may call this server."""
        return f"{ADDRESS}:{self.port}", f"localhost:{self.port}"

    @property
    def link(self) -> str:
        """The link that opens the page."""
        return f"http://{ADDRESS}:{self.port}/?token={self.token}"

    @property
    def cookie(self) -> str:
        """The cookie's name: browsers keep one jar for all ports, and two servers must not take each other's."""
        return f"zermelo-{self.port}"

    def knows(self, token: str | None) -> bool:
        """Whether it is the token; how long this takes tells nothing about it."""
        return secrets.compare_digest((token or "").encode(errors="replace"), self.token.encode())

    def is_ours(self, headers: Headers, *, origin_needed: bool) -> bool:
        """Whether a request names this server as its host and, if it names one, as its origin."""
        host, origins = headers.getlist("host"), headers.getlist("origin")
        if len(host) != 1 or host[0] not in self.hosts:
            return False
        if not origins:
            return not origin_needed
        return origins == [f"http://{host[0]}"]

    def has_cookie(self, headers: Headers) -> bool:
        """Whether a request brings the cookie."""
        return self.knows(cookie_parser(headers.get("cookie", "")).get(self.cookie))


class Guard:
    """Stands before the page: lets in who may come, and puts the headers on whatever goes out."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self.app = app
        self.access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or one socket; what the server tells of itself passes."""
        if scope["type"] == "http":
            await self._answer(scope, receive, with_headers(send))
        elif scope["type"] == "websocket":
            await self._connect(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self._refusal(scope)
        await (refused or self.app)(scope, receive, send)

    def _refusal(self, scope: Scope) -> Response | None:
        """What a request gets instead of what it asked for, or None where it may have that."""
        headers = Headers(scope=scope)
        if not self.access.is_ours(headers, origin_needed=False):
            return PlainTextResponse("not for this host or origin", HTTPStatus.FORBIDDEN)
        tokens = parse_qs(scope["query_string"].decode("latin-1")).get("token", [])
        if scope["path"] == "/" and tokens:
            return self._welcome() if self.access.knows(tokens[0]) else HTMLResponse(STRANGER, HTTPStatus.FORBIDDEN)
        return None if self.access.has_cookie(headers) else HTMLResponse(STRANGER, HTTPStatus.FORBIDDEN)

    def _welcome(self) -> Response:
        """The page without the token in its address, and the cookie."""
        response = RedirectResponse("/", HTTPStatus.SEE_OTHER)
        response.set_cookie(self.access.cookie, self.access.token, httponly=True, samesite="strict", path="/")
        return response

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if self.access.is_ours(headers, origin_needed=True) and self.access.has_cookie(headers):
            await self.app(scope, receive, send)
        else:
            await receive()  # the request to connect; closing before it is accepted refuses it with 403
            await send({"type": "websocket.close", "code": 1008})


def with_headers(send: Send) -> Send:
    """Sends what it is given, with the headers on it."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(HEADERS)
        await send(message)

    return send_with_headers
