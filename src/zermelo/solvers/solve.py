"""Solves a game: explores all that can be reached, then works back from the ends of play."""

from __future__ import annotations

from dataclasses import dataclass
from math import isclose
from threading import Event

from zermelo.errors import KindError
from zermelo.game import CHANCE, MAX, Action, Game, State
from zermelo.limits import Budget, Limits, OutOfBudget
from zermelo.results import Solution
from zermelo.solvers.graph import Graph, explore
from zermelo.solvers.induction import solve_upwards
from zermelo.solvers.retrograde import Retrograde
from zermelo.values import Vector


@dataclass
class _Table:
    """The value of every state in a graph, for each player, and the distances where there are any."""

    graph: Graph
    values: list[Vector]
    distances: list[int | None]

    def values_of(self, s: State) -> Vector | None:
        """Each player's value of s, or None if s was not met."""
        number = self.graph.number(s)
        return None if number is None else self.values[number]

    def policy(self, s: State) -> tuple[Action, ...]:
        """Every optimal action in s; none if s was not met."""
        return () if self.graph.number(s) is None else tuple(a for a, _ in self.optimal(s))

    def optimal(self, s: State) -> list[tuple[Action, int]]:
        """Every optimal action in s with the state it leads to, the quickest win or the slowest loss first."""
        game = self.graph.game
        if game.is_terminal(s) or game.player(s) == CHANCE:
            return []
        mover = game.player(s)
        branches = self.graph.actions(s)
        best = max(self.values[j][mover] for _, j in branches)
        optimal = [(a, j) for a, j in branches if isclose(self.values[j][mover], best, rel_tol=1e-12, abs_tol=1e-12)]
        wins = best > game.infinite_play(mover)
        return sorted(optimal, key=lambda branch: self.distances[branch[1]] or 0, reverse=not wins)

    def line(self, s: State) -> tuple[Action, ...]:
        """Best play from s to the end, to a chance node, or to where it goes round."""
        line: list[Action] = []
        met = set()
        game = self.graph.game
        while game.key(s) not in met and (optimal := self.optimal(s)):
            met.add(game.key(s))
            line.append(optimal[0][0])
            s = game.result(s, line[-1])
        return tuple(line)


def solve(game: Game, s: State, limits: Limits, *, symmetry: bool = True, stop: Event | None = None) -> Solution:
    """The exact value of s, or a solution that is not proved and says in its notes why."""
    if game.kind.hidden:
        raise KindError(f"{game} hides information, and this solver sees the whole state")
    budget = Budget(limits, stop)
    # With general sums, ties are broken by the order of actions, which symmetric states need not share.
    graph = Graph(game, symmetry and game.kind.one_number)
    try:
        explore(graph, s, budget, limits.depth)
    except OutOfBudget:
        until = "before it was stopped" if budget.was_stopped else "within the limit"
        return _unsolved(s, graph, budget, f"{budget.nodes:,} states were met {until}, and there are more")
    table = _table(graph)
    if table is None:
        return _unsolved(
            s,
            graph,
            budget,
            "play can go round, and only two-player zero-sum games without chance are solved with loops",
        )
    return _solved(s, table, budget)


def _table(graph: Graph) -> _Table | None:
    """The value of every state, or None where there are loops that none of the methods can take."""
    game, kind = graph.game, graph.game.kind
    if kind.one_number and not kind.stochastic:
        found = Retrograde(graph)
        found.solve()
        values: list[Vector] = [(v,) if kind.players == 1 else (v, game.total - v) for v in found.values]
        return _Table(graph, values, found.distances)
    upwards = solve_upwards(graph)
    return None if upwards is None else _Table(graph, upwards, [None] * len(upwards))


def _solved(s: State, table: _Table, budget: Budget) -> Solution:
    line = table.line(s)
    return Solution(
        game=table.graph.game,
        state=s,
        value=table.values[0][MAX],
        values=table.values[0],
        action=line[0] if line else None,
        actions=table.policy(s),
        line=line,
        proved=True,
        depth=len(line),
        distance=table.distances[0],
        nodes=budget.nodes,
        states=len(table.graph.states),
        seconds=budget.seconds,
        notes=_forever(table.graph.game, s, line),
        table=table,
    )


def _unsolved(s: State, graph: Graph, budget: Budget, why: str) -> Solution:
    return Solution(
        game=graph.game,
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
        states=len(graph.states),
        seconds=budget.seconds,
        notes=(f"not solved: {why}",),
        table=None,
    )


def _forever(game: Game, s: State, line: tuple[Action, ...]) -> tuple[str, ...]:
    """Says so where best play never ends."""
    for a in line:
        s = game.result(s, a)
    return () if game.is_terminal(s) or game.player(s) == CHANCE else ("best play goes round for ever",)
