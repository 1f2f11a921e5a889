"""Counting plays, against the same in C++ where there is a twin: only the rules, without a search."""

from __future__ import annotations

from statistics import median

import twins
from figures import Figure, skipped
from timing import interleaved, processor_seconds, ratio

import zermelo
from zermelo.kernels import counting
from zermelo.native.host import KernelHost

DEPTHS = {"connect4": (6, 9), "othello": (6, 9)}
"""The depths: of a quick run, and of a full one."""


ALONE = {"checkers": (8, 10)}
"""Those of games without a twin."""


def measure(quick: bool) -> list[Figure]:
    """The speed of counting plays, relative to the twin."""
    compared = [_compare(name, depths[0 if quick else 1], quick) for name, depths in DEPTHS.items()]
    return compared + [_alone(name, depths[0 if quick else 1], quick) for name, depths in ALONE.items()]


def _alone(name: str, depth: int, quick: bool) -> Figure:
    game = zermelo.load(name)
    host, s = KernelHost(game), game.initial()
    host.prepare(counting.perft, s, 1, 1)
    plays = host.run(counting.perft, s, depth, 1)
    rates = [
        plays / processor_seconds(lambda: host.run(counting.perft, s, depth, 1)) / 1e6 for _ in range(1 if quick else 5)
    ]
    note = f"{plays:,} plays of {depth} plies"
    return Figure(f"perft {name}", median(rates), "M/s", note=note, detail={"plays": plays, "rates": rates})


def _compare(name: str, depth: int, quick: bool) -> Figure:
    title = f"perft {name} / C++ twin"
    if twins.compiler() is None:
        return skipped(title, "there is no g++")
    game = zermelo.load(name)
    host, s = KernelHost(game), game.initial()
    host.prepare(counting.perft, s, 1, 1)
    plays, twins_plays = host.run(counting.perft, s, depth, 1), int(twins.run("perft", name, str(depth))[0][0])
    ours, theirs = interleaved(
        1 if quick else 5,
        lambda: plays / processor_seconds(lambda: host.run(counting.perft, s, depth, 1)),
        lambda: plays / float(twins.run("perft", name, str(depth))[0][1]),
    )
    note = f"{median(ours) / 1e6:.1f} and {median(theirs) / 1e6:.1f} million plays/s, {plays:,} plays of {depth} plies"
    if plays != twins_plays:
        note = f"NOT THE SAME COUNT: the twin has {twins_plays:,}; {note}"
    detail = {"plays": plays, "twin_plays": twins_plays, "kernel": ours, "twin": theirs}
    return Figure(title, ratio(ours, theirs), "×", note=note, detail=detail)
