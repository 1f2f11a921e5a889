"""`zermelo serve --share`: a class that follows, answers, and reaches nothing else."""

from __future__ import annotations

import asyncio
import http.client
import json
import signal
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from timing_helpers import PATIENCE, wait_until
from web_helpers import COMMAND, Client, Server, serving
from zermelo import LimitError
from zermelo.sheets.sheet import make_sheets
from zermelo.web import class_server
from zermelo.web.class_app import BURST, FILES, LONGEST, REFUSALS
from zermelo.web.class_server import CONNECTIONS
from zermelo.web.classroom import Classroom
from zermelo.web.joining import FREE_TRIES, Gate

SHARED = ("--port", "0", "--share", "--share-address", "127.0.0.1", "--share-port", "0")
TREE = "((3 12 8) (2 4 6) (14 5 2))"


class Pupil:
    """A viewer without a browser."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def hear(self, kind: str) -> dict[str, Any]:
        """The next message of this type."""
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(PATIENCE))
            if message["type"] == kind:
                return message

    def send(self, **fields: Any) -> None:
        self.socket.send(json.dumps(fields))

    def closing(self) -> tuple[int, str]:
        try:
            while True:
                self.socket.recv(PATIENCE)
        except ConnectionClosed as closed:
            end = closed.rcvd
        assert end is not None
        return end.code, end.reason


def dial(server: Server, **changed: Any) -> ClientConnection:
    assert server.share is not None
    host = f"127.0.0.1:{server.share['port']}"
    settings: dict[str, Any] = {"origin": f"http://{host}", "open_timeout": PATIENCE, "close_timeout": 1, **changed}
    return connect(f"ws://{host}/socket", max_size=None, proxy=None, **settings)


def knock(stack: ExitStack, server: Server, **fields: Any) -> Pupil:
    """A pupil who has sent a request to join."""
    assert server.share is not None
    pupil = Pupil(stack.enter_context(dial(server)))
    pupil.send(**{"type": "join", "name": "Ann", "code": server.share["code"]} | fields)
    return pupil


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("shared"), *SHARED) as running:
        yield running


@pytest.fixture
def teacher(shared: Server) -> Iterator[Client]:
    with shared.connect() as socket:
        yield Client(socket)


@pytest.fixture
def room(shared: Server, teacher: Client) -> Iterator[ExitStack]:
    """A class without anybody; whoever joins in a test is removed afterwards."""
    with ExitStack() as stack:
        yield stack
    for viewer in status_of(teacher)["viewers"]:
        teacher.ask("remove", name=viewer["name"])
    teacher.ask("admit", open=True)
    teacher.ask("pose", kind="minimax")
    teacher.ask("conclude", reveal=False)
    teacher.ask("present", view="")


def status_of(teacher: Client) -> dict[str, Any]:
    """The first answer about the class."""
    return next(iter(teacher.hear_all(teacher.send("class"))))


def joined(stack: ExitStack, server: Server, name: str = "Ann") -> Pupil:
    pupil = knock(stack, server, name=name)
    assert pupil.hear("joined")["name"] == name
    return pupil


def test_it_is_off_unless_asked_for(tmp_path: Path) -> None:
    with serving(tmp_path, "--port", "0") as server, server.connect() as line:
        assert server.share is None
        client = Client(line)
        assert client.ask("games")["class"] is False
        assert "zermelo serve --share" in client.ask("class")["message"]
        assert "zermelo serve --share" in client.ask("present", view="")["message"]


def test_ctrl_c_ends_both_servers_without_a_word(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, *SHARED], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    while not process.stdout.readline().startswith("}"):  # it has printed its links, as JSON
        pass
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert errors.strip() == ""  # a line break follows the ^C of the terminal


@pytest.mark.thorough
def test_forty_viewers_follow_the_board_and_answer(shared: Server, teacher: Client, room: ExitStack) -> None:
    pupils = [joined(room, shared, f"Pupil {i}") for i in range(40)]
    teacher.ask("present", view="board", game="tictactoe", moves=["b2", "a1"])
    for pupil in pupils:
        board = pupil.hear("board")
        assert (board["title"], board["turn"], board["moves"]) == ("Tic-tac-toe", "X to move", ["b2", "a1"])
        assert "actions" not in board
    teacher.ask("pose", kind="minimax", tree=TREE)
    for i, pupil in enumerate(pupils):
        while (exercise := pupil.hear("exercise")["exercise"]) is None:
            pass
        assert exercise["fields"] == ["Value of the root", "Best action"]
        pupil.send(type="answer", exercise=exercise["number"], answers=["3", "a1" if i % 2 else "a2"])
    for pupil in pupils:
        assert pupil.hear("exercise")["exercise"]["yours"][0] == "3"
    viewers = status_of(teacher)["viewers"]
    assert [v["answers"] for v in viewers] == [[["3", True], [f"a{2 - i % 2}", bool(i % 2)]] for i in range(40)]


def test_the_tree_is_followed_step_by_step(shared: Server, teacher: Client, room: ExitStack) -> None:
    pupil = joined(room, shared)
    drawn = teacher.ask("tree", game=TREE, method="alphabeta")
    teacher.ask("present", view="tree")
    assert pupil.hear("tree")["stepping"] == drawn["stepping"]
    teacher.ask("step", step=7)
    assert pupil.hear("step")["step"] == 7
    late = joined(room, shared, "Late")
    assert late.hear("tree")["stepping"] == drawn["stepping"]
    assert late.hear("step")["step"] == 7


def test_the_key_is_not_sent_before_it_is_shown(shared: Server, teacher: Client, room: ExitStack) -> None:
    pupil = joined(room, shared)
    teacher.ask("pose", kind="ideas", seed=3)
    while (exercise := pupil.hear("exercise")["exercise"]) is None:
        pass
    assert not {"key", "whys", "right"} & exercise.keys()
    pupil.send(type="answer", exercise=exercise["number"], answers=["A"])
    assert not {"key", "whys", "right"} & pupil.hear("exercise")["exercise"].keys()
    teacher.ask("conclude", reveal=True)
    shown = pupil.hear("exercise")["exercise"]
    assert shown["right"] == [shown["key"] == ["A"]]
    assert len(shown["whys"]) == 4
    pupil.send(type="answer", exercise=exercise["number"], answers=["B"])
    assert "does not take answers" in pupil.hear("refused")["message"]


@pytest.mark.parametrize(
    "message",
    [
        {"type": "position", "id": 1, "game": "nim", "moves": ["1"]},
        {"type": "analyse", "id": 1, "game": "chess"},
        {"type": "read", "id": 1, "game": "nim", "text": "x"},
        {"type": "present", "view": "board", "game": "nim", "moves": []},
        {"type": "pose", "kind": "minimax"},
        {"type": "remove", "name": "Bob"},
        {"type": "join", "name": "Eve", "code": "x"},
        {"type": "answer", "exercise": 1, "answers": ["1"], "game": "nim"},
        {"type": "answer", "exercise": "1", "answers": []},
        {"type": "answer", "exercise": True, "answers": []},
        {"type": "answer", "exercise": 1, "answers": [1]},
        {"type": "answer", "exercise": 10**9, "answers": ["1"]},
        {"type": ["answer"]},
        [],
        "x" * 100,
    ],
)
def test_a_viewer_who_sends_anything_else_is_refused_and_the_class_goes_on(
    shared: Server, teacher: Client, room: ExitStack, message: Any
) -> None:
    eve, bob = joined(room, shared, "Eve"), joined(room, shared, "Bob")
    eve.socket.send(json.dumps(message))
    assert eve.hear("refused")["message"]
    teacher.ask("present", view="board", game="nim", moves=[])
    assert eve.hear("board") == bob.hear("board")
    assert {v["name"] for v in status_of(teacher)["viewers"]} == {"Eve", "Bob"}


def test_too_many_refused_messages_end_the_connection(shared: Server, room: ExitStack) -> None:
    eve = joined(room, shared, "Eve")
    for _ in range(int(BURST) + REFUSALS):
        eve.send(type="position")
    assert eve.closing()[0] == 1008


def test_a_giant_message_ends_the_connection(shared: Server, room: ExitStack) -> None:
    eve = joined(room, shared, "Eve")
    eve.send(type="answer", exercise=1, answers=["x" * LONGEST])
    assert eve.closing()[0] == 1009


def test_an_answer_that_nobody_could_be_sent_is_refused(shared: Server, teacher: Client, room: ExitStack) -> None:
    status_of(teacher)  # from now on this tab is sent every answer
    eve = joined(room, shared, "Eve")
    teacher.ask("pose", kind="minimax", tree=TREE)
    while (exercise := eve.hear("exercise")["exercise"]) is None:
        pass
    eve.send(type="answer", exercise=exercise["number"], answers=["\ud800", "a1"])
    assert "is not a message" in eve.hear("refused")["message"]
    assert [v["answers"] for v in status_of(teacher)["viewers"]] == [None]


@pytest.mark.parametrize("name", ["<b>Ann</b>", "<img src=x onerror=alert(1)>", "", "a" * 41])
def test_a_name_with_markup_is_refused(shared: Server, teacher: Client, room: ExitStack, name: str) -> None:
    pupil = knock(room, shared, name=name)
    assert "name" in pupil.hear("refused")["message"]
    assert pupil.closing()[0] == 1008
    assert status_of(teacher)["viewers"] == []


def test_a_name_that_is_taken_is_refused(shared: Server, room: ExitStack) -> None:
    joined(room, shared, "Ann")
    assert "there is a 'ANN' in the class" in knock(room, shared, name="ANN").hear("refused")["message"]


def test_a_wrong_code_is_refused_and_slowed_after_five(tmp_path: Path) -> None:
    with serving(tmp_path, *SHARED) as server, ExitStack() as stack:
        ann = joined(stack, server, "Ann")
        for _ in range(FREE_TRIES):
            assert "is not the join code" in knock(stack, server, name="Eve", code="GUESS").hear("refused")["message"]
        assert "too many wrong codes: try again in" in knock(stack, server, name="Eve").hear("refused")["message"]
        with server.connect() as line:
            Client(line).ask("present", view="board", game="nim", moves=[])
        assert ann.hear("board")["title"] == "Nim"


def test_who_has_joined_returns_without_the_code(shared: Server, teacher: Client, room: ExitStack) -> None:
    pupil = knock(room, shared)
    ticket = pupil.hear("joined")["ticket"]
    pupil.socket.close()
    wait_until(lambda: not status_of(teacher)["viewers"][0]["here"])
    again = Pupil(room.enter_context(dial(shared)))
    again.send(type="return", ticket=ticket)
    assert again.hear("joined")["name"] == "Ann"
    teacher.ask("remove", name="Ann")
    assert "removed" in again.hear("removed")["message"]
    last = Pupil(room.enter_context(dial(shared)))
    last.send(type="return", ticket=ticket)
    assert "join again" in last.hear("refused")["message"]


def test_a_closed_class_admits_nobody(shared: Server, teacher: Client, room: ExitStack) -> None:
    teacher.ask("admit", open=False)
    assert "the class is closed" in knock(room, shared).hear("refused")["message"]


# What can be reached.


def get(server: Server, path: str, method: str = "GET", **headers: str) -> http.client.HTTPResponse:
    assert server.share is not None
    port = server.share["port"]
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.putrequest(method, path, skip_host=True)
    for name, value in {"Host": f"127.0.0.1:{port}", **headers}.items():
        connection.putheader(name, value.format(port=port))
    connection.endheaders()
    response = connection.getresponse()
    response.read()
    connection.close()
    return response


@pytest.mark.parametrize("path", ["/", "/assets/tree.css", *FILES])
def test_the_page_and_its_files_are_reachable(shared: Server, path: str) -> None:
    response = get(shared, path)
    assert response.status == 200
    assert "script-src 'self'" in response.getheader("content-security-policy", "")


@pytest.mark.parametrize(
    "path",
    [
        *("/static/app.js", "/static/board.js", "/static/index.html", "/static/", "/class/", "/class/index.html"),
        *("/static/../access.py", "/class/..%2f..%2fapp.py", "/class/%2e%2e/app.js", "//etc/passwd", "/assets/"),
        *("/?token=x", "/token", "/games", "/assets/constraints.js"),
    ],
)
def test_nothing_else_is_reachable(shared: Server, path: str) -> None:
    teachers = {"Cookie": shared.cookie}
    assert get(shared, path, **teachers).status in (400, 404) or path == "/?token=x"
    assert get(shared, path).getheader("set-cookie") is None


def test_the_teachers_page_is_not_reachable_by_the_class(shared: Server) -> None:
    assert shared.share is not None
    foreign = {"Host": f"127.0.0.1:{shared.share['port']}"}
    connection = http.client.HTTPConnection("127.0.0.1", shared.port, timeout=PATIENCE)
    connection.request("GET", "/", headers=foreign | {"Cookie": shared.cookie})
    assert connection.getresponse().status == 403
    connection.close()


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_only_the_socket_takes_data(shared: Server, method: str) -> None:
    assert get(shared, "/", method).status == 405


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1:1", "127.0.0.1.e:{port}", "[", ""])
def test_a_foreign_host_is_refused(shared: Server, host: str) -> None:
    assert get(shared, "/", Host=host).status in (400, 403)


def test_a_foreign_origin_is_refused(shared: Server) -> None:
    assert get(shared, "/", Origin="http://evil.example").status == 403
    for origin in ("http://evil.example", "null", None):
        with pytest.raises(InvalidStatus, match="403"), dial(shared, origin=origin):
            pass


def test_more_connections_than_allowed_are_ended(shared: Server) -> None:
    assert shared.share is not None
    place = ("127.0.0.1", shared.share["port"])
    with ExitStack() as stack:
        lines = [stack.enter_context(socket.create_connection(place)) for _ in range(CONNECTIONS + 5)]
        lines[-1].settimeout(PATIENCE)
        with suppress(ConnectionError):
            assert lines[-1].recv(1) == b""  # it was closed, and not only silent
    wait_until(lambda: get(shared, "/").status == 200)


def test_a_viewer_who_never_finishes_a_second_request_is_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(class_server, "LOADING_SECONDS", 0.5)
    listening = socket.create_server(("127.0.0.1", 0))
    sharing = class_server.Sharing(listening)

    async def dribble() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", sharing.port)
        request = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{sharing.port}\r\n"
        writer.write(f"{request}\r\n{request}".encode())
        assert await reader.readline() == b"HTTP/1.1 200 OK\r\n"
        with suppress(ConnectionError):
            async with asyncio.timeout(PATIENCE):
                while not reader.at_eof():
                    writer.write(b"x-slow: 1\r\n")
                    with suppress(TimeoutError):
                        await asyncio.wait_for(reader.read(10_000), 0.1)

    with ThreadPoolExecutor(1) as pool:  # the thread of the tests has the browser's event loop
        pool.submit(asyncio.run, sharing.beside(dribble())).result()


def test_who_was_removed_cannot_answer() -> None:
    classroom = Classroom(Gate("ABC234"))
    ann = classroom.join("address", "Ann", "ABC234", lambda *_: None)
    classroom.pose(make_sheets(["minimax"], seed=1)[0].tasks[0])
    classroom.answer(ann, 1, ["3", "a1"])
    classroom.remove("Ann")
    with pytest.raises(LimitError, match="no longer in the class"):
        classroom.answer(ann, 1, ["3", "a1"])


def test_an_address_that_is_not_ours_is_refused(tmp_path: Path) -> None:
    command = [*COMMAND, "--port", "0", "--share", "--share-address", "203.0.113.7"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2
    assert "port 1914 of 203.0.113.7 cannot be used" in done.stderr


def test_options_of_sharing_need_it(tmp_path: Path) -> None:
    command = [*COMMAND, "--port", "0", "--share-port", "0"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, "add --share" in done.stderr) == (2, True)


# In the browser.


@pytest.mark.thorough
def test_a_lesson_in_two_browsers(shared: Server, browser_page: Any, browser_context: Any, room: ExitStack) -> None:
    assert shared.share is not None
    teacher = browser_page
    teacher.goto(shared.link)
    teacher.wait_for_selector(".card")
    pupil = browser_context.new_page()
    pupil.goto(shared.share["link"])
    pupil.get_by_label("Your name").fill("Ann")
    pupil.get_by_label("The code").fill("WRONG")
    pupil.get_by_role("button", name="Join").click()
    expect(pupil.get_by_role("alert")).to_contain_text("is not the join code")
    pupil.get_by_label("The code").fill(shared.share["code"].lower())
    pupil.get_by_role("button", name="Join").click()
    expect(pupil.locator("#who")).to_have_text("Ann")

    teacher.evaluate("location.hash = '#/board?game=tictactoe&moves=b2&analysis=off'")
    expect(pupil.locator("h2")).to_have_text("Tic-tac-toe")
    expect(pupil.locator(".turn")).to_have_text("O to move")
    teacher.locator("[data-cell=a1]").first.click()
    expect(pupil.locator(".moves li")).to_have_text(["b2", "a1"])

    teacher.evaluate("tree => { location.hash = `#/tree?game=${tree}` }", TREE)
    expect(pupil.locator(".zermelo-tree")).to_be_visible()
    teacher.locator('[aria-label^="One step forward"]').click()
    says = teacher.locator(".says").inner_text()
    expect(pupil.locator(".says")).to_have_text(says)

    teacher.evaluate("location.hash = '#/class'")
    expect(teacher.locator(".class-view .code")).to_have_text(shared.share["code"])
    teacher.get_by_label("or a tree of your own").fill(TREE)
    teacher.get_by_role("button", name="Ask the class").click()
    fields = pupil.locator(".answer-row input")
    expect(fields).to_have_count(3)
    fields.nth(0).fill("3")
    fields.nth(1).fill("a2")
    pupil.get_by_role("button", name="Send").click()
    expect(pupil.locator(".sent")).to_contain_text("has arrived")
    expect(teacher.get_by_text("1 of 1 have answered.")).to_be_visible()
    teacher.get_by_label("Show the answers here").check()
    expect(teacher.locator(".answers .right")).to_have_text(["✓ 3"])
    expect(teacher.locator(".answers .wrong").first).to_have_text("✗ a2")
    teacher.get_by_role("button", name="Show the answers to the class").click()
    expect(pupil.locator(".verdict li")).to_contain_text(
        ["✓ Value of the root: 3", "✗ Best action: a1", "a2 b2, a2 b3"]
    )
