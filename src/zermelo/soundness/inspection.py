"""The inspection of one position. All calls to the game's methods are made here, so that each one is guarded."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from inspect import isfunction
from itertools import islice
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from zermelo.core.blame import blaming_rules
from zermelo.core.errors import RuleError
from zermelo.core.game import CHANCE, Action, Game, State
from zermelo.core.snapshots import hash_of, same, text_of
from zermelo.soundness.position import Position, brief

MOST = 100_000
"""The maximum number of actions read in one state: a generator may never end."""

SAMPLE_SIZE = 50
"""Slow rules test a random sample of this many actions in a state with more."""

LISTS = ("actions", "noisy", "candidates")
"""The methods that may return a generator, which is read into a list at once."""

T = TypeVar("T")


class Problem(NamedTuple):
    """A problem that a rule found: in the inspected position, unless `at` is another. A note is not a failure."""

    rule: str
    message: str
    note: bool = False
    at: Position | None = None


class InvalidAnswer(Exception):
    """A method of the game returned an invalid result, so the rule that called it cannot continue."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(message)
        self.problem = Problem(rule, message)


@contextmanager
def guard(game: Game, problems: list[Problem], method: Callable[[], str]) -> Iterator[None]:
    """Turns any exception inside into a problem; `method` returns the last method called, if the traceback has none."""
    try:
        with blaming_rules():
            yield
    except InvalidAnswer as invalid:
        problems.append(invalid.problem)
    except RuleError as error:
        problems.append(Problem("raises", str(error)))
    except (Exception, SystemExit) as error:  # no exception of the rules may end the check
        raised = f"{type(game).__name__}.{method()} raised {type(error).__name__}"
        problems.append(Problem("raises", f"{raised}: {_message(error)}"))


class Context:
    """The data shared by all inspections of one game: the game, the methods it overrides, and earlier positions.

    `check_budget` is called before every call to the game, and raises OutOfBudget when time runs out.
    """

    def __init__(self, game: Game, seed: int, check_budget: Callable[[], None]) -> None:
        self.game = game
        self.check_budget = check_budget
        self.kind = game.kind
        self.players = range(game.players)
        self.overridden = frozenset(name for name, method in vars(Game).items() if _is_overridden(game, name, method))
        self.random = Random(seed)
        self._known: dict[Any, Position] = {}
        self._met: dict[Any, tuple[Any, Position]] = {}

    def position(self, state: State, before: Position | None = None, by: str = "") -> Position:
        """The position of this state, as it was first reached."""
        name = _identity(state)
        if name not in self._known:
            self._known[name] = Position(state, before, by)
        return self._known[name]

    def find(self, state: State) -> Position | None:
        """The position of this state, if it was reached."""
        return self._known.get(_identity(state))

    @property
    def positions(self) -> Collection[Position]:
        """Every position that was reached, inspected or not."""
        return self._known.values()

    def first(self, name: Any, facts: Any, position: Position) -> tuple[Any, Position]:
        """The facts first stored under this name, and their position; stores these if there are none."""
        return self._met.setdefault(name, (facts, position))


class _Failed(NamedTuple):
    error: Exception


class fact(Generic[T]):  # noqa: N801 - it is read as a decorator
    """An attribute that calls the game once and caches the result or the exception."""

    def __init__(self, method: Callable[[Any], T]) -> None:
        self._method = method
        self.__doc__ = method.__doc__

    def __get__(self, inspection: Inspection, owner: type) -> T:
        if self not in inspection.facts:
            try:
                inspection.facts[self] = self._method(inspection)
            except Exception as error:
                inspection.facts[self] = _Failed(error)
        answer: T | _Failed = inspection.facts[self]
        if isinstance(answer, _Failed):
            raise answer.error
        return answer


class Inspection:
    """One position, the results of the game's methods there, and the problems found.

    Reading a fact that is not valid raises InvalidAnswer, so that rules need not handle that case.
    """

    def __init__(self, context: Context, position: Position) -> None:
        self.context, self.position = context, position
        self.game = context.game
        self.problems: list[Problem] = []
        self.facts: dict[fact[Any], Any] = {}
        self.asked: list[tuple[str, tuple[Any, ...], Any]] = []
        self.changed = False
        self._method = ""

    def ask(self, method: str, *rest: Any) -> Any:
        """Calls a method of the game on the inspected state."""
        return self.ask_of(method, self.position.state, *rest)

    def ask_of(self, method: str, *arguments: Any) -> Any:
        """Calls a method of the game, stores the call, and reports if the inspected state has changed."""
        try:
            answer = self.answer(method, *arguments)
        finally:
            self.detect_change(f"{method} changes the state")
        self.asked.append((method, arguments, answer))
        return answer

    def answer(self, method: str, *arguments: Any) -> Any:
        """Calls a method of the game; a generator's result is read into a list."""
        self.context.check_budget()
        self._method = method
        answer = getattr(self.game, method)(*arguments)
        return _listed(method, answer, self.context.check_budget) if method in LISTS else answer

    def detect_change(self, message: str) -> None:
        """Reports the message as a problem if the state has changed."""
        if self.position.changed():
            self.changed = True
            self.problems.append(Problem("state-changes", message))

    def apply(self, rule: Callable[[Inspection], Iterator[Problem]]) -> None:
        """Applies a rule, and keeps the problems that it finds or that it raises."""
        with self.guard():
            for problem in rule(self):
                self.problems.append(problem)  # one at a time: the rule may still raise

    def guard(self) -> AbstractContextManager[None]:
        """Turns any exception inside into a problem of this inspection."""
        return guard(self.game, self.problems, lambda: self._method)

    def overrides(self, method: str) -> bool:
        """Whether the game overrides this method."""
        return method in self.context.overridden

    def sample_actions(self, most: int = SAMPLE_SIZE) -> list[tuple[Action, str]]:
        """The actions with nonzero probability and their names; a random sample if there are more than `most`."""
        possible = [i for i, p in enumerate(self._weights()) if p != 0]
        if len(possible) > most:
            possible = sorted(self.context.random.sample(possible, most))
        return [(self.actions[i], self._name(i)) for i in possible]

    def _weights(self) -> list[float]:
        """Nonzero for actions that can happen. Other rules report a wrong mover or wrong probabilities."""
        with suppress(Exception):
            if self.player == CHANCE:
                return self.probabilities
        return [1] * len(self.actions)

    def _name(self, i: int) -> str:
        """The name of an action, even if the game fails to name it."""
        with suppress(Exception):
            return self.names[i]
        return text_of(self.actions[i]) or f"action {i}"

    # Facts about the position.

    @fact
    def terminal(self) -> bool:
        """Whether the state is terminal."""
        answer = self.ask("is_terminal")
        if not same(answer, True) and not same(answer, False):
            raise InvalidAnswer("wrong-type", f"is_terminal gives {brief(answer)}, neither True nor False")
        return bool(answer)

    @fact
    def player(self) -> int:
        """The player to move, or CHANCE."""
        answer = self.ask("player")
        players = self.context.players
        try:
            player = operator.index(answer)
        except TypeError:
            player = len(players)
        if player != CHANCE and player not in players:
            numbers = f"a player from 0 to {len(players) - 1}" if len(players) > 1 else "player 0"
            raise InvalidAnswer("player", f"player gives {brief(answer)}, which is neither {numbers} nor CHANCE")
        return player

    @fact
    def actions(self) -> list[Action]:
        """The actions, at least one."""
        actions: list[Action] = self.ask("actions")
        if not actions:
            raise InvalidAnswer("dead-end", "there are no actions in a state that is not terminal")
        return actions

    @fact
    def action_set(self) -> frozenset[Action]:
        """The set of actions."""
        for a in self.actions:
            if hash_of(a) is None:
                raise InvalidAnswer("unhashable-action", f"the action {brief(a)} is not hashable")
        return frozenset(self.actions)

    @fact
    def names(self) -> list[str]:
        """The names of the actions."""
        names = [self.ask("show_action", a) for a in self.actions]
        for a, name in zip(self.actions, names, strict=True):
            if not isinstance(name, str):
                raise InvalidAnswer("wrong-type", f"show_action gives {brief(name)} for {brief(a)}, not a text")
        return names

    @fact
    def probabilities(self) -> list[float]:
        """The probability of each outcome of a chance node."""
        if not self.context.kind.stochastic:
            raise InvalidAnswer("no-probability", "chance moves, but the game has no probability(s, a)")
        return [self.ask("probability", a) for a in self.actions]

    @fact
    def utilities(self) -> list[float]:
        """The utility of a terminal state to each player."""
        return [self.ask("utility", p) for p in self.context.players]


def _identity(state: State) -> Any:
    return ("unhashable", text_of(state)) if hash_of(state) is None else state


def _listed(method: str, answer: Any, check_budget: Callable[[], None]) -> list[Any]:
    things = []
    try:
        for thing in islice(answer, MOST + 1):
            things.append(thing)
            check_budget()
    except TypeError:
        if hasattr(answer, "__iter__"):
            raise
        raise InvalidAnswer("wrong-type", f"{method} gives {brief(answer)}, not an iterable of actions") from None
    if len(things) > MOST:
        raise InvalidAnswer("endless-actions", f"{method} gives more than {MOST:,} actions")
    return things


def _is_overridden(game: Game, name: str, default: Any) -> bool:
    """Whether the game or its class replaces the default method."""
    return isfunction(default) and getattr(getattr(game, name), "__func__", None) is not default


def _message(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # __str__ of a user's exception may fail as well
        return "(and its message cannot be read)"
