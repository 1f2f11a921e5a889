"""Blind tic-tac-toe, beside OpenSpiel's phantom_ttt."""

from __future__ import annotations

from random import Random

import pytest

import zermelo
from zermelo.core.errors import ParseError
from zermelo.core.rules import legal_actions
from zermelo.core.views import View, parse_view, show_view

GAME = zermelo.load("blindtictactoe")


@pytest.mark.parametrize(("retry", "version"), [("true", "classical"), ("false", "abrupt")])
def test_plays_and_information_sets_are_those_of_openspiel(retry: str, version: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = zermelo.load(f"blindtictactoe:retry={retry}")
    other_game = pyspiel.load_game(f"phantom_ttt(gameversion={version},obstype=reveal-nothing)")
    random = Random(1)
    views: dict[str, View] = {}
    texts: dict[View, str] = {}
    for _ in range(150):
        s, other = game.initial(), other_game.new_initial_state()
        while not game.is_terminal(s):
            assert not other.is_terminal()
            assert other.current_player() == game.player(s)
            assert legal_actions(game, s) == other.legal_actions()
            view, text = View.of(game, s), f"{other.current_player()} {other.information_state_string()}"
            assert views.setdefault(text, view) == view
            assert texts.setdefault(view, text) == text
            a = random.choice(legal_actions(game, s))
            s = game.result(s, a)
            other.apply_action(a)
        assert other.is_terminal()
        assert other.returns() == [game.utility(s, p) for p in range(2)]


def test_a_failed_try_keeps_the_turn_or_loses_it() -> None:
    for retry, mover in (("true", 1), ("false", 0)):
        game = zermelo.load(f"blindtictactoe:retry={retry}")
        s = game.result(game.result(game.initial(), 4), 4)
        assert game.player(s) == mover
        assert s.stones == (1 << 4, 0)


def test_texts_are_read_as_they_are_shown() -> None:
    s = GAME.parse("X: a1 O: a1! b2")
    assert GAME.show(s) == "  a b c\n1 X . .\n2 . O .\n3 . . .\nX: a1\nO: a1! b2"
    assert GAME.parse(GAME.show(s)) == s
    assert GAME.show(s, 0) == "  a b c\n1 X . .\n2 . . .\n3 . . .\nX: a1"
    view = View.of(GAME, s)
    assert show_view(GAME, view) == "0: a1"
    assert parse_view(GAME, "0: a1") == view


@pytest.mark.parametrize("text", ["X: a1", "X: a1 O: a1 b2", "X: a1 b1 O: -", "X: d1 O: -", "X: a1 a1 O: b1"])
def test_bad_positions_are_refused(text: str) -> None:
    with pytest.raises(ParseError):
        GAME.parse(text)
