"""Leduc poker beside OpenSpiel, its texts and its pictures."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from games_helpers import assert_refused, read_if_sound
from hidden_helpers import assert_same_rules, assert_texts_are_read
from zermelo.core.errors import ParseError
from zermelo.games.leduc import Leduc, Seen


def test_the_rules_are_those_of_openspiel() -> None:
    assert_same_rules("leduc", Leduc(), 400, lambda _, a: a)


def test_what_is_shown_is_read_again() -> None:
    assert_texts_are_read(Leduc(), 100)


@pytest.mark.parametrize(
    ("text", "utility"),
    [
        ("Ks Jh cc Qh cc", 1),
        ("Ks Jh cc Js cc", -1),
        ("Ks Kh rc Jh rrc", 0),
        ("Ks Qh rc Js rrc", 11),
        ("Ks Qh crf", -1),
        ("Ks Qh rrf", -3),
        ("Ks Jh rrc Js rrc", -13),
        ("Ks Qh rc Js rf", 3),
    ],
)
def test_what_the_first_player_wins(text: str, utility: int) -> None:
    game = Leduc()
    s = game.parse(text)
    assert game.is_terminal(s)
    assert (game.utility(s, 0), game.utility(s, 1)) == (utility, -utility)


def test_a_viewer_sees_the_own_card_and_the_table() -> None:
    game = Leduc()
    s = game.parse("Ks Jh crc Qh r")
    assert [game.show(s, p) for p in (None, 0, 1)] == ["Ks Jh crc Qh r", "Ks ? crc Qh r", "? Jh crc Qh r"]
    assert game.observe(s, 0) == Seen(4, 3, game.observe(s, 1).history)
    for text, shown in (("-- --", ["Qh", "Qh", "a card"]), ("Ks --", ["Qh", "a card", "Qh"])):
        assert [game.show_action(game.parse(text), 3, p) for p in (None, 0, 1)] == shown
    assert game.show_action(game.parse("Ks Jh cc --"), 3, 0) == "Qh"
    assert game.draw(s, 0) == game.draw(game.parse("Ks Js crc Qh r"), 0) != game.draw(s, 1)


def test_a_call_without_a_bet_is_a_check() -> None:
    game = Leduc()
    s = game.parse("Ks Jh")
    assert [game.show_action(s, a) for a in game.actions(s)] == ["check", "raise"]
    s = game.parse("Ks Jh r")
    assert [game.show_action(s, a) for a in game.actions(s)] == ["fold", "call", "raise"]


@pytest.mark.parametrize(
    "text", ["Ks", "Ks Ks", "Ks Jh f", "Ks Jh cc", "Ks Jh Qh", "Ks Jh cc Qh ccc", "Ks Jh rrr", "x"]
)
def test_invalid_positions_are_refused(text: str) -> None:
    assert_refused(Leduc(), text, f"'{text}' is not a position", "expected something like 'Ks Jh crc Qh r'")


@pytest.mark.parametrize("text", ["x", "Ks f", "Ks cc", "Ks crc Ks", "Ks Jh"])
def test_invalid_views_are_refused(text: str) -> None:
    with pytest.raises(ParseError, match=f"'{text}' is not a view"):
        Leduc().parse_view(1, text)


@given(st.text() | st.text("JQKsh- crf", max_size=16))
def test_parse_raises_nothing_but_parse_error(text: str) -> None:
    read_if_sound(Leduc(), text)
