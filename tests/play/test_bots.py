"""A user's own player where information is hidden: it is given its view, and never the state."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import hidden_games
from hidden_games import Deal, ViewedCards
from zermelo import KindError, load
from zermelo.core.views import View
from zermelo.play.bots import Bot
from zermelo.play.player import PlayerFault, Turn
from zermelo.players import player
from zermelo.protocols.ugi import UgiPlayer

GAME = f"{Path(hidden_games.__file__)}:ViewedCards"


def given_to(s: Deal, actions: tuple[str, ...] = ()) -> list[object]:
    """What a bot is called with in s, after these actions."""
    got: list[object] = []

    def choose(state, view, record, actions):
        got.extend([state, view, record.text(), record.to_json(), actions])
        return actions[0]

    start = Deal(s.cards)
    Bot(ViewedCards(), choose).decide(Turn(s, start, actions))
    return got


def test_a_bot_is_given_its_view():
    state, view, record, _, actions = given_to(Deal("QK", "p"), ("p",))
    assert state == View(1, ("K", "p"))
    assert (view, actions) == (("K", "p"), ["p", "b"])
    assert "Q" not in str(record)


def test_a_bot_is_given_the_same_in_worlds_that_it_cannot_tell_apart():
    assert given_to(Deal("QK", "p"), ("p",)) == given_to(Deal("JK", "p"), ("p",))
    assert given_to(Deal("QK", "p"), ("p",)) != given_to(Deal("QJ", "p"), ("p",))


def test_a_bot_in_a_process_of_its_own_plays_by_its_view(tmp_path):
    file = tmp_path / "bot.py"
    file.write_text("def bold(state, actions):\n    assert type(state).__name__ == 'View'\n    return actions[-1]\n")
    hosted = player(load(GAME), f"{file}:bold", isolated=True)
    try:
        assert hosted.decide(Turn(Deal("QK"), Deal("QK"))).action == "b"
    finally:
        hosted.close()


def test_another_program_is_refused():
    with pytest.raises(KindError, match="a program is sent the whole position"):
        UgiPlayer(ViewedCards(), "true")


def test_a_bot_may_name_an_action_in_another_type():
    game = load("nim:piles=3,4")
    bot = player(game, lambda _: np.array([0, 1]))
    with pytest.raises(PlayerFault, match="is not an action in"):
        bot.choose(game.initial())
    count = load("twentyone")
    assert repr(player(count, lambda _: np.float64(1)).choose(count.initial())) == "1"
