"""Ratings from files: of matches, of several together, and PGN."""

from __future__ import annotations

import pytest

import zermelo
from zermelo import LoadError, ParseError
from zermelo.matches.rating_files import ratings
from zermelo.matches.standings import rank_among

PGN = """
[Event "one"]
[White "A"]
[Black "B \\"the second\\""]
[Result "1-0"]

1. e4 e5 { a comment
[Result "0-1"] is not a tag here? it is on a line of its own } 1-0

[White "B \\"the second\\""]
[Black "A"]
[Result "1/2-1/2"]

1/2-1/2

[White "A"]
[Black "C"]
[Result "*"]

*
"""


def test_a_match_is_read_as_it_was_played(tmp_path):
    path = tmp_path / "x.jsonl"
    played = zermelo.match("tictactoe", ["greedy", "random", "first"], games=18, file=path)
    assert ratings([path]).to_json() == played.to_json()


def test_files_of_one_game_are_taken_together(tmp_path):
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    zermelo.match("tictactoe", ["greedy", "random"], games=10, file=one)
    zermelo.match("tictactoe", ["random", "first"], games=6, seed=1, file=two)
    found = ratings([one, two], anchor="random=1000")
    assert found.names == ["greedy", "random", "first"]
    assert len(found.results) == 16
    assert found.players[1].rating.rating == pytest.approx(1000)
    assert found.players[0].rating.rating > 1000
    again = ratings([one, one])
    assert again.pentanomial == [2 * n for n in ratings([one]).pentanomial]


def test_pgn_has_names_and_results(tmp_path):
    path = tmp_path / "x.pgn"
    path.write_text(PGN.replace('\n[Result "0-1"] is not a tag here? it is on a line of its own }', " }"))
    found = ratings([path])
    assert found.names == ["A", 'B "the second"']
    assert [player.total.to_json() for player in found.players] == [
        {"wins": 1, "draws": 1, "losses": 0},
        {"wins": 0, "draws": 1, "losses": 1},
    ]
    assert found.verdict.startswith("not decided yet: A leads")


def test_what_cannot_be_rated_is_refused(tmp_path):
    one, two, empty = tmp_path / "one.jsonl", tmp_path / "two.jsonl", tmp_path / "empty.jsonl"
    zermelo.match("tictactoe", ["greedy", "random"], games=2, file=one)
    zermelo.match("nim", ["greedy", "random"], games=2, file=two)
    empty.write_text("")
    with pytest.raises(ParseError, match="different games, 'tictactoe' and 'nim'"):
        ratings([one, two])
    with pytest.raises(LoadError, match="there are no results in"):
        ratings([empty])
    with pytest.raises(LoadError, match="cannot be read: No such file"):
        ratings([tmp_path / "none.jsonl"])
    with pytest.raises(LoadError, match="cannot be read: No such file"):
        ratings([tmp_path / "none.pgn"])
    unsigned = tmp_path / "unsigned.pgn"
    unsigned.write_text('[White "A"]\n[Result "1-0"]\n\n1-0\n')
    with pytest.raises(ParseError, match="does not name its players"):
        ratings([unsigned])


def test_equal_utilities_share_their_ranks():
    assert [rank_among(u, [3, 1, 1, 0]) for u in (3, 1, 0)] == [1, 2.5, 4]
