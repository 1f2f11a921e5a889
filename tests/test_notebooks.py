"""What a notebook shows: analyses, solutions, trees, boards and records."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

import zermelo
from zermelo import load
from zermelo.core.results import notebook_view
from zermelo.play import read_record
from zermelo.questions import board

HOSTILE = '<script>alert("1")</script>&amp;'


class Odd(zermelo.Game):
    """A game whose texts are all hostile."""

    def initial(self):
        return 0

    def player(self, s):
        return s % 2

    def actions(self, s):
        return [1, 2]

    def result(self, s, a):
        return s + a

    def is_terminal(self, s):
        return s > 3

    def utility(self, s, p):
        return 1 - 2 * p

    def show(self, s):
        return f"{HOSTILE}{s}"

    def show_action(self, s, a):
        return f"{HOSTILE}{a}"

    @property
    def name(self):
        return HOSTILE


SHOWN = {
    "analysis": lambda: zermelo.analyse("tictactoe", depth=3, lines=2, plain=True),
    "textbook": lambda: zermelo.analyse("nim", algorithm="minimax"),
    "solution": lambda: zermelo.solve("tictactoe"),
    "three players": lambda: zermelo.solve("twentyone:players=3"),
    "not solved": lambda: zermelo.solve("connect4", method="states", nodes=10),
    "board": lambda: board("othello"),
    "no picture": lambda: board("twentyone"),
    "record": lambda: read_record("b2 a1 (b1 c1) c3", load("tictactoe")),
    "tree": lambda: zermelo.tree("((3 12 8) (2 4 6) (14 5 2))"),
    "hostile analysis": lambda: zermelo.analyse(Odd(), depth=2, plain=True, lines=2),
    "hostile solution": lambda: zermelo.solve(Odd()),
    "hostile board": lambda: board(Odd()),
    "hostile record": lambda: read_record(json.dumps({"moves": [f"{HOSTILE}1"]}), Odd()),
}


class Reader(HTMLParser):
    """Reads a piece of a page, and notes its tags, its attributes and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.open.append(tag)
        self.attributes += attrs

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


@pytest.mark.parametrize("name", SHOWN)
def test_what_is_shown_is_sound(name):
    bundle = SHOWN[name]()._repr_mimebundle_(include=None, exclude=None)
    assert bundle["text/plain"].strip()
    assert set(bundle) & {"text/html", "image/svg+xml"}
    if "image/svg+xml" in bundle:
        ElementTree.fromstring(bundle["image/svg+xml"])
    page = Reader(bundle.get("text/html", ""))
    assert page.open == []
    assert not {"script", "style", "iframe", "link", "img"} & set(page.tags)
    assert not [attribute for attribute, _ in page.attributes if attribute.startswith("on")]
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", bundle.get("text/html", ""))


def test_an_analysis_shows_the_board_and_its_lines():
    bundle = SHOWN["analysis"]()._repr_mimebundle_()
    page = Reader(bundle["text/html"])
    assert "svg" in page.tags
    for text in (bundle["text/plain"], page.text):
        for words in ("tictactoe", "estimated", "line 2", "3 plies by engine", "nodes"):
            assert words in text
    assert bundle["text/plain"].startswith("  a b c\n1 . . .")


def test_a_solution_shows_who_wins_and_every_optimal_action():
    page = Reader(zermelo.solve("nim:piles=3,4,5,misere=no")._repr_mimebundle_()["text/html"])
    assert "1, proved: MAX wins" in page.text
    assert "11 plies" in page.text
    assert "a1, b1, c1, a2, b2, c2, a3, b3, c3" in Reader(SHOWN["solution"]()._repr_mimebundle_()["text/html"]).text
    assert "not found" in SHOWN["not solved"]()._repr_mimebundle_()["text/plain"]


def test_a_record_shows_where_play_came_to_and_how():
    record = SHOWN["record"]()
    bundle = record._repr_mimebundle_()
    assert bundle["text/plain"] == record.text()
    assert "1. b2 a1 (1... b1 2. c1) 2. c3" in Reader(bundle["text/html"]).text
    assert record.game.draw(record.states()[-1]) in bundle["text/html"]


def test_a_board_is_what_the_game_draws():
    game = load("othello")
    shown = board(game, game.parse("f5d6"))
    assert shown.svg() == game.draw(shown.state) == shown._repr_mimebundle_()["image/svg+xml"]
    assert shown.text() == game.show(shown.state)


def test_a_tree_is_folded_if_it_is_large():
    grown = zermelo.tree("tictactoe", depth=4, algorithm="minimax")
    bundle = grown._repr_mimebundle_()
    assert len(bundle["text/plain"]) < len(grown.text()) / 5
    assert bundle["image/svg+xml"].startswith("<svg")


def test_hostile_texts_are_text():
    for name in ("hostile analysis", "hostile solution", "hostile record"):
        page = Reader(SHOWN[name]()._repr_mimebundle_()["text/html"])
        assert HOSTILE in page.text


def test_what_nobody_draws_is_shown_as_ever():
    assert notebook_view(3) == {"text/plain": "3"}


def test_an_analysis_is_drawn_though_drawing_was_never_imported_by_name():
    code = (
        "import zermelo\n"
        "shown = zermelo.analyse('nim', depth=2, plain=True)._repr_mimebundle_()\n"
        "assert 'text/html' in shown, shown"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_ipython_takes_it():
    formatters = pytest.importorskip("IPython.core.formatters")
    formatter = formatters.DisplayFormatter()
    for shown in SHOWN.values():
        thing = shown()
        data, _ = formatter.format(thing)
        assert data == thing._repr_mimebundle_()
