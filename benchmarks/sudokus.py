"""Sudokus to measure with: the file top95.txt beside this one, if somebody has put it there, or generated ones.

"top95" is a public list of 95 hard grids (from the site of magictour); it is not part of this repository. The generated
ones are minimal: without any of its givens a grid has more than one solution.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from zermelo import csp
from zermelo.csp.problems.sudoku import Sudoku

FILE = Path(__file__).parent / "top95.txt"
CELLS = 81


def grids(count: int = 95) -> tuple[str, list[str]]:
    """What they are called, and the grids."""
    if FILE.exists():
        lines = FILE.read_text(encoding="utf-8").split()
        return "top95", lines[:count]
    return "95 minimal grids from seeds", [generated(seed) for seed in range(count)]


def generated(seed: int) -> str:
    """A minimal grid that follows from the seed."""
    random = Random(seed)
    full = _filled(random)
    grid = full
    for k in random.sample(range(CELLS), CELLS):
        without = f"{grid[:k]}.{grid[k + 1 :]}"
        if len(csp.solve(Sudoku(without), solutions=2, core=False).solutions) == 1:
            grid = without
    return grid


def _filled(random: Random) -> str:
    """A full grid: the givens of a random row, then random cells of solutions, until one solution is left."""
    row = list("123456789")
    random.shuffle(row)
    grid = "".join(row) + "." * (CELLS - 9)
    while True:
        found = csp.solve(Sudoku(grid), solutions=20, core=False).solutions
        solution = "".join(str(v) for v in random.choice(found).values())
        if len(found) == 1:
            return solution
        k = random.choice([i for i in range(CELLS) if grid[i] == "."])
        grid = f"{grid[:k]}{solution[k]}{grid[k + 1 :]}"
