"""What a game is.

Six methods make a game, in the textbook's words: `initial`, `player`, `actions`, `result`, `is_terminal` and `utility`.
All else has a default: what a game declares of itself, knowledge that helps a search, and how people read and write it.

    class Count(NamedTuple):             # a state: immutable, hashable, made of numbers
        said: int
        mover: int

    class TwentyOne(Game):
        def initial(self):               return Count(1, 0)
        def player(self, s):             return s.mover
        def actions(self, s):            return range(1, 4)
        def result(self, s, a):          return Count(s.said + a, 1 - s.mover)
        def is_terminal(self, s):        return s.said >= 21
        def utility(self, s, p):         return 1 if s.mover == p else -1
"""

from __future__ import annotations

import inspect
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from zermelo.core.errors import ParseError, RuleError, quote
from zermelo.core.text import parse_state, show_state
from zermelo.core.values import exact_number, is_finite, is_interval

State: TypeAlias = Any
"""Anything hashable that never changes; a NamedTuple of numbers can be searched as machine code."""

Action: TypeAlias = Any
"""Anything hashable but None; a number or a tuple of numbers can be searched as machine code."""

Cell: TypeAlias = tuple[int, int]
"""A cell of a board by its row, from the top, and its column, from the left, both counted from 0."""

CHANCE = -1
"""The player who moves where dice are rolled and cards are dealt."""

MAX = 0
"""The player of a zero-sum game who wants the value to be great."""

MIN = 1
"""The player of a zero-sum game who wants the value to be small."""

MOST_ACTIONS = 1_000_000
"""More actions than any state may have: a generator that never ends has to be noticed."""

REQUIRED = ("initial", "player", "actions", "result", "is_terminal", "utility")
"""The methods that every game has to have."""

RULES = (
    *(*REQUIRED, "probability", "infinite_play"),
    *("evaluate", "order", "weight", "noisy", "candidates", "value_bounds", "key", "canonical"),
)
"""The methods that a kernel may call."""


@dataclass(frozen=True)
class Kind:
    """The lectures' kinds of games: what decides which algorithms fit."""

    players: int
    stochastic: bool
    hidden: bool
    zero_sum: bool
    total: float

    @property
    def one_number(self) -> bool:
        """Whether player 0's value says it all: one player, or two of whom one gains what the other loses."""
        return self.players == 1 or (self.players == 2 and self.zero_sum)

    def __str__(self) -> str:
        """For people: "deterministic, perfect information, 2 players, zero-sum"."""
        sums = "general-sum" if not self.zero_sum else "zero-sum" if self.total == 0 else "constant-sum"
        words = [
            "stochastic" if self.stochastic else "deterministic",
            "imperfect information" if self.hidden else "perfect information",
            f"{self.players} player{'s' * (self.players != 1)}",
            *([sums] if self.players > 1 else []),
        ]
        return ", ".join(words)


class Game(ABC):
    """The rules of a game. Subclass it and write the six required methods.

    Utility is absolute and per player, never relative to the mover. A player may move twice running. Parameters of
    `__init__` are kept in attributes of the same names.
    """

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        _refuse_old_names(cls)

    # What a game declares of itself.

    players: int = 2
    """How many players there are, chance not counted: they are numbered from 0."""

    zero_sum: bool | None = None
    """Whether the utilities always add up to `total`. Left out: yes for two players, no for any other number."""

    total: float = 0
    """What the utilities add up to in a zero-sum game; another number than 0 makes it constant-sum (chess: 1)."""

    bounds: tuple[float, float] | None = None
    """The least and the greatest utility, in this order, where they are known; one that is infinite says nothing."""

    scored: bool = False
    """Whether `evaluate` estimates the utility itself, so that the two compare as numbers. Left out: it does not, and
    a win that is found ranks beyond every evaluation, a loss below."""

    preferred_method: str | None = None
    """The method that plays and analyses the game where none is named, such as "mcts". Left out: the engine's."""

    # The rules.

    @abstractmethod
    def initial(self) -> State:
        """The state in which play begins."""

    @abstractmethod
    def player(self, s: State) -> int:
        """Who is to move in s, or CHANCE."""

    @abstractmethod
    def actions(self, s: State) -> Iterable[Action]:
        """What the player may do in s (or what chance may bring): each once, at least one unless s is terminal."""

    @abstractmethod
    def result(self, s: State, a: Action) -> State:
        """The state that action a leads to from s."""

    @abstractmethod
    def is_terminal(self, s: State) -> bool:
        """Whether play is over in s."""

    @abstractmethod
    def utility(self, s: State, p: int) -> float:
        """What the terminal state s is worth to player p."""

    # Where the game needs it.

    def probability(self, s: State, a: Action) -> float:
        """How likely chance is to bring a in s."""
        raise RuleError(
            f"chance moves in {quote(self.show(s))}, but {type(self).__name__} has no probability(s, a); "
            "write it, or let player(s) name a player"
        )

    def observe(self, s: State, p: int) -> Any:
        """All that player p has seen when s is reached: the same for states that p cannot tell apart."""
        return s

    def infinite_play(self, p: int) -> float:
        """What it is worth to player p if play never ends: a draw, unless the game says otherwise."""
        return self.fair_share

    # Knowledge. Each default is neutral.

    def evaluate(self, s: State, p: int) -> float:
        """A guess at what s, which is not terminal, is worth to player p."""
        return self.fair_share

    def order(self, s: State, a: Action) -> float:
        """A guess at how good action a is in s: the highest is tried first."""
        return 0

    def weight(self, s: State, a: Action) -> float:
        """How likely a playout is to take action a in s, in proportion to the weights of the others; 0 is never."""
        return 1

    def noisy(self, s: State) -> Iterable[Action]:
        """The actions that a quiescence search follows in s, such as captures."""
        return ()

    def candidates(self, s: State) -> Iterable[Action]:
        """Some of the actions in s, surely one of the best among them: that wins soonest, or loses latest."""
        return self.actions(s)

    def value_bounds(self, s: State) -> tuple[float, float]:
        """The least and the greatest value, to player 0, that s may have, in this order.

        A value is what best play comes to. A terminal state has a utility, and is never asked for its value bounds.
        """
        return self.bounds if self.bounds is not None else (-float("inf"), float("inf"))

    def key(self, s: State) -> Any:
        """What makes two states the same: equal keys, equal futures."""
        return s

    def canonical(self, s: State) -> State:
        """One state that stands for all that are symmetric to s; each has the same value to each player."""
        return s

    # For people.

    def show(self, s: State) -> str:
        """The state as text.

        A game that hides information may define `show(self, s, viewer=None)`, and `draw` likewise: for a viewer, who is
        a player, it shows only what that player may see.
        """
        return show_state(s)

    def parse(self, text: str) -> State:
        """The state that the text shows. Raises ParseError."""
        return parse_state(text, self.initial())

    def show_action(self, s: State, a: Action) -> str:
        """The action as text."""
        return str(a)

    def parse_action(self, s: State, text: str) -> Action:
        """The action in s that the text names. Raises ParseError."""
        names = {self.show_action(s, a): a for a in self.actions(s)}
        if text in names:
            return names[text]
        wanted = " ".join(text.split()).casefold()
        folded = [a for name, a in names.items() if " ".join(name.split()).casefold() == wanted]
        if len(folded) == 1:
            return folded[0]
        raise ParseError(f"{quote(text)} is not an action here; there is {_some(names)}")

    def label(self, s: State) -> str:
        """A few characters that stand for the state beside its node in a drawn tree; none where it takes more."""
        shown = self.show(s)
        return shown if len(shown) <= 16 and "\n" not in shown else ""

    def draw(self, s: State) -> str | None:
        """The state as an SVG picture, or None for one made from `show`."""
        return None

    def action_cells(self, s: State, a: Action) -> tuple[Cell, ...]:
        """The board cells that action a touches, in the order in which a person would: from where, to where.

        That is enough to point at an action on the board. None where nothing is known of cells.
        """
        return ()

    # What a game says about itself.

    @property
    def name(self) -> str:
        """What the game is called on the command line."""
        return type(self).__name__.lower()

    @property
    def title(self) -> str:
        """What people call the game; `title = "Connect Four"` in the class says so. By default the class's name."""
        return re.sub(r"(?<=[a-z])(?=[A-Z0-9])", " ", type(self).__name__)

    @property
    def player_names(self) -> tuple[str, ...]:
        """What the players are called; `player_names = ("White", "Black")` in the class says so.

        By default MAX and MIN, or where one number is not the value to all, "player 0" and so on.
        """
        if self.kind.one_number:
            return ("MAX", "MIN")[: self.players]
        return tuple(f"player {p}" for p in range(self.players))

    @property
    def fair_share(self) -> float:
        """What a draw is worth to each player."""
        return exact_number(self.total) / self.players if self.total else 0

    @property
    def kind(self) -> Kind:
        """The kind of game this is, from what is declared and which methods are written."""
        return Kind(
            players=self.players,
            stochastic=type(self).probability is not Game.probability,
            hidden=type(self).observe is not Game.observe,
            zero_sum=self.players == 2 if self.zero_sum is None else self.zero_sum,
            total=exact_number(self.total),
        )

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters of `__init__` with the values that this game has."""
        names = [n for n in inspect.signature(type(self)).parameters if hasattr(self, n)]
        return {n: getattr(self, n) for n in names}

    def __str__(self) -> str:
        """The text that `zermelo.load` would make this game from: "nim:piles=3,4,5"."""
        given = inspect.signature(type(self)).parameters
        changed = {n: v for n, v in self.parameters.items() if repr(v) != repr(given[n].default)}
        pairs = ",".join(f"{n}={show_parameter(v)}" for n, v in changed.items())
        return f"{self.name}:{pairs}" if pairs else self.name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{n}={v!r}' for n, v in self.parameters.items())})"


def _refuse_old_names(cls: type[Game]) -> None:
    """Raises RuleError for a method under a name that the contract no longer has: it would silently not be used."""
    limits = getattr(cls, "limits", None)
    if inspect.isfunction(limits) and len(inspect.signature(limits).parameters) == 2:  # self and s
        raise RuleError(f"{cls.__name__}.limits(s) is called value_bounds(s) now: rename the method")


def put(t: tuple[Any, ...], i: int, v: Any) -> tuple[Any, ...]:
    """The tuple t with v in place i; it works at both speeds."""
    return (*t[:i], v, *t[i + 1 :])


def state_of(game: Game, given: State | str, like: State | None = None) -> State:
    """The state that is meant: text is parsed by the game, anything else is a state already.

    In a game whose own states are text, a text is a state as well. `like` is any state of the game, the initial one
    if none is at hand. Raises ParseError for text that shows no position, and for what the rules do not take.
    """
    like = game.initial() if like is None else like
    if isinstance(given, str) and not isinstance(like, str):
        return game.parse(given)
    if type(given) is not type(like):
        _try_rules(game, given, like)
    return given


def _try_rules(game: Game, s: Any, like: State) -> None:
    """Raises ParseError if something of another type than other states have is no state at all."""
    try:
        hash(game.key(s))
        if game.is_terminal(s):
            game.utility(s, 0)
        else:
            game.player(s)
            next(iter(game.actions(s)))
    except Exception as error:  # whatever rules raise that were not made for it
        expected = f"expected a state such as {quote(show_state(like))}, or its text"
        raise ParseError(f"{quote(repr(s))} is not a position of {quote(game)}: {expected}") from error


def each_action(game: Game, s: State) -> Iterator[Action]:
    """The actions in s, one after another. A state that is not terminal must have some, and not without end."""
    count = 0
    for count, a in enumerate(game.actions(s), 1):
        if a is None or count > MOST_ACTIONS:
            fault = "None is among them" if a is None else f"there are more than {MOST_ACTIONS:,}"
            raise RuleError(
                f"{type(game).__name__}.actions gave what no rule may give in {quote(game.show(s))}: {fault}"
            )
        yield a
    if count == 0:
        raise RuleError(f"{quote(game.show(s))} is not terminal, but has no actions ({type(game).__name__}.actions)")


def utilities(game: Game, s: State) -> tuple[float, ...]:
    """What the terminal state s is worth to each player."""
    return tuple(exact_number(game.utility(s, p)) for p in range(game.players))


def legal_actions(game: Game, s: State) -> list[Action]:
    """The actions in s as a list."""
    return list(each_action(game, s))


def show_parameter(value: Any) -> str:
    """A parameter as it is written behind a game's name: "3,4,5", "false"."""
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _some(names: Iterable[str], most: int = 12) -> str:
    shown = list(names)
    return ", ".join(shown[:most]) + (f" and {len(shown) - most} more" if len(shown) > most else "")


def broken_odds(game: Game, s: State) -> RuleError:
    """The error for probabilities that are none, or do not add up to 1."""
    odds = [game.probability(s, a) for a in legal_actions(game, s)]
    wrong = next((p for p in odds if not 0 <= p <= 1), None)
    fault = f"add up to {sum(odds):.12g}, not to 1" if wrong is None else f"have {wrong!r} among them"
    return RuleError(f"{type(game).__name__}.probability: in {quote(game.show(s))} they {fault}")


def check_bounds(game: Game) -> None:
    """Raises RuleError where the bounds are not the least and the greatest utility, in that order."""
    if game.bounds is not None and not is_interval(game.bounds):
        raise RuleError(f"{type(game).__name__}.bounds is {game.bounds!r}: the least utility and then the greatest")


def check_value_bounds(game: Game, s: State) -> None:
    """Raises RuleError where the value bounds of s are not the least and the greatest value, in that order.

    Terminal states are left out: they have a utility.
    """
    if has_own(game, "value_bounds") and not game.is_terminal(s) and not is_interval(given := game.value_bounds(s)):
        said = f"{type(game).__name__}.value_bounds gave {given!r} in {quote(game.show(s))}"
        raise RuleError(f"{said}: the least value and then the greatest")


def finite_bounds(game: Game) -> tuple[float, float] | None:
    """The bounds, if both are known: one that is infinite says nothing."""
    if game.bounds is None or not all(map(is_finite, game.bounds)):
        return None
    return game.bounds


def has_own(game: Game, name: str) -> bool:
    """Whether the game has written this method itself, and does not leave it to the contract's default."""
    return getattr(type(game), name) is not getattr(Game, name)
