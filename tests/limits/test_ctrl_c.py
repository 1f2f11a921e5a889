"""Ctrl-C ends every verb within half a second, at the first press, and the best result so far is printed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from timing_helpers import PATIENCE, quickest, wait_until

HELPERS = Path(__file__).parent.parent
ZERMELO = [sys.executable, "-c", "from zermelo.cli import run; run()"]

LONGEST = 20.0
"""The seconds after Ctrl-C in which a command has to end, on any machine: left alone it would run for at least 60."""

SEARCHED = 0.6
"""The seconds of search before Ctrl-C."""

GAMES = """
import sys
from pathlib import Path

sys.path.append({helpers!r})

import demanding_games
from zermelo.csp import Problem, differ

class Pigeons(Problem):
    "More pigeons than holes: a search tries very many assignments in vain."

    def variables(self):
        return range(14)

    def domain(self, x):
        return range(13)

    def constraints(self):
        Path(__file__).with_name("searching").touch()
        return [differ(i, j) for i in range(14) for j in range(i)]

class Signal:
    def actions(self, s):
        Path(__file__).with_name("searching").touch()
        return super().actions(s)

class Wide(Signal, demanding_games.Wide): pass
class Slow(Signal, demanding_games.Slow): pass
"""
"""Demanding games and a demanding problem that create a file when a search has begun."""

ENDLESS = """
from pathlib import Path
from zermelo import Game

class Endless(Game):
    def initial(self): return 3
    def player(self, s): return s % 2
    def actions(self, s): return [1]
    def is_terminal(self, s): return s == 0
    def utility(self, s, p): return 1 if p == 0 else -1
    def result(self, s, a):
        if s == 2:
            Path(__file__).with_name("entered").touch()
        while s == 2: pass
        return s - a
"""
"""Rules that never return in one state."""

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are another thing there")


@pytest.fixture
def interrupted(tmp_path):
    """The output and the exit code of a command that is interrupted while it searches a demanding game."""
    games, is_searching = tmp_path / "games.py", tmp_path / "searching"
    games.write_text(GAMES.format(helpers=str(HELPERS)))

    def attempt(verb: str, game: str, *words: str) -> tuple[str, int, float]:
        is_searching.unlink(missing_ok=True)
        process = subprocess.Popen(
            [*ZERMELO, verb, f"{games}:{game}", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
        )
        try:
            wait_until(is_searching.exists)
            time.sleep(SEARCHED)
            assert process.poll() is None, process.communicate()
            process.send_signal(signal.SIGINT)
            interrupted_at = time.perf_counter()
            output, _ = process.communicate(timeout=PATIENCE)
            return output, process.returncode, time.perf_counter() - interrupted_at
        finally:
            process.kill()

    def interrupted(*words: str) -> tuple[str, int]:
        results = []

        def measure() -> float:  # tried again, since a constraint search that compiles first is only stopped after that
            results.append(attempt(*words))
            return results[-1][-1]

        assert quickest(measure, LONGEST) < LONGEST
        output, code, _ = results[-1]
        return output, code

    return interrupted


@pytest.mark.parametrize(
    "words",
    [
        ["analyse", "Wide", "--seconds", "60", "--plain"],
        ["analyse", "Wide", "--algorithm", "minimax"],
        ["analyse", "Slow:rule=order,count=10000", "--plain", "--seconds", "60"],
        ["tree", "Wide", "--nodes", "1000000000"],
        ["tree", "Slow:count=10000"],
    ],
)
def test_a_search_ends_with_the_best_so_far(interrupted, words):
    output, code = interrupted(*words, "--json")
    data = json.loads(output)
    assert (code, data["proved"]) == (0, False)
    if "--algorithm" in words:
        assert data["action"] is not None
        assert "stopped" in data["notes"][0]


@pytest.mark.thorough
@pytest.mark.parametrize("method", [[], ["--method", "states"], ["--method", "search"]])
def test_a_solver_says_that_it_was_stopped_and_after_how_long(interrupted, method):
    output, code = interrupted("solve", "Wide", "--plain", "--json", *method)
    data = json.loads(output)
    assert code == 1
    assert "before it was stopped" in data["notes"][-1]
    assert data["seconds"] > SEARCHED / 2  # the clock may have started a moment after the rules were first asked


@pytest.mark.thorough
def test_counting_ends_with_the_depths_that_were_counted(interrupted):
    output, code = interrupted("perft", "Wide", "--depth", "4", "--plain", "--json")
    data = json.loads(output)
    assert code == 130
    assert data["leaves"] == [10_000 ** (i + 1) for i in range(data["depth"])]


def test_a_check_reports_what_it_has_seen(interrupted):
    output, code = interrupted("check", "Slow:count=10000", "--plain", "--json")
    data = json.loads(output)
    assert code == 0
    assert "stopped" in {note["rule"] for note in data["notes"]}


@pytest.mark.thorough
def test_a_computer_that_plays_alone_ends(interrupted):
    output, _ = interrupted("play", "Wide", "--human", "none", "--seconds", "60", "--plain")
    assert output.endswith("bye\n")


@pytest.mark.thorough
@pytest.mark.parametrize("algorithm", [["--algorithm", "backtracking"], ["--algorithm", "minconflicts"], []])
def test_a_constraint_search_ends_with_what_is_known(interrupted, algorithm):
    output, code = interrupted("csp", "Pigeons", *algorithm, "--json")
    data = json.loads(output)
    assert (code, data["proved"], data["solutions"]) == (1, False, [])
    assert "stopped before the end" in data["notes"]


@pytest.mark.thorough
@pytest.mark.parametrize("verb", ["check", "solve"])
def test_a_second_ctrl_c_names_the_rule_that_does_not_return(tmp_path, verb):
    game, entered = tmp_path / "endless.py", tmp_path / "entered"
    game.write_text(ENDLESS)
    process = subprocess.Popen([*ZERMELO, verb, str(game)], stderr=subprocess.PIPE, text=True)
    try:
        wait_until(entered.exists)
        process.send_signal(signal.SIGINT)
        time.sleep(SEARCHED)  # so that the two signals are not merged into one
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert process.returncode == 130
    assert errors.startswith("zermelo: Endless.result was running in '2' with action 1\n")
    assert "while s == 2" in errors
