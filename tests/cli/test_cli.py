"""The command line, as it is typed."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import zermelo
from verbs import every_command
from zermelo.cli import main

EXAMPLE_1 = "((3 12 8) (2 4 6) (14 5 2))"
ZERMELO = [sys.executable, "-c", "from zermelo.cli import run; run()"]


def run(*words: str, code: int = 0, typed: str | None = None):
    result = CliRunner().invoke(main, list(words), input=typed)
    assert result.exit_code == code, result.output
    return result


def run_json(*words: str, code: int = 0) -> dict:
    return json.loads(run(*words, "--json", code=code).stdout)


@pytest.mark.parametrize("words", [words for words, _ in every_command()], ids=" ".join)
def test_every_verb_has_help_and_takes_json_and_a_seed(words):
    text = run(*words, "--help").output
    assert "--json" in text
    assert "--seed" in text


@pytest.mark.parametrize("verb", ["analyse", "tree", "play"])
def test_verbs_that_search_take_limits(verb):
    text = run(verb, "--help").output
    assert all(limit in text for limit in ("--depth", "--nodes", "--seconds"))


@pytest.mark.parametrize("verb", ["analyse", "solve", "tree"])
def test_json_has_the_documented_fields(verb):
    data = run_json(verb, "nim")
    assert {"game", "value", "action", "proved", "nodes", "seconds", "speed"} <= set(data)
    assert (data["game"], data["value"], data["proved"], data["speed"]) == ("nim", -1, True, "plain")


def test_several_players_have_values():
    data = run_json("solve", "twentyone:players=3")
    assert (data["value"], data["values"]) == (1, [1, 1, -2])
    assert run_json("analyse", "(<1 2> <3 4>)")["values"] == [3, 4]


def test_games_lists_all_of_them():
    data = run_json("games")
    assert {"tictactoe", "nim", "twentyone", "leapfrog"} <= {game["game"] for game in data["games"]}
    listed = run("games").output
    assert "nim:piles=2,2" in listed
    assert "None" not in listed  # a parameter without a value cannot be typed


def test_analyse_prints_what_it_found():
    text = run("analyse", "tictactoe", "--algorithm", "alphabeta").output
    for words in ("value", "0, proved: a draw", "action", "line", "depth", "18,297", "time"):
        assert words in text
    assert "estimated" in run("analyse", "tictactoe", "--depth", "2").output


def test_positions_are_what_the_game_parses():
    data = run_json("solve", "tictactoe", "XX./OO./...")
    assert (data["value"], data["action"], data["distance"]) == (1, "c1", 1)
    assert run_json("analyse", "leapfrog", "A..B, B to move")["player"] == 1


def test_solve_says_plainly_that_it_could_not():
    result = run("solve", "tictactoe", "--nodes", "50", code=1)
    assert "not solved" in result.output
    data = json.loads(run("solve", "tictactoe", "--nodes", "50", "--json", code=1).stdout)
    assert (data["value"], data["proved"]) == (None, False)


def test_solve_with_and_without_symmetry():
    assert run_json("solve", "tictactoe")["states"] == 765
    assert run_json("solve", "tictactoe", "--no-symmetry")["states"] == 5_478


@pytest.mark.parametrize(
    ("options", "value", "nodes"),
    [
        (["--algorithm", "minimax"], 3, 13),
        (["--algorithm", "alphabeta"], 3, 11),
        (["--algorithm", "alphabeta", "--from", "right"], 3, 13),
        (["--algorithm", "alphabeta", "--from", "best"], 3, 9),
        (["--algorithm", "expectimax"], 7.667, 13),
        (["--algorithm", "expectimax", "--opponent", "random"], 7.667, 13),
        (["--algorithm", "expectimax", "--level", "0.5"], 6.5, 13),
        (["--algorithm", "expectimax", "--opponent", "level=0.5"], 6.5, 13),
        (["--algorithm", "expectimax", "--level", "1"], 3, 13),
        (["--algorithm", "expectiminimax"], 3, 13),
        (["--algorithm", "maxn"], 3, 13),
        (["--algorithm", "minimax", "--root", "min"], 6, 13),
    ],
)
def test_tree_by_every_algorithm(options, value, nodes):
    data = run_json("tree", EXAMPLE_1, *options)
    assert data["value"] == pytest.approx(value, abs=0.001)
    assert data["nodes"] == nodes


@pytest.mark.parametrize(
    "words",
    [
        ["tree", "--algorithm", "expectimax", "--level", "0.3"],
        ["tree", "--algorithm", "expectimax", "--opponent", "level=0.3"],
        ["analyse", "--level", "0.3"],
        ["analyse", "--opponent", "level=0.3", "--plain"],
    ],
)
def test_4b_an_opponent_of_level_0_3(words):
    found = run_json(words[0], "(a1: 10, a2: (9 100))", *words[1:])
    assert (found["value"], found["action"]) == (pytest.approx(72.7), "a2")


def test_tree_draws_values_windows_and_cuts():
    text = run("tree", EXAMPLE_1).output
    assert "cut: 2 ≤ alpha 3" in text
    assert text.count("not read") == 2
    assert "[3, +∞]" in text


def test_tree_from_standard_input():
    assert json.loads(run("tree", "-", "--json", typed=EXAMPLE_1).stdout)["value"] == 3
    assert "nested more than" in run("tree", "-", typed="(" * 10_000 + "1" + ")" * 10_000, code=2).output
    assert "characters" in run("tree", "-", typed="(" + "1 " * 500_000 + ")", code=2).output


@pytest.mark.parametrize("suffix", ["svg", "txt", "json"])
def test_tree_into_a_file(tmp_path, suffix):
    file = tmp_path / f"x.{suffix}"
    assert "value 3" in run("tree", EXAMPLE_1, "-o", str(file)).output
    text = file.read_text()
    if suffix == "svg":
        assert ElementTree.fromstring(text).tag.endswith("svg")
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_cannot_be_written_leaves_nothing(tmp_path):
    assert "cannot be written" in run("tree", EXAMPLE_1, "-o", str(tmp_path / "no" / "x.svg"), code=2).output
    assert "must end in" in run("tree", EXAMPLE_1, "-o", str(tmp_path / "x.bmp"), code=2).output
    assert list(tmp_path.iterdir()) == []


def test_check_finds_what_is_wrong(tmp_path):
    assert run_json("check", "nim")["failures"] == []
    (tmp_path / "bad.py").write_text(
        "from zermelo import Game\nclass Bad(Game):\n    bounds = (-1, 1)\n    def initial(self): return 0\n"
        "    def player(self, s): return s % 2\n    def actions(self, s): return [1, 1]\n"
        "    def result(self, s, a): return s + a\n    def is_terminal(self, s): return s > 3\n"
        "    def utility(self, s, p): return 7\n"
    )
    failures = run_json("check", f"{tmp_path}/bad.py", code=1)["failures"]
    assert len(failures) >= 2


@pytest.mark.thorough
def test_new_writes_a_game_that_works(tmp_path):
    written = run_json("new", "my_game", "--in", str(tmp_path))
    assert sorted(p.name for p in tmp_path.iterdir()) == ["my_game.py", "test_my_game.py"]
    assert run_json("check", written["game"])["failures"] == []
    assert run_json("solve", written["game"])["value"] == 1
    assert run_json("solve", written["game"], "||||, MAX to move")["value"] == -1
    assert run_json("solve", written["game"], "||||, MIN to move")["value"] == 1
    for text in ("four", "||||, Ann to move"):
        assert "is not a position" in run("solve", written["game"], text, code=2).output
    before = (tmp_path / "my_game.py").read_text()
    assert "already exists" in run("new", "my_game", "--in", str(tmp_path), code=2).output
    assert (tmp_path / "my_game.py").read_text() == before
    pytest_there = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    tested = subprocess.run(pytest_there, capture_output=True, check=False)
    assert tested.returncode == 0, tested.stdout


@pytest.mark.parametrize("name", ["", "My Game", "9lives", "class", "../up", "a" * 3 + "-b"])
def test_new_refuses_invalid_names(tmp_path, name):
    assert "cannot be a game's name" in run("new", name, "--in", str(tmp_path), code=2).output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["solve", "tictactoee"], "did you mean tictactoe"),
        (["solve", "nowhere.py:Game"], "no file 'nowhere.py'"),
        (["solve", "tictactoe", "nonsense"], "'nonsense'"),
        (["analyse", "nim", "--depth", "0"], "depth has to be a whole number above zero, not 0"),
        (["analyse", "nim", "--seconds", "-1"], "seconds has to be a number above zero, not -1.0"),
        (["tree", "((3 12"], "  ((3 12\n        ^"),
        (["tree", "nim", "--root", "min"], "--root is only for typed trees"),
        (["analyse", EXAMPLE_1, "--algorithm", "expectimax", "--level", "2"], "level of 2.0"),
        (["play", "nim", "--human", "7"], "'7'"),
        (["play", "nim", "--human", "me"], "'me'"),
        (["tree", "tictactoe", "--nodes", "100"], "not complete"),
        (["solve", "a" * 5_000 + ".py"], "no file"),
        (["solve", "nim:piles=3,piles=4"], "given twice"),
        (["new", "random"], "it would hide the module"),
        (["solev", "nim"], "there is no verb 'solev': did you mean solve"),
        (["solve", "nim", "--josn"], "Did you mean '--json'?"),
        (
            ["analyse", "nim", "--algorithm", "alphabeta", "--threads", "2"],
            "alphabeta has no option 'threads': alphamu",
        ),
        (["solve", "nim", "--method", "states", "--threads", "2"], "states has no option 'threads'"),
        (["solve", "/"], "'/' is not a game file: its name must end in .py"),
        (["solve", "nim", "\x1b[31mred"], "'\\x1b[31mred'"),
        (["solve", "\udcff.py"], "there is no file '\\udcff.py'"),
    ],
)
def test_bad_input_is_quoted_and_there_is_no_traceback(words, message):
    output = run(*words, code=2).output
    assert message in output
    assert "Traceback" not in output


def test_rules_that_fail_are_named_and_debug_shows_all(tmp_path):
    file = tmp_path / "broken.py"
    run("new", "broken", "--in", str(tmp_path))
    file.write_text(file.read_text().replace("return Table(s.sticks - a, 1 - s.mover)", "return Table(s.stick - a, 0)"))
    output = run("solve", str(file), code=2).output
    for words in ("Broken.result raised AttributeError", "'||||||||||, MAX to move'", "broken.py, line"):
        assert words in output
    assert "Traceback" not in output
    debugged = subprocess.run([*ZERMELO, "solve", str(file), "--debug"], capture_output=True, text=True, check=False)
    assert "Traceback" in debugged.stderr


def test_a_game_against_the_computer():
    output = run("play", "tictactoe", typed="hint\nb2\nwhy\nfoo\nundo\nhelp\n1\nquit\n").output
    for words in ("1) a1", "value 0 for X, proved", "O plays a1", "* a1:", "'foo' is not an action", "bye"):
        assert words in output


def test_a_whole_game_to_its_end():
    assert "B wins" in run("play", "leapfrog:cells=5", typed="2\n3\n2\n1\n" * 9).output
    assert "MAX (you) wins" in run("play", "twentyone:goal=5", typed="+3\n").output
    assert "a draw" in run("play", "tictactoe", "--human", "none").output
    assert "nothing to undo" in run("play", "nim", typed="undo\n").output


def test_play_as_json_is_one_object():
    result = run("play", "nim", "--human", "1", "--json", typed="quit\n")
    data = json.loads(result.stdout)
    assert (data["over"], len(data["actions"]), data["utilities"]) == (False, 1, None)
    assert json.loads(run("play", "nim", "--human", "none", "--json").stdout)["utilities"] == [-1, 1]


def test_chance_is_rolled_by_the_seed():
    dice = "[0.5 head: (1 2), 0.5 tail: (3 4)]"
    first = {
        json.loads(run("play", dice, "--human", "none", "--json", "--seed", s).stdout)["actions"][0] for s in "012345"
    }
    assert first == {"head", "tail"}


def test_help_imports_nothing_heavy():
    code = "import sys; from zermelo.cli import main; main(['--help'], standalone_mode=False); print(list(sys.modules))"
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    loaded = set(re.findall(r"'([\w.]+)'", output.splitlines()[-1]))
    assert not loaded & {"numba", "numpy", "rich", "zermelo.core.game"}


@pytest.mark.skipif(os.name == "nt", reason="signals are another thing there")
def test_ctrl_c_does_not_wait_for_the_compiler(tmp_path):
    environment = os.environ | {"ZERMELO_CACHE": str(tmp_path)}
    command = [*ZERMELO, "analyse", "othello", "--depth", "12", "--json"]
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1
    )
    assert "compiling othello, once" in process.stderr.readline()
    process.send_signal(signal.SIGINT)
    data = json.loads(process.communicate(timeout=60)[0])
    assert process.returncode == 0
    assert data["action"] is not None
    assert data["speed"] == "plain"
    assert not list(tmp_path.rglob("child_value*"))  # it was left at once


def test_thirty_optimal_actions_are_shown_by_the_first_and_last():
    tree = f"({' '.join('7' for _ in range(30))})"
    assert "a12, … (6 more) …, a19" in run("solve", tree).output
    assert len(run_json("solve", tree)["actions"]) == 30


def test_the_same_in_python():
    assert (
        zermelo.analyse("nim", algorithm="minimax").nodes
        == run_json("analyse", "nim", "--algorithm", "minimax")["nodes"]
    )
