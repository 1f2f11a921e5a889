"""solve, exploit, matrix and match on games with hidden information, as a person types them."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from zermelo.cli import main


def ran(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def test_solve_kuhn_gives_the_value_and_says_how_it_was_found() -> None:
    result = ran("solve", "kuhn")
    assert result.exit_code == 0
    assert "value           -0.05555555556, proved" in result.output
    assert "exact, by a linear program in sequence form: 58 nodes, 12 information sets" in result.output
    assert "the value is -1/18" in result.output
    assert "MAX: K pb       pass 0, bet 1" in result.output


def test_solve_stops_at_the_bound() -> None:
    result = ran("solve", "leduc", "--method", "cfr+", "--exploitability", "0.01", "--json")
    data = json.loads(result.stdout)
    assert result.exit_code == 0
    assert data["exploitability"] <= 0.01
    assert data["method"] == "cfr+"
    assert len(data["policy"]) == 936
    assert "876 more information sets" in ran("solve", "leduc", "--iterations", "1").output


def test_a_policy_is_written_measured_and_played(tmp_path: Path) -> None:
    file = tmp_path / "kuhn.json"
    assert ran("solve", "kuhn", "-o", str(file)).exit_code == 0
    data = json.loads(ran("exploit", "kuhn", str(file), "--json").stdout)
    assert data["nash_conv"] == pytest.approx(0, abs=1e-9)
    assert data["values"] == pytest.approx([-1 / 18, 1 / 18])
    results = []
    for name in ("one", "two"):
        out = tmp_path / name
        result = ran("match", "kuhn", f"policy={file}", "random", "--games", "6", "--seed", "3", "-o", str(out))
        assert result.exit_code == 0, result.output
        results.append([json.loads(line) for line in out.read_text().splitlines() if line.startswith("{")])
    assert [game.get("moves") for game in results[0]] == [game.get("moves") for game in results[1]]


def test_exploit_measures_uniform_play() -> None:
    result = ran("exploit", "kuhn", "uniform")
    assert result.exit_code == 0
    assert "MAX             0.125, a best response 0.5" in result.output
    assert "NashConv        0.9166666667" in result.output
    assert "exploitability  0.4583333333" in result.output


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["exploit", "kuhn", "nothing.json"], "the policy 'nothing.json' cannot be read: No such file"),
        (["exploit", "tictactoe", "uniform"], "'tictactoe' has no tree with information sets"),
        pytest.param(
            ["exploit", "liarsdice:sides=9", "uniform"],
            "the tree of 'liarsdice:sides=9' has more than 1,000,000 nodes",
            marks=pytest.mark.thorough,
        ),
        (["solve", "kuhn", "JQ"], "an equilibrium of 'kuhn' is one of the whole game"),
        (["solve", "twentyone", "-o", "x.json"], "there are no strategies to write to 'x.json'"),
        (["solve", "kuhn", "--exploitability", "-1"], "exploitability has to be a number above zero, not '-1.0'"),
        (["matrix", "kuhn"], "'kuhn' is not a matrix game"),
        (["matrix", "rps", "-o", "x.svg"], "'rps' cannot be drawn: only zero-sum games with two rows or two columns"),
        (["match", "kuhn", "policy=nothing.json", "random"], "the policy 'nothing.json' cannot be read"),
        (["solve", "matrix:1,x"], "'x' in '1,x' is not a number"),
    ],
)
def test_bad_input_gets_one_line_and_exit_code_2(arguments: list[str], why: str) -> None:
    result = ran(*arguments)
    assert result.exit_code == 2
    assert why in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_matrix_shows_dominance_and_all_equilibria() -> None:
    result = ran("matrix", "matrix:3,3|0,5;5,0|1,1")
    assert "dominance    Row: row2 dominates row1" in result.output
    assert "equilibrium  Row: row2; Column: column2; value 1, 1" in result.output
    data = json.loads(ran("matrix", "matrix:2,1|0,0;0,0|1,2", "--json").stdout)
    assert len(data["equilibria"]) == 3
    assert not data["degenerate"]
    assert data["pure"] == [["row1", "column1"], ["row2", "column2"]]


def test_a_game_with_two_rows_is_drawn(tmp_path: Path) -> None:
    file = tmp_path / "m.svg"
    assert ran("matrix", "morra", "-o", str(file)).exit_code == 0
    root = ElementTree.fromstring(file.read_text())
    texts = [element.text for element in root.findall("{*}text")]
    assert "value -0.08333 at two 0.4167" in texts
    assert ran("matrix", "matrix:1,2;3,0;0,4", "-o", str(file)).exit_code == 0
    assert "value 1.714 at column2 0.4286" in file.read_text()  # 12/7 at 3/7
