"""The time limits of the page's searches."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from functools import partial
from itertools import chain, repeat
from threading import Event
from typing import Any

import pytest

import zermelo
from timing_helpers import wait_until
from zermelo.engine import deepening as analysing
from zermelo.engine.engine import Progress, unwatched
from zermelo.methods import chooser
from zermelo.methods.chooser import Chooser
from zermelo.methods.method import Setting
from zermelo.native.host import KernelHost
from zermelo.web import session, thinking
from zermelo.web.gallery import Gallery
from zermelo.web.messages import read_message
from zermelo.web.thinking import Thinker


@pytest.mark.parametrize(("most", "ends"), [(0.5, 0.5), (0.0, 0.1)])
def test_the_time_in_which_rules_are_compiled_is_not_counted(
    most: float, ends: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But it has an end too. Here the compiler never is ready."""
    monkeypatch.setattr(Chooser, "is_compiling", True)
    monkeypatch.setattr(thinking, "COMPILE_SECONDS", most)
    monkeypatch.setattr(chooser, "FEW_SECONDS", 0.01)
    thinker = Thinker(zermelo.load("connect4"))
    told: list[Any] = []
    began = time.perf_counter()
    thinker.analyse(thinker.game.initial(), 0.1, Event(), told.append, lambda *_: None)
    assert told[-1].done
    assert time.perf_counter() - began >= ends


def test_a_review_of_a_long_game_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []
    monkeypatch.setattr(session, "review", lambda _record, *, seconds, **_: asked.append(seconds) or iter(()))
    said: list[dict[str, Any]] = []
    tab = session.Session(Gallery(), said.append)
    for moves in (["1 from pile 1"], ["1 from pile 1"] * 600):
        text = json.dumps({"type": "review", "id": 1, "game": "nim:piles=900", "moves": moves})
        tab.handle(read_message(text))
        while not said:
            time.sleep(0.01)
        said.clear()
    assert asked == [1.0, session.REVIEW_SECONDS / 600]


def ask(kind: str, game: str) -> list[dict[str, Any]]:
    """The answers to a question about where a game begins, the last of them at the end."""
    said: list[dict[str, Any]] = []
    tab = session.Session(Gallery(), said.append)
    tab.handle(read_message(json.dumps({"type": kind, "id": 1, "game": game})))
    while not said or not said[-1].get("done", True):
        time.sleep(0.01)
    return said


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("einstein", "it has chance"),
        ("backgammon", "it has chance"),
        ("rolit", "it has 3 players"),
        ("2048", "it has chance"),
    ],
)
def test_a_game_that_cannot_be_solved_gets_the_reason(game: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session.Solver, "_read_all", _read_few)
    answer = ask("solve", game)[-1]
    assert (answer["type"], answer["value"]) == ("solve", None)
    assert "not solved: " in answer["how"]
    assert f"no search proves its value, since {why}" in answer["how"]
    assert all(action["worth"] is None for action in answer["actions"])


def _read_few(solver: session.Solver, start: Any, _stop: Event) -> zermelo.Solution:
    """The result of enumerating too many states, without the wait."""
    return zermelo.solve(solver.game, start, method="states", nodes=50, plain=True)


# At which speed.


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled, and all costs are reported."""
    monkeypatch.setattr(thinking, "Setting", partial(Setting, plain=True))
    monkeypatch.setattr(thinking, "REPORT_SECONDS", 0.0)


@pytest.fixture
def quickened(plain: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first search runs at the plain speed, and all later ones claim to run as machine code."""
    search = analysing.deepen
    speeds = chain(["plain"], repeat("native"))

    def searched(*arguments: Any, watch: Any = unwatched, **options: Any) -> Any:
        speed = next(speeds)

        def watched(progress: Progress) -> None:
            with pytest.MonkeyPatch.context() as patched:
                patched.setattr(KernelHost, "speed", speed)
                watch(progress)

        for found in search(*arguments, watch=watched, **options):
            yield replace(found, speed=speed)

    monkeypatch.setattr(analysing, "deepen", searched)
    monkeypatch.setattr(chooser, "FEW_SECONDS", 0.001)


@pytest.mark.usefixtures("quickened")
def test_the_reported_speed_is_that_of_the_current_search() -> None:
    thinker = Thinker(zermelo.load("connect4"))
    standings: list[Any] = []
    costs: list[tuple[int, float, str]] = []
    thinker.analyse(thinker.game.initial(), 0.8, Event(), standings.append, lambda *told: costs.append(told))
    assert standings[0].analysis.speed == "plain"
    assert {standing.analysis.speed for standing in standings[1:]} == {"native"}
    assert costs[-1][2] == "machine code"


@pytest.mark.usefixtures("quickened")
def test_the_nodes_of_an_interrupted_search_at_another_speed_are_counted() -> None:
    """The last result is that of the first search, at the plain speed; but the nodes are those of all searches."""
    thinker = Thinker(zermelo.load("othello"))
    stop = Event()
    standings: list[Any] = []

    def report_costs(_nodes: int, _seconds: float, speed: str) -> None:
        if speed.startswith("machine code"):
            stop.set()

    thinker.analyse(thinker.game.initial(), 20, stop, standings.append, report_costs)
    assert standings[-1].done
    assert standings[-1].analysis.speed == "native"


@pytest.mark.usefixtures("quickened")
def test_the_speed_is_reported_for_chance_nodes_too() -> None:
    thinker = Thinker(zermelo.load("einstein"))
    standings: list[Any] = []
    thinker.analyse(thinker.game.initial(), 0.5, Event(), standings.append, lambda *_: None)
    assert standings[-1].analysis.speed == "native"


@pytest.mark.usefixtures("plain")
def test_costs_include_the_speed() -> None:
    said: list[dict[str, Any]] = []
    tab = session.Session(Gallery(), said.append)
    tab.handle(read_message(json.dumps({"type": "analyse", "id": 1, "game": "connect4", "seconds": 60})))
    wait_until(lambda: any(answer["type"] == "costs" for answer in said))
    tab.close()
    assert {answer["speed"] for answer in said if answer["type"] == "costs"} == {"plain Python"}
