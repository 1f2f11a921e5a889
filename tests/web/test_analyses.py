"""What the page is told of an analysis."""

from __future__ import annotations

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
