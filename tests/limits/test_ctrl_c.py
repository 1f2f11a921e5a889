"""Ctrl-C is heard by every verb within half a second, at the first press, and what was found so far is printed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

GAMES = Path(__file__).parent.parent / "demanding_games.py"
ZERMELO = [sys.executable, "-c", "from zermelo.cli import run; run()"]

HEARD, NOISE = 0.5, 2.5
"""How long it may take, and what a busy machine may add."""

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are another thing there")


def interrupted(*words: str, seconds: float = 3.0) -> tuple[str, int]:
    """What a command prints that is interrupted after so many seconds, and its exit code."""
    process = subprocess.Popen(
        [*ZERMELO, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True
    )
    time.sleep(seconds)
    assert process.poll() is None, process.communicate()
    process.send_signal(signal.SIGINT)
    told = time.perf_counter()
    try:
        output, _ = process.communicate(timeout=20)
    finally:
        process.kill()
    assert time.perf_counter() - told < HEARD + NOISE
    return output, process.returncode


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
def test_a_search_ends_with_the_best_so_far(words):
    output, code = interrupted(words[0], f"{GAMES}:{words[1]}", *words[2:], "--json")
    data = json.loads(output)
    assert (code, data["proved"]) == (0, False)


@pytest.mark.parametrize("method", [[], ["--method", "states"], ["--method", "search"]])
def test_a_solver_says_that_it_was_stopped_and_after_how_long(method):
    output, code = interrupted("solve", f"{GAMES}:Wide", "--plain", "--json", *method)
    data = json.loads(output)
    assert code == 1
    assert "before it was stopped" in data["notes"][-1]
    assert data["seconds"] > 0.5


def test_counting_ends_with_the_depths_that_were_counted():
    output, code = interrupted("perft", f"{GAMES}:Wide", "--depth", "4", "--plain", "--json", seconds=3.0)
    data = json.loads(output)
    assert code == 130
    assert data["leaves"] == [10_000 ** (i + 1) for i in range(data["depth"])]


def test_a_check_reports_what_it_has_seen():
    output, code = interrupted("check", f"{GAMES}:Slow:count=10000", "--plain", "--json")
    data = json.loads(output)
    assert code == 0
    assert "stopped" in {note["rule"] for note in data["notes"]}


def test_a_computer_that_plays_alone_ends():
    output, _ = interrupted("play", f"{GAMES}:Wide", "--human", "none", "--seconds", "60", "--plain")
    assert output.endswith("bye\n")


@pytest.mark.parametrize("algorithm", [["--algorithm", "backtracking"], ["--algorithm", "minconflicts"], []])
def test_a_constraint_search_ends_with_what_is_known(algorithm):
    values = " ".join(map(str, range(13)))
    names = " ".join(f"v{i}" for i in range(14))
    pairs = "; ".join(f"v{i} != v{j}" for i in range(14) for j in range(i))
    output, code = interrupted("csp", f"{names} in {values}; {pairs}", *algorithm, "--json")
    data = json.loads(output)
    assert (code, data["proved"], data["solutions"]) == (1, False, [])
    assert "stopped before the end" in data["notes"]
