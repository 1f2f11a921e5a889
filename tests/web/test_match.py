"""A match on the page: a result file, read as it grows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import zermelo
from web_helpers import Client, serving
from zermelo import LoadError
from zermelo.web.match_file import MatchFile

PLAYERS = ["alphabeta:depth=2", "random"]


@pytest.fixture
def results(tmp_path: Path) -> Path:
    path = tmp_path / "match.jsonl"
    zermelo.match("tictactoe", PLAYERS, games=6, file=path)
    return path


def test_the_file_is_read_as_it_grows(results: Path) -> None:
    content = results.read_bytes()
    whole, last = content[: content.rindex(b"\n", 0, -1) + 1], content[content.rindex(b"\n", 0, -1) + 1 :]
    results.write_bytes(whole + last[:20])
    match = MatchFile(results)
    assert match.standing(0)["next"] == 5
    results.write_bytes(content)
    assert match.standing(5)["listed"][0]["number"] == 5
    assert match.standing(0)["standing"]["games"] == 6


def test_a_game_has_its_moves_and_both_sides_evaluations(results: Path) -> None:
    game = MatchFile(results).game_at(0)
    assert game["movers"][:3] == [0, 1, 0]
    assert len(game["moves"]) == len(game["values"]) == game["plies"]
    assert game["values"][0] is not None
    assert game["values"][1] is None  # random does not think
    with pytest.raises(LoadError, match=r"there is no game 6 in 'match\.jsonl': it has 6"):
        MatchFile(results).game_at(6)


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("")
    with pytest.raises(LoadError, match="there are no games in"):
        MatchFile(tmp_path / "empty.jsonl")


def test_without_a_match_requests_for_it_are_refused(client: Client) -> None:
    assert client.ask("games")["match"] is False
    assert "no match was given" in client.ask("match")["message"]
    assert "no match was given" in client.ask("played", place=0)["message"]


@pytest.mark.thorough
def test_the_page_shows_the_match_and_its_games_live(results: Path, browser_page: Any) -> None:
    with serving(results.parent, results.name, "--port", "0") as server:
        page = browser_page
        page.goto(server.link)
        expect(page.locator(".match-view .games tbody tr")).to_have_count(6)
        expect(page.locator(".ratings circle")).to_have_count(2)
        expect(page.locator("nav a[aria-current]")).to_have_text("Match")
        expect(page.locator("h1")).to_have_text("Game 0")
        last = page.locator(".match-view .moves .move").last
        expect(last).to_have_attribute("aria-current", "true")
        page.keyboard.press("Home")
        expect(page.locator(".match-view .move[aria-current]")).to_have_count(0)
        page.keyboard.press("ArrowRight")
        expect(page.locator(".match-view .moves .move").first).to_have_attribute("aria-current", "true")
        page.locator(".match-view .games .move").first.click()
        expect(page.locator("h1")).to_have_text("Game 5")
        zermelo.match("tictactoe", PLAYERS, games=8, file=results)  # it goes on, and the page with it
        expect(page.locator(".match-view .games tbody tr")).to_have_count(8)
        expect(page.locator("h1")).to_have_text("Game 5")
        page.locator("nav a").filter(has_text="Board").click()
        expect(page.locator(".board-view")).to_be_visible()
