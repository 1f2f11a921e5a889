"""Every kind of action of every game with a board, chosen on the picture with the mouse: by clicks, and by dragging."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

import zermelo
from page_helpers import go
from web_helpers import Server, serving
from zermelo.core.game import Game, State
from zermelo.draw.board import board_svg
from zermelo.web.positions import some_actions
from zermelo.web.touching import Way, ways_to_touch

GAMES = (
    *("2048", "2048:spawner=adversary", "backgammon", "battleship:width=5,height=5,fleet=2,2", "blindtictactoe"),
    *("breakthrough", "checkers", "connect4", "dobutsu", "domineering", "draughts", "einstein"),
    *("einstein:placing=players", "go:size=5", "gomoku:size=7", "hex:size=5,swap=true", "kalah", "krk", "leapfrog"),
    *("morris:men=9", "nim", "othello", "pacman", "pacman:ghosts=minimax", "phantomconnect4", "rolit", "tictactoe"),
)
"""The games whose pictures have areas to touch."""

HIDDEN = """
from typing import NamedTuple

from zermelo import Game


class Shift(NamedTuple):
    moves: int


class Unseen(Game):
    \"\"\"Move a stone that the other does not see from a1 to b1 or c1.\"\"\"

    initial = lambda self: Shift(0)
    player = lambda self, s: s.moves
    actions = lambda self, s: (1, 2)
    result = lambda self, s, a: Shift(s.moves + 1)
    is_terminal = lambda self, s: s.moves == 2
    utility = lambda self, s, p: 0
    observe = lambda self, s, p: (p, s.moves)
    show = lambda self, s, viewer=None: f"{s.moves} moves"
    show_action = lambda self, s, a: ("a1-b1", "a1-c1")[a - 1]

    def draw(self, s, viewer=None):
        cells = [f'<path data-cell="{name}1" d="M{40 * i} 0h40v40h-40z" fill="none"/>' for i, name in enumerate("abc")]
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40">{"".join(cells)}</svg>'
"""
"""A game with hidden information whose actions have two areas."""

PLAYS, PLIES = 6, 80
"""The random plays in which kinds of actions are looked for."""


@dataclass(frozen=True)
class Gesture:
    """An action, how it is chosen on the picture, and the names of the actions that lead to its position."""

    before: tuple[str, ...]
    name: str
    way: Way


def gestures(game: Game) -> list[Gesture]:
    """One gesture of each kind that random plays come to; two ways are of a kind if their steps are as long."""
    found: dict[tuple[int, ...], Gesture] = {}
    dice = Random(20)
    for _ in range(PLAYS):
        for s, before in _positions(game, dice):
            actions = some_actions(game, s)
            for a, ways in zip(actions, ways_to_touch(game, s, actions, board_svg(game, s)), strict=True):
                for way in filter(None, ways):
                    found.setdefault(tuple(map(len, way)), Gesture(before, game.show_action(s, a), way))
    return list(found.values())


def _positions(game: Game, dice: Random) -> Iterator[tuple[State, tuple[str, ...]]]:
    """The positions of a random play, each with the names of the actions that lead to it."""
    s, names = game.initial(), ()
    for _ in range(PLIES):
        if game.is_terminal(s):
            return
        yield s, names
        a = dice.choice(some_actions(game, s))
        s, names = game.result(s, a), (*names, game.show_action(s, a))


@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_action_is_clicked_and_dragged(page: Any, name: str) -> None:
    found = gestures(zermelo.load(name))
    assert found
    for gesture in found:
        _open(page, name, gesture)
        for step in gesture.way:
            for area in step:
                page.mouse.click(*_middle(page, area))
        _expect_played(page, gesture)
        if any(len(step) > 1 for step in gesture.way):
            _open(page, name, gesture, flip="yes")
            _give_up(page, gesture.way[0])
            for step in gesture.way:
                for start, end in pairwise(step):
                    _drag(page, start, end)
            _expect_played(page, gesture)


@pytest.mark.thorough
def test_a_finger_drags_a_piece_and_does_not_scroll_the_page(browser: Any, server: Server) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 500}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{server.link.partition('#')[0]}#/board?game=breakthrough&analysis=off")
    expect(page.locator(".picture .draggable").first).to_be_attached()
    (x, y), (to_x, to_y) = _middle(page, "b2"), _middle(page, "b3")
    finger = context.new_cdp_session(page)
    for kind, part in (("touchStart", 0), *(("touchMove", n / 5) for n in range(1, 6)), ("touchEnd", None)):
        points = [] if part is None else [{"x": x + part * (to_x - x), "y": y + part * (to_y - y)}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(page.locator(".move[aria-current] .name")).to_have_text("b2b3")
    context.close()


@pytest.mark.thorough
def test_a_move_at_a_table_is_taken_back_before_it_is_finished(browser_page: Any, tmp_path: Path) -> None:
    page = browser_page
    (tmp_path / "unseen.py").write_text(HIDDEN)
    with serving(tmp_path, "unseen.py", "--port", "0") as server:
        page.goto(f"{server.link.partition('#')[0]}#/table?game=own")
        page.get_by_role("button", name="Begin").click()
        expect(page.locator(".turn")).to_contain_text("(you)")
        page.mouse.click(*_middle(page, "a1"))
        expect(page.locator(".picture .chosen")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(page.locator(".picture .chosen")).to_have_count(0)
        _drag(page, "a1", "c1")
        expect(page.get_by_role("region", name="Moves")).to_contain_text("a1-c1")
        page.close()


def _open(page: Any, name: str, gesture: Gesture, flip: str = "") -> None:
    go(page, "#/games")
    expect(page.locator(".board-view")).to_have_count(0)  # the board of the last gesture
    moves = ",".join(quote(each, safe="") for each in gesture.before)
    go(page, f"#/board?game={name}&moves={moves}&analysis=off&chance=hand&flip={flip}")
    expect(page.locator(".picture [data-cell].open").first).to_be_attached()


def _give_up(page: Any, step: list[str]) -> None:
    """Begins a step and takes it back: by a key, and by dropping the piece outside the board."""
    touched = page.locator(".picture [data-cell].chosen")
    page.mouse.click(*_middle(page, step[0]))
    expect(touched).not_to_have_count(0)
    page.keyboard.press("Escape")
    expect(touched).to_have_count(0)
    page.mouse.move(*_middle(page, step[0]))
    page.mouse.down()
    page.mouse.move(1, 1, steps=3)
    expect(touched).not_to_have_count(0)
    page.mouse.up()
    expect(touched).to_have_count(0)


def _drag(page: Any, start: str, end: str) -> None:
    page.mouse.move(*_middle(page, start))
    page.mouse.down()
    page.mouse.move(*_middle(page, end), steps=3)
    page.mouse.up()


def _middle(page: Any, area: str) -> tuple[float, float]:
    """The middle of an area on the screen."""
    shape = page.locator(f'.picture [data-cell="{area}"]').first
    shape.scroll_into_view_if_needed()
    box = shape.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _expect_played(page: Any, gesture: Gesture) -> None:
    """Expects the action to be played, after it was chosen among those of the same gesture if there are others."""
    played = page.locator(".move[aria-current] .name").filter(has_text=re.compile(f"^{re.escape(gesture.name)}$"))
    asked = page.locator("dialog button").filter(has_text=re.compile(f"^{re.escape(gesture.name)}$"))
    expect(played.or_(asked)).to_be_visible()
    if asked.count():
        asked.click()
    expect(played).to_be_visible()
    expect(page.locator(".move")).to_have_count(len(gesture.before) + 2)
