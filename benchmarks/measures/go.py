"""Random plays of Go on nine lines, in one thread, against OpenSpiel's, which is in C++.

In these all legal actions are as likely. Playouts of Monte Carlo tree search fill no eyes: they are measured alone,
without knowledge and with it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from statistics import median
from typing import Any

import twins
from figures import Figure, skipped
from timing import interleaved, processor_seconds, ratio

import zermelo
from zermelo.native.draws import draw_below, next_draw, random_word
from zermelo.native.host import KernelHost
from zermelo.native.wide import count_points, nth_point

PEER_TARGET, PLAYOUTS_TARGET = 3, 10_000
"""How many times as many plays a second as OpenSpiel, and how many playouts without knowledge."""

LONGEST = 162
"""OpenSpiel ends a play after this many plies, two for each point."""

FEW, MANY = 200, 20_000
"""How many plays there are in one measurement; of OpenSpiel a twentieth."""

Plays = Callable[[Any, Any, int, int], int]


def legal_plays(game: Any, s: Any, plays: int, seed: int) -> int:
    """Plays in which every legal action is as likely, the pass included. Returns the number of plies."""
    plies = 0
    draw = seed
    for _ in range(plays):
        t = s
        left = LONGEST
        while left > 0 and not game.is_terminal(t):
            points = game.legal_points(t)
            draw = next_draw(draw)
            place = draw_below(draw, count_points(points) + 1)
            t = game.result(t, game.passing if place == 0 else nth_point(points, place - 1))
            left -= 1
        game.utility(t, 0)
        plies += LONGEST - left
    return plies


def uniform_plays(game: Any, s: Any, plays: int, seed: int) -> int:
    """Playouts in which every legal action that fills no own eye is as likely. Returns the number of plies."""
    plies = 0
    draw = seed
    for _ in range(plays):
        t = s
        left = game.longest_playout
        while left > 0 and not game.is_terminal(t):
            draw = next_draw(draw)
            t = game.result(t, game.any_sensible(t, draw, False))
            left -= 1
        game.utility(t, 0)
        plies += game.longest_playout - left
    return plies


def knowing_plays(game: Any, s: Any, plays: int, seed: int) -> int:
    """Playouts as Monte Carlo tree search does them. Returns the number of plies."""
    plies = 0
    draw = seed
    for _ in range(plays):
        t = s
        left = game.longest_playout
        while left > 0 and not game.is_terminal(t):
            draw = next_draw(draw)
            t = game.result(t, game.playout_action(t, random_word(draw)))
            left -= 1
        game.utility(t, 0)
        plies += game.longest_playout - left
    return plies


def measure(quick: bool) -> list[Figure]:
    """Plays per second, relative to OpenSpiel, and playouts per second."""
    kinds = (("uniform", uniform_plays, PLAYOUTS_TARGET), ("with knowledge", knowing_plays, None))
    return [_beside_openspiel(quick), *(_alone(name, kernel, target, quick) for name, kernel, target in kinds)]


def _host(kernel: Plays) -> KernelHost:
    game = zermelo.load("go")
    host = KernelHost(game)
    host.prepare(kernel, game.initial(), 1, 1)
    return host


def _rate(host: KernelHost, kernel: Plays, plays: int) -> float:
    return plays / processor_seconds(lambda: host.run(kernel, host.game.initial(), plays, 1))


def _alone(name: str, kernel: Plays, target: float | None, quick: bool) -> Figure:
    plays, host = FEW if quick else MANY, _host(kernel)
    rates = [_rate(host, kernel, plays) for _ in range(1 if quick else 5)]
    plies = host.run(kernel, host.game.initial(), plays, 1) / plays
    return Figure(f"go 9×9, playouts, {name}", median(rates), "/s", target, note=f"of {plies:.0f} plies")


def _beside_openspiel(quick: bool) -> Figure:
    title = "go 9×9, plays / OpenSpiel in C++"
    try:
        peer = importlib.import_module("peers.playouts")
    except ImportError as error:
        return skipped(title, f"not installed ({error})")
    if twins.compiler() is None:
        return skipped(title, "there is no g++")
    plays, host = FEW if quick else MANY, _host(legal_plays)
    theirs = "go(board_size=9,komi=7.5)"
    ours, others = interleaved(
        1 if quick else 5,
        lambda: _rate(host, legal_plays, plays),
        lambda: plays // 20 / processor_seconds(lambda: peer.from_cpp(theirs, plays // 20, 1)),
    )
    plies = host.run(legal_plays, host.game.initial(), plays, 1) / plays
    their_plies = peer.from_cpp(theirs, plays // 20, 1) / (plays // 20)
    note = f"{median(ours):,.0f} and {median(others):,.0f} plays/s, of {plies:.0f} and {their_plies:.0f} plies"
    return Figure(title, ratio(ours, others), "×", PEER_TARGET, note=note, detail={"ours": ours, "theirs": others})
