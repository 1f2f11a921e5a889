"""Access control: who gets in, and what a client with access still cannot do."""

from __future__ import annotations

import http.client
import json
import os
import time
from contextlib import ExitStack
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from timing_helpers import PATIENCE, wait_until
from zermelo.web.access import Access
from zermelo.web.app import SESSIONS
from zermelo.web.messages import LONGEST

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"
)

LONG = "twentyone:players=3,goal=1000000"
"""A game that is searched for long, and at the plain speed."""


def get(server: Any, path: str = "/", method: str = "GET", **headers: str) -> http.client.HTTPResponse:
    """The server's response; header names have _ for -."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.putrequest(method, path, skip_host=True)
    for name, value in {"Host": server.host, **headers}.items():
        connection.putheader(name.replace("_", "-"), value)
    connection.endheaders()
    response = connection.getresponse()
    response.body = response.read()  # type: ignore[attr-defined]
    connection.close()
    return response


def test_the_link_gives_a_cookie_and_leads_to_the_page(server: Any) -> None:
    response = get(server, f"/?token={server.token}")
    assert (response.status, response.getheader("location")) == (303, "/")
    cookie = response.getheader("set-cookie", "")
    assert cookie.startswith(server.cookie)
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    assert get(server, Cookie=server.cookie).status == 200


@pytest.mark.parametrize("token", ["", "x", "ä", "0" * 10_000])
def test_a_wrong_token_is_refused(server: Any, token: str) -> None:
    for path in (f"/?token={token.encode().hex() if token == 'ä' else token}", f"/?token={server.token}x", "/?token"):
        response = get(server, path)
        assert response.status == 403
        assert response.getheader("set-cookie") is None
    assert get(server, Cookie=f"zermelo-{server.port}={token.encode().hex()}").status == 403


@pytest.mark.parametrize(
    "path", ["/", "/static/app.js", "/assets/stepper.js", "/assets/tree.css", "/nowhere", "/socket"]
)
def test_without_the_cookie_there_is_no_page_and_no_file(server: Any, path: str) -> None:
    assert get(server, path).status == 403
    assert get(server, path, Cookie=f"zermelo-{server.port}=x; other={server.token}").status == 403


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "localhost:1", "localhost.evil:{port}"]
)
def test_a_foreign_host_is_refused(server: Any, host: str) -> None:
    host = host.format(port=server.port)
    assert get(server, Host=host, Cookie=server.cookie).status == 403
    assert get(server, f"/?token={server.token}", Host=host).getheader("set-cookie") is None
    with pytest.raises(InvalidStatus, match="403"), server.connect(host):
        pass


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://{host}", "http://127.0.0.1", "http://{host}.evil"]
)
def test_a_foreign_origin_is_refused(server: Any, origin: str) -> None:
    origin = origin.format(host=server.host)
    assert get(server, Origin=origin, Cookie=server.cookie).status == 403
    with pytest.raises(InvalidStatus, match="403"), server.connect(origin=origin):
        pass


def test_its_own_origin_is_accepted_by_both_names(server: Any) -> None:
    assert get(server, Origin=f"http://{server.host}", Cookie=server.cookie).status == 200
    name = f"localhost:{server.port}"
    assert get(server, Host=name, Origin=f"http://{name}", Cookie=server.cookie).status == 200
    assert get(server, Host=name, Origin=f"http://{server.host}", Cookie=server.cookie).status == 403


@pytest.mark.parametrize(
    "changed", [{"additional_headers": {}}, {"additional_headers": {"Cookie": "zermelo=x"}}, {"origin": None}]
)
def test_a_socket_needs_the_cookie_and_an_origin(server: Any, changed: dict[str, Any]) -> None:
    with pytest.raises(InvalidStatus, match="403"), server.connect(**changed):
        pass


@pytest.mark.parametrize("path", ["/", "/static/app.js", "/nowhere", "/assets/tree.css"])
@pytest.mark.parametrize("cookie", [True, False])
def test_every_answer_has_the_policy(server: Any, path: str, cookie: bool) -> None:
    response = get(server, path, **({"Cookie": server.cookie} if cookie else {}))
    assert response.getheader("content-security-policy") == POLICY
    assert response.getheader("x-content-type-options") == "nosniff"
    assert response.getheader("referrer-policy") == "no-referrer"


@pytest.mark.parametrize(
    "path",
    ["/static/../access.py", "/static/%2e%2e/access.py", "/assets/..%2fstyle.py", "/static//etc/passwd", "/static/"],
)
def test_no_other_file_is_served(server: Any, path: str) -> None:
    assert get(server, path, Cookie=server.cookie).status in (400, 404)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_only_the_socket_accepts_data(server: Any, method: str) -> None:
    assert get(server, "/", method, Cookie=server.cookie).status == 405


def test_the_token_is_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []
    monkeypatch.setattr("secrets.compare_digest", lambda a, b: compared.append((a, b)) or a == b)
    access = Access(1, "right")
    assert access.accepts("right")
    assert not access.accepts("wrong")
    assert not access.accepts(None)
    assert compared == [(b"right", b"right"), (b"wrong", b"right"), (b"", b"right")]


def test_tokens_are_long_and_differ() -> None:
    assert len({Access(1).token for _ in range(10)}) == 10
    assert len(Access(1).token) >= 40
    assert Access(1).token not in repr(Access(1))


def test_a_giant_message_ends_the_connection(server: Any) -> None:
    with server.connect() as socket:
        socket.send(json.dumps({"type": "read", "id": 1, "game": "nim", "text": "1" * (LONGEST + 1)}))
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_a_flood_ends_the_connection_and_not_the_server(server: Any, client: Any) -> None:
    def flood() -> None:
        with server.connect() as socket:
            for number in range(2_000):
                socket.send(json.dumps({"type": "stop", "id": number}))
            while True:
                socket.recv(PATIENCE)

    with pytest.raises(ConnectionClosed) as closed:
        flood()
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "too many messages")
    assert client.ask("position", game="nim")["turn"] == "First to move"


def test_binary_messages_are_refused(server: Any) -> None:
    with server.connect() as socket:
        socket.send(b"{}")
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008


def test_the_number_of_open_tabs_is_limited(server: Any) -> None:
    with ExitStack() as stack:
        sockets = [stack.enter_context(server.connect()) for _ in range(SESSIONS + 1)]
        with pytest.raises(ConnectionClosed) as closed:
            sockets[-1].recv(PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1013


@pytest.mark.parametrize(
    "name",
    [
        *(
            "evil.py",
            "evil",
            "evil.py:Game",
            "./evil.py",
            "nim:evil.py",
            "nim:../evil.py",
            "nim:piles=1.py",
            "secret.txt",
        ),
        *(
            "nim:secret.txt",
            "dice.py",
            "dice.py:Dice",
            "zermelo.games.nim",
            "_svg",
            "__init__",
            "os",
            "-",
            "",
            "nim.py",
        ),
        *("../../etc/passwd", "nim:piles=1,evil.py:x", "own:evil.py"),
    ],
)
def test_no_path_module_or_class_from_a_browser_is_imported(server: Any, client: Any, name: str) -> None:
    assert client.ask("position", game=name)["type"] == "error"
    for text in (f"game: {name}\n1", json.dumps({"game": name, "moves": []}), json.dumps({"game": name})):
        assert client.ask("read", game="nim", text=text)["type"] == "error" or not name
    assert list(server.folder.glob("*.ran")) == []


def test_the_file_of_the_command_line_is_available_under_its_own_name(client: Any) -> None:
    cards = client.ask("games")["games"]
    assert cards[0]["game"] == "own"
    assert cards[0]["title"] == "Ten"
    assert client.ask("position", game="own")["type"] == "position"


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="what a process has used is read from /proc")
def test_a_search_ends_with_its_tab(server: Any) -> None:
    def used() -> float:
        with open(f"/proc/{server.process.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    with server.connect() as socket:
        socket.send(json.dumps({"type": "analyse", "id": 1, "game": LONG, "seconds": 60}))
        socket.recv(PATIENCE)
        before = used()
        wait_until(lambda: used() - before > 0.3)  # it searches

    def is_idle() -> bool:
        before = used()
        time.sleep(0.5)
        return used() - before < 0.1

    wait_until(is_idle, 50)  # and not only after the 60 s that were asked for
