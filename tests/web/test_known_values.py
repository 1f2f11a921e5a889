"""What tables on disk say about the positions of a play, on the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import zermelo
from table_helpers import write_ranks
from web_helpers import serving
from zermelo.tables.finding import use_tables
from zermelo.web.known_values import known_values

KRK = "krk:size=4"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZERMELO_TABLES", "")
    return tmp_path


def test_every_position_of_a_play_has_its_value_and_distance(folder: Path) -> None:
    game = zermelo.load(KRK)
    assert known_values(game, [game.initial()]) is None
    solution = write_ranks(folder, game)
    use_tables(folder)
    states = [game.initial()]
    for a in solution.line:
        states.append(game.result(states[-1], a))
    found = known_values(game, states)
    assert found is not None
    assert [each["distance"] for each in found] == list(range(len(solution.line), -1, -1))
    assert all(each["values"] == [1, -1] and each["proved"] for each in found)
    assert found[0]["words"][0] == f"White wins in {solution.distance} plies, proved"


def test_a_damaged_table_does_not_hide_the_board(folder: Path) -> None:
    game = zermelo.load(KRK)
    write_ranks(folder, game)
    use_tables(folder)
    (folder / "stage-003.table").write_bytes(b"")
    assert known_values(game, [game.initial()]) is None


@pytest.mark.thorough
def test_the_list_of_moves_shows_what_the_table_knows(folder: Path, browser_page: Any) -> None:
    solution = write_ranks(folder, zermelo.load(KRK))
    distance = solution.distance or 0
    with serving(folder, KRK, "--port", "0", "--tables", str(folder)) as server:
        browser_page.goto(
            f"{server.link.partition('#')[0]}#/board?game={KRK}&moves={','.join(solution.shown_line[:2])}"
        )
        known = browser_page.locator(".moves .move .known")
        expect(known).to_have_text([f"White in {distance - i}" for i in range(3)])
        expect(known.nth(1)).to_have_attribute("title", f"White wins in {distance - 1} plies, proved")
        expect(browser_page.get_by_text("looked up in the tables")).to_be_visible()
        expect(browser_page.locator(".graph circle")).to_have_count(3)
        browser_page.goto("about:blank")  # before the server ends, which a page would report
