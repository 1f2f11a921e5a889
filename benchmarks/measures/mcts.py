"""Monte Carlo tree search on connect four from its opening, in one thread and in two, against a twin and a peer in C++.

All do uniform playouts by UCT, as many in one search. The twin grows the same tree from the same random numbers.
"""

from __future__ import annotations

import importlib
import os
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import twins
from figures import Figure, skipped
from timing import interleaved, processor_seconds, ratio, undisturbed_ratio

import zermelo
from zermelo.core.limits import Budget, Limits
from zermelo.core.threads import clock
from zermelo.engine.mcts import MonteCarlo
from zermelo.engine.mcts_settings import MctsSettings
from zermelo.native.draws import first_draw

PEER_TARGET, TWIN_TARGET, THREADS_TARGET = 5, 0.8, 1.6
"""How many times as many playouts a second as OpenSpiel; as the twin; and in two threads as in one."""

SEED = 1

THEIR_C = 2**0.5
"""The constant with which OpenSpiel's rule, which has no factor 2 under the root, is ours."""

MEMORY = 1_000
"""How much memory OpenSpiel may use, in MB: more than it needs."""

FEW, MANY = 2_000, 50_000
"""How many playouts a search has: quickly, and else."""

FAITHFUL = MctsSettings(proofs=False)
"""The lecture's rule and nothing else."""


def measure(quick: bool) -> list[Figure]:
    """How many playouts are done in the time in which OpenSpiel does one; with proofs too, which it is not held to."""
    title = "connect four, UCT playouts / OpenSpiel's MCTSBot"
    try:
        spiel = importlib.import_module("pyspiel")
    except ImportError as error:
        return [skipped(title, f"not installed ({error})")]
    return [
        _compare(title, spiel, FAITHFUL, PEER_TARGET, quick),
        _compare(f"{title}, with proofs", spiel, MctsSettings(), None, quick),
    ]


def twin(quick: bool) -> list[Figure]:
    """The speed of the kernel relative to the twin, after their trees were compared node for node."""
    name = "connect four, UCT playouts / C++ twin"
    if twins.compiler() is None:
        return [skipped(name, "there is no g++")]
    playouts = FEW if quick else 4 * MANY
    search = _compiled(FAITHFUL)
    _search(search, playouts)
    different = _difference(search, playouts)
    native, theirs = interleaved(
        1 if quick else 11,
        lambda: playouts / processor_seconds(lambda: _search(search, playouts)),
        lambda: playouts / float(_run_twin(search, playouts, "2")[-1]),  # the first search warms the caches
    )
    note = f"{max(native):,.0f} and {max(theirs):,.0f} playouts/s, the best of {len(native)} rounds"
    if different:
        note = f"NOT THE SAME TREE: {different}; {note}"
    detail = {"kernel": native, "twin": theirs, "playouts": playouts, "same": not different}
    return [Figure(name, undisturbed_ratio(native, theirs), "×", TWIN_TARGET, note=note, detail=detail)]


def threads(quick: bool) -> list[Figure]:
    """How many playouts two threads do in the time in which one does one."""
    name = "connect four, UCT playouts of two threads / one"
    if (os.cpu_count() or 1) < 2:
        return [skipped(name, "there is one processor")]
    playouts = FEW if quick else 20 * MANY
    one, two = (_compiled(MctsSettings(threads=count)) for count in (1, 2))
    alone, together = interleaved(
        1 if quick else 7,
        lambda: playouts / _seconds(one, playouts),
        lambda: playouts / _seconds(two, playouts),
    )
    note = f"{median(alone):,.0f} and {median(together):,.0f} playouts/s, {playouts:,} in a search"
    detail = {"one": alone, "two": together}
    return [Figure(name, ratio(together, alone), "×", THREADS_TARGET, note=note, detail=detail)]


def _compare(title: str, spiel: Any, settings: MctsSettings, target: float | None, quick: bool) -> Figure:
    playouts = FEW if quick else MANY
    search = _compiled(settings)
    ours, theirs = interleaved(
        1 if quick else 5,
        lambda: playouts / processor_seconds(lambda: _search(search, playouts)),
        lambda: playouts / processor_seconds(lambda: _search_there(spiel, playouts, solves=settings.proofs)),
    )
    note = f"{median(ours):,.0f} and {median(theirs):,.0f} playouts/s, {playouts:,} in a search"
    return Figure(title, ratio(ours, theirs), "×", target, note=note, detail={"ours": ours, "theirs": theirs})


def _compiled(settings: MctsSettings) -> MonteCarlo:
    search = MonteCarlo(zermelo.load("connect4"), settings, seed=SEED)
    search.host.compile()
    return search


def _search(search: MonteCarlo, playouts: int) -> None:
    search.forget()
    *_, found = search.answers(search.game.initial(), Budget(Limits()), playouts=playouts)
    assert found.visits == playouts


def _seconds(search: MonteCarlo, playouts: int) -> float:
    """The time of a search: two threads have as many processor seconds in half of it."""
    began = clock()
    _search(search, playouts)
    return clock() - began


def _run_twin(search: MonteCarlo, playouts: int, searches: str, *file: str) -> list[str]:
    m = search.memory
    words = (str(playouts), str(m.most_tree_nodes), repr(m.c), str(first_draw(SEED)), searches, *file)
    return twins.run("uct", *words)[0]


def _difference(search: MonteCarlo, playouts: int) -> str:
    """The first node that is not the same in the tree of the last search and in that of the twin; empty if none is."""
    m = search.memory
    size = int(m.free[0])
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tree"
        _run_twin(search, playouts, "1", str(file))
        written = file.read_bytes()
    if len(written) != 24 * size:
        return f"the twin has {len(written) // 24:,} nodes, not {size:,}"
    theirs = [
        *np.frombuffer(written, np.int32, 2 * size).reshape(2, size),
        *np.frombuffer(written, np.float64, offset=8 * size).reshape(2, size),
    ]
    for name, row in zip(("visits", "firsts", "totals", "squares"), theirs, strict=True):
        ours = np.asarray(getattr(m, name))[:size]
        if (wrong := np.flatnonzero(ours != row)).size:
            return f"node {wrong[0]} has {name} {row[wrong[0]]}, not {ours[wrong[0]]}, and {wrong.size - 1} more differ"
    return ""


def _search_there(spiel: Any, playouts: int, *, solves: bool) -> None:
    game = spiel.load_game("connect_four")
    evaluator = spiel.RandomRolloutEvaluator(1, 1)
    bot = spiel.MCTSBot(game, evaluator, THEIR_C, playouts, MEMORY, solves, 1, False)
    bot.step(game.new_initial_state())
