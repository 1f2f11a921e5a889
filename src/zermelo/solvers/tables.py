"""What a solver knows of every state that it has read: values, optimal actions, best play."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import floor, inf, isclose, log10

from zermelo.game import CHANCE, MAX, Action, Game, State, legal_actions
from zermelo.solvers.graph import Graph
from zermelo.solvers.iteration import TIE
from zermelo.solvers.reading import GREATEST, ROUNDING
from zermelo.solvers.stochastic import Reader
from zermelo.values import Vector


class Answers(ABC):
    """What is asked of every table."""

    game: Game

    @abstractmethod
    def values_of(self, s: State) -> Vector | None:
        """Each player's value of s, or None if s was not met."""

    @abstractmethod
    def optimal(self, s: State) -> list[Action]:
        """Every optimal action in s, where somebody chooses; the one first by which play gets on."""

    def policy(self, s: State) -> tuple[Action, ...]:
        """Every optimal action in s; none if s was not met."""
        return () if self.values_of(s) is None else tuple(self.best(s))

    def best(self, s: State) -> list[Action]:
        """Every optimal action in s; none where play is over, or chance moves."""
        return [] if self.game.is_terminal(s) or self.game.player(s) == CHANCE else self.optimal(s)

    def line(self, s: State) -> tuple[Action, ...]:
        """Best play from s to the end, to a chance node, or to where it goes round."""
        line: list[Action] = []
        met = set()
        while self.game.key(s) not in met and (best := self.best(s)):
            met.add(self.game.key(s))
            line.append(best[0])
            s = self.game.result(s, line[-1])
        return tuple(line)


@dataclass
class Values(Answers):
    """The value of every state in a graph, for each player, and the distances where there are any."""

    graph: Graph
    values: list[Vector]
    distances: list[int | None]

    def __post_init__(self) -> None:
        self.game = self.graph.game

    def values_of(self, s: State) -> Vector | None:
        """Each player's value of s, or None if s was not met."""
        number = self.graph.number(s)
        return None if number is None else self.values[number]

    def optimal(self, s: State) -> list[Action]:
        """Every optimal action in s, the quickest win or the slowest loss first."""
        mover = self.game.player(s)
        branches = self.graph.actions(s)
        best = max(self.values[j][mover] for _, j in branches)
        optimal = [(a, j) for a, j in branches if isclose(self.values[j][mover], best, rel_tol=TIE, abs_tol=TIE)]
        wins = best > self.game.infinite_play(mover)
        ordered = sorted(optimal, key=lambda branch: self.distances[branch[1]] or 0, reverse=not wins)
        return [a for a, _ in ordered]


@dataclass
class Bounds(Answers):
    """The bounds between which the value of every state lies that a reader has read."""

    reader: Reader

    def __post_init__(self) -> None:
        self.game, self._m = self.reader.game, self.reader.m

    def values_of(self, s: State) -> Vector | None:
        """Each player's value of s, or None if s was not met."""
        number = self.reader.number(s)
        if number is None:
            return None
        value = _whole(self._middle(number))
        return (value,) if self.game.players == 1 else (value, self.game.total - value)

    def error(self, s: State) -> float:
        """By how much the value of s, which was met, may be wrong at most."""
        number = self._number(s)
        low, high, value = self._m.lower[number], self._m.upper[number], self._middle(number)
        return 0.0 if low == high else _rounded_up(float(max(high - value, value - low) + ROUNDING * abs(value)))

    def optimal(self, s: State) -> list[Action]:
        """Every action in s that is not proved to be worse than another, the one first by which play gets on."""
        m, mover = self._m, self.game.player(s)
        branches = [(a, self._number(self.game.result(s, a))) for a in legal_actions(self.game, s)]
        promises = [(m.lower[j], m.upper[j]) if mover == MAX else (-m.upper[j], -m.lower[j]) for _, j in branches]
        least = max(low for low, _ in promises) - TIE * max(1.0, m.extent[GREATEST])
        optimal = [branch for branch, (_, high) in zip(branches, promises, strict=True) if high >= least]
        own = m.indices[self._number(s)]
        return [a for a, j in sorted(optimal, key=lambda branch: self._way_out(branch[1], own))]

    def _middle(self, number: int) -> float:
        return float(0.5 * (self._m.lower[number] + self._m.upper[number]))

    def _way_out(self, j: int, component: int) -> float:
        """How far the way is out of a component in which somebody can stay for ever."""
        return 0 if self._m.indices[j] != component else self._m.ranks[j] or inf

    def _number(self, s: State) -> int:
        number = self.reader.number(s)
        assert number is not None, "every successor of a state that was met was met too"
        return number


def _rounded_up(error: float) -> float:
    """The least number of one digit that is not below the error: so it is printed, and it stays a bound."""
    exponent = floor(log10(error))
    return next(n for digit in range(1, 11) if (n := float(f"{digit}e{exponent}")) >= error)


def _whole(v: float) -> float:
    """A whole number without its point: bounds are floats, and people write 1."""
    return int(v) if v.is_integer() and abs(v) < 2**53 else v
