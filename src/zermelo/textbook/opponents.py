"""Opponents who err: with what probability a player takes each of its actions.

An opponent is asked with what its actions are worth to it, where that is known, so that it can tell the good ones. What
it does is written as people type it: "level=0.7", "temperature=0.5", "depth=2", "random", "perfect".
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from math import exp, isclose, isfinite
from typing import Any, TypeAlias

from zermelo.errors import KindError, LimitError, ParseError, RuleError, quote
from zermelo.game import MAX, Action, Game, State, each_action
from zermelo.textbook.expectiminimax import Expectiminimax

Policy: TypeAlias = Callable[[State], "Action | Mapping[Action, float]"]
"""What a player does in a state: an action, or some with their probabilities."""


class Opponent(ABC):
    """Says how likely each action is. `worth` has what each is worth to the player who moves in s."""

    @abstractmethod
    def odds(self, game: Game, s: State, actions: list[Action], worth: list[float]) -> list[float]:
        """The probabilities of the actions: none is negative, and they add up to 1."""

    def mean(self, game: Game, s: State, actions: list[Action], values: list[float], worth: list[float]) -> float:
        """The mean of the actions' values, as likely as they are."""
        return sum(p * v for p, v in zip(self.odds(game, s, actions, worth), values, strict=True) if p)

    @property
    def is_perfect(self) -> bool:
        """Whether it never errs."""
        return False


class Level(Opponent):
    """Plays the best action with probability `level`, and otherwise any, each as likely, the best one included."""

    def __init__(self, level: float) -> None:
        if not 0 <= level <= 1:
            raise KindError(f"a level of {level} is not between 0 (random) and 1 (perfect)")
        self.level = level

    def odds(self, game: Game, s: State, actions: list[Action], worth: list[float]) -> list[float]:
        """Of several best actions it is the first that it takes for the best."""
        odds = [(1 - self.level) / len(actions)] * len(actions)
        odds[worth.index(max(worth))] += self.level
        return odds

    def mean(self, game: Game, s: State, actions: list[Action], values: list[float], worth: list[float]) -> float:
        """The mean in the textbook's words: the best value and the mean of all."""
        best = values[worth.index(max(worth))]
        return float(self.level * best + (1 - self.level) * sum(values) / len(values))

    @property
    def is_perfect(self) -> bool:
        """Level 1 is."""
        return self.level == 1

    def __str__(self) -> str:
        return f"level {self.level:g}"


class Boltzmann(Opponent):
    """Plays every action with a probability that grows with its worth: as exp(worth / temperature)."""

    def __init__(self, temperature: float) -> None:
        if not (isfinite(temperature) and temperature > 0):
            raise KindError(f"a temperature of {temperature} makes no sense: it has to be a number above zero")
        self.temperature = temperature

    def odds(self, game: Game, s: State, actions: list[Action], worth: list[float]) -> list[float]:
        """Only differences count: the best action has the weight 1."""
        best = max(worth)
        weights = [exp((w - best) / self.temperature) for w in worth]
        whole = sum(weights)
        return [weight / whole for weight in weights]

    def __str__(self) -> str:
        return f"temperature {self.temperature:g}"


class Searcher(Opponent):
    """Plays what a search of so many plies thinks best, and sees no further."""

    def __init__(self, depth: int) -> None:
        if depth < 1:
            raise LimitError(f"an opponent who looks {depth} plies ahead makes no sense: it has to be one at least")
        self.depth = depth

    def odds(self, game: Game, s: State, actions: list[Action], worth: list[float]) -> list[float]:
        """All is on one action, the first of the best."""
        sign = 1 if game.player(s) == MAX else -1
        seen = [sign * self._value(game, game.result(s, a)) for a in actions]
        best = seen.index(max(seen))
        return [float(i == best) for i in range(len(actions))]

    def _value(self, game: Game, s: State) -> float:
        return float(Expectiminimax(game, depth=self.depth - 1).run(s))

    def __str__(self) -> str:
        return f"depth {self.depth}"


class Following(Opponent):
    """Does what a function says: an action, or a mapping from actions to probabilities."""

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
        return f"policy {getattr(self.policy, '__name__', self.policy)}"


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
        return Level(float(name == "perfect"))
    makers: dict[str, Callable[[float], Opponent]] = {"level": Level, "temperature": Boltzmann, "depth": _searcher}
    try:
        make, worth = makers[name], float(number)
    except (KeyError, ValueError):
        raise ParseError(
            f"{quote(text)} is no opponent: there is level=0.7, temperature=0.5, depth=2, random and perfect"
        ) from None
    return make(worth)


def _searcher(depth: float) -> Opponent:
    if not depth.is_integer():
        raise LimitError(f"an opponent who looks {depth:g} plies ahead makes no sense: it has to be a whole number")
    return Searcher(int(depth))
