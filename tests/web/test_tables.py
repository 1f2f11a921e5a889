"""Games with hidden information on the page: a seat is sent what its player may see, byte for byte."""

from __future__ import annotations

import json
import re
import time
from itertools import permutations
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hidden_games import Cards, ViewedCards
from timing_helpers import PATIENCE
from web_helpers import Server
from zermelo import Game
from zermelo.web.gallery import Gallery
from zermelo.web.messages import read_message
from zermelo.web.session import Session
from zermelo.web.tables import MOST_TABLES, Table, Tables


class Tab:
    """A session without a socket: the bytes of every answer, as they would be sent."""

    def __init__(self, gallery: Gallery) -> None:
        self.sent: list[bytes] = []
        self.session = Session(gallery, lambda answer: self.sent.append(json.dumps(answer).encode()))
        self.number = 0

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The last answer to a request."""
        self.number += 1
        self.session.handle(read_message(json.dumps({"type": kind, "id": self.number, **fields})))
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            for each in reversed(self.sent):
                answer: dict[str, Any] = json.loads(each)
                if answer["id"] == self.number and answer.get("done", True):
                    return answer
            time.sleep(0.005)
        raise AssertionError("no answer")


def sit(game: Game, start: str) -> tuple[Tab, dict[int, str]]:
    """A tab, and the keys of all seats of a new game."""
    tab = Tab(Gallery(game))
    return tab, dict(tab.ask("deal", game="own", start=start)["seats"])


def spied(game: Game, start: str, viewer: int, said: str) -> list[bytes]:
    """All that the tab of one seat is sent while these actions are played; the other seat is in another tab."""
    tab, keys = sit(game, start)
    other = Tab(tab.session._gallery)
    tab.sent.clear()
    for i, action in enumerate(said):
        (tab if i % 2 == viewer else other).ask("act", key=keys[i % 2], action=action)
        tab.ask("look", key=keys[viewer])
    for form in ("text", "json"):
        tab.ask("recorded", key=keys[viewer], form=form)
    if len(said) % 2 == viewer:
        tab.ask("advise", key=keys[viewer], method="lp", seconds=60)
    tab.ask("act", key=keys[viewer], action="no such action")
    return tab.sent


@pytest.mark.parametrize("kind", [Cards, ViewedCards])
@pytest.mark.parametrize("viewer", [0, 1])
def test_worlds_that_a_seat_cannot_tell_apart_send_the_same_bytes(kind: type[Game], viewer: int) -> None:
    for said in ("", "p", "b", "pb"):
        sent: dict[str, list[bytes]] = {}
        for deal in permutations("JQK", 2):
            start = "".join(deal) if kind is ViewedCards else f"Deal(cards='{''.join(deal)}', said='')"
            found = spied(kind(), start, viewer, said)
            assert sent.setdefault(deal[viewer], found) == found
        assert len({tuple(each) for each in sent.values()}) == 3  # the viewer's own card is in it


def test_a_seat_acts_only_in_its_turn() -> None:
    tab, keys = sit(ViewedCards(), "QK")
    assert tab.ask("act", key=keys[1], action="b")["message"] == "it is not the turn of Second"
    assert tab.ask("advise", key=keys[1])["message"] == "it is not the turn of Second"
    assert tab.ask("act", key=keys[0], action="b")["text"] == "Q b"


def test_everything_is_sent_when_play_is_over() -> None:
    tab, keys = sit(ViewedCards(), "QK")
    tab.ask("act", key=keys[0], action="b")
    answer = tab.ask("act", key=keys[1], action="b")
    assert (answer["over"], answer["text"], answer["utilities"]) == (True, "QK bb", [-2, 2])
    assert tab.ask("look", key=keys[0])["text"] == "QK bb"
    text = tab.ask("recorded", key=keys[0])["text"]
    assert tab.ask("read", game="own", text=text)["moves"] == [[-1, "b"], [0, "b"]]


def test_an_unknown_key_and_unknown_computers_are_refused() -> None:
    tab, _ = sit(ViewedCards(), "QK")
    assert "there is no seat with the key 'guess'" in tab.ask("look", key="guess")["message"]
    assert "are not players" in tab.ask("deal", game="own", computers=[2])["message"]


def test_the_computer_plays_its_seat() -> None:
    tab = Tab(Gallery(ViewedCards()))
    ((player, key),) = tab.ask("deal", game="own", start="QK", computers=[1], level=8)["seats"]
    assert player == 0
    answer = tab.ask("act", key=key, action="b")
    assert answer["over"]
    assert answer["text"] == "QK bb"  # an equilibrium calls with the best card


def test_choosing_without_a_table_is_refused() -> None:
    tab = Tab(Gallery(ViewedCards()))
    assert "play it at a table" in tab.ask("choose", game="own", moves=[])["message"]


@pytest.fixture
def _without_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page's time for a solution is not what is tested, and a busy machine needs more."""
    monkeypatch.setattr("zermelo.web.equilibria.PAGE_SECONDS", PATIENCE)


@pytest.mark.usefixtures("_without_haste")
def test_the_solution_of_a_hidden_game_is_an_equilibrium() -> None:
    found = Tab(Gallery()).ask("solve", game="kuhn", moves=[])["equilibrium"]
    assert (found["method"], found["proved"], found["more"]) == ("lp", True, 0)
    assert found["value"] == "First −0.05556, Second 0.05556"
    assert found["nash_conv"] < 1e-9
    assert [each["player"] for each in found["sets"]] == ["First"] * 6 + ["Second"] * 6
    kings = [each["choices"] for each in found["sets"] if each["seen"] == "K b"]
    assert kings == [[{"action": "pass", "probability": 0}, {"action": "bet", "probability": 1}]]
    assert Tab(Gallery()).ask("solve", game="leduc", moves=[])["equilibrium"]["more"] == 936 - 200


@pytest.mark.usefixtures("_without_haste")
def test_a_game_in_which_players_forget_has_no_solution() -> None:
    assert "forgets" in Tab(Gallery()).ask("solve", game="battleship", moves=[])["message"]


def test_a_typed_tree_is_played_at_a_table() -> None:
    tab = Tab(Gallery())
    for name in ("tree:roads", "(h: min@coin(1 -1), t: min@coin(-1 1))"):
        keys = dict(tab.ask("deal", game=name)["seats"])
        view = tab.ask("look", key=keys[0])
        assert view["player"] == 0
        assert "gold" not in json.dumps(view)


def test_the_oldest_table_is_dropped() -> None:
    tables = Tables()
    made = [Table(ViewedCards(), ViewedCards().parse("QK")) for _ in range(MOST_TABLES + 1)]
    for table in made:
        tables.open(table)
    assert tables.seat(next(iter(made[-1].keys))).table is made[-1]
    with pytest.raises(ValueError, match="no seat"):
        tables.seat(next(iter(made[0].keys)))


# In the browser.


def begin(page: Page, server: Server, **who: str) -> None:
    page.goto(f"http://{server.host}/#/table?game=kuhn")
    for player, way in who.items():
        page.get_by_label(re.compile(f"^{player}")).select_option(way)
    page.get_by_role("button", name="Begin").click()


def test_people_pass_the_screen_on(page: Page, server: Server) -> None:
    begin(page, server, First="here", Second="here")
    expect(page.get_by_role("heading", name="Pass the screen to First")).to_be_visible()
    expect(page.locator("svg")).to_have_count(0)
    page.get_by_role("button", name="I am First").click()
    page.get_by_role("button", name="pass", exact=True).click()
    expect(page.get_by_role("heading", name="Pass the screen to Second")).to_be_visible()
    expect(page.locator("svg")).to_have_count(0)
    page.get_by_role("button", name="I am Second").click()
    page.get_by_role("button", name="pass", exact=True).click()
    expect(page.get_by_role("status").filter(has_text=re.compile("First: -?1, Second: -?1"))).to_be_visible()
    expect(page.get_by_label("Moves").locator("li")).to_have_count(4)
    page.get_by_role("button", name="Study it on the board").click()
    expect(page).to_have_url(re.compile("#/board"))


@pytest.mark.thorough
def test_a_person_elsewhere_plays_by_a_link(page: Page, server: Server, browser: Any) -> None:
    begin(page, server, First="here", Second="elsewhere")
    expect(page.get_by_text("You are First.")).to_be_visible()
    other = page.context.new_page()
    other.goto(page.get_by_role("link", name="link").get_attribute("href") or "")
    expect(other.get_by_text("You are Second.")).to_be_visible()
    page.get_by_role("button", name="bet", exact=True).click()
    other.get_by_role("button", name="pass", exact=True).click()
    for each in (page, other):
        expect(each.get_by_role("status").filter(has_text="First: 1, Second: -1")).to_be_visible()


@pytest.mark.thorough
def test_advice_is_a_strategy_as_bars(page: Page, server: Server) -> None:
    begin(page, server, First="here", Second="computer")
    page.get_by_role("button", name="What would").click()
    rows = page.get_by_label("Advice").locator("tr")
    expect(rows).to_have_count(2)
    expect(rows.first.locator(".part")).to_have_count(1)


@pytest.mark.thorough
def test_the_solution_shows_strategies_as_bars(page: Page, server: Server) -> None:
    page.goto(f"http://{server.host}/#/solution?game=rps")
    rows = page.get_by_label("Strategies").locator("tr")
    expect(rows).to_have_count(6)
    expect(page.get_by_label("Strategies").locator(".part")).to_have_count(6)
    expect(page.get_by_label("Value", exact=True).get_by_text("exploitability 0, NashConv 0")).to_be_visible()
