"""Analyses of games in which chance may bring so much that only samples of it can be read.

A search in which every chance node reads a sample, as `star` takes it, has a value that is right on average. So several
are made, each with samples of its own; what they have found differs, and by how much tells how far the mean may be off.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from statistics import fmean, stdev

from zermelo.engines.analysing import analyse
from zermelo.engines.engine import Engine, Watch, unwatched
from zermelo.engines.root import values_of
from zermelo.errors import KindError, LimitError
from zermelo.game import MIN, Action, State, legal_actions
from zermelo.limits import Limits
from zermelo.results import Analysis, Line

ROUNDS = 10
"""How many searches are made, each with its own samples."""

MOST_SAMPLES = 1_000_000
"""More outcomes than any chance node has."""


def analyse_samples(
    engine: Engine,
    s: State,
    limits: Limits,
    samples: int,
    *,
    seed: int = 0,
    lines: int = 1,
    stop: threading.Event | None = None,
    watch: Watch = unwatched,
) -> Analysis:
    """What to play in s, by searches that read no more than so many outcomes at a chance node, below the root's own."""
    if isinstance(samples, bool) or not isinstance(samples, int) or not 1 <= samples <= MOST_SAMPLES:
        raise LimitError(f"{samples!r} samples make no sense: it has to be a number from 1 to {MOST_SAMPLES:,}")
    if not engine.game.kind.stochastic:
        raise KindError("there is nothing to take samples of: the game has no chance")
    if engine.others is not None:
        raise KindError("samples are for values that are one number: of two players at most, who do not err")
    if engine.game.is_terminal(s):
        return analyse(engine, s, limits)
    every = max(1, len(legal_actions(engine.game, s)))
    share = _share(limits)
    rounds: list[Analysis] = []
    for i in range(ROUNDS):
        engine.take_samples(samples, seed * ROUNDS + i)
        rounds.append(analyse(engine, s, share, lines=every, stop=stop, watch=watch))
        share = replace(share, depth=rounds[0].depth or 1)  # all of them look as far as the first
        if stop is not None and stop.is_set():
            break
    engine.take_samples(0, 0)
    return _mean(rounds, samples, lines)


def _share(limits: Limits) -> Limits:
    """The limits of one search, of which there will be several."""
    return Limits(
        limits.depth,
        None if limits.nodes is None else max(1, limits.nodes // ROUNDS),
        None if limits.seconds is None else limits.seconds / ROUNDS,
    )


def _mean(rounds: list[Analysis], samples: int, lines: int) -> Analysis:
    """One analysis of several: each action has the mean of its values."""
    first = rounds[0]
    as_deep = [r for r in rounds if r.depth == first.depth]
    game, sign = first.game, -1 if first.game.player(first.state) == MIN else 1
    found = sorted(_by_action(as_deep), key=lambda pair: -sign * fmean(pair[1]))
    merged = tuple(
        Line(values=values_of(game, fmean(v)), actions=way, proved=False, distance=None) for way, v in found[:lines]
    )
    best, values = merged[0], found[0][1]
    error = stdev(values) / len(values) ** 0.5 if len(values) > 1 else None
    said = f"{len(values)} searches, each with samples of {samples} outcomes"
    return replace(
        first,
        value=best.value,
        values=best.values,
        action=best.actions[0] if best.actions else None,
        line=best.actions,
        lines=merged,
        proved=False,
        error=error,
        nodes=sum(r.nodes for r in rounds),
        seconds=sum(r.seconds for r in rounds),
        notes=(*first.notes, said),
    )


def _by_action(rounds: list[Analysis]) -> list[tuple[tuple[Action, ...], list[float]]]:
    """The line of each action in the first search, and the values that it has in all of them."""
    first = {line.actions[:1]: line.actions for line in rounds[0].lines}
    found: dict[tuple[Action, ...], list[float]] = {start: [] for start in first}
    for line in (line for r in rounds for line in r.lines):
        if line.actions[:1] in found:
            found[line.actions[:1]].append(line.value)
    return [(first[start], values) for start, values in found.items()]
