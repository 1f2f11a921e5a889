"""All the states that can be reached from one, as a graph."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from zermelo.errors import RuleError, quote
from zermelo.game import CHANCE, Action, Game, State, legal_actions, utilities
from zermelo.limits import Budget, OutOfBudget
from zermelo.values import Vector

TERMINAL = -2
"""Stands in `movers` for "nobody: play is over"."""


@dataclass
class Graph:
    """States by number, in the order in which they were met; the first is where the exploring began.

    With symmetry, one state stands for all that are symmetric to it.
    """

    game: Game
    symmetry: bool
    numbers: dict[Any, int] = field(default_factory=dict)
    states: list[State] = field(default_factory=list)
    movers: list[int] = field(default_factory=list)
    successors: list[list[int]] = field(default_factory=list)
    probabilities: dict[int, list[float]] = field(default_factory=dict)
    utilities: dict[int, Vector] = field(default_factory=dict)

    def number(self, s: State) -> int | None:
        """The number of the state, or None if it was not met."""
        return self.numbers.get(self.game.key(self.game.canonical(s) if self.symmetry else s))

    def actions(self, s: State) -> list[tuple[Action, int]]:
        """The actions of any state that was met, each with the number of the state that it leads to."""
        found = []
        for a in legal_actions(self.game, s):
            number = self.number(self.game.result(s, a))
            assert number is not None, "every successor of a state that was met was met too"
            found.append((a, number))
        return found

    def predecessors(self) -> list[list[int]]:
        """For each state those from which an action leads to it, once for each such action."""
        before: list[list[int]] = [[] for _ in self.states]
        for i, after in enumerate(self.successors):
            for j in after:
                before[j].append(i)
        return before


def explore(graph: Graph, start: State, budget: Budget, depth: int | None) -> None:
    """Fills the graph with all that can be reached; raises OutOfBudget where that is too much, or too deep."""
    _meet(graph, start, budget)
    i = plies = 0
    while i < len(graph.states):
        level = len(graph.states)  # all that is met by now is within so many plies
        if plies == depth and any(not graph.game.is_terminal(s) for s in graph.states[i:level]):
            raise OutOfBudget
        while i < level:
            _expand(graph, i, budget)
            i += 1
        plies += 1


def _meet(graph: Graph, s: State, budget: Budget) -> int:
    if graph.symmetry:
        s = graph.game.canonical(s)
    key = graph.game.key(s)
    number = graph.numbers.get(key)
    if number is None:
        budget.spend()
        number = graph.numbers[key] = len(graph.states)
        graph.states.append(s)
    return number


def _expand(graph: Graph, i: int, budget: Budget) -> None:
    game, s = graph.game, graph.states[i]
    if game.is_terminal(s):
        graph.movers.append(TERMINAL)
        graph.successors.append([])
        graph.utilities[i] = utilities(game, s)
        if not all(map(isfinite, graph.utilities[i])):
            raise RuleError(f"{type(game).__name__}.utility gave {graph.utilities[i]} in {quote(game.show(s))}")
        return
    mover = game.player(s)
    if mover not in range(game.players) and mover != CHANCE:
        raise RuleError(f"{type(game).__name__}.player gave {mover!r} in {quote(game.show(s))}")
    actions = legal_actions(game, s)
    graph.movers.append(mover)
    graph.successors.append([_meet(graph, game.result(s, a), budget) for a in actions])
    if mover == CHANCE:
        graph.probabilities[i] = [game.probability(s, a) for a in actions]
