"""Analysis by sampling, for games whose chance nodes have too many outcomes to search them all.

A search that samples the outcomes of each chance node gives an unbiased estimate of the value. Several searches are
made with independent samples; the result is their mean, and their standard deviation gives its standard error.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from statistics import fmean, stdev

from zermelo.core.errors import KindError, LimitError
from zermelo.core.game import MIN, Action, State
from zermelo.core.limits import Budget, Limits
from zermelo.core.results import Analysis, Line
from zermelo.core.rules import MOST_ACTIONS
from zermelo.engine.deepening import analyse
from zermelo.engine.engine import Engine, Watch, unwatched
from zermelo.engine.root_search import values_of

ROUNDS = 10
"""The number of searches, each with its own samples."""

MOST_SAMPLES = 1_000_000
"""The maximum sample size: more outcomes than any chance node has."""


def analyse_samples(
    engine: Engine,
    s: State,
    limits: Limits | Budget,
    samples: int,
    *,
    seed: int = 0,
    lines: int = 1,
    stop: threading.Event | None = None,
    watch: Watch = unwatched,
) -> Analysis:
    """The analysis of s by searches that sample at most `samples` outcomes per chance node; the root's are all read."""
    if isinstance(samples, bool) or not isinstance(samples, int) or not 1 <= samples <= MOST_SAMPLES:
        raise LimitError(f"samples={samples!r} is not valid: it must be a whole number from 1 to {MOST_SAMPLES:,}")
    if not engine.game.kind.stochastic:
        raise KindError("the option 'samples' needs a game with chance, and this game has none")
    if engine.others is not None:
        raise KindError("the option 'samples' needs a zero-sum game of at most two players who do not err")
    if engine.game.is_terminal(s):
        return analyse(engine, s, limits)
    budget = Budget.of(limits, stop)
    nodes = None if budget.most_nodes is None else max(1, budget.most_nodes // ROUNDS)
    rounds: list[Analysis] = []
    try:
        for i in range(ROUNDS):
            engine.take_samples(samples, seed * ROUNDS + i)
            depth = rounds[0].depth or 1 if rounds else None  # the others search to the depth of the first
            share = budget.part(budget.remaining() / (ROUNDS - i), nodes, depth)
            rounds.append(analyse(engine, s, share, lines=MOST_ACTIONS, watch=watch))
            budget.nodes += rounds[-1].nodes
            if budget.is_over or budget.out_of_nodes:
                break
    finally:
        engine.take_samples(0, 0)  # also after an error of the rules: the engine's next search reads all outcomes
    return _mean(rounds, samples, lines, budget)


def _mean(rounds: list[Analysis], samples: int, lines: int, budget: Budget) -> Analysis:
    """Merges several analyses into one, in which each action has the mean of its values."""
    first = rounds[0]
    as_deep = [r for r in rounds if r.depth == first.depth]
    game, sign = first.game, -1 if first.game.player(first.state) == MIN else 1
    found = sorted(_by_action(as_deep), key=lambda pair: -sign * fmean(pair[1]))
    merged = tuple(
        Line(values=values_of(game, fmean(v)), actions=way, proved=False, distance=None) for way, v in found[:lines]
    )
    best, values = merged[0], found[0][1]
    error = stdev(values) / len(values) ** 0.5 if len(values) > 1 else None
    note = f"{len(values)} searches, each with samples of {samples} outcomes"
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
        seconds=budget.seconds,
        compile_seconds=budget.compile_seconds,
        notes=(*first.notes, note),
    )


def _by_action(rounds: list[Analysis]) -> list[tuple[tuple[Action, ...], list[float]]]:
    """The line of each action in the first search, with the action's values in all searches."""
    first = {line.actions[:1]: line.actions for line in rounds[0].lines}
    found: dict[tuple[Action, ...], list[float]] = {start: [] for start in first}
    for line in (line for r in rounds for line in r.lines):
        if line.actions[:1] in found:
            found[line.actions[:1]].append(line.value)
    return [(first[start], values) for start, values in found.items()]
