"""`zermelo match`, `ratings` and `engine` as commands."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from zermelo.cli import main
from zermelo.cli.match import progress_words
from zermelo.matches.runner import MatchProgress, match


def run(*arguments: str) -> str:
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 0, done.output
    return done.stdout


def refused(*arguments: str) -> str:
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 2
    return done.stderr


def test_json_has_the_documented_fields():
    told = json.loads(run("match", "tictactoe", "greedy", "random", "--games", "20", "--seed", "3", "--json"))
    assert told["games"] == 20
    greedy, random = told["players"]
    assert greedy["name"] == "greedy"
    assert greedy["wins"] + greedy["draws"] + greedy["losses"] == 20
    assert (greedy["wins"], greedy["losses"]) == (random["losses"], random["wins"])
    assert sum(sum(seat.values()) for seat in greedy["by_seat"]) == 20
    assert told["elo"]["low"] < told["elo"]["value"]
    assert told["elo"]["score_low"] < told["elo"]["score"] == (greedy["wins"] + greedy["draws"] / 2) / 20
    assert told["verdict"].startswith("greedy is stronger: 95 % sure")


def test_people_get_a_table_and_a_sentence():
    told = run("match", "tictactoe", "greedy", "random", "--games", "20")
    assert told.splitlines()[0] == "tictactoe: 20 games"
    assert "\nscore 9" in told
    assert "of 20 games in pairs\nElo difference +" in told
    assert told.splitlines()[-1].startswith("greedy is stronger")


def test_several_players_get_a_cross_table():
    told = run("match", "tictactoe", "greedy", "random", "first", "--games", "12", "--anchor", "random=500")
    assert "3 first" in told
    assert "+500 ± 0" in told


def test_ratings_of_a_file(tmp_path):
    path = tmp_path / "x.jsonl"
    played = json.loads(run("match", "tictactoe", "greedy", "random", "--games", "6", "-o", str(path), "--json"))
    assert json.loads(run("ratings", str(path), "--json")) == played
    assert "tictactoe: 6 games" in run("ratings", str(path))


def test_faults_are_shown(tmp_path):
    path = tmp_path / "bot.py"
    path.write_text("def choose(state): return 99\n")
    told = run("match", "tictactoe", f"{path}:choose", "random", "--games", "2")
    assert "bot.py:choose lost 2 games: illegal" in told


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["match", "tictactoe", "greedy", "rando"], "there is no player 'rando': did you mean random"),
        (["match", "tictactoe", "greedy"], "a game of 2 players, and 1 is given"),
        (["match", "tictactoe", "greedy", "random", "--sprt", "5"], "'5' are not two Elo differences"),
        (["match", "tictactoe", "greedy", "random", "--clock", "fast"], "'fast' is not a clock"),
        (["match", "tictactoe", "greedy", "random", "--openings", "nowhere.txt"], "'nowhere.txt' cannot be read"),
        (["match", "tictactoe", "greedy", "ugi:nothing-there"], "'nothing-there' cannot be started"),
        (["ratings", "nowhere.jsonl"], "'nowhere.jsonl' cannot be read"),
        (["engine", "connect4", "--protocol", "nboard"], "NBoard is for Othello"),
        (["engine", "examples/pennies.py"], "the protocols send whole positions"),
    ],
)
def test_bad_input_is_one_message_and_exit_code_2(arguments, message):
    assert message in refused(*arguments)


def test_the_engine_speaks():
    done = CliRunner().invoke(main, ["engine", "tictactoe"], input="ugi\nisready\nquit\n")
    assert done.exit_code == 0


def test_the_progress_line():
    found = match("tictactoe", ["greedy", "random"], games=10, sprt=(0, 5))
    line = progress_words(MatchProgress(found, 10, 100, seconds=20.0, played=5))
    assert line.startswith("10/100 games · +")
    assert "LLR" in line
    assert line.endswith("6:00 left")
