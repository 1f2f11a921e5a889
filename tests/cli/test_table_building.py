"""`zermelo table build` and `zermelo table verify`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from zermelo.cli import main


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(a) for a in arguments])


def as_json(*arguments: object) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_a_table_by_enumeration_is_built_shown_probed_and_verified(tmp_path: Path) -> None:
    made = as_json("table", "build", "leapfrog:cells=5", "-o", tmp_path, "--plain")
    assert [each["file"] for each in made["files"]] == ["states.table"]
    assert as_json("table", "info", tmp_path)["positions"] == made["files"][0]["positions"]
    assert as_json("table", "probe", tmp_path, "A...B")["value"] == as_json("solve", "leapfrog:cells=5")["value"]
    assert as_json("table", "verify", tmp_path)["proved"]


def test_a_table_by_rank_is_built_and_verified(tmp_path: Path) -> None:
    made = as_json("table", "build", "krk:size=4", "--stages", 3, "-o", tmp_path, "--plain", "--wdl")
    assert [each["file"] for each in made["files"]] == ["stage-002.table", "stage-003.table"]
    assert not as_json("table", "info", tmp_path)["distances"]
    result = run("table", "verify", tmp_path, "--plain")
    assert result.exit_code == 0, result.stderr
    assert "stage-003.table: 8,192 entries proved" in result.stdout


def test_without_a_folder_tables_are_built_where_they_are_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZERMELO_TABLES", str(tmp_path / "tables"))
    result = run("table", "build", "leapfrog:cells=5", "--plain")
    assert (result.exit_code, (tmp_path / "tables").name in result.stderr) == (0, True)
    assert as_json("analyse", "leapfrog:cells=5", "--plain")["source"] == "table"


def test_a_flipped_bit_is_found(tmp_path: Path) -> None:
    run("table", "build", "leapfrog:cells=5", "-o", tmp_path, "--plain")
    path = tmp_path / "states.table"
    data = bytearray(path.read_bytes())
    data[80] ^= 4
    path.write_bytes(data)
    result = run("table", "verify", tmp_path)
    assert result.exit_code == 2
    assert str(path) in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["checkers", "--stages", "9"], "has no stage 9"),
        (["checkers"], "no positions with numbers in stage 24"),
        (["leapfrog", "--stages", "3"], "--stages 3 does not apply to 'leapfrog'"),
        (["pig"], "there are no tables for 'pig': it has chance"),
        (["krk", "--memory", "lots"], "'lots' is not an amount of memory"),
        (["krk", "--memory", "-5"], "'-5' is not an amount of memory"),
        (["krk", "--memory", "0G"], "'0G' is not an amount of memory"),
    ],
)
def test_bad_input_is_quoted(arguments: list[str], message: str, tmp_path: Path) -> None:
    result = run("table", "build", *arguments, "-o", tmp_path)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_folder_that_cannot_be_written_is_quoted(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = run("table", "build", "krk:size=4", "--stages", 2, "-o", tmp_path / "file", "--plain")
    assert result.exit_code == 2
    assert "is not writable" in result.stderr


def test_a_folder_without_tables_is_quoted(tmp_path: Path) -> None:
    result = run("table", "verify", tmp_path)
    assert result.exit_code == 2
    assert str(tmp_path) in result.stderr


def test_a_stage_without_positions_is_refused(tmp_path: Path) -> None:
    refused = run("table", "build", "checkers", "--stages", 0, "-o", tmp_path)
    assert refused.stderr == "zermelo: 'checkers' has no positions with numbers up to stage 0\n"


def test_a_rule_that_tables_ignore_is_named(tmp_path: Path) -> None:
    run("table", "build", "checkers", "--stages", 1, "-o", tmp_path, "--plain")
    assert "ignored: draws after a number of quiet moves" in run("table", "info", tmp_path).stdout
    assert "quiet moves" in as_json("table", "info", tmp_path)["ignores"]
    refused = run("table", "build", "checkers:quiet_moves=40", "--stages", 3, "-o", tmp_path)
    assert "its tables would ignore draws after a number of quiet moves" in refused.stderr


def test_verifying_takes_memory_and_a_folder(tmp_path: Path) -> None:
    built = tmp_path / "table"
    run("table", "build", "tictactoe", "--from", "XO./.X./..O", "-o", built, "--plain")
    assert as_json("table", "verify", built, "--plain", "--memory", "1G", "--scratch", tmp_path)["proved"]
    assert [path.name for path in tmp_path.iterdir()] == ["table"]
