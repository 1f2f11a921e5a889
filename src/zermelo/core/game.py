"""The contract of a game.

A game has six required methods, named as in the textbook: `initial`, `player`, `actions`, `result`, `is_terminal` and
`utility`. Everything else has a default: declared properties, knowledge that helps a search, text and pictures.

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
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, TypeAlias

from zermelo.core.errors import ParseError, RuleError, quote
from zermelo.core.kind import Kind
from zermelo.core.text import parse_state, show_state
from zermelo.core.values import exact_number

State: TypeAlias = Any
"""Any immutable, hashable value; a NamedTuple of numbers can be searched as machine code."""

Action: TypeAlias = Any
"""Any hashable value except None; a number or a tuple of numbers can be searched as machine code."""

Cell: TypeAlias = tuple[int, int]
"""A cell of a board: its row, counted from the top, and its column, counted from the left, both from 0."""

CHANCE = -1
"""The player to move where dice are rolled or cards are dealt."""

MAX = 0
"""The player of a zero-sum game who maximises the value."""

MIN = 1
"""The player of a zero-sum game who minimises the value."""


LONGEST_LABEL = 16
"""The longest text of a state that is also its label beside a node of a drawn tree."""

REQUIRED = ("initial", "player", "actions", "result", "is_terminal", "utility")
"""The methods that every game has to define."""

RULES = (
    *(*REQUIRED, "probability", "infinite_play", "observe", "precedes", "world", "position"),
    *(
        "evaluate",
        "features",
        "order",
        "playout_weight",
        "playout_action",
        "noisy",
        "candidates",
        "value_bounds",
        "key",
        "canonical",
        "stage",
        "rank",
        "unrank",
    ),
)
"""The methods that a kernel may call."""


class Game(ABC):
    """The rules of a game. Subclass it and write the six required methods.

    Utility is absolute and per player, never relative to the mover. A player may move several times in a row.
    Parameters of `__init__` are kept in attributes of the same names.
    """

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        _refuse_old_names(cls)
        if cls.features is not Game.features and cls.evaluate is Game.evaluate:
            setattr(cls, "evaluate", weighted_sum)  # noqa: B010  # mypy takes it for a change of Game

    # Declared properties.

    players: int = 2
    """The number of players, not counting chance. Players are numbered from 0."""

    zero_sum: bool | None = None
    """Whether the utilities always add up to `total`. By default they do for two players, and not otherwise."""

    total: float = 0
    """The sum of the utilities in a zero-sum game. If it is not 0, the game is constant-sum (chess: 1)."""

    bounds: tuple[float, float] | None = None
    """The least and the greatest utility, in this order, if they are known. An infinite bound means unknown."""

    scored: bool = False
    """Whether `evaluate` estimates the utility itself, so that the two compare as numbers. By default it does not: a
    win that was found ranks above every evaluation, and a loss below."""

    preferred_method: str | None = None
    """The method that plays and analyses the game by default, such as "mcts". None: the chooser decides."""

    preferred_options: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """The default options of methods for this game, by the name of the method: {"mcts": {"c": 0.2}}."""

    forbids_repetition: bool = False
    """Whether actions must not repeat the `position` of an earlier state of the play, as with superko in Go."""

    longest_playout: int | None = None
    """The number of plies after which a random playout is cut off and evaluated. By default only playouts that seem
    endless are cut off."""

    feature_weights: Mapping[str, float] = MappingProxyType({})
    """The names of the features in the order in which `features` returns them, each with its weight in EVAL."""

    _given_weights: str = ""
    """The weights that were set by `zermelo.core.features.with_weights`, as text."""

    # Whether a search looks positions up in tables in its memory. The engine sets it in a copy of the game, so that
    # nothing is compiled for it where there are no tables.
    _probes_tables: bool = False
    _probes_keys: bool = False

    # The rules.

    @abstractmethod
    def initial(self) -> State:
        """The state in which play begins."""

    @abstractmethod
    def player(self, s: State) -> int:
        """The player to move in s, or CHANCE."""

    @abstractmethod
    def actions(self, s: State) -> Iterable[Action]:
        """The actions in s, or the outcomes if s is a chance node: each once, and at least one unless s is terminal."""

    @abstractmethod
    def result(self, s: State, a: Action) -> State:
        """The state that action a leads to from s."""

    @abstractmethod
    def is_terminal(self, s: State) -> bool:
        """Whether play is over in s."""

    @abstractmethod
    def utility(self, s: State, p: int) -> float:
        """The utility of the terminal state s to player p."""

    # Needed only by some games.

    def probability(self, s: State, a: Action) -> float:
        """The probability of outcome a at the chance node s."""
        raise RuleError(
            f"{quote(self.show(s))} is a chance node, but {type(self).__name__} has no probability(s, a); "
            "define it, or let player(s) return the number of a player"
        )

    def observe(self, s: State, p: int) -> Any:
        """All that player p has seen in s, hashable: equal for all states that p cannot distinguish.

        (p, observe(s, p)) identifies an information set. States of one information set have the same actions in the
        same order. Perfect recall is up to the author: what p has seen before has to be part of it.
        """
        return s

    def precedes(self, seen: Any, later: Any, p: int) -> bool:
        """Whether player p, who has seen `later`, can have seen `seen` before, or just now: both are observations.

        It prunes the search for worlds; true is always correct. Where the observation has the history of what p has
        seen, `seen` has to be the beginning of `later`.
        """
        return True

    def world(self, seen: Any, p: int, seed: int) -> tuple[State, float]:
        """A random world of what player p has seen, and its weight, at least 0; 0 means that none was found.

        The draws are a function of the seed (`zermelo.native.draws`). The mean weight with which a world is returned
        has to be in proportion to its probability if chance decides as it does and the players act uniformly at
        random. It is optional: without it, worlds are found by replaying the game from its initial state.
        """
        return self.initial(), 0.0

    def world_problem(self, seen: Any, p: int) -> Any:
        """The worlds of what player p has seen as a constraint satisfaction problem; None if the game offers none.

        It is a pair: the problem (a `zermelo.csp.Problem`), and a function from a solution to a world and its weight.
        A world's probability has to be in proportion to the weights of its solutions.
        """
        return None

    def infinite_play(self, p: int) -> float:
        """The utility to player p of play that never ends; by default that of a draw."""
        return self.fair_share

    def position(self, s: State) -> Any:
        """What must not be repeated if the game forbids repetition; by default the key of s.

        An action that leaves the position as it is, such as a pass, is not a repetition. In every state some action is
        allowed, whatever was played before.
        """
        return self.key(s)

    # Knowledge. Each default is neutral.

    def evaluate(self, s: State, p: int) -> float:
        """An estimate of the value of s, which is not terminal, to player p.

        A game that defines `features` and not `evaluate` is evaluated by the weighted sum of its features.
        """
        return self.fair_share

    def features(self, s: State) -> tuple[float, ...]:
        """The features of s, which is not terminal: one number for each of `feature_weights`, from player 0's view.

        They are for games of one player and for zero-sum games of two. The weights can be changed without touching the
        rules: `zermelo.core.features.with_weights`.
        """
        return ()

    def order(self, s: State, a: Action) -> float:
        """An estimate of how good action a is in s. Actions with higher estimates are searched first."""
        return 0

    def playout_weight(self, s: State, a: Action) -> float:
        """How likely a playout is to take action a in s, in proportion to the weights of the others; 0 is never."""
        return 1

    def playout_action(self, s: State, random: Any) -> Action:
        """The action that a playout takes in s, where a player is to move; by default each is equally likely.

        `random` is an `np.uint64` of 64 random bits, the only source of chance that the method may use.
        """
        actions = list(self.actions(s))
        return actions[(int(random) & 0x7FFF_FFFF) % len(actions)]

    def noisy(self, s: State) -> Iterable[Action]:
        """The actions that a quiescence search follows in s, such as captures."""
        return ()

    def candidates(self, s: State) -> Iterable[Action]:
        """A subset of the actions in s that contains a best one: one that wins soonest, or loses latest."""
        return self.actions(s)

    def value_bounds(self, s: State) -> tuple[float, float]:
        """A lower and an upper bound on the value of s to player 0, in this order.

        The value is that of best play by all players. It is never called for a terminal state.
        """
        return self.bounds if self.bounds is not None else (-float("inf"), float("inf"))

    def key(self, s: State) -> Any:
        """The identity of s in transposition tables: states with equal keys have the same future."""
        return s

    def canonical(self, s: State) -> State:
        """The representative of all states symmetric to s. All of them have the same value to each player."""
        return s

    # Numbers for the positions of a table on disk. A game that overrides `rank` has tables by rank.

    def stage(self, s: State) -> int:
        """The stage of s, from 0, such as the number of pieces on the board. It never increases along a play."""
        return 0

    def rank(self, s: State) -> int:
        """The number of s among all positions of its stage, whoever is to move: at least 0, and below the stage's size.

        No two states share a number, unless they have equal keys. States that differ by a symmetry of `canonical` may:
        only canonical states are ranked. By default it is -1: the positions have no numbers.
        """
        return -1

    def unrank(self, stage: int, i: int) -> State:
        """The state with number i in this stage.

        A number is unused if `stage` or `rank` of the state returned for it gives another stage or another number.
        """
        return self.initial()

    def parts(self, stage: int) -> tuple[tuple[str, int], ...]:
        """The parts of a stage, each with its name and size, in the order of their numbers; empty if there are none.

        Part 0 has the first numbers, part 1 the next, and so on. An action leads to the same part, to an earlier part
        of the stage or to a lower stage. A part is solved in memory, so a large stage needs many.
        """
        return ()

    def parts_needed(self, stage: int, part: int) -> Iterable[int]:
        """The earlier parts of the stage to which actions may lead from this part; by default all of them.

        Parts that do not need each other can be built at the same time.
        """
        return range(part)

    # For people.

    def show(self, s: State) -> str:
        """The state as text.

        A game of imperfect information may define `show(self, s, viewer=None)`, and `draw`, `label` and `show_action`
        likewise. If `viewer` is the number of a player, they show only what that player may see.
        """
        return show_state(s)

    def parse(self, text: str) -> State:
        """The state that the text shows. Raises ParseError."""
        return parse_state(text, self.initial())

    def parse_play(self, text: str) -> Sequence[State]:
        """The states of the play that the text describes; the last one is that of `parse`. Raises ParseError.

        Only a game that forbids repetition, and whose positions may be given as the moves that led to them, needs it.
        """
        return (self.parse(text),)

    def board_places(self, text: str) -> Sequence[Sequence[tuple[int, int]]]:
        """Where the signs of the board begin and end in a text of `show`: rows of offsets.

        A person changes them in the position editor. Empty by default: the board is found where it is a grid.
        """
        return ()

    def show_view(self, p: int, seen: Any) -> str:
        """What player p has seen, a value of `observe`, as text."""
        return show_state(seen)

    def parse_view(self, p: int, text: str) -> Any:
        """What player p has seen, the value of `observe` that the text shows. Raises ParseError."""
        return parse_state(text, self.observe(self.initial(), p))

    def show_action(self, s: State, a: Action) -> str:
        """The action as text."""
        return str(a)

    def parse_action(self, s: State, text: str) -> Action:
        """The action in s that the text names. Raises ParseError."""
        names = {self.show_action(s, a): a for a in self.actions(s)}
        if text in names:
            return names[text]
        for gap in (" ", ""):  # first with any number of spaces, then with none, as in (1,1) for (1, 1)
            wanted = gap.join(text.split()).casefold()
            folded = [a for name, a in names.items() if gap.join(name.split()).casefold() == wanted]
            if len(folded) == 1:
                return folded[0]
        raise ParseError(f"{quote(text)} is not an action here; expected one of {_some(names)}")

    def label(self, s: State) -> str:
        """A short text for the state beside its node in a drawn tree; empty if there is no short one."""
        shown = self.show(s)
        return shown if len(shown) <= LONGEST_LABEL and "\n" not in shown else ""

    def draw(self, s: State) -> str | None:
        """The state as an SVG picture, or None to have one made from `show`."""
        return None

    def action_cells(self, s: State, a: Action) -> tuple[Cell, ...]:
        """The board cells that a person touches to choose action a, in that order: from where, to where.

        Empty if the game does not map its actions to cells.
        """
        return ()

    def action_ways(self, s: State, a: Action) -> Iterable[tuple[tuple[str, ...], ...]]:
        """The ways in which a person may choose action a on the game's own picture, if it consists of several steps.

        A way is a tuple of steps that may be taken in any order; a step is a tuple of areas of the picture
        (`data-cell`) that are touched in this order. None by default: the areas follow from `action_cells` or from the
        action's text.
        """
        return ()

    def ownership(self, s: State, seed: int) -> Mapping[Cell, float]:
        """An estimate of who will own each cell of the board in the end: from 1 (player 0) to -1 (player 1).

        The page shows it on the board, and averages the estimates for several seeds. Empty if the game has none.
        """
        return {}

    # Names and derived properties.

    @property
    def name(self) -> str:
        """The game's name on the command line."""
        return type(self).__name__.lower()

    @property
    def title(self) -> str:
        """The game's name in prose: by default the class's name; set it with `title = "Connect Four"`."""
        return re.sub(r"(?<=[a-z])(?=[A-Z0-9])", " ", type(self).__name__)

    @property
    def player_names(self) -> tuple[str, ...]:
        """The names of the players; set them with `player_names = ("White", "Black")`.

        By default they are MAX and MIN in one-player and two-player zero-sum games, and "player 0" and so on in others.
        """
        if self.kind.one_number:
            return ("MAX", "MIN")[: self.players]
        return tuple(f"player {p}" for p in range(self.players))

    tables_ignore: str = ""
    """A rule that tables by rank ignore, because it depends on the play before: "the 40-move rule"."""

    chance_name: str = "chance"
    """The name of chance outside of game trees, such as "dice"."""

    @property
    def board_signs(self) -> Sequence[str]:
        """The signs that may stand on the board that `show` prints; set them with `board_signs = "bwBW"`.

        The position editor offers them, in addition to those that it sees in random games, where promoted pieces are
        rare.
        """
        return ()

    @property
    def fair_share(self) -> float:
        """The utility of a draw to each player."""
        return exact_number(self.total) / self.players if self.total else 0

    @property
    def weight_vector(self) -> tuple[float, ...]:
        """The weights of the features, in the order of the features."""
        return tuple(float(weight) for weight in self.feature_weights.values())

    @property
    def kind(self) -> Kind:
        """The kind of game this is, derived from the declared properties and the methods that are overridden."""
        return Kind(
            players=self.players,
            stochastic=type(self).probability is not Game.probability,
            hidden=type(self).observe is not Game.observe,
            zero_sum=self.players == 2 if self.zero_sum is None else self.zero_sum,
            total=exact_number(self.total),
        )

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters of `__init__` with their values in this game."""
        names = [n for n in inspect.signature(type(self)).parameters if hasattr(self, n)]
        return {n: getattr(self, n) for n in names}

    def __str__(self) -> str:
        """The text from which `zermelo.load` makes this game: "nim:piles=3,4,5"."""
        given = inspect.signature(type(self)).parameters
        changed = {n: v for n, v in self.parameters.items() if repr(v) != repr(given[n].default)}
        pairs = [f"{n}={show_parameter(v)}" for n, v in changed.items()]
        if self._given_weights:  # the last one: whatever follows "weights=" is a weight
            pairs.append(f"weights={self._given_weights}")
        return f"{self.name}:{','.join(pairs)}" if pairs else self.name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{n}={v!r}' for n, v in self.parameters.items())})"


def weighted_sum(game: Game, s: State, p: int) -> float:
    """EVAL as the lectures define it: the sum of the features, each times its weight; to the other player the rest."""
    features, weights = game.features(s), game.weight_vector
    value = 0.0
    for i in range(len(weights)):
        value += weights[i] * features[i]
    return value if p == 0 else game.total - value


def _refuse_old_names(cls: type[Game]) -> None:
    """Raises RuleError for a method under a former name, which would otherwise silently be ignored."""
    limits = getattr(cls, "limits", None)
    if inspect.isfunction(limits) and len(inspect.signature(limits).parameters) == 2:  # self and s
        raise RuleError(f"{cls.__name__}.limits(s) is now called value_bounds(s): rename the method")


def put(t: tuple[Any, ...], i: int, v: Any) -> tuple[Any, ...]:
    """The tuple t with element i replaced by v; works at both speeds. As in a list, -1 is the last element."""
    if not -len(t) <= i < len(t):
        raise IndexError(f"a tuple of length {len(t)} has no element {i}")
    i %= len(t)
    return (*t[:i], v, *t[i + 1 :])


def show_parameter(value: Any) -> str:
    """A parameter as it is written after a game's name: "3,4,5", "false"."""
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _some(names: Iterable[str], most: int = 12) -> str:
    shown = list(names)
    return ", ".join(shown[:most]) + (f" and {len(shown) - most} more" if len(shown) > most else "")
