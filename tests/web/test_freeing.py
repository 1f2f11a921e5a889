"""Memory that the tabs do not use any more is returned."""

from __future__ import annotations

import weakref
from typing import Any

import pytest

from timing_helpers import wait_until
from zermelo.web import freeing
from zermelo.web.freeing import Freeing
from zermelo.web.gallery import Gallery
from zermelo.web.messages import read_message
from zermelo.web.session import Session


class Cycle:
    """Something that only the collector of cycles frees, as an engine with its tables is."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(freeing, "PAUSE", 0.01)


@pytest.mark.thorough
@pytest.mark.usefixtures("soon")
def test_what_was_dropped_is_collected() -> None:
    kept = Freeing()
    for _ in range(2):  # it can be asked again
        dropped = weakref.ref(Cycle())
        kept.ask()
        wait_until(lambda ref=dropped: ref() is None)


def test_many_who_ask_at_once_wait_for_the_same_collection(monkeypatch: pytest.MonkeyPatch) -> None:
    timers: list[Any] = []

    def begin(timer: Any) -> None:
        timers.append(timer)

    monkeypatch.setattr(freeing.Timer, "start", begin)
    kept = Freeing()
    for _ in range(5):
        kept.ask()
    assert len(timers) == 1


def test_a_tab_that_changes_its_game_or_is_closed_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    gallery, asked, answers = Gallery(), [], []
    monkeypatch.setattr(gallery.freeing, "ask", lambda: asked.append(True))
    session = Session(gallery, answers.append)
    for number, (game, times) in enumerate([("nim", 0), ("nim", 0), ("leapfrog", 1)]):
        session.handle(read_message(f'{{"type": "analyse", "id": {number}, "game": "{game}", "seconds": 1}}'))
        wait_until(lambda n=number: any(a["id"] == n and a.get("done") for a in answers))
        assert len(asked) == times
    session.close()
    assert len(asked) == 2
