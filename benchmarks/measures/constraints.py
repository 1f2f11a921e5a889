"""Constraint satisfaction: counting queens, hard Sudokus, local search, and what it takes to begin."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from statistics import mean, median

import sudokus
from figures import Figure, skipped
from peers import constraints as peers
from timing import interleaved, processor_seconds, ratio

from measures.starting import process_seconds
from zermelo import csp
from zermelo.csp.problems.sudoku import Sudoku
from zermelo.csp.search import load_native

PYTHON_CONSTRAINT, CP_SAT = "python-constraint2", "OR-tools CP-SAT"
KNOWN = {8: 92, 12: 14_200}

FIRST_ANSWER = """
from zermelo import csp
from zermelo.csp.search import load_native
load_native()
answer = csp.solve(csp.load("queens:n=8"), solutions=2)
assert answer.speed == "native" and len(answer.solutions) == 2
"""

MILLION = """
import resource
from zermelo import csp
answer = csp.run("queens:n=1000000", "minconflicts")
print(answer.seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def measure(quick: bool) -> list[Figure]:
    """Everything about constraint satisfaction problems."""
    load_native()
    csp.solve(csp.load("queens:n=5"), solutions="count")  # imports what counting needs
    return [*_queens(quick), *_sudoku(quick), *_local_search(quick), *_starting(quick)]


def _queens(quick: bool) -> list[Figure]:
    n = 8 if quick else 12

    def counted(count: Callable[[], int]) -> Callable[[], float]:
        def run() -> float:
            found = []
            took = processor_seconds(lambda: found.append(count()))
            assert found == [KNOWN[n]]
            return took

        return run

    own = counted(lambda: csp.solve(csp.load(f"queens:n={n}"), solutions="count").count or 0)
    found = []
    for name, module, peer, rounds, least in (
        (PYTHON_CONSTRAINT, "constraint", peers.count_queens_by_python_constraint, 3, 100.0),
        (CP_SAT, "ortools", peers.count_queens_by_cp_sat, 3, None),
    ):
        row = f"counting {n} queens, beside {name}"
        if find_spec(module) is None:
            found.append(skipped(row, f"{name} is not installed"))
            continue
        own_seconds, peer_seconds = interleaved(1 if quick else rounds, own, counted(lambda peer=peer: peer(n)))
        note = f"{median(own_seconds):.3f} s, {name} {median(peer_seconds):.2f} s"
        detail = {"own": own_seconds, "peer": peer_seconds}
        found.append(Figure(row, ratio(peer_seconds, own_seconds), "times", at_least=least, note=note, detail=detail))
    return found


def _sudoku(quick: bool) -> list[Figure]:
    name, grids = sudokus.grids(5 if quick else 95)
    problems = [Sudoku(grid) for grid in grids]
    took = []
    for grid, problem in zip(grids, problems, strict=True):
        began = time.process_time()
        answer = csp.solve(problem)
        took.append(1_000 * (time.process_time() - began))
        assert all(sign in f".{v}" for sign, v in zip(grid, (answer.solution or {}).values(), strict=True))
    note = f"slowest {max(took):.2f} ms; {name}"
    found = [Figure("a hard 9×9 sudoku, mean", mean(took), "ms", at_most=2.0, note=note, detail={"ms": took})]
    if find_spec("ortools") is None:
        return [*found, skipped("the same by OR-tools CP-SAT", "OR-tools is not installed")]
    others = [1_000 * processor_seconds(lambda grid=grid: peers.solve_sudoku_by_cp_sat(grid)) for grid in grids]
    return [*found, Figure("the same by OR-tools CP-SAT", mean(others), "ms", note=f"slowest {max(others):.1f} ms")]


def _local_search(quick: bool) -> list[Figure]:
    n = 100 if quick else 1_000
    took = processor_seconds(lambda: csp.run(f"queens:n={n}", "minconflicts"))
    found = [Figure(f"min-conflicts as the textbook has it, {n} queens", took, "s", at_most=2.0)]
    said = subprocess.run([sys.executable, "-c", MILLION], check=True, capture_output=True, text=True).stdout.split()
    seconds, mib = float(said[0]), int(said[1]) / 1024
    detail = {"mib": mib}
    found.append(Figure("a million queens by permutations", seconds, "s", at_most=20.0, detail=detail))
    found.append(Figure("memory for a million queens", mib, "MiB", at_most=1024.0))
    return found


def _starting(quick: bool) -> list[Figure]:
    with tempfile.TemporaryDirectory(prefix="zermelo-cache-") as folder:
        cold, cold_work = process_seconds(FIRST_ANSWER, Path(folder))
        warm, warm_work = zip(
            *(process_seconds(FIRST_ANSWER, Path(folder)) for _ in range(1 if quick else 5)), strict=True
        )
    note = f"a process with an empty cache, to its first answer; {cold_work:.2f} s of a processor"
    warm_note = f"a second process, to its first answer; {median(warm_work):.2f} s of a processor"
    detail = {"seconds": warm, "processor_seconds": warm_work}
    return [
        Figure("cold start, constraint search", cold, "s", note=note, detail={"processor_seconds": cold_work}),
        Figure("warm start, constraint search", median(warm), "s", at_most=1.5, note=warm_note, detail=detail),
    ]
