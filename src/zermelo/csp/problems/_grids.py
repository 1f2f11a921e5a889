"""Shared code of problems on boards of square cells with a value in each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from zermelo.csp.constraints import Value, Variable

Cell: TypeAlias = str


def cell(row: int, column: int) -> Cell:
    """The name of a cell: "r1c1" is in the upper left corner."""
    return f"r{row + 1}c{column + 1}"


def square_cells(rows: int, columns: int) -> dict[Variable, tuple[int, int]]:
    """The cells of a board, row by row, with their rows and columns from 0."""
    return {cell(r, c): (r, c) for r in range(rows) for c in range(columns)}


def show_cells(
    cells: Mapping[Variable, tuple[int, int]], assignment: Mapping[Variable, Value], empty: str = "."
) -> str:
    """The board as text, in columns."""
    rows = 1 + max(r for r, _ in cells.values())
    columns = 1 + max(c for _, c in cells.values())
    shown = [[" "] * columns for _ in range(rows)]
    for x, (r, c) in cells.items():
        shown[r][c] = str(assignment.get(x, empty))
    width = max(len(text) for row in shown for text in row)
    return "\n".join(" ".join(text.rjust(width) for text in row).rstrip() for row in shown)
