"""With --json one object is on standard output, whatever the rules print."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from click.testing import CliRunner

from zermelo.cli import main

RULES = """
from typing import NamedTuple
from zermelo import Game

print("imported")

class Heap(NamedTuple):
    left: int
    mover: int

class Chatty(Game):
    def __init__(self, left: int = 12):
        print("made")
        self.left = left
    def initial(self):
        print("asked for the beginning")
        return Heap(self.left, 0)
    def player(self, s): return s.mover
    def actions(self, s):
        print("asked for actions")
        for a in range(1, 4):
            yield a
    def result(self, s, a):
        print("playing", a)
        return Heap(s.left - a, 1 - s.mover)
    def is_terminal(self, s): return s.left <= 0
    def utility(self, s, p): return -1 if s.mover == p else 1
    def show_action(self, s, a):
        print("shown")
        return str(a)
"""

VERBS = {
    "analyse": ["--nodes", "100"],
    "analyse, threads": ["--nodes", "20000", "--plain", "--threads", "2"],
    "analyse, textbook": ["--algorithm", "minimax", "--depth", "3"],
    "solve": [],
    "solve, search": ["--method", "search", "--plain"],
    "solve, position": ["Heap(left=5, mover=1)"],
    "tree": ["--depth", "2"],
    "check": ["--plays", "3", "--plain"],
    "perft": ["--depth", "3", "--plain"],
    "play": ["--human", "none", "--nodes", "50"],
}


@pytest.fixture
def rules(tmp_path):
    file = tmp_path / "chatty.py"
    file.write_text(RULES)
    return str(file)


@pytest.mark.parametrize("verb", VERBS)
def test_what_rules_print_goes_to_standard_error(rules, verb):
    result = CliRunner().invoke(main, [verb.partition(",")[0], rules, *VERBS[verb], "--json"])
    assert result.exit_code == 0, result.output
    assert isinstance(json.loads(result.stdout), dict)
    for said in ("imported", "made", "asked for the beginning"):
        assert said in result.stderr


def test_without_json_rules_print_to_standard_output(rules):
    result = CliRunner().invoke(main, ["solve", rules])
    assert "imported\nmade\n" in result.stdout
    assert result.stderr == ""


@pytest.mark.thorough
def test_machine_code_prints_to_standard_error_as_well(rules, tmp_path):
    """In a separate process, so that output which bypasses Python is captured too."""
    command = [sys.executable, "-c", "from zermelo.cli import run; run()", "perft", rules, "--depth", "4", "--json"]
    environment = os.environ | {"ZERMELO_CACHE": str(tmp_path / "store")}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment, timeout=120)
    assert json.loads(done.stdout)["speed"] == "native"
    assert done.stderr.count("playing") >= 3 + 9 + 27


def test_an_error_leaves_standard_output_empty(rules):
    result = CliRunner().invoke(main, ["solve", rules, "nonsense", "--json"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "'nonsense' is not a position" in result.stderr


@pytest.mark.parametrize("arguments", [["solve"], ["analyse", "--nodes", "100"], ["tree", "--depth", "2"]])
def test_values_has_one_value_for_each_player(rules, arguments):
    verb, *options = arguments
    answer = json.loads(CliRunner().invoke(main, [verb, rules, *options, "--json"]).stdout)
    assert answer["values"] == [answer["value"], -answer["value"]]
