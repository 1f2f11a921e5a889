"""`zermelo tree`, as it is typed: what it folds, and what it writes."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from zermelo.cli import main
from zermelo.draw import FORMATS

EXAMPLE_1 = "((3 12 8) (2 4 6) (14 5 2))"
BIG = "nim:piles=3,4"
TEXTS = [ending for ending in FORMATS if ending not in (".png", ".pdf")]
PEOPLES = [ending for ending in TEXTS if FORMATS[ending].whole <= 200]


def run(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, ["tree", *words])
    assert result.exit_code == code, result.output
    return result.output


def shown_nodes(text: str) -> list[str]:
    return [line for line in text.partition("\n\n")[0].splitlines() if "… +" not in line]


def test_a_large_tree_is_folded_and_the_summary_says_so():
    text = run(BIG)
    assert len(text.partition("\n\n")[0].splitlines()) <= 60
    assert "… +182 nodes" in text
    assert f"378 nodes read; {len(shown_nodes(text))} shown and " in text
    assert "(--fold all shows all)" in text


def test_a_tree_that_can_be_read_is_not_folded():
    text = run("nim", "--algorithm", "minimax")
    assert len(shown_nodes(text)) == 33
    assert "fold" not in text


@pytest.mark.parametrize("most", [3, 20, 150])
def test_fold_limits_the_number_of_nodes(most):
    lines = run(BIG, "--fold", str(most)).partition("\n\n")[0].splitlines()
    assert most - 3 <= len(lines) <= most


def test_all_of_it():
    text = run(BIG, "--fold", "all")
    assert len(shown_nodes(text)) == 664
    assert "folded" not in text


@pytest.mark.parametrize("most", ["0", "-3", "x", "1.5", "²"])
def test_a_fold_that_is_no_number_is_refused(most):
    assert "is neither a number above zero nor 'all'" in run(BIG, "--fold", most, code=2)


@pytest.mark.parametrize("ending", TEXTS)
def test_every_format_into_a_file(tmp_path, ending):
    file = tmp_path / f"x{ending.upper()}"
    assert run(EXAMPLE_1, "-o", str(file)) == f"{file}: alphabeta: value 3, play a1; 11 nodes read\n"
    text = file.read_text(encoding="utf-8")
    start = {
        ".svg": "<svg",
        ".html": "<!doctype html>",
        ".txt": "MAX 3",
        ".tex": "% ",
        ".dot": "digraph",
        ".efg": "EFG 2 R",
        ".json": '{"game"',
    }
    assert text.startswith(start[ending])
    assert text.endswith("\n")
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(("ending", "start"), [(".png", b"\x89PNG"), (".pdf", b"%PDF")])
def test_pictures_that_are_bytes(tmp_path, ending, start):
    pytest.importorskip("typst")
    file = tmp_path / f"x{ending}"
    run(EXAMPLE_1, "-o", str(file))
    assert file.read_bytes().startswith(start)


@pytest.mark.parametrize("ending", [".png", ".pdf"])
def test_a_missing_package_is_named_and_no_file_is_written(tmp_path, monkeypatch, ending):
    monkeypatch.setitem(sys.modules, "typst", None)
    file = tmp_path / f"x{ending}"
    assert 'pip install "zermelo[pictures]"' in run(EXAMPLE_1, "-o", str(file), code=2)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["x.bmp", "x", "x.svg.bak", ".svg"])
def test_an_unknown_ending_is_refused_before_the_search(tmp_path, name):
    output = run("othello", "-o", str(tmp_path / name), code=2)
    assert "must end in .txt, .svg, .html, .png, .pdf, .tex, .dot, .efg or .json" in output


@pytest.mark.parametrize("ending", PEOPLES)
def test_what_people_read_is_folded(tmp_path, ending):
    file, small = tmp_path / f"x{ending}", tmp_path / f"y{ending}"
    assert "folded" in run(BIG, "-o", str(file))
    assert "15 shown" in run(BIG, "--fold", "30", "-o", str(small))
    assert small.stat().st_size < file.stat().st_size


def nodes_in(file: Path) -> int:
    return file.read_text(encoding="utf-8").count('"children": [')


def test_what_programs_read_is_not_unless_it_is_asked_for(tmp_path):
    file = tmp_path / "x.json"
    assert "folded" not in run(BIG, "-o", str(file))
    assert nodes_in(file) == 664
    run(BIG, "--fold", "30", "-o", str(file))
    assert nodes_in(file) == 15
    assert "folded" not in run(BIG, "-o", str(tmp_path / "x.efg"))


def test_an_extensive_form_that_cannot_be_written_leaves_the_old_file(tmp_path):
    file = tmp_path / "x.efg"
    file.write_text("old")
    assert "must be the whole game, and this tree is not" in run("leapfrog", "-o", str(file), code=2)
    assert "part of it is folded" in run(BIG, "--fold", "20", "-o", str(file), code=2)
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_json_is_the_log_and_the_file_is_written_too(tmp_path):
    file = tmp_path / "x.svg"
    assert json.loads(run(EXAMPLE_1, "-o", str(file), "--json"))["trace"][0]["step"] == "enter"
    assert ElementTree.fromstring(file.read_text(encoding="utf-8")).tag.endswith("svg")


@pytest.mark.thorough
def test_a_tree_of_twenty_thousand_nodes_is_drawn():
    text = run("tictactoe", "--nodes", "20000")
    assert "18,297 nodes read" in text
    assert "◀ best" in text
    assert len(text.splitlines()) <= 62
