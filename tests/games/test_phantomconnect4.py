"""Phantom connect four."""

from __future__ import annotations

from random import Random

import pytest

import zermelo
from zermelo.core.errors import ParseError
from zermelo.core.rules import legal_actions
from zermelo.core.views import View, parse_view, show_view

GAME = zermelo.load("phantomconnect4")


def test_with_every_disc_seen_it_is_connect_four() -> None:
    seen = zermelo.load("connect4")
    random = Random(3)
    for _ in range(40):
        s, t = GAME.initial(), seen.initial()
        while not GAME.is_terminal(s):
            columns = [a for a in legal_actions(GAME, s) if GAME.discs_in(s, a) < GAME.height]
            assert {str(a + 1) for a in columns} == {seen.show_action(t, a) for a in legal_actions(seen, t)}
            a = random.choice(columns)
            s, t = GAME.result(s, a), seen.result(t, seen.parse_action(t, str(a + 1)))
        assert seen.is_terminal(t)
        assert seen.utility(t, 0) == GAME.utility(s, 0)


def test_a_full_column_is_tried_once_and_keeps_the_turn() -> None:
    game = zermelo.load("phantomconnect4:width=3,height=2,row=3")
    s = game.parse("X: 1.1 O: 1.2")
    assert legal_actions(game, s) == [0, 1, 2]
    t = game.result(s, 0)
    assert game.player(t) == 0
    assert legal_actions(game, t) == [1, 2]
    assert t.discs == s.discs
    assert show_view(game, View.of(game, t)) == "0: 1.1 1.3"


def test_texts_are_read_as_they_are_shown() -> None:
    random = Random(1)
    for _ in range(20):
        s = GAME.initial()
        for _ in range(random.randrange(25)):
            if not GAME.is_terminal(s):
                s = GAME.result(s, random.choice(legal_actions(GAME, s)))
        assert GAME.parse(GAME.show(s)) == s
        if not GAME.is_terminal(s):
            assert parse_view(GAME, show_view(GAME, View.of(GAME, s))) == View.of(GAME, s)


def test_a_viewer_sees_own_discs_and_what_follows_from_them() -> None:
    s = GAME.parse("X: 4.1 O: 4.2")
    assert "O" not in GAME.show(s, 0)
    assert GAME.show(s, 1).count("X") == 1


@pytest.mark.parametrize("text", ["X: 4.1", "X: 4.2 O: -", "X: 4.1 3.1 O: -", "X: 8.1 O: -", "X: a O: -"])
def test_bad_positions_are_refused(text: str) -> None:
    with pytest.raises(ParseError):
        GAME.parse(text)
