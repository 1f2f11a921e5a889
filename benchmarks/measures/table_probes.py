"""Probing tables on disk: inside a kernel, warm from memory, and from Python, cold from disk.

The tables have the numbering of checkers with up to three pieces, and made-up values: what a probe costs does not
depend on whether they are right.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from figures import Figure
from timing import processor_seconds

import zermelo
from zermelo.core.game import Game, State
from zermelo.engine.memory import new_memory, new_table
from zermelo.kernels.table_probing import known_value
from zermelo.native.digest import table_digest
from zermelo.native.host import KernelHost
from zermelo.tables.files import Chunk, StageFile, stage_path, write_stage
from zermelo.tables.header import BY_RANK, Part, StageHeader
from zermelo.tables.loading import load_stages
from zermelo.tables.reading import BlockCache, TableSet

STAGES = (1, 2, 3)
STEP = 1_000_003
"""The distance of the positions that are probed one after another: no two share a cache line."""


def measure(quick: bool) -> list[Figure]:
    """The time of a probe in a kernel and from Python."""
    game = zermelo.load("checkers")
    with TemporaryDirectory() as name:
        folder = Path(name)
        for stage in STAGES:
            _write(game, folder, stage)
        return [_in_kernel(game, folder, quick), _from_python(game, folder, quick)]


def _write(game: Game, folder: Path, stage: int) -> None:
    parts = tuple(Part(name, size) for name, size in game.parts(stage))
    count = sum(part.size for part in parts)
    header = StageHeader(
        game=str(game),
        digest=table_digest(game),
        stage=stage,
        parts=parts,
        levels=(-1, 0, 1),
        infinite_play=0,
        draw=0,
        distances=True,
        numbering=BY_RANK,
        key_words=0,
        count=count,
    )
    random = np.random.default_rng(stage)
    levels = np.repeat(random.integers(0, 3, count // 4 + 1), 4)[:count].astype(np.uint8)
    distances = np.repeat(random.integers(0, 60, count // 4 + 1), 4)[:count].astype(np.uint16)
    write_stage(stage_path(folder, stage), header, [Chunk(levels, distances, np.zeros(count, np.int8))])


def probe_positions(game: Game, s: State, m: Any, stage: int, count: int, look: bool) -> float:  # noqa: ARG001, PLR0917  # a kernel
    """Makes positions by their numbers, and if `look` is true probes each; returns something that depends on all."""
    total, number = 0.0, 0
    for _ in range(count):
        t = game.unrank(stage, number)
        total += known_value(game, t, m, 1) if look else float(game.player(t))
        number = (number + STEP) % m.stage_sizes[stage]
    return total


def _in_kernel(game: Game, folder: Path, quick: bool) -> Figure:
    tables = TableSet.open(game, folder)
    assert tables is not None
    probed = load_stages(tables, 1 << 30)
    assert probed is not None
    probing = zermelo.load("checkers")
    probing._probes_tables = True
    s, stage, count = game.initial(), STAGES[-1], 10_000 if quick else 1_000_000
    host = KernelHost(probing)
    m = new_memory(probed.put_into(new_table(game.key(s), 1, native=True)), game.key(s), 1)
    host.prepare(probe_positions, s, m, stage, 1, True)
    rounds = 1 if quick else 5
    runs = [
        processor_seconds(lambda: host.run(probe_positions, s, m, stage, count, True))
        - processor_seconds(lambda: host.run(probe_positions, s, m, stage, count, False))
        for _ in range(rounds)
    ]
    note = f"{count:,} positions of checkers with {stage} pieces, one after another; making them is not counted"
    return Figure("a probe inside a kernel, warm", 1e6 * median(runs) / count, "µs", at_most=2.0, note=note)


def _from_python(game: Game, folder: Path, quick: bool) -> Figure:
    stage, taken = STAGES[-1], []
    random = np.random.default_rng(0)
    for _ in range(20 if quick else 400):
        with suppress(AttributeError):  # only some systems can drop a file from their cache
            handle = os.open(stage_path(folder, stage), os.O_RDONLY)
            os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
            os.close(handle)
        with StageFile.open(stage_path(folder, stage)) as file:
            tables = TableSet(game, folder, [file], BlockCache())
            s = game.unrank(stage, int(random.integers(file.header.count)))
            began = time.perf_counter()
            tables.probe(s)
            taken.append(time.perf_counter() - began)
    note = "checkers with 3 pieces: each time another block, read, checked and decompressed; the median"
    return Figure("a probe from Python, cold", 1e6 * median(taken), "µs", at_most=200.0, note=note)
