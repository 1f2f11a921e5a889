"""Opponents who err: the probability with which a player takes each of its actions.

An opponent is given the values of its actions, found by expectimax against this same opponent. Opponents are written as
text: "level=0.7", "random", "temperature=0.5", "depth=2", "perfect".
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
"""A function from a state to an action, or to a mapping from actions to probabilities."""


class Opponent(ABC):
    """Gives each action a probability. `gains` holds the value of each action to the player to move in s."""

    name: ClassVar[str]
    """Its name in text and in the engine."""

    number: float = 0
    """Its level, temperature or depth; 0 if it has none."""

    weighs: ClassVar[bool] = False
    """Whether its probabilities depend on the values of its actions."""

    @abstractmethod
    def odds(self, game: Game, s: State, actions: list[Action], gains: list[float]) -> list[float]:
        """The probabilities of the actions: none is negative, and they add up to 1."""

    def mean(self, game: Game, s: State, actions: list[Action], values: list[float], gains: list[float]) -> float:
        """The expected value over the actions."""
        return sum(p * v for p, v in zip(self.odds(game, s, actions, gains), values, strict=True) if p)

    def within(self, budget: Budget) -> Opponent:
        """The same opponent; its own searches, if it makes any, raise OutOfBudget when the budget is used up."""
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

    def odds(self, game: Game, s: State, actions: list[Action], gains: list[float]) -> list[float]:
        """The same probability for every action."""
        return [1 / len(actions)] * len(actions)

    def mean(self, game: Game, s: State, actions: list[Action], values: list[float], gains: list[float]) -> float:
        """The mean of all values."""
        return float(sum(values) / len(values))

    def __str__(self) -> str:
        return "a random opponent"


class Level(Opponent):
    """Plays a best action with probability `level`, and otherwise one of the others.

    The best actions share the probability `level` equally, and the others share the rest; if all actions tie, each has
    the same probability. So level 1 never errs, and level 0 errs whenever it can. Ties are decided by `is_tie`.
    """

    name = "level"
    weighs = True

    def __init__(self, level: float) -> None:
        if not (is_interval((0, level)) and is_interval((level, 1))):
            raise KindError(f"a level of {level!r} is not a probability: it must be a number from 0 to 1 (perfect)")
        self.number = level

    def odds(self, game: Game, s: State, actions: list[Action], gains: list[float]) -> list[float]:
        """The level, shared by the best actions, and the rest, shared by the others."""
        best = self._are_best(game, gains)
        good, bad = best.count(True), best.count(False)
        if bad == 0:
            return [1 / good] * good
        return [self.number / good if is_best else (1 - self.number) / bad for is_best in best]

    def mean(self, game: Game, s: State, actions: list[Action], values: list[float], gains: list[float]) -> float:
        """The expected value, computed as in the pseudocode, so that level 1 equals minimax exactly."""
        best = values[gains.index(max(gains))]
        others = [v for v, is_best in zip(values, self._are_best(game, gains), strict=True) if not is_best]
        if not others:
            return float(best)
        return float(self.number * best + (1 - self.number) * sum(others) / len(others))

    def _are_best(self, game: Game, gains: list[float]) -> list[bool]:
        best, size = max(gains), max(size_of(game.bounds), *map(abs, gains))
        return [is_tie(w, best, size) for w in gains]

    @property
    def is_perfect(self) -> bool:
        """True for level 1."""
        return self.number == 1


class Boltzmann(Opponent):
    """Plays every action with a probability proportional to exp(value / temperature)."""

    name = "temperature"
    weighs = True

    def __init__(self, temperature: float) -> None:
        if not (isfinite(temperature) and temperature > 0):
            raise KindError(f"a temperature of {temperature} is not valid: it must be a number above zero")
        self.number = temperature

    def odds(self, game: Game, s: State, actions: list[Action], gains: list[float]) -> list[float]:
        """The softmax of the values. Only differences matter: the best action has the weight 1."""
        best = max(gains)
        weights = [exp((w - best) / self.number) for w in gains]
        whole = sum(weights)
        return [weight / whole for weight in weights]


class Searcher(Opponent):
    """Plays the best action of a search to a fixed depth."""

    name = "depth"

    number: int

    def __init__(self, depth: int) -> None:
        if depth < 1:
            raise LimitError(f"an opponent of depth {depth} is not valid: the depth must be at least 1")
        self.number = depth
        self._budget = Budget(Limits())

    def within(self, budget: Budget) -> Searcher:
        """The same searcher; its searches share the budget."""
        searcher = Searcher(self.number)
        searcher._budget = budget.part()
        return searcher

    def odds(self, game: Game, s: State, actions: list[Action], gains: list[float]) -> list[float]:
        """Probability 1 for the first of the best actions."""
        sign = 1 if game.player(s) == MAX else -1
        seen = [sign * self._value(game, game.result(s, a)) for a in actions]
        best = seen.index(max(seen))
        return [float(i == best) for i in range(len(actions))]

    def _value(self, game: Game, s: State) -> float:
        return float(Expectiminimax(game, depth=self.number - 1, budget=self._budget).run(s))


class Following(Opponent):
    """Follows a policy: a function that returns an action or a mapping from actions to probabilities."""

    name = "policy"

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def odds(self, game: Game, s: State, actions: list[Action], gains: list[float]) -> list[float]:
        """The policy's probabilities. Raises RuleError if they are not valid."""
        answer = self.policy(s)
        chosen: Mapping[Any, float] = answer if isinstance(answer, Mapping) else {answer: 1.0}
        odds = [float(chosen.get(a, 0)) for a in actions]
        if not (all(p >= 0 for p in odds) and set(chosen) <= set(each_action(game, s)) and isclose(sum(odds), 1)):
            raise RuleError(
                f"the opponent's policy gave {quote(answer)} in {quote(game.show(s))}: "
                "neither an action nor probabilities of actions"
            )
        return odds

    def __str__(self) -> str:
        return f"an opponent of policy {getattr(self.policy, '__name__', self.policy)}"


def opponent(wanted: Opponent | Policy | str | float) -> Opponent:
    """The opponent given as text, as a level, or as a policy. Raises ParseError."""
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
        make, amount = makers[name], float(number)
    except (KeyError, ValueError):
        raise ParseError(
            f"{quote(text)} is not an opponent: write level=0.7, random, temperature=0.5, depth=2 or perfect"
        ) from None
    return make(amount)


def _searcher(depth: float) -> Opponent:
    if not depth.is_integer():
        raise LimitError(f"an opponent of depth {depth:g} is not valid: the depth must be a whole number")
    return Searcher(int(depth))
