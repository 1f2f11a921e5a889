"""A game in a user's own file against the same rules built in: they are to be as fast, and to read the same nodes."""

from __future__ import annotations

import inspect
import shutil
import tempfile
from pathlib import Path
from statistics import median

from figures import Figure
from positions import OPENINGS
from searching import analyse_all, compiled
from timing import interleaved, ratio

from zermelo.engines.engine import Engine
from zermelo.games import connect4

NAME = "own file / built in, nodes/s"
NOISE = 0.05
"""The ratio is to be 1; as much below it is put down to the machine."""


def measure(quick: bool) -> list[Figure]:
    """How fast a copy of connect four is, where the one that is built in is 1."""
    with tempfile.TemporaryDirectory(prefix="zermelo-own-") as folder:
        copy = Path(folder) / "four_in_a_row.py"
        shutil.copy(inspect.getfile(connect4), copy)
        return [_compare(compiled(f"{copy}:Connect4"), compiled("connect4"), quick)]


def _compare(own: Engine, built_in: Engine, quick: bool) -> Figure:
    depth, openings = (8, OPENINGS[:1]) if quick else (16, OPENINGS)
    mine, theirs = analyse_all(own, openings, depth).nodes, analyse_all(built_in, openings, depth).nodes
    ours, other = interleaved(
        1 if quick else 5,
        lambda: analyse_all(own, openings, depth).rate,
        lambda: analyse_all(built_in, openings, depth).rate,
    )
    note = f"{median(ours) / 1e6:.2f} and {median(other) / 1e6:.2f} million nodes/s"
    if mine != theirs:
        note = f"NOT THE SAME SEARCH: {mine:,} and {theirs:,} nodes; {note}"
    detail = {"own": ours, "built_in": other, "own_nodes": mine, "built_in_nodes": theirs}
    return Figure(NAME, ratio(ours, other), "×", at_least=1.0 - NOISE, note=note, detail=detail)
