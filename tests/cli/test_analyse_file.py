"""`zermelo analyse FILE`: the mistakes of a game that was played; and `zermelo play`, which writes such files."""

from __future__ import annotations

import json
import os
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from timing_helpers import PATIENCE
from zermelo import load
from zermelo.cli import main
from zermelo.play import read_record

PLAYED = "game: tictactoe\n\n1. a1 b1 2. c3 b2 3. b3 a3 4. c2 a2\n"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("played.txt").write_text(PLAYED)


def run(*words: str, code: int = 0, typed: str | None = None):
    result = CliRunner().invoke(main, list(words), input=typed)
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result


def rows(*words: str) -> list[list[str]]:
    return [re.split(r"\s{2,}", row.strip()) for row in run("analyse", *words).stdout.splitlines()]


# Mistakes.


def test_mistakes_are_listed_one_per_line():
    assert rows("played.txt")[0][:3] == ["2", "O", "mistake"]
    assert re.fullmatch(r"b1 loses; \w\d draws", rows("played.txt")[0][3])
    assert [row[0] for row in rows("played.txt")] == ["2", "3", "7", "8", "4 mistakes; 8 moves judged"]


def test_all_lists_every_move():
    told = rows("played.txt", "--all")
    assert [row[0] for row in told[:-1]] == list("12345678")
    assert told[0] == ["1", "X", "a1 draws"]
    assert told[-1] == ["4 mistakes; 8 moves judged"]


def test_mistakes_as_plain_data():
    data = json.loads(run("analyse", "played.txt", "--json").stdout)
    assert (data["game"], data["judged"]) == ("tictactoe", 8)
    assert [move["ply"] for move in data["moves"]] == [2, 3, 7, 8]
    last = data["moves"][-1]
    assert last["position"] == load("tictactoe").show(read_record(PLAYED).states()[7])
    del last["position"]
    assert last == {
        "ply": 8,
        "player": 1,
        "action": "a2",
        "value": -1,
        "best_value": 1,
        "better": "c1",
        "cost": 2,
        "proved": True,
        "mark": "mistake",
    }
    assert len(json.loads(run("analyse", "played.txt", "--json", "--all").stdout)["moves"]) == 8


@pytest.mark.parametrize("limit", [["--depth", "9"], ["--nodes", "50000"], ["--seconds", "20"], ["--clock", "600"]])
def test_limits_are_per_move(limit):
    assert [row[0] for row in rows("played.txt", "--plain", "--table", "1", *limit)[:-1]] == list("2378")


def test_estimates_are_doubtful():
    Path("c4.txt").write_text("45461667")
    told = rows("connect4", "c4.txt", "--depth", "3", "--plain")
    assert {row[2] for row in told[:-1]} == {"doubtful"}
    assert "is worth about" in told[0][3]
    assert "it costs" in told[0][3]
    assert re.fullmatch(r"no mistakes, \d doubtful; 8 moves judged", told[-1][0])


def test_a_play_without_mistakes():
    Path("good.txt").write_text("game: tictactoe\n\nb2 a1")
    assert rows("good.txt") == [["no mistakes; 2 moves judged"]]


def test_the_game_may_be_given_with_a_plain_list_of_moves():
    Path("bare").write_text("a1 b1\nc3")
    assert [row[0] for row in rows("tictactoe", "bare")[:-1]] == ["2", "3"]


def test_json_files_are_read_too():
    Path("played.json").write_text(json.dumps(read_record(PLAYED).to_json()))
    assert rows("played.json") == rows("played.txt")


def test_three_players_by_the_textbook():
    Path("three.txt").write_text("game: twentyone:players=3\n\n+1 +1 +3")
    assert rows("three.txt")[0] == ["1", "player 0", "mistake", "+1 is worth -2; +3 is worth 1: it costs 3"]


def test_a_game_in_a_file():
    Path("own.py").write_text(
        "game: int = 3  # no record, though it begins like one\n"
        "from zermelo import Game\n\n\nclass Own(Game):\n"
        "    def initial(self): return 0\n"
        "    def player(self, s): return s % 2\n"
        "    def actions(self, s): return (1, 2)\n"
        "    def result(self, s, a): return s + a\n"
        "    def is_terminal(self, s): return s >= 4\n"
        "    def utility(self, s, p): return 1 if p == 0 else -1\n"
    )
    Path("own.txt").write_text("game: own.py:Own\n\n1 2")
    assert rows("own.txt", "--all")[-1] == ["no mistakes; 2 moves judged"]
    assert "proved" in run("analyse", "own.py").output


# What is no record stays what it was.


def test_a_tree_file_is_still_a_tree():
    Path("tree.txt").write_text("((3 12 8) (2 4 6) (14 5 2))")
    Path("tree.json").write_text('{"player": "max", "children": [1, 2]}')
    assert re.search("value +3, proved", run("analyse", "tree.txt").output)
    assert "proved" in run("analyse", "tree.json").output


def test_a_name_is_still_a_name_though_there_is_a_file_of_that_name():
    Path("nim").write_text("nothing")
    assert "proved" in run("analyse", "nim").output


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (["played.txt", "b2"], ["'played.txt'", "cannot be followed by a position"]),
        (["nim", "played.txt"], ["'tictactoe'", "'nim'"]),
        (["played.txt", "--algorithm", "minimax"], ["--method"]),
        (["played.txt", "--lines", "2"], ["--lines"]),
        (["played.txt", "--depth", "0"], ["depth"]),
        (["played.txt", "--threads", "0"], ["threads"]),
        (["tictactoe", "--all"], ["--all"]),
        (["missing.txt"], ["'missing.txt'"]),
        (["illegal.txt"], ["ply 2", "'a1'", "expected one of b1"]),
        (["unknown.txt"], ["'tictactoo'"]),
        (["tictactoe", "binary"], ["'binary'", "UTF-8"]),
        (["tictactoe", "long"], ["characters"]),
    ],
)
def test_errors_are_explained(words, parts):
    Path("illegal.txt").write_text("game: tictactoe\n\na1 a1")
    Path("unknown.txt").write_text("game: tictactoo\n\na1")
    Path("binary").write_bytes(b"\xff\xfe\x00a1")
    Path("long").write_text("a1 " * 400_000)
    output = run("analyse", *words, code=2).output
    for part in parts:
        assert part in output


def test_a_position_that_is_no_file_name_is_a_position():
    assert "is not a position" in run("analyse", "tictactoe", "x" * 5_000, code=2).output


# Files from `play`.


@pytest.mark.parametrize("name", ["mine.txt", "mine.json"])
def test_the_game_is_saved(name):
    run("play", "nim", "--save", name, typed="1:1\nquit\n")
    record = read_record(Path(name).read_text())
    assert record.line()[0] == load("nim").parse_action(load("nim").initial(), "1:1")
    assert len(record.line()) > 1
    assert run("analyse", name).output


def test_a_game_of_the_computer_alone_is_saved_with_its_initial_position():
    run("play", "tictactoe", "X../.O./...", "--human", "none", "--save", "whole.txt")
    record = read_record(Path("whole.txt").read_text())
    assert record.game.is_terminal(record.states()[-1])
    assert "no mistakes" in run("analyse", "whole.txt").output


def test_save_is_a_command():
    output = run("play", "tictactoe", "--human", "all", typed="a1\nsave so-far.txt\nb2\nsave\nquit\n").output
    assert "so-far.txt: 1 action\n" in output
    assert "save game.txt" in output
    assert Path("so-far.txt").read_text() == "game: tictactoe\n\n1. a1\n"


def test_an_unwritable_file_is_refused_before_the_game():
    output = run("play", "tictactoe", "--save", "missing/file.txt", typed="a1\n", code=2).output
    assert "'missing/file.txt' cannot be written" in output
    assert "a b c" not in output
    typed = run("play", "tictactoe", "--human", "all", typed="save missing/file.txt\na1\nquit\n").output
    assert "'missing/file.txt' cannot be written" in typed
    assert "1 X . ." in typed


def test_an_invalid_number_of_lines_is_refused():
    assert "lines" in run("play", "nim", "--lines", "0", code=2).output
    assert "lines" in run("play", "nim", "--lines", "-2", code=2).output


# On a terminal.


def on_a_terminal(*words: str, typed: str) -> str:
    """The text that a terminal receives, without control sequences."""
    ours, theirs = pytest.importorskip("pty").openpty()
    command = [sys.executable, "-c", "from zermelo.cli import run; run()", *words]
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "100"}
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        os.write(ours, typed.encode())
        shown, deadline = b"", time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if select.select([ours], [], [], 0.1)[0]:
                try:
                    shown += os.read(ours, 65536)
                except OSError:  # the other end is closed
                    break
            elif process.poll() is not None:
                break
        process.kill()
    os.close(ours)
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode(errors="replace"))


@pytest.mark.thorough
def test_a_terminal_shows_lines_and_what_the_computer_thinks():
    words = ["play", "connect4:width=5,height=5", "--lines", "2", "--seconds", "1", "--plain"]
    shown = on_a_terminal(*words, typed="3\nquit\n")
    assert re.search(r"value -?\d+ for X, \w+ +\d · \d", shown)
    assert re.search(r"depth \d+ · value .* nodes", shown)
    assert "O plays" in shown


def test_a_pipe_shows_neither():
    output = run("play", "tictactoe", "--lines", "2", typed="b2\nquit\n").output
    assert " · " not in output
    assert "nodes" not in output
    assert output == run("play", "tictactoe", typed="b2\nquit\n").output


def test_sgf_that_is_cut_off_says_what_is_wrong(tmp_path):
    path = tmp_path / "cut.sgf"
    path.write_text("(;GM[1]SZ[5];B[aa];W[bb")
    result = CliRunner().invoke(main, ["analyse", str(path)])
    assert result.exit_code == 2
    assert "is not a game in SGF" in result.stderr
    assert "is not a game file" not in result.stderr


@pytest.mark.parametrize("text", ["", "hello", "1. e4 e5"])
@pytest.mark.parametrize("ending", ["sgf", "pdn"])
def test_a_file_of_games_without_a_game_is_refused(tmp_path, text, ending):
    path = tmp_path / f"none.{ending}"
    path.write_text(text)
    result = CliRunner().invoke(main, ["analyse", str(path)])
    assert (result.exit_code, "there is no game in" in result.stderr) == (2, True)


def test_what_is_left_out_of_sgf_is_said(tmp_path):
    path = tmp_path / "two.sgf"
    path.write_text("(;GM[1]SZ[2];B[aa])(;GM[1]SZ[2];B[bb])")
    result = CliRunner().invoke(main, ["analyse", str(path), "--plain", "--nodes", "50"])
    assert result.exit_code == 0
    assert "the SGF has 2 games, and this is the first" in result.stderr
