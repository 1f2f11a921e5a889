"""The engine's options, as they are typed."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

from zermelo.cli import main


def run(*words: str, code: int = 0, typed: str | None = None):
    result = CliRunner().invoke(main, list(words), input=typed)
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result


def run_json(*words: str, code: int = 0) -> dict:
    return json.loads(run(*words, "--json", code=code).stdout)


def test_solve_by_search():
    data = run_json("solve", "connect4:width=4,height=4", "--method", "search", "--plain")
    assert (data["value"], data["proved"], data["states"]) == (0, True, None)
    assert sorted(data["actions"]) == ["1", "2", "3", "4"]
    assert data["speed"] == "plain"
    assert data["nodes"] > 100
    text = run("solve", "connect4:width=4,height=4", "--method", "search", "--plain").output
    assert "0, proved: a draw" in text
    assert "nodes" in text
    assert "states" not in text


def test_both_methods_agree():
    for game, position in (("tictactoe", "XO./.../..."), ("nim:piles=3,4,5", "3,4,5"), ("leapfrog:cells=6", "A....B")):
        found = [run_json("solve", game, position, "--method", m, "--plain") for m in ("states", "search")]
        assert found[0]["value"] == found[1]["value"]
        assert found[0]["distance"] == found[1]["distance"]
        assert sorted(found[0]["actions"]) == sorted(found[1]["actions"])


def test_solve_within_a_limit_says_what_it_could_not():
    data = run_json("solve", "connect4", "--method", "search", "--nodes", "100", "--plain", code=1)
    assert (data["value"], data["proved"], data["action"], data["actions"]) == (None, False, None, [])
    assert data["notes"] == ["not solved within the limit"]
    assert "not found" in run("solve", "connect4", "--method", "search", "--nodes", "100", "--plain", code=1).output


@pytest.mark.thorough
@pytest.mark.parametrize("threads", ["1", "2"])
def test_analyse_with_all_its_options(threads):
    words = ["analyse", "connect4:width=5,height=4", "--lines", "3", "--threads", threads, "--table", "1"]
    words += ["--clock", "10+1", "--plain"]
    data = run_json(*words)
    assert (data["method"], data["speed"]) == ("engine", "plain")
    assert len(data["lines"]) == 3
    assert all(set(line) == {"value", "line", "proved", "distance"} for line in data["lines"])
    assert data["lines"][0]["line"] == data["line"]
    assert data["lines"][0]["value"] == data["value"]
    assert len({line["line"][0] for line in data["lines"]}) == 3
    values = [line["value"] for line in data["lines"]]
    assert values == sorted(values, reverse=True)
    assert data["seconds"] < 8  # 10/30 + 0.8, and not the 10 of the whole clock
    text = run(*words).output
    assert "line 2" in text
    assert "line 3" in text
    assert "by engine" in text


def test_a_distance_is_shown():
    data = run_json("analyse", "tictactoe", "XX./OO./...", "--plain")
    assert (data["value"], data["distance"], data["lines"][0]["distance"]) == (1, 1, 1)
    text = run("analyse", "tictactoe", "XX./OO./...", "--plain").output
    assert "1 ply" in text
    assert run_json("analyse", "tictactoe", "--plain", "--depth", "2")["distance"] is None
    assert run_json("solve", "twentyone", "--method", "search", "--plain")["distance"] == 10


def test_more_lines_than_actions_are_all_of_them():
    assert len(run_json("analyse", "twentyone", "--lines", "50", "--plain")["lines"]) == 3


def test_a_textbook_algorithm_has_no_lines_and_takes_no_threads():
    assert run_json("analyse", "nim", "--algorithm", "minimax")["lines"] == []
    for option in (["--threads", "2"], ["--table", "1"], ["--lines", "2"]):
        output = run("analyse", "nim", "--algorithm", "minimax", *option, code=2).output
        assert option[0].strip("-") in output


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--threads", "0"], "threads"),
        (["--threads", "-3"], "threads"),
        (["--threads", "10000"], "threads=10000"),
        (["--threads", "many"], "many"),
        (["--table", "0"], "table"),
        (["--table", "-1"], "table"),
        (["--table", "nan"], "table"),
        (["--table", "inf"], "table"),
        (["--table", "1e300"], "table"),
        (["--table", "900000000"], "does not fit"),
        (["--table", "x"], "x"),
        (["--nodes", "0"], "nodes"),
        (["--nodes", "-5"], "nodes"),
        (["--seconds", "0"], "seconds"),
        (["--seconds", "-1"], "seconds"),
        (["--seconds", "nan"], "seconds"),
        (["--depth", "0"], "depth"),
        (["--depth", "-1"], "depth"),
    ],
)
@pytest.mark.parametrize("verb", [["analyse"], ["solve", "--method", "search", "--plain"], ["play", "--human", "none"]])
def test_invalid_options_are_refused(verb, words, part):
    patience = [] if "--seconds" in words else ["--seconds", "2"]
    output = run(verb[0], "connect4", *verb[1:], *words, *patience, code=2).output
    assert part in output


@pytest.mark.parametrize("verb", ["analyse", "play"])
@pytest.mark.parametrize("clock", ["0", "-1", "x", "1+", "1+x", "1+-1", "nan", "inf", "1+inf", "", "+", "1e400"])
def test_an_invalid_clock_is_refused(verb, clock):
    words = ["--human", "none"] if verb == "play" else []
    if clock == "1+":  # nothing is added
        words += ["--depth", "1", "--plain"]
        run(verb, "nim", *words, "--clock", clock)
    else:
        output = run(verb, "nim", *words, "--clock", clock, code=2).output
        assert "clock" in output


@pytest.mark.parametrize("lines", ["0", "-1", "10000000", "x"])
def test_an_invalid_number_of_lines_is_refused(lines):
    assert "lines" in run("analyse", "nim", "--lines", lines, code=2).output


def test_a_position_that_cannot_arise_is_refused():
    for verb in ("analyse", "solve"):
        assert "is not a position" in run(verb, "connect4", "11111111", code=2).output
        assert "is not a position" in run(verb, "connect4", "XXXX.../......." + "/......." * 4, code=2).output


def test_an_unknown_method_is_refused():
    assert "expected one of" in run("solve", "nim", "--method", "guess", code=2).output
    assert "did you mean mcts" in run("analyse", "nim", "--method", "mtcs", code=2).output
    for game, why in (("twentyone:players=3", "3 players"), ("(<1 2> <3 4>)", "not zero-sum"), ("pig", "chance")):
        assert f"it {'is' if why[:3] == 'not' else 'has'} {why}" in (
            run("solve", game, "--method", "search", code=2).output
        )


def test_the_computer_plays_by_a_clock():
    data = run_json("play", "tictactoe", "--human", "none", "--clock", "5+0.1", "--plain", "--table", "1")
    assert data["over"]
    assert data["utilities"] == [0, 0]


MCTS = ("analyse", "hex:size=4", "--method", "mcts", "--playouts", "12", "--no-proofs", "--plain")


def test_an_action_without_a_visit_has_no_mean_in_json_and_no_line_in_text():
    found = json.loads(run(*MCTS, "--json").stdout)
    assert {line["visits"] > 0 for line in found["lines"]} == {True, False}
    assert all((line["mean"] is None) == (line["visits"] == 0) for line in found["lines"])
    assert all((line["error"] is None) == (line["visits"] < 2 and not line["proved"]) for line in found["lines"])
    text = run(*MCTS).output
    assert "0, estimated, 0 visits" not in text
    assert "more actions" in text
    assert re.search(r"^line 2 .*, [1-9][0-9]* visits: ", text, re.MULTILINE)


@pytest.mark.parametrize("lines", [1, 3])
def test_lines_limits_those_of_mcts(lines):
    text = run(*MCTS, "--lines", str(lines)).output
    assert len(re.findall(r"^line ", text, re.MULTILINE)) == lines
    assert re.search(r"^visits +12, [0-9]+ of ", text, re.MULTILINE)
