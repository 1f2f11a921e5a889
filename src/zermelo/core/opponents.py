"""Opponents who err: each kind with its rule, its number and its text.

An opponent takes each of its actions with a probability. The rule of a kind computes the probabilities from the values
of the actions to the opponent, here called its *gains*. Rules run at both speeds: the textbook's expectimax, the
engine's kernel and players who err all call `set_odds`.

Opponents are written as text: "level=0.7", "random", "temperature=0.5", "depth=2", "perfect".
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from math import exp, isclose, isfinite
from typing import Any, ClassVar, NamedTuple, TypeAlias

from zermelo.core.errors import KindError, LimitError, ParseError, RuleError, quote
from zermelo.core.game import Action, Game, State
from zermelo.core.rules import each_action
from zermelo.core.values import is_interval, is_tie, size_of

Policy: TypeAlias = Callable[[State], "Action | Mapping[Action, float]"]
"""A function from a state to an action, or to a mapping from actions to probabilities."""

RANDOM, LEVEL, TEMPERATURE, DEPTH = range(4, 8)
"""The numbers of the rules. In kernels, lower numbers stand for players who do not err."""


# The rules, at both speeds.


class Rule(NamedTuple):
    """The rule by which the odds of actions follow from their gains."""

    kind: int
    number: float
    """The level or the temperature."""

    size: float
    """The magnitude of utilities, which decides ties."""

    shared: bool
    """Whether actions that tie are equally likely. If not, the first of the best ones gets the probability of all of
    them: the mean is the same, with fewer roundings."""


def set_odds(rule: Rule, gains: Any, odds: Any, first: int, last: int) -> None:
    """Sets the probability of each action from index `first` to the one before `last`."""
    best = first
    for i in range(first, last):
        if gains[i] > gains[best]:
            best = i
    if rule.kind == LEVEL:
        _set_by_level(rule, gains, odds, range(first, last), best)
    elif rule.kind == TEMPERATURE:
        _set_by_temperature(rule, gains, odds, range(first, last), best)
    else:
        for i in range(first, last):
            odds[i] = 1.0 / (last - first) if rule.kind == RANDOM else 1.0 if i == best else 0.0


def _set_by_level(rule: Rule, gains: Any, odds: Any, places: range, best: int) -> None:
    """The best actions share the level, and the others share the rest; if all tie, they share everything."""
    size = rule.size
    for i in places:
        size = max(size, abs(gains[i]))
    ties = 0
    for i in places:
        odds[i] = 1.0 if is_tie(gains[i], gains[best], size) else 0.0
        ties += int(odds[i])
    others = len(places) - ties
    whole = rule.number if others > 0 else 1.0
    for i in places:
        if odds[i] == 0.0:
            odds[i] = (1.0 - rule.number) / others
        else:
            odds[i] = whole / ties if rule.shared else whole if i == best else 0.0


def _set_by_temperature(rule: Rule, gains: Any, odds: Any, places: range, best: int) -> None:
    """The softmax of the gains. Only differences matter: the best action has the weight 1."""
    whole = 0.0
    for i in places:
        odds[i] = exp((gains[i] - gains[best]) / rule.number)
        whole += odds[i]
    for i in places:
        odds[i] /= whole


# The kinds.


class Opponent(ABC):
    """Gives each action a probability. `gains` holds the value of each action to the player to move in s."""

    name: ClassVar[str]
    """The name of its kind, with which its text begins."""

    example: ClassVar[str]
    """An example of its text."""

    kind: ClassVar[int | None] = None
    """The number of its rule; None if it has none that runs in kernels."""

    number: float = 0
    """Its level, temperature or depth; 0 if it has none."""

    weighs: ClassVar[bool] = False
    """Whether its probabilities depend on the values of its actions in a search against this same opponent."""

    foresight: int = 0
    """If not 0, its gains are the values of a search of its own, to this depth."""

    @classmethod
    def of_number(cls, number: float) -> Opponent:
        """The opponent of this kind with this level, temperature or depth."""
        return cls(number)  # type: ignore[call-arg]

    @abstractmethod
    def odds(self, game: Game, s: State, actions: list[Action], gains: list[float]) -> list[float]:
        """The probabilities of the actions: none is negative, and they add up to 1."""

    def mean(self, game: Game, s: State, actions: list[Action], values: list[float], gains: list[float]) -> float:
        """The expected value over the actions."""
        return sum(p * v for p, v in zip(self.odds(game, s, actions, gains), values, strict=True) if p)

    @property
    def is_perfect(self) -> bool:
        """Whether it never errs."""
        return False

    def __str__(self) -> str:
        return f"an opponent of {self.name} {self.number:g}"


class _RuledOpponent(Opponent):
    """An opponent with a rule that also runs in kernels."""

    kind: ClassVar[int]

    def odds(self, game: Game, s: State, actions: list[Action], gains: list[float]) -> list[float]:
        """The probabilities by its rule; actions that tie are equally likely."""
        return self._odds(game, gains, shared=True)

    def mean(self, game: Game, s: State, actions: list[Action], values: list[float], gains: list[float]) -> float:
        """The expected value over the actions. Against an opponent who never errs it is minimax, without rounding."""
        odds = self._odds(game, gains, shared=False)
        return float(sum(p * v for p, v in zip(odds, values, strict=True) if p))

    def _odds(self, game: Game, gains: list[float], *, shared: bool) -> list[float]:
        odds = [0.0] * len(gains)
        set_odds(Rule(self.kind, self.number, size_of(game.bounds), shared), gains, odds, 0, len(gains))
        return odds


class Level(_RuledOpponent):
    """Plays a best action with probability `level`, and otherwise one of the others.

    The best actions share the probability `level` equally, and the others share the rest; if all actions tie, each has
    the same probability. So level 1 never errs, and level 0 errs whenever it can. Ties are decided by `is_tie`.
    """

    name, example = "level", "level=0.7"
    kind = LEVEL
    weighs = True

    def __init__(self, level: float) -> None:
        if not (is_interval((0, level)) and is_interval((level, 1))):
            raise KindError(f"a level of {level!r} is not a probability: it must be a number from 0 to 1 (perfect)")
        self.number = level

    @property
    def is_perfect(self) -> bool:
        """True for level 1."""
        return self.number == 1


class Random(_RuledOpponent):
    """Plays every action with the same probability."""

    name = example = "random"
    kind = RANDOM

    def mean(self, game: Game, s: State, actions: list[Action], values: list[float], gains: list[float]) -> float:
        """The mean of all values."""
        return float(sum(values) / len(values))

    def __str__(self) -> str:
        return "a random opponent"


class Boltzmann(_RuledOpponent):
    """Plays every action with a probability proportional to exp(value / temperature)."""

    name, example = "temperature", "temperature=0.5"
    kind = TEMPERATURE
    weighs = True

    def __init__(self, temperature: float) -> None:
        if not (isfinite(temperature) and temperature > 0):
            raise KindError(f"a temperature of {temperature} is not valid: it must be a number above zero")
        self.number = temperature


class Searcher(_RuledOpponent):
    """Plays the best action of a search to a fixed depth; of several best actions the first."""

    name, example = "depth", "depth=2"
    kind = DEPTH

    def __init__(self, depth: int) -> None:
        if depth < 1:
            raise LimitError(f"an opponent of depth {depth} is not valid: the depth must be at least 1")
        self.number = self.foresight = depth

    @classmethod
    def of_number(cls, number: float) -> Searcher:
        """The searcher with this depth. Raises LimitError if it is not a whole number."""
        if not number.is_integer():
            raise LimitError(f"an opponent of depth {number:g} is not valid: the depth must be a whole number")
        return cls(int(number))


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


KINDS: tuple[type[Opponent], ...] = (Level, Random, Boltzmann, Searcher)
"""The kinds of opponents that can be written as text."""

WITHOUT_NUMBER: dict[str, Callable[[], Opponent]] = {"random": Random, "perfect": lambda: Level(1)}
"""The opponents whose text is a single word."""

WITH_NUMBER = {kind.name: kind for kind in KINDS if kind.name not in WITHOUT_NUMBER}
"""The kinds whose text is a name and a number."""


def opponent(wanted: Opponent | Policy | str | float) -> Opponent:
    """The opponent given as text, as a level, or as a policy. Raises ParseError."""
    if isinstance(wanted, Opponent):
        return wanted
    if isinstance(wanted, str):
        return _read(wanted)
    return Following(wanted) if callable(wanted) else Level(wanted)


def _read(text: str) -> Opponent:
    name, equals, number = (part.strip() for part in text.casefold().partition("="))
    if not equals and name in WITHOUT_NUMBER:
        return WITHOUT_NUMBER[name]()
    try:
        kind, amount = WITH_NUMBER[name], float(number)
    except (KeyError, ValueError):
        examples = ", ".join(kind.example for kind in KINDS)
        raise ParseError(f"{quote(text)} is not an opponent: write {examples} or perfect") from None
    return kind.of_number(amount)
