"""Solves a game: explores all that can be reached, then works back from the ends of play."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from threading import Event

from zermelo.errors import KindError
from zermelo.game import CHANCE, MAX, Action, Game, State
from zermelo.limits import Budget, Limits, OutOfBudget
from zermelo.results import Solution
from zermelo.solvers.graph import Graph, explore
from zermelo.solvers.induction import solve_upwards
from zermelo.solvers.retrograde import Retrograde
from zermelo.solvers.stochastic import TooMany, read_game
from zermelo.solvers.tables import Answers, Bounds, Values
from zermelo.values import Vector

TOLERANCE = 1e-10
"""How far a value may be wrong that is called proved, where play goes round by chance: in parts of the greatest
utility, or of 1 if that is less."""


def solve(
    game: Game,
    s: State,
    limits: Limits,
    *,
    symmetry: bool = True,
    stop: Event | None = None,
    tolerance: float = TOLERANCE,
    plain: bool = False,
    told: Callable[[str], None] = lambda _: None,
) -> Solution:
    """The exact value of s, or a solution that is not proved and says in its notes why.

    Where chance moves and play can go round, a value is proved if it is wrong by no more than the tolerance. Such a
    game is run as machine code if it is large, unless it is to be `plain`; `told` hears when that is compiled.
    """
    if game.kind.hidden:
        raise KindError(f"{game} hides information, and this solver sees the whole state")
    budget = Budget(limits, stop)
    try:
        if game.kind.one_number and game.kind.stochastic:
            return _by_bounds(game, s, limits, budget, tolerance, symmetry=symmetry, plain=plain, told=told)
        return _by_values(game, s, limits, budget, symmetry=symmetry)
    except (OutOfBudget, TooMany):
        until = "before it was stopped" if budget.was_stopped else "within the limit"
        return _unsolved(game, s, budget, f"{budget.nodes:,} states were met {until}, and there are more")


def _by_values(game: Game, s: State, limits: Limits, budget: Budget, *, symmetry: bool) -> Solution:
    # With general sums, ties are broken by the order of actions, which symmetric states need not share.
    graph = Graph(game, symmetry and game.kind.one_number)
    explore(graph, s, budget, limits.depth)
    table = _values(graph)
    if table is None:
        return _unsolved(
            game, s, budget, "play can go round, and only zero-sum games of one or two players are solved with loops"
        )
    return _solved(s, table, budget, distance=table.distances[0])


def _values(graph: Graph) -> Values | None:
    """The value of every state, or None where there are loops that none of the methods can take."""
    game, kind = graph.game, graph.game.kind
    if kind.one_number:
        found = Retrograde(graph)
        found.solve()
        values: list[Vector] = [(v,) if kind.players == 1 else (v, game.total - v) for v in found.values]
        return Values(graph, values, found.distances)
    upwards = solve_upwards(graph)
    return None if upwards is None else Values(graph, upwards, [None] * len(upwards))


def _by_bounds(
    game: Game,
    s: State,
    limits: Limits,
    budget: Budget,
    tolerance: float,
    *,
    symmetry: bool,
    plain: bool,
    told: Callable[[str], None],
) -> Solution:
    most = inf if limits.nodes is None else limits.nodes
    reader, why_plain = read_game(game, s, most, budget, plain=plain, told=told, symmetry=symmetry, depth=limits.depth)
    allowed = reader.tolerance(tolerance)
    reader.find_bounds(allowed, reader.find_components(budget), budget)
    table = Bounds(reader)
    error = table.error(s)
    notes = () if why_plain is None else (f"at the plain speed: {why_plain}",)
    speed = "native" if reader.native else "plain"
    return _solved(s, table, budget, error=error or None, proved=error <= allowed, notes=notes, speed=speed)


def _solved(
    s: State,
    table: Answers,
    budget: Budget,
    *,
    distance: int | None = None,
    error: float | None = None,
    proved: bool = True,
    notes: tuple[str, ...] = (),
    speed: str = "plain",
) -> Solution:
    line, values = table.line(s), table.values_of(s)
    assert values is not None, "the state itself was met first of all"
    return Solution(
        game=table.game,
        state=s,
        value=values[MAX],
        values=values,
        action=line[0] if line else None,
        actions=table.policy(s),
        line=line,
        proved=proved,
        depth=len(line),
        distance=distance,
        nodes=budget.nodes,
        states=budget.nodes,
        seconds=budget.seconds,
        speed=speed,
        error=error,
        notes=(*notes, *_forever(table.game, s, line)),
        table=table,
    )


def _unsolved(game: Game, s: State, budget: Budget, why: str) -> Solution:
    return Solution(
        game=game,
        state=s,
        value=None,
        values=None,
        action=None,
        actions=(),
        line=(),
        proved=False,
        depth=0,
        distance=None,
        nodes=budget.nodes,
        states=budget.nodes,
        seconds=budget.seconds,
        notes=(f"not solved: {why}",),
        table=None,
    )


def _forever(game: Game, s: State, line: tuple[Action, ...]) -> tuple[str, ...]:
    """Says so where best play never ends."""
    for a in line:
        s = game.result(s, a)
    return () if game.is_terminal(s) or game.player(s) == CHANCE else ("best play goes round for ever",)
