"""How long the page's searches go on."""

from __future__ import annotations

import json
import time
from threading import Event
from typing import Any

import pytest

import zermelo
from zermelo.web import session, slices, thinking
from zermelo.web.gallery import Gallery
from zermelo.web.messages import read_message
from zermelo.web.thinking import Thinker


@pytest.mark.parametrize(("most", "ends"), [(0.5, 0.5), (0.0, 0.1)])
def test_the_time_in_which_rules_are_compiled_is_not_counted(
    most: float, ends: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But it has an end too. Here the compiler never is ready."""
    monkeypatch.setattr(thinking, "is_compiling", lambda _: True)
    monkeypatch.setattr(slices, "is_compiling", lambda _: True)
    monkeypatch.setattr(thinking, "COMPILING", most)
    monkeypatch.setattr(thinking, "READING", 0.01)
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
    assert asked == [1.0, session.REVIEWING / 600]
