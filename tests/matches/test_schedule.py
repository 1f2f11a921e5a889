"""The schedule: every opening from every seat, all determined by the seed."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

import zermelo
from zermelo import KindError, LimitError, LoadError, ParseError
from zermelo.matches.schedule import games_per_round, openings, pairings, random_opening

TTT = zermelo.load("tictactoe")


@pytest.mark.parametrize(("text", "players"), [("tictactoe", 2), ("tictactoe", 4), ("nim:players=3", 4), ("2048", 2)])
def test_every_player_has_every_seat_equally_often(text, players):
    game = zermelo.load(text)
    per_round = games_per_round(game, players)
    games = list(islice(pairings(game, players, 0), 3 * per_round))
    assert [g.number for g in games] == list(range(3 * per_round))
    seats = Counter((index, seat) for g in games for seat, index in enumerate(g.seats))
    assert len(seats) == players * game.players
    assert len(set(seats.values())) == 1
    assert all(len(set(g.seats)) == game.players for g in games)


def test_a_pair_shares_its_seed_and_the_seed_decides_all():
    first, second, third = islice(pairings(TTT, 2, 5), 3)
    assert (first.seats, second.seats) == ((0, 1), (1, 0))
    assert first.seed == second.seed != third.seed
    assert list(islice(pairings(TTT, 2, 5), 9)) == list(islice(pairings(TTT, 2, 5), 9))
    assert next(pairings(TTT, 2, 6)).seed != first.seed


@pytest.mark.parametrize(
    ("text", "players", "message"),
    [("tictactoe", 1, "2 players, and 1 is"), ("nim:players=4", 3, "4 players, and 3 are")],
)
def test_too_few_players_are_refused(text, players, message):
    with pytest.raises(KindError, match=message):
        next(pairings(zermelo.load(text), players, 0))


def test_random_openings_do_not_end_the_game_and_follow_from_the_seed():
    opening = openings(TTT, "random:6", 3)
    for turn in range(30):
        actions = opening(turn)
        assert len(actions) == 6
        s = TTT.initial()
        for a in actions:
            s = TTT.result(s, a)
        assert not TTT.is_terminal(s)
    assert opening(4) == openings(TTT, "random:6", 3)(4)
    assert len({opening(turn) for turn in range(30)}) > 20
    with pytest.raises(LimitError, match="no random opening of 9 plies"):
        random_opening(TTT, 9, 0)


def test_chance_is_drawn_between_the_plies_of_an_opening():
    pig = zermelo.load("pig")
    played = openings(pig, "random:3", 0)(0)
    s, chosen = pig.initial(), 0
    for a in played:
        chosen += pig.player(s) >= 0
        s = pig.result(s, a)
    assert chosen == 3


def test_a_file_has_an_opening_on_each_line(tmp_path):
    path = tmp_path / "openings.txt"
    path.write_text("# two of them\nb2 a1\n\na1, c3 # corners\n")
    opening = openings(TTT, str(path), 0)
    assert [opening(turn) for turn in range(3)] == [(4, 0), (0, 8), (4, 0)]


@pytest.mark.parametrize(
    ("content", "message"),
    [("b2 z9", r"line 1: .*'z9'"), ("a1 b1 a2 b2 a3", "ends the game"), ("# nothing", "has no openings")],
)
def test_a_bad_file_is_refused(tmp_path, content, message):
    path = tmp_path / "openings.txt"
    path.write_text(content)
    with pytest.raises((ParseError, LoadError), match=message):
        openings(TTT, str(path), 0)


def test_invalid_openings_are_refused():
    with pytest.raises(ParseError, match="'random:x' does not describe openings"):
        openings(TTT, "random:x", 0)
    with pytest.raises(LoadError, match=r"'none\.txt' cannot be read"):
        openings(TTT, "none.txt", 0)
