"""A look at one position: every question is put to the game here, so that none is put unwatched."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
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
"""No more actions are read in one state: a generator may never end."""

SOME = 50
"""In a state with more actions, so many are drawn by lot for what takes long."""

LISTS = ("actions", "noisy", "candidates")
"""The methods that may answer with a generator, which is read at once."""

T = TypeVar("T")


class Problem(NamedTuple):
    """What a rule has to say: of the position looked at, unless `at` names another. A note breaks no rule."""

    rule: str
    message: str
    note: bool = False
    at: Position | None = None


class Wrong(Exception):
    """An answer with which the rule that asked for it cannot go on."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(message)
        self.problem = Problem(rule, message)


@contextmanager
def guard(game: Game, problems: list[Problem], method: Callable[[], str]) -> Iterator[None]:
    """Turns whatever goes wrong inside into a problem; `method` is the one that was asked, where no line tells."""
    try:
        with blaming_rules():
            yield
    except Wrong as wrong:
        problems.append(wrong.problem)
    except RuleError as error:
        problems.append(Problem("raises", str(error)))
    except (Exception, SystemExit) as error:  # rules may do anything, and none of it may end the check
        raised = f"{type(game).__name__}.{method()} raised {type(error).__name__}"
        problems.append(Problem("raises", f"{raised}: {_message(error)}"))


class Context:
    """What the looks at one game share: the game, which methods it wrote itself, and what was met before.

    `look_at_clock` is called before every question, and raises OutOfBudget when the time is up.
    """

    def __init__(self, game: Game, seed: int, look_at_clock: Callable[[], None]) -> None:
        self.game = game
        self.look_at_clock = look_at_clock
        self.kind = game.kind
        self.players = range(game.players)
        self.written = frozenset(name for name, method in vars(Game).items() if _is_written(game, name, method))
        self.random = Random(seed)
        self._known: dict[Any, Position] = {}
        self._met: dict[Any, tuple[Any, Position]] = {}

    def position(self, state: State, before: Position | None = None, by: str = "") -> Position:
        """The position of this state, as it was first reached."""
        name = ("unhashable", text_of(state)) if hash_of(state) is None else state
        if name not in self._known:
            self._known[name] = Position(state, before, by)
        return self._known[name]

    def first(self, name: Any, facts: Any, position: Position) -> tuple[Any, Position]:
        """The facts that were first given under this name, and the position of which they were true."""
        return self._met.setdefault(name, (facts, position))


class _Failed(NamedTuple):
    error: Exception


class fact(Generic[T]):  # noqa: N801 - it is read as a decorator
    """An attribute that asks the game once, and remembers the answer, or how asking failed."""

    def __init__(self, method: Callable[[Any], T]) -> None:
        self._method = method
        self.__doc__ = method.__doc__

    def __get__(self, look: Look, owner: type) -> T:
        if self not in look.facts:
            try:
                look.facts[self] = self._method(look)
            except Exception as error:
                look.facts[self] = _Failed(error)
        answer: T | _Failed = look.facts[self]
        if isinstance(answer, _Failed):
            raise answer.error
        return answer


class Look:
    """One position, what the game says of it, and the problems found in that.

    A fact that makes no sense raises Wrong, so that the rules after it need not think of that case.
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
        """What a method of the game answers about the state looked at."""
        return self.ask_of(method, self.position.state, *rest)

    def ask_of(self, method: str, *arguments: Any) -> Any:
        """What a method of the game answers; the question is kept, and the state looked at is watched."""
        try:
            answer = self.answer(method, *arguments)
        finally:
            self.watch(f"{method} changes the state")
        self.asked.append((method, arguments, answer))
        return answer

    def answer(self, method: str, *arguments: Any) -> Any:
        """What a method of the game answers, nothing else."""
        self.context.look_at_clock()
        self._method = method
        answer = getattr(self.game, method)(*arguments)
        return _listed(method, answer, self.context.look_at_clock) if method in LISTS else answer

    def watch(self, message: str) -> None:
        """Reports a state that is not what it was."""
        if self.position.changed():
            self.changed = True
            self.problems.append(Problem("state-changes", message))

    def follow(self, rule: Callable[[Look], Iterator[Problem]]) -> None:
        """Keeps what a rule finds here, and what goes wrong while it looks."""
        with self.guard():
            for problem in rule(self):
                self.problems.append(problem)  # one by one: the rule may yet fail

    def guard(self) -> AbstractContextManager[None]:
        """Turns whatever goes wrong inside into a problem of this look."""
        return guard(self.game, self.problems, lambda: self._method)

    def writes(self, method: str) -> bool:
        """Whether the game has this method of its own."""
        return method in self.context.written

    def some(self, most: int = SOME) -> list[tuple[Action, str]]:
        """The actions that can happen with their names; where there are more than `most`, as many by lot."""
        possible = [i for i, p in enumerate(self._weights()) if p != 0]
        if len(possible) > most:
            possible = sorted(self.context.random.sample(possible, most))
        return [(self.actions[i], self._name(i)) for i in possible]

    def _weights(self) -> list[float]:
        """Not zero for what can happen. Other rules say what is wrong with the mover or the probabilities."""
        with suppress(Exception):
            if self.player == CHANCE:
                return self.probabilities
        return [1] * len(self.actions)

    def _name(self, i: int) -> str:
        """The name of an action, be it that the game cannot name it."""
        with suppress(Exception):
            return self.names[i]
        return text_of(self.actions[i]) or f"action {i}"

    # What the game says.

    @fact
    def terminal(self) -> bool:
        """Whether play is over."""
        answer = self.ask("is_terminal")
        if not same(answer, True) and not same(answer, False):
            raise Wrong("wrong-type", f"is_terminal gives {brief(answer)}, neither True nor False")
        return bool(answer)

    @fact
    def player(self) -> int:
        """Who is to move."""
        answer = self.ask("player")
        players = self.context.players
        try:
            player = operator.index(answer)
        except TypeError:
            player = len(players)
        if player != CHANCE and player not in players:
            numbers = f"a player from 0 to {len(players) - 1}" if len(players) > 1 else "player 0"
            raise Wrong("player", f"player gives {brief(answer)}, which is neither {numbers} nor CHANCE")
        return player

    @fact
    def actions(self) -> list[Action]:
        """What can be done, at least one action."""
        actions: list[Action] = self.ask("actions")
        if not actions:
            raise Wrong("dead-end", "there are no actions in a state that is not terminal")
        return actions

    @fact
    def action_set(self) -> frozenset[Action]:
        """The actions without their order."""
        for a in self.actions:
            if hash_of(a) is None:
                raise Wrong("unhashable-action", f"the action {brief(a)} is not hashable")
        return frozenset(self.actions)

    @fact
    def names(self) -> list[str]:
        """The actions as the game shows them."""
        names = [self.ask("show_action", a) for a in self.actions]
        for a, name in zip(self.actions, names, strict=True):
            if not isinstance(name, str):
                raise Wrong("wrong-type", f"show_action gives {brief(name)} for {brief(a)}, not a text")
        return names

    @fact
    def probabilities(self) -> list[float]:
        """How likely each action is where chance moves."""
        if not self.context.kind.stochastic:
            raise Wrong("no-probability", "chance moves, but the game has no probability(s, a)")
        return [self.ask("probability", a) for a in self.actions]

    @fact
    def utilities(self) -> list[float]:
        """What a terminal state is worth to each player."""
        return [self.ask("utility", p) for p in self.context.players]


def _listed(method: str, answer: Any, look_at_clock: Callable[[], None]) -> list[Any]:
    things = []
    try:
        for thing in islice(answer, MOST + 1):
            things.append(thing)
            look_at_clock()
    except TypeError:
        if hasattr(answer, "__iter__"):
            raise
        raise Wrong("wrong-type", f"{method} gives {brief(answer)}, not actions one after the other") from None
    if len(things) > MOST:
        raise Wrong("endless-actions", f"{method} gives more than {MOST:,} actions")
    return things


def _is_written(game: Game, name: str, default: Any) -> bool:
    """Whether the game's class, or the game itself, has another method in the place of the default."""
    return isfunction(default) and getattr(getattr(game, name), "__func__", None) is not default


def _message(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # an author's exception may fail at anything
        return "(and its message cannot be read)"
