"""`zermelo perft`: counts, and plays at random or by search."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from zermelo.cli import main


def run(*words: str) -> str:
    done = CliRunner().invoke(main, ["perft", *words])
    assert done.exit_code == 0, done.output
    return done.stdout


def asked(*words: str) -> dict:
    return json.loads(run(*words, "--json", "--plain"))


def test_random_plays_end_and_have_a_mean():
    found = asked("tictactoe", "--depth", "1", "--plays", "50")
    assert found["plays_ended"] == found["plays"] == 50
    assert 5 <= found["mean_plies"] <= 9
    assert "moves" not in found


def test_players_who_search_to_the_end_draw_at_tic_tac_toe():
    found = asked("tictactoe", "X../.../...", "--depth", "1", "--plays", "2", "--search", "8")
    assert (found["mean_utility"], found["mean_plies"]) == (0, 8)
    assert (found["search"], found["moves"]) == (8, 16)
    assert found["nodes"] > 1000
    assert found["moves_per_second"] > 0


def test_the_seed_determines_chance_outcomes():
    words = ("2048:width=2,height=2,target=16", "--depth", "1", "--plays", "5", "--search", "2")
    one, same, other = (asked(*words, "--seed", seed)["nodes"] for seed in ("1", "1", "2"))
    assert one == same != other


def test_for_people():
    shown = run("2048:width=2,height=2,target=16", "--depth", "1", "--plays", "3", "--search", "2", "--plain")
    assert [line.split()[0] for line in shown.splitlines()[-3:]] == ["plays", "moves", "utility"]
    assert "nodes each" in shown


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tictactoe", "--search", "3"), "--search 3 needs a number of games: add --plays"),
        (("tictactoe", "--search", "0", "--plays", "1"), "a search of depth 0 is not valid"),
        (("tictactoe", "--search", "101", "--plays", "1"), "from 1 to 100"),
        (("rolit", "--search", "2", "--plays", "1"), "rolit is not a two-player zero-sum game"),
    ],
)
def test_bad_input_is_quoted(words, said):
    done = CliRunner().invoke(main, ["perft", *words])
    assert done.exit_code == 2
    assert said in done.output
