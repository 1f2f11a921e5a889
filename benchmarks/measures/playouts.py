"""Random plays of backgammon from its opening to its end, against OpenSpiel's, which is in C++.

Plays have about the same number of plies in both: OpenSpiel splits a double into two actions, and Zermelo lists plays
that lead to the same position once, so the distribution of random plays differs slightly.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from statistics import median

import twins
from figures import Figure, skipped
from timing import interleaved, processor_seconds, ratio

import zermelo
from zermelo.kernels import counting
from zermelo.native.host import KernelHost

TARGET = 20
"""The target ratio of plays per second."""

OPENSPIEL = "backgammon(max_player_turns=100000)"
"""OpenSpiel's game, without its limit on the length of plays."""

FEW, MANY = (200, 20), (20_000, 1_000)
"""The number of plays per measurement, of Zermelo and of OpenSpiel: in a quick run, and in a full one."""

LONGEST = 100_000
"""More plies than any play has."""


def measure(quick: bool) -> list[Figure]:
    """Plays per second, relative to OpenSpiel."""
    title = "backgammon, plays / OpenSpiel"
    try:
        peer = importlib.import_module("peers.playouts")
    except ImportError as error:
        return [skipped(title, f"not installed ({error})")]
    ways = {"in C++": (peer.from_cpp, TARGET), "from Python": (peer.from_python, None)}
    if twins.compiler() is None:
        del ways["in C++"]
    return [_compare(f"{title} {name}", theirs, target, quick) for name, (theirs, target) in ways.items()]


def _compare(title: str, theirs: Callable[[str, int, int], int], target: float | None, quick: bool) -> Figure:
    plays, their_plays = FEW if quick else MANY
    game = zermelo.load("backgammon")
    host, s = KernelHost(game), game.initial()
    host.prepare(counting.random_plays, s, 1, LONGEST, 1)
    ours, others = interleaved(
        1 if quick else 5,
        lambda: plays / processor_seconds(lambda: host.run(counting.random_plays, s, plays, LONGEST, 1)),
        lambda: their_plays / processor_seconds(lambda: theirs(OPENSPIEL, their_plays, 1)),
    )
    plies = host.run(counting.random_plays, s, plays, LONGEST, 1)[0] / plays
    their_plies = theirs(OPENSPIEL, their_plays, 1) / their_plays
    note = f"{median(ours):,.0f} and {median(others):,.0f} plays/s, of {plies:.0f} and {their_plies:.0f} plies"
    return Figure(title, ratio(ours, others), "×", target, note=note, detail={"ours": ours, "theirs": others})
