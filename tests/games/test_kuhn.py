"""Kuhn poker beside OpenSpiel, its texts and its pictures."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, strategies as st

import zermelo
from games_helpers import assert_refused, read_if_sound
from hidden_helpers import assert_same_rules, assert_texts_are_read
from zermelo.core.errors import ParseError
from zermelo.games.kuhn import Hand, Kuhn, Seen


@pytest.mark.parametrize("players", [2, 3])
def test_the_rules_are_those_of_openspiel(players: int) -> None:
    name = "kuhn" if players == 2 else "kuhn:players=3"
    assert_same_rules(name, zermelo.load(name), 200, lambda _, a: a)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_what_is_shown_is_read_again(players: int) -> None:
    assert_texts_are_read(Kuhn(players), 60)


def test_the_highest_card_that_stays_in_wins_the_pot() -> None:
    game = Kuhn(3)
    assert [game.utility(game.parse("KQJ pbbp"), p) for p in range(3)] == [-1, 3, -2]
    assert [game.utility(game.parse("KQJ ppp"), p) for p in range(3)] == [2, -1, -1]


def test_a_viewer_sees_the_own_card_only() -> None:
    game = Kuhn()
    s = game.parse("JK pb")
    assert [game.show(s, p) for p in (None, 0, 1)] == ["JK pb", "J? pb", "?K pb"]
    assert game.observe(s, 1) == Seen(2, 0b101)
    assert game.draw(s, 0) == game.draw(game.parse("JQ pb"), 0) != game.draw(game.parse("QJ pb"), 0)
    assert ">?<" in game.draw(s, 0)
    dealing = game.initial()
    assert [game.show_action(dealing, 2, p) for p in (None, 0, 1)] == ["K", "K", "a card"]
    assert game.show_action(s, 1, 1) == "bet"
    assert re.findall(">([JK])<", game.draw(s)) == ["J", "K"]


@pytest.mark.parametrize("text", ["", "J", "JJ", "JA", "JQK", "JQ pbpb", "JQ ppp", "-J", "J- p", "JQ x"])
def test_invalid_positions_are_refused(text: str) -> None:
    assert_refused(Kuhn(), text, f"'{text}' is not a position", "expected something like 'JQ pb'")


@pytest.mark.parametrize("text", ["", "A", "- p", "J pbpb", "J x"])
def test_invalid_views_are_refused(text: str) -> None:
    with pytest.raises(ParseError, match=r"is not a (view|position)"):
        Kuhn().parse_view(0, text)


@given(st.text() | st.text("JQK- pb", max_size=10))
def test_parse_raises_nothing_but_parse_error(text: str) -> None:
    read_if_sound(Kuhn(), text)


def test_names_and_parameters() -> None:
    assert str(Kuhn(3)) == "kuhn:players=3"
    assert str(Kuhn().kind) == "stochastic, imperfect information, 2 players, zero-sum"
    assert Kuhn().initial() == Hand((-1, -1), 1)
    with pytest.raises(ValueError, match="players must be a whole number from 2 to 10, not 1"):
        Kuhn(1)
