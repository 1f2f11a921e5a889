"""What the page is told of an analysis."""

from __future__ import annotations

from dataclasses import replace

import pytest

import zermelo
from zermelo.web.analyses import Standing


def test_every_action_has_its_share_of_the_playouts() -> None:
    found = zermelo.analyse("tictactoe", method="mcts", playouts=200, plain=True)
    shares = {name: worth["share"] for name, worth in Standing(found).to_json()["actions"].items()}
    game, s = found.game, found.state
    assert shares == {game.show_action(s, line.action): (line.visits or 0) / 200 for line in found.lines}
    assert sum(shares.values()) == pytest.approx(1)


def test_a_search_without_playouts_has_no_shares() -> None:
    found = zermelo.analyse("tictactoe", method="engine", depth=2, plain=True)
    assert all(worth["share"] is None for worth in Standing(found).to_json()["actions"].values())


def test_an_action_without_playouts_has_no_value_and_no_line() -> None:
    found = zermelo.analyse("go:size=5", method="mcts", playouts=10, plain=True)
    told = Standing(found).to_json()
    visited = {found.game.show_action(found.state, line.action) for line in found.lines if line.visits}
    assert 0 < len(visited) < len(found.lines), "some of the actions have playouts"
    assert told["actions"].keys() == visited
    assert {line["moves"][0] for line in told["lines"]} <= visited
    assert not Standing(found).is_settled


def test_a_proved_action_needs_no_playouts() -> None:
    game = zermelo.load("tictactoe")
    s = game.parse("XX./OO./...")
    found = zermelo.analyse(game, s, method="engine", depth=9, plain=True)
    lines = tuple(replace(line, visits=0) for line in found.lines)
    told = Standing(replace(found, lines=lines)).to_json()
    assert told["actions"].keys() == {game.show_action(s, line.action) for line in lines if line.proved}
