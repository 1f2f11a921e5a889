"""A running game as one player may see it."""

from __future__ import annotations

import itertools
import json

import pytest

from hidden_games import Cards, Deal, ViewedCards
from zermelo import ParseError, load, soundness
from zermelo.core.people import UNSEEN, action_shown
from zermelo.play import Playing, read_record
from zermelo.play.viewing import SeenMove, partial_record, seen_moves


def play(game, names):
    """A play along these actions, as `Playing` keeps it."""
    past, s = [], game.initial()
    for name in names:
        a = game.parse_action(s, name)
        past.append((s, a))
        s = game.result(s, a)
    return past, s


def test_own_actions_have_their_names_and_others_do_not():
    past, s = play(Cards(), "JQpb")
    dealt = SeenMove(-1, UNSEEN)
    assert seen_moves(Cards(), past, s, 0) == [dealt, SeenMove(0, "p"), SeenMove(1, UNSEEN)]
    assert seen_moves(Cards(), past, s, 1) == [dealt, SeenMove(0, UNSEEN), SeenMove(1, "b")]
    assert [move.text for move in seen_moves(Cards(), past, s)] == [*"JQpb"]


def test_a_game_may_say_what_a_viewer_sees_of_an_action():
    past, s = play(ViewedCards(), "JQpb")
    assert [move.text for move in seen_moves(ViewedCards(), past, s, 0)] == ["cards are dealt", "p", "b"]
    assert [move.text for move in seen_moves(ViewedCards(), past, s, 1)] == ["Q", "p", "b"]


@pytest.mark.parametrize("game", [Cards(), ViewedCards()])
def test_everything_is_shown_when_play_is_over(game):
    past, s = play(game, "JQpp")
    assert [move.text for move in seen_moves(game, past, s, 0)] == [*"JQpp"]


@pytest.mark.parametrize("game", [Cards(), ViewedCards()])
@pytest.mark.parametrize("viewer", [0, 1])
def test_two_worlds_that_a_viewer_cannot_tell_apart_give_the_same_bytes(game, viewer):
    records = {}
    for deal in itertools.permutations("JQK", 2):
        for said in ("", "p", "b", "pb"):
            past, s = play(game, (*deal, *said))
            if game.is_terminal(s):
                continue
            record = partial_record(game, past, s, viewer)
            found = (record.text().encode(), json.dumps(record.to_json()).encode())
            assert records.setdefault(game.observe(s, viewer), found) == found
    assert len(records) == 12


def test_a_game_without_secrets_is_shown_whole():
    game = load("nim:piles=1,2")
    playing = Playing(game)
    playing.play(next(iter(game.actions(playing.state))))
    assert [move.text for move in seen_moves(game, playing.past, playing.state, 1)] == playing.actions


def test_a_partial_record_says_why_it_cannot_be_replayed():
    found = partial_record(ViewedCards(), *play(ViewedCards(), "JQp"), 0)
    for text in (found.text(), json.dumps(found.to_json())):
        with pytest.raises(ParseError, match=r"not over when this was saved, so it has only what player .* had seen"):
            read_record(text, ViewedCards())


def test_nothing_is_listed_that_the_viewer_has_not_seen_at_all():
    game = load("tree:roads")
    s = game.initial()
    after = game.result(s, 0)
    assert seen_moves(game, [(s, 0)], after, 1) == []
    assert seen_moves(game, [(s, 0)], after, 0) == [SeenMove(-1, UNSEEN)]


def test_the_test_games_are_sound():
    for game in (Cards(), ViewedCards()):
        assert soundness.check(game, seconds=None, plays=20).ok


def test_action_shown_without_a_viewer_is_the_name():
    assert action_shown(Cards(), Deal("JQ"), "p") == "p"
    assert action_shown(Cards(), Deal("JQ"), "p", 1) == UNSEEN
    assert action_shown(Cards(), Deal("JQ"), "p", 0) == "p"


class Leaks(ViewedCards):
    """It names the other player's card to a viewer."""

    def show_action(self, s, a, viewer=None):
        return a


def test_the_check_finds_a_leak_in_show_action():
    report = soundness.check(Leaks(), seconds=None, plays=20)
    assert [finding.rule for finding in report.failures] == ["viewer"]
    assert "show_action gives" in report.failures[0].message
