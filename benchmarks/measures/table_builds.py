"""Building tables: checkers by rank, with one thread and with two, and connect four by enumeration."""

from __future__ import annotations

import time
from pathlib import Path
from tempfile import TemporaryDirectory

from figures import Figure
from timing import processor_seconds

import zermelo
from zermelo.tables.building import build_stages
from zermelo.tables.enumerating import build_states
from zermelo.tables.running import Runner

STATES = 3_945_711
"""The positions of connect four, 5 columns of 4 cells."""


def measure(quick: bool) -> list[Figure]:
    """The time of a build with distances, the gain of a second thread, the size without, and states a second."""
    pieces = 3 if quick else 4
    game = zermelo.load("checkers")
    Runner(game).close()  # compiles
    with TemporaryDirectory() as name:
        one, two = (_seconds(pieces, Path(name) / str(threads), threads) for threads in (1, 2))
        build_stages(game, Path(name) / "wdl", pieces, distances=False)
        size = sum(path.stat().st_size for path in (Path(name) / "wdl").iterdir())
    entries = sum(part for stage in range(pieces + 1) for _, part in game.parts(stage))
    what = f"checkers tables to {pieces} pieces"
    return [
        Figure(
            f"{what}, with distances, 2 threads", two, "s", at_most=60, note=f"{entries / two / 1e6:.2f} M entries/s"
        ),
        Figure(f"{what}, 2 threads / 1", one / two, "×", at_least=1.6, note=f"{one:.1f} s and {two:.1f} s"),
        Figure(f"{what}, without distances", 8 * size / entries, "bits a position", at_most=1),
        _enumeration(),
    ]


def _seconds(pieces: int, folder: Path, threads: int) -> float:
    began = time.perf_counter()
    build_stages(zermelo.load("checkers"), folder, pieces, threads=threads)
    return time.perf_counter() - began


def _enumeration() -> Figure:
    """The states a second of connect four 5×4 by processor time: with values, written, without symmetry."""
    game = zermelo.load("connect4:width=5,height=4")
    with TemporaryDirectory() as name:
        folders = iter((Path(name) / "compiling", Path(name) / "measured"))

        def seconds() -> float:
            return processor_seconds(lambda: build_states(game, next(folders), symmetry=False))

        seconds()
        spent = seconds()
    what = "connect four 5×4 enumerated with values and written, 1 thread"
    return Figure(what, STATES / spent / 1e6, "M states/s", at_least=1, note=f"{STATES:,} states in {spent:.1f} s")
