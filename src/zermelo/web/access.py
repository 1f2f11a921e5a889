"""Access control: only browsers on this machine that opened the printed link have access, and no other site in them.

The link contains a random token. Opening it sets a cookie; after that, every request and every WebSocket needs the
cookie, the server's own address as its Host, and, if the browser sends an Origin, the server's own Origin. Other sites
can send requests to this machine too, but with the wrong Origin. A DNS name that was rebound to this machine has the
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
"""The loopback address: the server cannot be reached from the network."""

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
"""The headers of every response."""

NO_ACCESS = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Zermelo</title></head>
<body><h1>Zermelo</h1><p>Open the link that <code>zermelo serve</code> printed: it contains the key to this page.</p>
<p>If you have opened it in this browser before, <a href="/">continue</a>.</p></body></html>
"""


@dataclass(frozen=True)
class Access:
    """The access rules of one server."""

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)

    @property
    def hosts(self) -> tuple[str, ...]:
        """The values of the Host header that name this server."""
        return f"{ADDRESS}:{self.port}", f"localhost:{self.port}"

    @property
    def link(self) -> str:
        """The link that opens the page."""
        return f"http://{ADDRESS}:{self.port}/?token={self.token}"

    @property
    def cookie(self) -> str:
        """The cookie's name. It contains the port, because browsers share cookies between all ports of a host."""
        return f"zermelo-{self.port}"

    def accepts(self, token: str | None) -> bool:
        """Whether it is the server's token, compared in constant time."""
        return secrets.compare_digest((token or "").encode(errors="replace"), self.token.encode())

    def is_ours(self, headers: Headers, *, origin_needed: bool) -> bool:
        """Whether a request names this server as its host and, if it has an Origin, as its origin."""
        host, origins = headers.getlist("host"), headers.getlist("origin")
        if len(host) != 1 or host[0] not in self.hosts:
            return False
        if not origins:
            return not origin_needed
        return origins == [f"http://{host[0]}"]

    def has_cookie(self, headers: Headers) -> bool:
        """Whether a request has the right cookie."""
        return self.accepts(cookie_parser(headers.get("cookie", "")).get(self.cookie))


class Guard:
    """ASGI middleware that refuses requests without access, and adds the headers to every response."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self.app = app
        self.access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request or one WebSocket; lifespan events pass through."""
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
        """The response that replaces the requested one, or None if the request is allowed."""
        headers = Headers(scope=scope)
        if not self.access.is_ours(headers, origin_needed=False):
            return PlainTextResponse("this host or origin is not allowed", HTTPStatus.FORBIDDEN)
        tokens = parse_qs(scope["query_string"].decode("latin-1")).get("token", [])
        if scope["path"] == "/" and tokens:
            return self._welcome() if self.access.accepts(tokens[0]) else HTMLResponse(NO_ACCESS, HTTPStatus.FORBIDDEN)
        return None if self.access.has_cookie(headers) else HTMLResponse(NO_ACCESS, HTTPStatus.FORBIDDEN)

    def _welcome(self) -> Response:
        """Sets the cookie, and redirects to the page without the token in its address."""
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
    """`send` with the headers added to every response."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(HEADERS)
        await send(message)

    return send_with_headers
