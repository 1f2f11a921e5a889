"""Tricks: a small trick-taking game."""

from __future__ import annotations

from math import comb

import pytest

import zermelo
from worlds_helpers import random_state
from zermelo.core.errors import LoadError, ParseError
from zermelo.core.rules import legal_actions
from zermelo.core.views import View, parse_view
from zermelo.games.tricks import Seen
from zermelo.hidden.worlds import enumerate_worlds

GAME = zermelo.load("tricks")


def names(text: str) -> list[str]:
    s = GAME.parse(text)
    return [GAME.show_action(s, a) for a in legal_actions(GAME, s)]


def test_suit_is_followed_if_possible() -> None:
    assert names("first H1 D1 D2 second S2 S4 H3 D3 played S1") == ["S2", "S4"]
    assert names("first H1 D1 D2 second H2 H4 H3 D3 played S1") == ["H2", "H3", "H4", "D3"]


def test_the_higher_card_of_the_suit_led_takes_the_trick() -> None:
    for text, winner in (("S1 S2", 1), ("S3 S2", 0), ("S1 H4", 0)):
        held = {"S1 S2": "H1 D1 D2 second H2 H3 D3", "S3 S2": "H1 D1 D2 second H2 H3 D3"}
        s = GAME.parse(f"first {held.get(text, 'D1 D2 H1 second H2 H3 D3')} played {text}")
        assert s.mover == winner
        assert s.won[winner] == 1


def test_every_deal_is_equally_probable() -> None:
    s = GAME.initial()
    hands = legal_actions(GAME, s)
    assert len(hands) == len(set(hands)) == comb(12, 4) == round(1 / GAME.probability(s, hands[0]))
    rest = legal_actions(GAME, GAME.result(s, hands[0]))
    assert len(rest) == comb(8, 4)
    assert all(hand & hands[0] == 0 for hand in rest)


def test_a_player_who_does_not_follow_suit_shows_that_the_hand_has_none() -> None:
    s = GAME.parse("first H1 D1 D2 second H2 H3 D3 played S1 H4")
    worlds = enumerate_worlds(GAME, View.of(GAME, s))
    assert worlds is not None
    assert all(t.dealt[1] & 0b1111 == 0 for t in worlds.states)


def test_views_are_read_as_they_are_shown() -> None:
    for seed in range(10):
        s = random_state(GAME, seed % 8, seed)
        for p in range(2):
            seen = GAME.observe(s, p)
            assert GAME.parse_view(p, GAME.show_view(p, seen)) == seen
    view = "D1 H4 S2 S1 played S2 S3"
    assert parse_view(GAME, f"0: {view}").seen == Seen(0b0001_1000_0011, (1, 2, *[-1] * 6))


@pytest.mark.parametrize("text", ["S4", "S4 S4 S3 S2", "S4 X1 S2 S1", "S5 S3 S2 S1 played", "S4 S3 S2 S1 played S1 S1"])
def test_views_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(ParseError, match=f"'{text}' is not a view: expected something like 'S4 S3 S2 S1 played S1'"):
        parse_view(GAME, f"0: {text}")


def test_texts_are_read_as_they_are_shown_and_hide_the_other_hand() -> None:
    for seed in range(10):
        s = random_state(GAME, seed % 8, seed)
        assert GAME.parse(GAME.show(s)) == s
        hidden = GAME.show(s, 0).splitlines()[1].split()[1:]
        assert set(hidden) <= {"?"}
        assert len(hidden) == s.hands[1].bit_count()


@pytest.mark.parametrize("text", ["first S1", "first S9 second S2 played", "first S1 second S1 played S1 S1 S1"])
def test_bad_positions_are_refused(text: str) -> None:
    with pytest.raises(ParseError):
        GAME.parse(text)


def test_too_few_cards_are_refused() -> None:
    with pytest.raises(LoadError, match="two hands of 4"):
        zermelo.load("tricks:suits=1,ranks=4")
