"""A game in a user's own files against the same rules built in: both should be as fast and read the same nodes."""

from __future__ import annotations

import tempfile
from importlib import resources
from pathlib import Path
from statistics import median
from types import ModuleType

from figures import Figure
from positions import OPENINGS
from searching import analyse_all, compiled
from timing import interleaved, ratio

from zermelo.engine.engine import Engine
from zermelo.games import connect4

NAME = "own file / built in, nodes/s"
NOISE = 0.05
"""The expected ratio is 1; this much below it is attributed to noise."""


def measure(quick: bool) -> list[Figure]:
    """The speed of a copy of connect four, relative to the built-in game."""
    with tempfile.TemporaryDirectory(prefix="zermelo-own-") as folder:
        own = _copy(connect4, Path(folder), "four_in_a_row")
        return [_compare(compiled(f"{own}:Connect4"), compiled("connect4"), quick)]


def _copy(package: ModuleType, folder: Path, name: str) -> Path:
    """Copies a game's package under another name. Returns the file with the game's class."""
    (folder / name).mkdir()
    for file in resources.files(package).iterdir():
        if file.name.endswith(".py"):
            text = file.read_text(encoding="utf-8").replace(package.__name__, name)
            (folder / name / file.name).write_text(text, encoding="utf-8")
    return (folder / name / "__init__.py").rename(folder / f"{name}_game.py")


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
