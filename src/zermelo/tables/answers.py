"""The solution that the tables of a game contain: values, optimal actions and best play, without a search."""

from __future__ import annotations

from zermelo.core.game import MAX, Action, Game, State
from zermelo.core.limits import Budget
from zermelo.core.rules import each_action
from zermelo.core.values import Vector
from zermelo.solvers.solution_table import Answers, whole
from zermelo.tables.reading import TableEntry, TableSet


class TableAnswers(Answers):
    """Answers about positions whose successors are in the tables too."""

    def __init__(self, tables: TableSet) -> None:
        self.tables = tables
        self.game: Game = tables.game

    def knows(self, s: State) -> bool:
        """Whether the tables have s and every result of an action in s."""
        if self.tables.probe(s) is None:
            return False
        return self.game.is_terminal(s) or all(entry is not None for _, entry in self._successors(s))

    def shows_the_way(self, s: State) -> bool:
        """Whether play by the tables makes progress: without distances, a win could be put off forever."""
        entry = self.tables.probe(s)
        return entry is not None and (self.tables.has_distances or entry.value == self.game.infinite_play(MAX))

    def values_of(self, s: State) -> Vector | None:
        """Each player's value of s, or None if the tables do not have it."""
        entry = self.tables.probe(s)
        if entry is None:
            return None
        value = whole(entry.value)
        return (value,) if self.game.players == 1 else (value, self.game.kind.total - value)

    def distance(self, s: State) -> int | None:
        """The plies from s to the end if the winner hurries and the loser delays; None if that is not known."""
        entry = self.tables.probe(s)
        return None if entry is None else entry.distance

    def optimal(self, s: State, budget: Budget) -> list[Action]:
        """Every optimal action in s, the quickest win or the slowest loss first. Raises OutOfBudget."""
        sign = 1 if self.game.player(s) == MAX else -1
        found = [(a, entry) for a, entry in budget.each(self._successors(s)) if entry is not None]
        best = max(sign * entry.value for _, entry in found)
        optimal = [(a, entry) for a, entry in found if sign * entry.value == best]
        hurries = best > sign * self.game.infinite_play(MAX)
        optimal.sort(key=lambda pair: pair[1].distance or 0, reverse=not hurries)
        return [a for a, _ in optimal]

    def _successors(self, s: State) -> list[tuple[Action, TableEntry | None]]:
        return [(a, self.tables.probe(self.game.result(s, a))) for a in each_action(self.game, s)]
