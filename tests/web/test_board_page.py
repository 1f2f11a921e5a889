"""The board in a real browser: playing the computer, pointing, viewpoints, the inventor's loop."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from page_helpers import action, go, setting, turn
from timing_helpers import wait_until
from web_helpers import serving

OWN = '''
from typing import NamedTuple

from zermelo import Game


class Row(NamedTuple):
    cells: tuple[int, int, int, int, int, int]
    mover: int


class Walk(Game):
    """Walk to the other end.

    A token steps to the next free cell of the board. Who cannot step loses.
    """

    player_names = ("Anna", "Bert")

    def __init__(self, gap: int = 2, pace: float = 1.5):
        self.gap, self.pace = gap, pace

    def initial(self):
        return Row((1, 0, 0, 0, 0, 2), 0)

    def player(self, s):
        return s.mover

    def _moves(self, s):
        at = s.cells.index(s.mover + 1)
        step = 1 if s.mover == 0 else -1
        return [at + step * n for n in range(1, self.gap + 1) if 0 <= at + step * n < 6 and s.cells[at + step * n] == 0]

    def actions(self, s):
        return self._moves(s)

    def result(self, s, a):
        cells = list(s.cells)
        cells[cells.index(s.mover + 1)] = 0
        cells[a] = s.mover + 1
        return Row(tuple(cells), 1 - s.mover)

    def is_terminal(self, s):
        return not self._moves(s)

    def utility(self, s, p):
        return -1 if p == s.mover else 1

    def show(self, s):
        signs = "".join(".AB"[cell] for cell in s.cells)
        return "\\n".join([" ".join(signs[:3]), " ".join(signs[3:]), f"{self.player_names[s.mover]} to move"])
'''
"""A game whose text shows a board, and which says nothing about cells."""


def test_the_computer_is_played_from_the_first_screen(page: Any) -> None:
    go(page, "#/board?game=tictactoe&moves=a1,b1")
    offer = page.get_by_role("region", name="Play the computer")
    offer.get_by_label("O", exact=True).check()
    offer.get_by_label("Time").select_option("10+5")
    offer.get_by_role("button", name="Play").click()
    expect(page.locator("dialog")).to_contain_text("discards 2 moves")
    page.get_by_role("button", name="Keep").click()
    expect(page.locator(".move")).to_have_count(3)
    offer.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Discard and begin").click()
    expect(page.locator(".move")).to_have_count(2)  # the computer has begun
    expect(turn(page)).to_have_text("O to move: your move")
    expect(page.locator(".clock.running")).to_contain_text("O")
    for shown in (".badge", ".lines", ".actions .worth:not(:empty)"):
        expect(page.locator(shown)).to_have_count(0)
    expect(page.locator(".judgement")).to_be_hidden()
    page.locator(".actions button").first.click()
    expect(page.locator(".move")).to_have_count(4)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".move")).to_have_count(2)
    page.get_by_role("button", name="New game").first.click()
    page.keyboard.press("Escape")
    expect(page.locator(".move")).to_have_count(2)
    page.get_by_role("button", name="Stop playing").click()
    expect(page.locator(".value")).to_contain_text("draw")
    expect(page.locator(".who").first).to_have_text("X")


def test_keys_do_what_the_screen_says_after_a_click(page: Any) -> None:
    go(page, "#/board?game=tictactoe&moves=a1&analysis=off")
    page.get_by_role("button", name="Flip the board").click()
    expect(page.locator(".picture svg.flipped")).to_be_visible()
    assert "flip=yes" in page.url
    page.keyboard.press(" ")
    expect(page.locator(".value")).to_contain_text("draw")
    setting(page, "Analysis").select_option("off")
    page.keyboard.press("f")
    expect(page.locator(".picture svg.flipped")).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".move[aria-current]")).to_have_text("start")
    go(page, "#/board?game=2048&analysis=off&moves=2%20at%20a1,2%20at%20b1")
    expect(turn(page)).to_have_text("Player to move")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".move")).to_have_count(5)  # and a tile has come by itself
    expect(turn(page)).to_have_text("Player to move")
    page.keyboard.press(",")
    page.keyboard.press(",")
    expect(page.locator(".move[aria-current]")).to_contain_text("2 at b1")


def test_values_are_those_of_one_player_everywhere(page: Any) -> None:
    go(page, "#/board?game=kalah:pits=3,seeds=2,scored=yes&moves=1")
    expect(page.locator(".value")).to_contain_text(re.compile("for First, proved"))
    first = page.locator(".value strong").inner_text()
    setting(page, "Values are for").select_option("mover")
    expect(page.locator(".value")).to_contain_text("for Second")
    mover = page.locator(".value strong").inner_text()
    assert {first.replace("−", ""), mover.replace("−", "")} == {first.replace("−", "")}
    assert first != mover or first == "0"
    best = page.locator(".actions .best .worth").inner_text()
    assert best == mover == page.locator(".lines .worth").first.inner_text()
    go(page, "#/board?game=twentyone:players=3,goal=7")
    expect(page.locator(".shares tr")).to_have_count(3)
    expect(page.locator(".shares tr").nth(1)).to_contain_text("player 1")


def test_moves_in_steps_and_parts_are_clicked_and_dragged(page: Any) -> None:
    go(page, "#/board?game=backgammon&moves=X%203%2C%20O%201&analysis=off")
    area = lambda name: page.locator(f'[data-cell="{name}"]')  # noqa: E731
    expect(area("6")).to_have_class(re.compile("open"))
    area("6").click()
    area("5").click()  # the lower number first
    expect(page.locator(".arrow.step")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".arrow.step")).to_have_count(0)
    area("6").click()
    area("5").click()
    area("8").click()
    area("5").click()
    expect(page.locator(".move").nth(2)).to_contain_text("8/5 6/5")
    go(page, "#/board?game=breakthrough:width=3,height=4&analysis=off")
    expect(area("b1")).to_have_class(re.compile("draggable"))
    area("b1").drag_to(area("c2"))
    expect(page.locator(".move[aria-current]")).to_contain_text("b1c2")
    expect(page.locator(".last-move")).to_have_count(2)
    go(page, "#/board?game=krk&analysis=off")
    area("b2").click()
    area("c2").click()
    expect(page.locator(".move[aria-current]")).to_contain_text("Rc2")
    go(page, "#/board?game=krk&analysis=on")
    expect(page.locator(".arrow.best")).to_have_count(1)


@pytest.mark.thorough
def test_large_boards_have_few_badges_and_a_heat_map(page: Any) -> None:
    go(page, "#/board?game=gomoku:size=9")
    expect(page.locator(".heat").first).to_be_attached()
    assert 1 <= page.locator(".badge").count() <= 8
    page.get_by_label("Find an action").fill("e5")
    expect(page.locator(".actions button:visible")).to_have_count(1)


@pytest.mark.thorough
def test_a_review_has_accuracies_and_the_costliest_moves(page: Any) -> None:
    go(page, "#/board?game=tictactoe&moves=b2,b1,a1,c3,c2!&analysis=off")
    page.get_by_role("button", name="Find mistakes").click()
    expect(page.locator(".review caption")).to_contain_text("Accuracy")
    expect(page.locator(".review tr").nth(0)).to_contain_text("X")
    expect(page.locator(".review tr").nth(1)).to_contain_text("%")
    expect(page.locator(".costly li").first).to_contain_text("2 b1")
    page.locator(".costly button").first.click()
    expect(page.locator(".judgement")).to_contain_text("Mistake: b1 loses")


@pytest.mark.thorough
def test_rules_and_an_editor_for_positions(page: Any) -> None:
    go(page, "#/board?game=tictactoe&analysis=off")
    page.get_by_text("Rules of the game").click()
    expect(page.locator(".rules p").first).to_contain_text("in a straight line wins")
    page.get_by_role("button", name="Set up").click()
    page.locator(".palette").get_by_role("button", name="X").click()
    page.get_by_role("button", name="row 2, column 2: .").click()
    page.locator(".palette").get_by_role("button", name="O").click()
    page.get_by_role("button", name="row 1, column 1: .").click()
    expect(page.get_by_role("button", name="row 1, column 1: O")).to_be_visible()
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.locator(".actions button")).to_have_count(7)
    expect(page.locator('[data-piece^="X"]')).to_have_count(2)


def test_the_solution_can_be_played_on(page: Any) -> None:
    go(page, "#/solution?game=tictactoe&moves=a1")
    expect(page.locator(".value strong")).to_have_text("draw")
    expect(page.locator(".badge")).to_have_count(8)
    page.locator('[data-cell="b1"]').click()
    expect(page.locator(".value strong")).to_have_text("X in 5")


@pytest.fixture
def own(browser_page: Any, tmp_path: Path) -> Any:
    """A page that shows a user's own game, and its file."""
    (tmp_path / "walk.py").write_text(OWN)
    with serving(tmp_path, "walk.py", "--port", "0") as server:
        browser_page.goto(server.link)
        browser_page.wait_for_selector(".actions button")
        yield browser_page, tmp_path / "walk.py", server


def test_a_users_own_game_is_clickable_and_reloaded_when_its_file_changes(own: Any) -> None:
    page, file, server = own
    expect(page.locator(".badge").first).to_be_visible()
    page.locator('[data-cell="0,0"]').click()
    page.locator('[data-cell="0,2"]').click()
    expect(page.locator(".move[aria-current]")).to_contain_text("2")
    expect(page.locator(".who").first).to_have_text("Anna")
    file.write_text(OWN.replace('"Anna"', '"Carla"'))
    expect(page.locator(".who").first).to_have_text("Carla")
    expect(page.locator(".move")).to_have_count(2)
    file.write_text(OWN + "\noops(\n")
    expect(page.locator("#connection")).to_contain_text("walk.py")
    expect(page.locator(".who").first).to_have_text("Carla")
    file.write_text(OWN)
    expect(page.locator(".who").first).to_have_text("Anna")
    expect(page.locator("#connection")).to_have_text("")
    page.get_by_role("button", name="Set up").click()
    page.get_by_label("gap").fill("1")
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.locator(".actions button")).to_have_count(1)
    assert "own:gap=1" in page.url
    page.get_by_role("button", name="Set up").click()
    page.get_by_label("pace").fill("2.5")
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page).to_have_url(re.compile(r"pace=2\.5"))
    page.may_say = "WebSocket connection|ERR_CONNECTION"  # the browser says that there is no server
    server.process.terminate()
    server.process.wait()
    expect(page.locator("#connection")).to_contain_text("Start zermelo serve again")


def test_moves_and_values_are_announced(page: Any) -> None:
    page.evaluate(
        """() => {
            window.announced = [];
            const said = document.getElementById("said");
            new MutationObserver(() => window.announced.push(said.textContent)).observe(said, { childList: true });
        }"""
    )
    go(page, "#/board?game=tictactoe&computer=1&level=1&analysis=on")
    expect(turn(page)).to_have_text("X to move: your move")
    action(page, "b2").click()
    wait_until(lambda: any(re.match("O: ", text) for text in page.evaluate("window.announced")))
    wait_until(lambda: any("Analysis: " in text for text in page.evaluate("window.announced")))
    assert "b2 is played" in page.evaluate("window.announced")


@pytest.mark.thorough
def test_territory_and_visit_shares_are_drawn_on_the_board(page: Any) -> None:
    go(page, "#/board?game=go:size=5&start=.XXO./X.XO./XXXOO/XXXO./XXXOO&method=mcts")
    setting(page, "On the board").select_option("territory")
    expect(page.locator(".territory .max")).to_have_count(15)
    expect(page.locator(".territory .min")).to_have_count(10)
    expect(page.get_by_text("Territory: about 5 more for Black than for White")).to_be_visible()
    assert "marks=territory" in page.url
    occupied = page.locator('[data-cell="B1"]')
    expect(occupied).not_to_have_class(re.compile("open"))
    setting(page, "On the board").select_option("visits")
    expect(page.locator(".territory rect")).to_have_count(0)
    expect(page.locator(".badge text").first).to_have_text(re.compile("%$"))
    setting(page, "On the board").select_option("none")
    expect(page.locator(".badge")).to_have_count(0)
