"""Goofspiel beside OpenSpiel, its texts and its pictures."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

import zermelo
from games_helpers import assert_refused, read_if_sound
from hidden_helpers import assert_same_rules, assert_texts_are_read
from zermelo.games.goofspiel import Goofspiel


@pytest.mark.parametrize(
    "name", ["goofspiel:cards=4", "goofspiel:cards=4,prizes=descending", "goofspiel:cards=5,prizes=ascending"]
)
def test_the_rules_are_those_of_openspiel(name: str) -> None:
    """OpenSpiel's information sets forget in which order cards were bid, which does not matter later."""
    assert_same_rules(name, zermelo.load(name), 100, lambda _, a: a - 1, same_sets=False)


@pytest.mark.parametrize("prizes", ["random", "descending"])
def test_what_is_shown_is_read_again(prizes: str) -> None:
    assert_texts_are_read(Goofspiel(4, prizes), 40)


def test_a_bid_is_not_seen_before_it_is_answered() -> None:
    game = Goofspiel()
    s = game.parse("3:2-4 1:3-")
    assert [game.show(s, p) for p in (None, 0, 1)] == ["3:2-4 1:3-", "3:2-4 1:3-", "3:2-4 1:-"]
    other = game.parse("3:2-4 1:1-")
    assert game.observe(s, 1) == game.observe(other, 1)
    assert [game.show_action(game.parse("3:-"), 2, p) for p in (None, 0, 1)] == ["2", "2", "a card"]
    assert game.show_action(s, 2, 0) == "2"
    assert game.draw(s, 1) == game.draw(other, 1) != game.draw(s, 0)


def test_the_last_round_is_played_at_once() -> None:
    game = Goofspiel(2)
    s = game.parse("2:2-1 1:1-2")
    assert game.is_terminal(s)
    assert [game.points(s, p) for p in (0, 1)] == [2, 1]
    assert [game.utility(s, p) for p in (0, 1)] == [1, -1]


@pytest.mark.parametrize("text", ["", "x", "5:1-1", "3:-4", "3:2-2 3:1-", "3:2-5", "3:2- 1:1-"])
def test_invalid_positions_are_refused(text: str) -> None:
    assert_refused(Goofspiel(), text, f"'{text}' is not a position", "expected something like '4:2-1 1:1-'")


@given(st.text() | st.text("1234:- ", max_size=20))
def test_parse_raises_nothing_but_parse_error(text: str) -> None:
    read_if_sound(Goofspiel(), text)


def test_parameters_are_checked() -> None:
    with pytest.raises(ValueError, match="prizes must be one of random, descending, ascending, not 'x'"):
        Goofspiel(4, "x")
    with pytest.raises(ValueError, match="cards must be a whole number from 2 to 13, not 1"):
        Goofspiel(1)
