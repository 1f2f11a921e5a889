"""`zermelo table`, and --tables in other verbs."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

import zermelo
from table_helpers import write_ranks, write_states
from zermelo.cli import main
from zermelo.core.results import Solution
from zermelo.tables.files import Chunk, StageFile, stage_path, write_stage

KRK = "krk:size=4"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(a) for a in arguments])


def as_json(*arguments: object) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


@pytest.fixture
def solution(tmp_path: Path) -> Solution:
    return write_ranks(tmp_path, zermelo.load(KRK))


def test_info_counts_by_stage_and_part(solution: Solution, tmp_path: Path) -> None:
    found = as_json("table", "info", tmp_path)
    assert (found["game"], found["numbering"], found["distances"]) == (KRK, "rank", True)
    assert found["positions"] == solution.states == found["wins"] + found["draws"] + found["losses"]
    assert [stage["stage"] for stage in found["stages"]] == [2, 3]
    [part] = found["stages"][1]["parts"]
    assert part["name"] == "king and rook v king"
    assert part["longest_win"] == found["longest_win"] == 13
    shown = run("table", "info", tmp_path).stdout
    assert "king and rook v king" in shown
    assert f"{part['wins']:,}" in shown


def test_probe_tells_value_and_distance(solution: Solution, tmp_path: Path) -> None:
    game = zermelo.load(KRK)
    s = game.result(solution.state, solution.actions[0])
    distance = solution.table.distance(s)
    found = as_json("table", "probe", tmp_path, game.show(s))
    assert (found["value"], found["distance"], found["player"]) == (1, distance, 1)
    assert {entry["action"] for entry in found["actions"]} == {game.show_action(s, a) for a in game.actions(s)}
    best = found["actions"][0]
    assert best["action"] in {game.show_action(s, a) for a in solution.policy(s)}
    assert (best["value"], best["distance"]) == (1, distance)
    assert f"White wins in {distance} plies" in run("table", "probe", tmp_path, game.show(s)).stdout


def test_probe_of_a_position_that_is_not_there_fails(tmp_path: Path) -> None:
    write_states(tmp_path, zermelo.load("nim:piles=1,2"))
    result = run("table", "probe", tmp_path, "2 2", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["value"] is None


@pytest.mark.parametrize("command", [("probe", "1 2"), ("verify",)])
def test_a_table_does_not_decide_which_program_is_executed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("evil.py").write_text("open('executed', 'w').close()\n")
    write_states(tmp_path / "nim", zermelo.load("nim:piles=1,2"))
    path = stage_path(tmp_path / "nim", None)
    with StageFile.open(path) as file:
        block = file.block(0)
        chunk = Chunk(block.levels, block.distances, np.zeros(file.header.count), block.keys)
        header = replace(file.header, game="evil.py:Nim")
    write_stage(path, header, [chunk])
    result = run("table", command[0], tmp_path / "nim", *command[1:])
    assert result.exit_code == 2
    assert "'evil.py:Nim'" in result.stderr
    assert "--game" in result.stderr
    assert not Path("executed").exists()


def test_bad_input_is_one_message(tmp_path: Path) -> None:
    write_states(tmp_path / "nim", zermelo.load("nim:piles=1,2"))
    for arguments, message in (
        (("table", "info", tmp_path / "none"), "none' cannot be read: No such file or directory"),
        (("table", "info", tmp_path), "there is no table in the folder"),
        (("table", "probe", tmp_path / "nim", "what"), "'what' is not a position"),
        (
            ("table", "probe", tmp_path / "nim", "1 2", "--game", "nim:piles=1,3"),
            "with other rules than 'nim:piles=1,3'",
        ),
        (("analyse", "nim:piles=1,2", "--tables", tmp_path), "there is no table of 'nim:piles=1,2' in the folder"),
    ):
        result = run(*arguments)
        assert result.exit_code == 2, result.output
        assert message in result.stderr
        assert len(result.stderr.splitlines()) == 1


def test_tables_of_two_games_in_a_folder_are_named(tmp_path: Path) -> None:
    write_states(tmp_path, zermelo.load("nim:piles=1,2"))
    write_ranks(tmp_path, zermelo.load(KRK))
    result = run("table", "info", tmp_path)
    assert result.exit_code == 2
    assert "are of different games or rules" in result.stderr


@pytest.mark.parametrize("verb", ["analyse", "solve"])
def test_an_answer_from_a_table_says_so(verb: str, solution: Solution, tmp_path: Path) -> None:
    found = as_json(verb, KRK, "--tables", tmp_path)
    assert (found["method"], found["source"], found["proved"]) == ("table", "table", True)
    assert (found["value"], found["distance"]) == (1, solution.distance)
    assert str(tmp_path) in found["notes"][0]
    assert "ZERMELO_TABLES" not in os.environ


def test_a_match_is_played_from_tables(solution: Solution, tmp_path: Path) -> None:
    found = as_json("match", KRK, "table", "random", "--games", "2", "--tables", tmp_path)
    assert found["games"] == 2
    refused = run("match", KRK, "table", "random", "--games", "2")
    assert refused.exit_code == 2
    assert "there is no table of it" in refused.stderr
