"""`zermelo book`, and --book for the verbs that play."""

from __future__ import annotations

import json

import numpy as np
import pytest
from click.testing import CliRunner, Result

from zermelo.cli import main
from zermelo.tables.book_file import RECORD, BookHeader, write_book


def run(*arguments: str, code: int = 0, **more: str) -> Result:
    done = CliRunner().invoke(main, arguments, **more)
    assert done.exit_code == code, done.output
    return done


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = str(tmp_path_factory.mktemp("books") / "t.book")
    run("book", "build", "tictactoe", "--nodes", "60000", "--each", "300", "--plain", "-o", path)
    return path


def test_build_has_the_documented_fields(tmp_path):
    path = str(tmp_path / "c.book")
    words = ("book", "build", "checkers", "--nodes", "600", "--each", "200", "--plain", "-o", path, "--json")
    told = json.loads(run(*words).stdout)
    assert told["positions"] == told["added"] > 7
    assert (told["game"], told["value_proved"], told["complete"]) == ("checkers", False, False)
    assert told["nodes"] <= 600


def test_info_shows_moves_with_values(file):
    told = json.loads(run("book", "info", file, "X../.../...", "--json").stdout)
    assert told["game"] == "tictactoe"
    assert told["moves"][0] == {"action": "b2", "value": 0, "proved": True, "distance": None, "games": 0}
    assert {move["value"] for move in told["moves"][1:]} == {1}
    assert "b2: value 0, proved" in run("book", "info", file, "X../.../...").stdout


def test_import_counts_games(tmp_path):
    record = tmp_path / "g.txt"
    record.write_text("game: tictactoe\n\n1. a1 b1 2. a2 b2 3. a3\n")
    told = json.loads(run("book", "import", "tictactoe", str(record), "-o", str(tmp_path / "i.book"), "--json").stdout)
    assert (told["games"], told["left_out"], told["played"], told["added"]) == (1, 0, 6, 6)


def test_play_says_what_comes_from_the_book(file):
    said = run("play", "tictactoe", "--book", file, "--human", "none", "--nodes", "100", "--plain").stdout
    assert "X plays" in said
    assert said.count("(from the book)") >= 2
    assert ", from the book" in run("play", "tictactoe", "--book", file, "--plain", input="hint\nquit\n").stdout


def test_an_engine_plays_from_the_book(file, capfd):
    run("engine", "tictactoe", "--book", file, input="position startpos moves a1\ngo nodes 5\n")
    told = capfd.readouterr().out
    assert "info string from the book" in told
    assert "bestmove b2" in told


@pytest.mark.parametrize("words", [("play", "nim"), ("engine", "nim"), ("match", "nim", "engine", "random")])
def test_a_book_of_another_game_is_refused_with_one_message(file, words):
    said = run(*words, "--book", file, code=2).stderr
    assert "it is of 'tictactoe'" in said
    assert said.count("\n") == 1


def test_a_stranger_s_book_does_not_have_its_game_loaded(tmp_path):
    own = tmp_path / "mine.py"
    own.write_text("raise SystemExit(7)\n")
    write_book(tmp_path / "s.book", BookHeader(f"{own}:Mine", "x", 0), np.empty(0, RECORD))
    assert "mine.py" in run("book", "info", str(tmp_path / "s.book")).stdout
