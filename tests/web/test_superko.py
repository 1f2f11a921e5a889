"""Superko on the page: what was on the board before the start counts, if the start is given as moves."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from page_helpers import action, go, turn

GAME = "go:size=2,komi=0"
MOVES = ["A2", "B2", "A1", "B1", "A2", "A1"]
"""After them A2 would take three stones, and recreate the position after the first move."""

BOARD = ".O/OO Black to move"
"""The same position without its play."""


@pytest.fixture(params=range(0, len(MOVES) + 1, 2))
def place(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The position: some of its moves are typed as the start, the others are made on the page."""
    return {"game": GAME, "start": " ".join(MOVES[: request.param]), "moves": MOVES[request.param :]}


def test_only_allowed_moves_are_offered(client: Any, place: dict[str, Any]) -> None:
    assert client.ask("position", **place)["actions"] == ["pass"]
    refused = client.ask("position", **{**place, "moves": [*place["moves"], "A2"]})
    assert refused["type"] == "error"
    assert "'A2' is not a legal action here: it would repeat an earlier position" in refused["message"]
    assert client.ask("position", game=GAME, start=BOARD)["actions"] == ["A2", "pass"]


@pytest.mark.parametrize(
    "method", ["uct", *(pytest.param(name, marks=pytest.mark.thorough) for name in ("", "mcts", "engine"))]
)
def test_an_analysis_weighs_only_allowed_moves(client: Any, place: dict[str, Any], method: str) -> None:
    options = {"playouts": 200} if method == "uct" else {}
    found = client.ask("analyse", **place, seconds=2, method=method, options=options)
    assert set(found["actions"]) == {"pass"}
    unbound = client.ask("analyse", game=GAME, start=BOARD, seconds=2, method=method, options=options)
    assert "A2" in unbound["actions"]


def test_the_computer_plays_an_allowed_move(client: Any, place: dict[str, Any]) -> None:
    assert client.ask("choose", **place, level=1)["action"] == "pass"


def test_a_tree_has_only_allowed_moves(client: Any, place: dict[str, Any]) -> None:
    def replies(**asked: Any) -> set[str]:
        data = client.ask("tree", **asked, method="uct", options={"playouts": 20})["stepping"]
        return {node["action"] for node in data["nodes"] if node.get("parent") == 0}

    assert replies(**place) == {"pass"}
    assert replies(game=GAME, start=BOARD) == {"A2", "pass"}


def test_a_solution_has_only_allowed_moves(client: Any, place: dict[str, Any]) -> None:
    found = client.ask("solve", **place)
    assert [action["name"] for action in found["actions"]] == ["pass"]
    assert found["value"] == found["actions"][0]["worth"] | {"distance": found["value"]["distance"]}
    assert len(found["history"]) == len(place["moves"]) + 1


def test_a_review_compares_only_with_allowed_moves(client: Any) -> None:
    """Black passes, and every other move was forbidden: so nothing was better."""
    asked = {"game": GAME, "start": " ".join(MOVES), "moves": ["pass"]}
    (judged, _) = client.hear_all(client.send("review", **asked))
    assert (judged["judgement"]["better"], judged["judgement"]["proved"]) == (None, True)
    unbound = {"game": GAME, "start": BOARD, "moves": ["pass"]}
    (judged, _) = client.hear_all(client.send("review", **unbound))
    assert judged["judgement"]["better"] == "A2"


def test_what_is_written_keeps_the_play(client: Any, place: dict[str, Any]) -> None:
    made = [[i - 1, name] for i, name in enumerate([*place["moves"], "pass"])]
    written = client.ask("write", game=GAME, start=place["start"], moves=made)["text"]
    found = client.ask("read", game="nim", text=written)
    assert (found["game"], found["start"]) == (GAME, "")
    assert [name for _, name in found["moves"]] == [*MOVES, "pass"]


@pytest.mark.thorough
def test_moves_that_are_typed_in_the_editor_count(page: Any) -> None:
    go(page, f"#/board?game={GAME}&analysis=off")
    page.get_by_role("button", name="Set up").click()
    page.locator(".editor textarea").fill(" ".join(MOVES))
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.locator(".actions button")).to_have_text(["pass"])
    page.reload()
    expect(page.locator(".actions button")).to_have_text(["pass"])
    action(page, "pass").click()
    expect(turn(page)).to_have_text("White to move")
