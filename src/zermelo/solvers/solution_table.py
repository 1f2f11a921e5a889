"""Solution tables: the value, the optimal actions and best play of every enumerated state."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from math import floor, inf, log10
from typing import Any

from zermelo.core.game import CHANCE, MAX, Action, Game, State
from zermelo.core.limits import Budget, Limits, OutOfBudget
from zermelo.core.values import Vector
from zermelo.kernels.enumeration import ROUNDING
from zermelo.kernels.retrograde import UNSETTLED
from zermelo.kernels.value_iteration import TIE, mean_of, tie_of
from zermelo.solvers.state_space import StateSpace


class Answers(ABC):
    """The interface of all solution tables."""

    game: Game

    @abstractmethod
    def values_of(self, s: State) -> Vector | None:
        """Each player's value of s, or None if s was not enumerated."""

    def distance(self, s: State) -> int | None:  # a table without distances has none
        """The plies from s to the end if the winner hurries and the loser delays; None if it is not known."""
        return None

    @abstractmethod
    def optimal(self, s: State, budget: Budget) -> list[Action]:
        """Every optimal action in a state with a player to move, first one that makes progress. Raises OutOfBudget."""

    def policy(self, s: State) -> tuple[Action, ...]:
        """Every optimal action in s; none if s was not enumerated."""
        return () if self.values_of(s) is None else tuple(self.best(s, Budget(Limits())))

    def best(self, s: State, budget: Budget) -> list[Action]:
        """Every optimal action in s; none in a terminal state or a chance node. Raises OutOfBudget."""
        return [] if self.game.is_terminal(s) or self.game.player(s) == CHANCE else self.optimal(s, budget)

    def try_best(self, s: State, budget: Budget) -> list[Action] | None:
        """Every optimal action in s, or None if the budget runs out."""
        try:
            return self.best(s, budget)
        except OutOfBudget:
            return None

    def line(self, s: State, budget: Budget | None = None) -> tuple[Action, ...]:
        """Best play from s to the end, to a chance node or to a repeated state; shorter if the budget runs out."""
        budget = budget or Budget(Limits())
        return self.follow(s, self.try_best(s, budget), budget)[0]

    def follow(self, s: State, best: list[Action] | None, budget: Budget) -> tuple[tuple[Action, ...], State | None]:
        """Best play from s, whose optimal actions are `best`, and the state in which it ends.

        The state is None if the budget runs out.
        """
        line: list[Action] = []
        met = set()
        while best and self.game.key(s) not in met:
            met.add(self.game.key(s))
            line.append(best[0])
            s = self.game.result(s, best[0])
            best = self.try_best(s, budget)
        return tuple(line), None if best is None else s


@dataclass
class Values(Answers):
    """The exact value of every state, and in zero-sum games of at most two players the distance."""

    space: StateSpace

    def __post_init__(self) -> None:
        self.game, self._m = self.space.game, self.space.m
        self._kind = self.game.kind

    def values_of(self, s: State) -> Vector | None:
        """Each player's value of s, or None if s was not enumerated."""
        number = self.space.number(s)
        return None if number is None else self._values(number)

    def distance(self, s: State) -> int | None:
        """The plies from s to the end if the winner hurries and the loser delays; None in a draw or if s is unknown."""
        number = self.space.number(s)
        return None if number is None else self._distance(number)

    def optimal(self, s: State, budget: Budget) -> list[Action]:
        """Every optimal action in s, the quickest win or the slowest loss first."""
        mover = self.game.player(s)
        gains = [(a, j, self._gain(j, mover)) for a, j in self.space.branches(s, budget)]
        best = max(gain for *_, gain in gains)
        optimal = [(a, j) for a, j, gain in gains if self._equal(gain, best)]
        if self._kind.one_number:
            hurries = best > self._gain_of(self.space.infinite_play, mover)
            optimal.sort(key=lambda branch: self._distance(branch[1]) or 0, reverse=not hurries)
        return [a for a, _ in optimal]

    def _values(self, number: int) -> Vector:
        kind = self._kind
        if not kind.one_number:
            return tuple(whole(self._m.worth[number * kind.players + p]) for p in range(kind.players))
        value = whole(self._value(number))
        return (value,) if kind.players == 1 else (value, kind.total - value)

    def _value(self, number: int) -> Any:
        """MAX's value, in a game whose values are one number."""
        return self.space.levels[self._m.ranks[number]]

    def _distance(self, number: int) -> int | None:
        if not self._kind.one_number:
            return None
        distance = int(self._m.distances[number])
        return None if distance == UNSETTLED else distance

    def _gain(self, number: int, mover: int) -> Any:
        """The number that the mover maximises. For MIN it is -value, because total - value may be rounded."""
        if not self._kind.one_number:
            return self._m.worth[number * self.game.players + mover]
        return self._gain_of(self._value(number), mover)

    def _gain_of(self, value: Any, mover: int) -> Any:
        return value if mover == MAX else -value

    def _equal(self, gain: Any, best: Any) -> bool:
        """Whether a gain ties with the best: exactly, or with chance, within the rounding error of expected values."""
        return bool(gain == best or (self._kind.stochastic and best - gain <= self._rounding))

    @cached_property
    def _rounding(self) -> float:
        """The greatest difference that rounding may cause between the expected values of two equal actions."""
        return TIE * ROUNDING * float(self._m.greatest_utility)


@dataclass
class Bounds(Answers):
    """Bounds on the value of every state."""

    space: StateSpace

    def __post_init__(self) -> None:
        self.game, self._m = self.space.game, self.space.m

    def values_of(self, s: State) -> Vector | None:
        """Each player's value of s, or None if s was not enumerated."""
        number = self.space.number(s)
        if number is None:
            return None
        value = whole(self._middle(number))
        return (value,) if self.game.players == 1 else (value, self.game.kind.total - value)

    def error(self, s: State) -> float:
        """The maximum error of the value of s, which must be an enumerated state."""
        number = self._number(s)
        low, high, value = self._m.lower[number], self._m.upper[number], self._middle(number)
        return 0.0 if low == high else _rounded_up(float(max(high - value, value - low) + ROUNDING * abs(value)))

    def optimal(self, s: State, budget: Budget) -> list[Action]:
        """Every action in s that is not proved worse than another, first one that makes progress."""
        m, mover = self._m, self.game.player(s)
        branches = self.space.branches(s, budget)
        promises = [(m.lower[j], m.upper[j]) if mover == MAX else (-m.upper[j], -m.lower[j]) for _, j in branches]
        least = max(low for low, _ in promises) - tie_of(m)
        optimal = [branch for branch, (_, high) in zip(branches, promises, strict=True) if high >= least]
        own = m.indices[self._number(s)]
        return [a for a, j in sorted(optimal, key=lambda branch: self._way_out(branch[1], own))]

    def _middle(self, number: int) -> float:
        return mean_of(self._m.lower[number], self._m.upper[number])

    def _way_out(self, j: int, component: int) -> float:
        """The distance to leave a strongly connected component in which play could stay without end."""
        return 0 if self._m.indices[j] != component else self._m.ranks[j] or inf

    def _number(self, s: State) -> int:
        number = self.space.number(s)
        assert number is not None, "every successor of an enumerated state is enumerated"
        return number


def _rounded_up(error: float) -> float:
    """The error rounded up to one significant digit, for printing: it stays an upper bound."""
    exponent = floor(log10(error))
    return next(n for digit in range(1, 11) if (n := float(f"{digit}e{exponent}")) >= error)


def whole(value: Any) -> Any:
    """An integral float as an int, because answers show 1 rather than 1.0; other numbers unchanged."""
    if not isinstance(value, float):
        return value
    return int(value) if value.is_integer() and abs(value) < 2**53 else float(value)
