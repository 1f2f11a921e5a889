"""Opponents who err: with what probability a player takes each of its actions.

An opponent is told what its actions are worth to it: their values by expectimax against this same opponent. It is
written as people type it: "level=0.7", "random", "temperature=0.5", "depth=2", "perfect".
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from math import exp, isclose, isfinite
from typing import Any, ClassVar, TypeAlias

from zermelo.core.errors import KindError, LimitError, ParseError, RuleError, quote
from zermelo.core.game import MAX, Action, Game, State, each_action
from zermelo.core.limits import Budget, Limits
from zermelo.core.values import is_interval, is_tie, size_of
from zermelo.textbook.expectiminimax import Expectiminimax

Policy: TypeAlias = Callable[[State], "Action | Mapping[Action, float]"]
"""What a player does in a state: an action, or some with their probabilities."""


class Opponent(ABC):
    """Says how likely each action is. `worth` has what each is worth to the player who moves in s."""

    name: ClassVar[str]
    """What people type, and what the engine knows it by."""

    number: float = 0
    """What stands behind the name: a level, a temperature or a depth; 0 where there is nothing."""

    weighs: ClassVar[bool] = False
    """Whether its odds depend on what its actions are worth."""

    @abstractmethod
    def odds(self, game: Game, s: State, actions: list[Action], worth: list[float]) -> list[float]:
        """The probabilities of the actions: none is negative, and they add up to 1."""

    def mean(self, game: Game, s: State, actions: list[Action], values: list[float], worth: list[float]) -> float:
        """The mean of the actions' values, as likely as they are."""
        return sum(p * v for p, v in zip(self.odds(game, s, actions, worth), values, strict=True) if p)

    def within(self, budget: Budget) -> Opponent:
        """The same opponent, whose own searches, if it makes any, raise OutOfBudget when the budget is used up."""
        return self

    @property
    def is_perfect(self) -> bool:
        """Whether it never errs."""
        return False

    def __str__(self) -> str:
        return f"an opponent of {self.name} {self.number:g}"


class Random(Opponent):
    """Plays every action with the same probability."""

    name = "random"

    def odds(self, game: Game, s: State, actions: list[Action], worth: list[float]) -> list[float]:
        """One for all, whatever they are worth."""
        return [1 / len(actions)] * len(actions)

    def mean(self, game: Game, s: State, actions: list[Action], values: list[float], worth: list[float]) -> float:
        """The mean of all values."""
        return float(sum(values) / len(values))

    def __str__(self) -> str:
        return "a random opponent"


class Level(Opponent):
    """Plays a best action with probability `level`, and otherwise one of the others.

    Several best actions share the level, and the others share the rest evenly; where all are equally good they share
    everything. So level 1 never errs, and level 0 errs wherever it can. Which actions are equally good `is_tie` says.
    """

    name = "level"
    weighs = True

    def __init__(self, level: float) -> None:
        if not (is_interval((0, level)) and is_interval((level, 1))):
            raise KindError(f"a level of {level!r} is not a probability: it has to be a number from 0 to 1 (perfect)")
        self.number = level

    def odds(self, game: Game, s: State, actions: list[Action], worth: list[float]) -> list[float]:
        """The level shared by the best actions, the rest by the others."""
        best = self._are_best(game, worth)
        good, bad = best.count(True), best.count(False)
        if bad == 0:
            return [1 / good] * good
        return [self.number / good if is_best else (1 - self.number) / bad for is_best in best]

    def mean(self, game: Game, s: State, actions: list[Action], values: list[float], worth: list[float]) -> float:
        """As in the pseudocode, so that level 1 is minimax to the last bit."""
        best = values[worth.index(max(worth))]
        others = [v for v, is_best in zip(values, self._are_best(game, worth), strict=True) if not is_best]
        if not others:
            return float(best)
        return float(self.number * best + (1 - self.number) * sum(others) / len(others))

    def _are_best(self, game: Game, worth: list[float]) -> list[bool]:
        best, size = max(worth), max(size_of(game.bounds), *map(abs, worth))
        return [is_tie(w, best, size) for w in worth]

    @property
    def is_perfect(self) -> bool:
        """Level 1 is."""
        return self.number == 1


class Boltzmann(Opponent):
    """Plays every action with a probability that grows with its worth: as exp(worth / temperature)."""

    name = "temperature"
    weighs = True

    def __init__(self, temperature: float) -> None:
        if not (isfinite(temperature) and temperature > 0):
            raise KindError(f"a temperature of {temperature} makes no sense: it has to be a number above zero")
        self.number = temperature

    def odds(self, game: Game, s: State, actions: list[Action], worth: list[float]) -> list[float]:
        """Only differences count: the best action has the weight 1."""
        best = max(worth)
        weights = [exp((w - best) / self.number) for w in worth]
        whole = sum(weights)
        return [weight / whole for weight in weights]


class Searcher(Opponent):
    """Plays what a search of so many plies thinks best, and sees no further."""

    name = "depth"

    number: int

    def __init__(self, depth: int) -> None:
        if depth < 1:
            raise LimitError(f"an opponent who looks {depth} plies ahead makes no sense: it has to be one at least")
        self.number = depth
        self._budget = Budget(Limits())

    def within(self, budget: Budget) -> Searcher:
        """A searcher whose searches end with the budget."""
        searcher = Searcher(self.number)
        searcher._budget = budget.part()
        return searcher

    def odds(self, game: Game, s: State, actions: list[Action], worth: list[float]) -> list[float]:
        """All is on one action, the first of the best."""
        sign = 1 if game.player(s) == MAX else -1
        seen = [sign * self._value(game, game.result(s, a)) for a in actions]
        best = seen.index(max(seen))
        return [float(i == best) for i in range(len(actions))]

    def _value(self, game: Game, s: State) -> float:
        return float(Expectiminimax(game, depth=self.number - 1, budget=self._budget).run(s))


class Following(Opponent):
    """Does what a function says: an action, or a mapping from actions to probabilities."""

    name = "policy"

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def odds(self, game: Game, s: State, actions: list[Action], worth: list[float]) -> list[float]:
        """What the function says, if it says what can be. Raises RuleError."""
        said = self.policy(s)
        chosen: Mapping[Any, float] = said if isinstance(said, Mapping) else {said: 1.0}
        odds = [float(chosen.get(a, 0)) for a in actions]
        if not (all(p >= 0 for p in odds) and set(chosen) <= set(each_action(game, s)) and isclose(sum(odds), 1)):
            raise RuleError(f"the opponent answered {quote(said)} in {quote(game.show(s))}: neither an action nor odds")
        return odds

    def __str__(self) -> str:
        return f"an opponent of policy {getattr(self.policy, '__name__', self.policy)}"


def opponent(wanted: Opponent | Policy | str | float) -> Opponent:
    """The opponent that is meant: by its text, by a level, or by a function of a state. Raises ParseError."""
    if isinstance(wanted, Opponent):
        return wanted
    if isinstance(wanted, str):
        return _read(wanted)
    return Following(wanted) if callable(wanted) else Level(wanted)


def _read(text: str) -> Opponent:
    name, equals, number = (part.strip() for part in text.casefold().partition("="))
    if not equals and name in ("random", "perfect"):
        return Random() if name == "random" else Level(1)
    makers: dict[str, Callable[[float], Opponent]] = {"level": Level, "temperature": Boltzmann, "depth": _searcher}
    try:
        make, worth = makers[name], float(number)
    except (KeyError, ValueError):
        raise ParseError(
            f"{quote(text)} is no opponent: there is level=0.7, random, temperature=0.5, depth=2 and perfect"
        ) from None
    return make(worth)


def _searcher(depth: float) -> Opponent:
    if not depth.is_integer():
        raise LimitError(f"an opponent who looks {depth:g} plies ahead makes no sense: it has to be a whole number")
    return Searcher(int(depth))
