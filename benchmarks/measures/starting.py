"""Startup time: of a process with an empty cache, and of a process that finds the machine code in the cache.

The time is measured from the start of the process to the first node searched at the native speed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from figures import Figure

GAMES = ("connect4", "othello")

FIRST_NODE = """
import sys
import zermelo
from zermelo.engine import deepening as analysing
from zermelo.engine.engine import Engine
from zermelo.core.limits import Limits

engine = Engine(zermelo.load(sys.argv[1]), table=2**20)
engine.compile()
analysing.analyse(engine, engine.game.initial(), Limits(nodes=1))
assert engine.speed == "native" and engine.nodes == 1
"""

IMPORT = "import zermelo"


def measure(quick: bool) -> list[Figure]:
    """One cold start, because compiling takes long; several warm starts."""
    found = [_imported(quick)]
    for name in GAMES[:1] if quick else GAMES:
        found += _started(name, quick)
    return found


def _imported(quick: bool) -> Figure:
    took = [process_seconds(IMPORT, Path.cwd())[0] for _ in range(1 if quick else 5)]
    return Figure("import zermelo", median(took), "s", detail={"seconds": took})


def _started(name: str, quick: bool) -> list[Figure]:
    with tempfile.TemporaryDirectory(prefix="zermelo-cache-") as folder:
        cold, cold_work = process_seconds(FIRST_NODE, Path(folder), name)
        warm, warm_work = zip(
            *(process_seconds(FIRST_NODE, Path(folder), name) for _ in range(1 if quick else 5)), strict=True
        )
    note = f"a process with an empty cache, to the first node; {cold_work:.2f} s of a processor"
    warm_note = f"a second process, to the first node; {median(warm_work):.2f} s of a processor"
    detail = {"seconds": warm, "processor_seconds": warm_work}
    return [
        Figure(f"cold start, {name}", cold, "s", note=note, detail={"processor_seconds": cold_work}),
        Figure(f"warm start, {name}", median(warm), "s", at_most=1.5, note=warm_note, detail=detail),
    ]


def process_seconds(program: str, cache: Path, *words: str) -> tuple[float, float]:
    """The time of a new process: wall-clock seconds and processor seconds."""
    began, worked = time.perf_counter(), _work_of_children()
    environment = os.environ | {"ZERMELO_CACHE": str(cache)}
    subprocess.run([sys.executable, "-c", program, *words], env=environment, check=True)
    return time.perf_counter() - began, _work_of_children() - worked


def _work_of_children() -> float:
    times = os.times()
    return times.children_user + times.children_system
