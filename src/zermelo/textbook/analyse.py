"""Analyses a state with a textbook search: once to the end, or deeper and deeper until a limit stops it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from threading import Event
from typing import Any

from zermelo.core.errors import LimitError, quote
from zermelo.core.game import Action, Game, State
from zermelo.core.limits import Budget, Limits, OutOfBudget
from zermelo.core.people import player_name
from zermelo.core.results import Analysis
from zermelo.core.trace import Trace
from zermelo.core.values import Ranked, Value, Vector, unrank
from zermelo.textbook.algorithms import make_search
from zermelo.textbook.alphabeta import AlphaBeta
from zermelo.textbook.counts import count_others
from zermelo.textbook.expectimax import Expectimax
from zermelo.textbook.paranoid import Paranoid
from zermelo.textbook.recorder import Recorder
from zermelo.textbook.search import Search


@dataclass
class _Found:
    """The result of one search: `complete` unless a limit stopped it."""

    search: Search
    value: Value | None
    line: tuple[Action, ...]
    complete: bool


def analyse(game: Game, s: State, limits: Limits | Budget, **options: Any) -> Analysis:
    """Searches s by a textbook algorithm: the last analysis of `deepen`."""
    *_, last = deepen(game, s, limits, **options)
    return last


def deepen(
    game: Game,
    s: State,
    limits: Limits | Budget,
    *,
    algorithm: str,
    stop: Event | None = None,
    **options: Any,
) -> Iterator[Analysis]:
    """Analyses of s by a textbook algorithm, each of a deeper search than the one before.

    With a limit in nodes or seconds the search deepens ply by ply, and the last analysis is that of the last completed
    depth. Otherwise it is a single search to the end or to the depth limit. A budget may be passed instead of limits if
    other stages share it.
    """
    budget = Budget.of(limits, stop)
    make = partial(make_search, game, algorithm, **options)
    if budget.most_nodes is None and not budget.has_deadline:
        found = _search(make(depth=budget.depth, budget=budget), s)
        if found.value is None:
            found = _one_ply(make(depth=1, budget=budget.closing()), s)
        yield _analysis(found, s, budget)
        return
    last: _Found | None = None
    for depth in count(1):
        deeper = _search(make(depth=depth, budget=budget), s)
        if last is None or deeper.complete:
            last = deeper
        yield _analysis(last, s, budget)
        if not deeper.complete or _is_proved(deeper) or not deeper.search.cutoffs or depth == budget.depth:
            return


def record(
    game: Game,
    s: State,
    limits: Limits | Budget,
    *,
    algorithm: str,
    stop: Event | None = None,
    **options: Any,
) -> tuple[Analysis, Trace]:
    """Searches s once and records every step. Raises LimitError if there are more nodes than the limit."""
    budget = Budget.of(limits, stop)
    recorder = Recorder(*(() if budget.most_nodes is None else (budget.most_nodes,)))
    search = make_search(game, algorithm, depth=budget.depth, budget=budget, recorder=recorder, **options)
    found = _search(search, s)
    if not found.complete and budget.out_of_nodes:
        raise LimitError(
            f"the tree of {quote(game)} was not complete after {budget.nodes:,} nodes: give a depth, or a higher limit"
        )
    count = partial(count_others, search.name, game, s, budget.depth, options)
    return _analysis(found, s, budget), replace(recorder.trace(search), count_others=count)


def _search(search: Search, s: State) -> _Found:
    try:
        value = search.run(s)
    except OutOfBudget:
        return _Found(search, search.best, search.line, complete=False)
    return _Found(search, value, search.line, complete=True)


def _one_ply(search: Search, s: State) -> _Found:
    """A search of one ply, for a search that was stopped before it found any value."""
    found = _search(search, s)
    found.complete = False
    return found


def _analysis(found: _Found, s: State, budget: Budget) -> Analysis:
    search, game = found.search, found.search.game
    values = None if found.value is None else _values(game, unrank(found.value))
    bound = _bound(found)
    return Analysis(
        game=game,
        state=s,
        method=search.name,
        value=None if values is None else values[0],
        values=values,
        action=None if bound == "at most" or not found.line else found.line[0],
        line=() if bound == "at most" else found.line,
        proved=_is_proved(found),
        depth=search.deepest,
        nodes=budget.nodes,
        seconds=budget.seconds,
        notes=_notes(found, bound),
        against_errors=isinstance(search, Expectimax) and not search.opponent.is_perfect,
    )


def _values(game: Game, value: float | Vector) -> Vector:
    """A value for each player."""
    if isinstance(value, tuple):
        return value
    return (value,) if game.players == 1 else (value, game.kind.total - value)


def _is_proved(found: _Found) -> bool:
    """Whether the value is exact: nothing was cut off by depth, or the value is a bound on all utilities."""
    search = found.search
    if not search.exact or not found.complete or _bound(found) or (search.loops and not search.loops_are_exact):
        return False
    if not search.cutoffs:
        return True
    bounds, value = search.game.bounds, found.value
    if bounds is None or not isinstance(value, Ranked) or value.tier == 0:
        return False
    return bool(value.value == bounds[value.tier > 0])  # bounds may be numbers of numpy


def _bound(found: _Found) -> str | None:
    """Whether the value is only a bound, "at least" or "at most", because it lies outside a given window."""
    search, value = found.search, found.value
    if not isinstance(search, AlphaBeta) or value is None:
        return None
    alpha, beta = search.window
    return "at most" if value <= alpha else "at least" if value >= beta else None


def _notes(found: _Found, bound: str | None) -> tuple[str, ...]:
    notes = []
    search = found.search
    if not found.complete:
        notes.append("stopped before the end: this is the best of the actions read so far")
    if bound is not None:
        notes.append(f"outside the window: the value is {bound} this")
    if isinstance(search, Expectimax) and not search.opponent.is_perfect:
        notes.append(f"against {search.opponent}")
    if isinstance(search, Paranoid):
        notes.append(_assumption(search))
    if search.loops and not search.loops_are_exact:
        notes.append("play can repeat a state: with chance, errors or general sums the value is then not proved")
    return tuple(notes)


def _assumption(search: Paranoid) -> str:
    """The search's assumption about the other players, as text."""
    assert search.agent is not None  # set by `run`
    who = f"{player_name(search.game, search.agent)} assumes that all others play against it"
    return who if search.exact else f"{who}, only one of them choosing at a time: an estimate"
