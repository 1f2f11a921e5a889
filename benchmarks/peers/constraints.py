"""The same constraint satisfaction problems in python-constraint2 and in OR-tools CP-SAT."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def count_queens_by_python_constraint(n: int) -> int:
    """The number of solutions, in the way that its own examples write the problem."""
    constraint = import_module("constraint")
    problem = constraint.Problem()
    rows = range(n)
    problem.addVariables(rows, range(n))
    for i in rows:
        for j in range(i):
            problem.addConstraint(lambda a, b, gap=i - j: a != b and abs(a - b) != gap, (i, j))
    return len(problem.getSolutions())


def count_queens_by_cp_sat(n: int) -> int:
    """The number of solutions, each reported once, with one worker."""
    cp_model = import_module("ortools.sat.python.cp_model")
    model = cp_model.CpModel()
    rows = [model.new_int_var(0, n - 1, f"q{i}") for i in range(n)]
    model.add_all_different(rows)
    model.add_all_different([q + i for i, q in enumerate(rows)])
    model.add_all_different([q - i for i, q in enumerate(rows)])

    class Counter(cp_model.CpSolverSolutionCallback):  # type: ignore[name-defined,misc]
        def __init__(self) -> None:
            super().__init__()
            self.count = 0

        def on_solution_callback(self) -> None:
            self.count += 1

    solver: Any = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    counter = Counter()
    solver.solve(model, counter)
    return counter.count


def solve_sudoku_by_cp_sat(grid: str) -> str:
    """The solution as a line."""
    cp_model = import_module("ortools.sat.python.cp_model")
    model = cp_model.CpModel()
    cells = [
        model.new_int_var(int(sign) if sign.isdigit() else 1, int(sign) if sign.isdigit() else 9, f"c{i}")
        for i, sign in enumerate(grid)
    ]
    for i in range(9):
        top, left = i // 3 * 3, i % 3 * 3
        model.add_all_different(cells[9 * i : 9 * i + 9])
        model.add_all_different(cells[i::9])
        model.add_all_different([cells[9 * (top + k // 3) + left + k % 3] for k in range(9)])
    solver: Any = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.solve(model)
    return "".join(str(solver.value(c)) for c in cells)
