"""Liar's dice beside OpenSpiel, its texts and its pictures."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, strategies as st

from games_helpers import assert_refused, read_if_sound
from hidden_helpers import assert_same_rules, assert_texts_are_read
from zermelo.core.errors import ParseError
from zermelo.core.game import State
from zermelo.core.rules import legal_actions
from zermelo.games.liarsdice import LiarsDice


@pytest.mark.parametrize("sides", [3, 6])
def test_the_rules_are_those_of_openspiel(sides: int) -> None:
    game = LiarsDice(sides)
    assert_same_rules(f"liarsdice:sides={sides}", game, 150, lambda s, a: a - 1 if s.second == 0 else a)


def test_what_is_shown_is_read_again() -> None:
    assert_texts_are_read(LiarsDice(4), 60)


@pytest.mark.parametrize(
    ("text", "utility"),
    [("3 5 1x3 liar", 1), ("3 5 1x2 liar", -1), ("3 6 2x3 liar", 1), ("3 6 2x6 liar", -1), ("3 5 1x1 1x5 liar", -1)],
)
def test_the_highest_face_is_wild(text: str, utility: int) -> None:
    game = LiarsDice()
    s = game.parse(text)
    assert (game.utility(s, 0), game.utility(s, 1)) == (utility, -utility)


def test_a_viewer_sees_the_own_die() -> None:
    game = LiarsDice()
    s = game.parse("3 5 1x2 1x4")
    assert [game.show(s, p) for p in (None, 0, 1)] == ["3 5 1x2 1x4", "3 ? 1x2 1x4", "? 5 1x2 1x4"]
    assert game.show_view(1, game.observe(s, 1)) == "5 1x2 1x4"
    assert [game.show_action(game.parse("3 -"), 5, p) for p in (None, 0, 1)] == ["5", "a face", "5"]
    assert game.draw(s, 0) == game.draw(game.parse("3 1 1x2 1x4"), 0) != game.draw(s, 1)


@pytest.mark.parametrize(
    "text", ["", "3", "3 7", "- 3", "3 - 1x1", "3 5 liar", "3 5 1x2 1x1", "3 5 3x1", "3 5 1x2 liar 2x1"]
)
def test_invalid_positions_are_refused(text: str) -> None:
    assert_refused(LiarsDice(), text, f"'{text}'")


@pytest.mark.parametrize("text", ["", "7", "- 1x1", "3 1x2 1x2"])
def test_invalid_views_are_refused(text: str) -> None:
    with pytest.raises(ParseError, match=f"'{text}'"):
        LiarsDice().parse_view(0, text)


@given(st.text() | st.text("12367x- liar", max_size=20))
def test_parse_raises_nothing_but_parse_error(text: str) -> None:
    read_if_sound(LiarsDice(), text)


def test_an_observation_precedes_another_if_it_was_made_on_the_way() -> None:
    game = LiarsDice(2)
    seen_before: list[set[Any]] = [set(), set()]
    observations: list[set[Any]] = [set(), set()]

    def visit(path: list[State]) -> None:
        s = path[-1]
        for p in range(2):
            later = game.observe(s, p)
            observations[p].add(later)
            seen_before[p] |= {(game.observe(before, p), later) for before in path}
        if not game.is_terminal(s):
            for a in legal_actions(game, s):
                visit([*path, game.result(s, a)])

    visit([game.initial()])
    for p in range(2):
        allowed = {(one, two) for one in observations[p] for two in observations[p] if game.precedes(one, two, p)}
        assert seen_before[p] <= allowed
        assert all(one.called or one.bids <= two.bids for one, two in allowed)
        assert len(allowed) < len(observations[p]) ** 2 / 2
