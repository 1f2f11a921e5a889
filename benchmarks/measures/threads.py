"""Two threads against one: the time to solve the same positions, each from an empty table."""

from __future__ import annotations

import os
from statistics import median

from figures import Figure, skipped
from positions import EARLY
from searching import MIB, NOTHING, Spent, compiled, value_of
from timing import interleaved, ratio

from zermelo.engine.engine import Engine

NAME = "two threads / one, time to solve"


def measure(quick: bool) -> list[Figure]:
    """The speedup of two threads."""
    if (os.cpu_count() or 1) < 2:
        return [skipped(NAME, "there is one processor")]
    one, two = (compiled("connect4", table=256 * MIB, threads=threads) for threads in (1, 2))
    early = EARLY[-1:] if quick else EARLY
    alone, together = interleaved(
        1 if quick else 5, lambda: _solved(one, early).seconds, lambda: _solved(two, early).seconds
    )
    note = f"{median(alone):.2f} s and {median(together):.2f} s"
    detail = {"one": alone, "two": together}
    return [Figure(NAME, ratio(alone, together), "×", at_least=1.5, note=note, detail=detail)]


def _solved(engine: Engine, openings: tuple[str, ...]) -> Spent:
    spent = NOTHING
    for moves in openings:
        spent += value_of(engine, engine.game.parse(moves)).spent
    return spent
