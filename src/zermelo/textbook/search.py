"""The base class of all textbook algorithms: visiting nodes, valuing leaves, ordering actions, recording steps.

An algorithm is a subclass whose `value` computes the value of an inner node as in its pseudocode. `visit` calls it: it
counts the node, checks for repetitions and the depth limit, and calls the recorder if there is one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from typing import Any, ClassVar

from zermelo.core.errors import KindError, LimitError, RuleError, quote
from zermelo.core.game import CHANCE, MAX, Action, Game, State
from zermelo.core.limits import Budget, Limits
from zermelo.core.plain_rules import result_of
from zermelo.core.recursion import FRAMES, deep_recursion
from zermelo.core.results import role_of
from zermelo.core.rules import check_bounds, check_value_bounds, each_action, finite_bounds
from zermelo.core.trace import Pseudocode, Window
from zermelo.core.values import HIGHEST, LOWEST, Ranked, Value, exact_number, is_finite, rank, squeeze
from zermelo.textbook.listing import listing
from zermelo.textbook.recorder import Recorder

SIDES = ("left", "right", "best")
"""The orders in which actions are read: as the game gives them, reversed, or best first."""

_CALLS_PER_PLY = 3


class Search(ABC):
    """One search of one game. Make a new instance for every search: it keeps the path, the counts and the line."""

    name: ClassVar[str]
    pseudocode: ClassVar[str]
    lit: ClassVar[dict[str, tuple[str, ...]]] = {
        "terminal": ("VALUE: if TERMINAL",),
        "cutoff": ("VALUE: if CUTOFF",),
    }
    """The lines of the pseudocode that each kind of step highlights: their beginnings, each after its function."""

    takes_chance: ClassVar[bool] = False
    """Whether the algorithm handles chance nodes."""

    exact: ClassVar[bool] = True
    """Whether a search to the end gives the game's value or a guaranteed value, not an estimate."""

    single_valued: ClassVar[bool] = False
    """Whether a value is MAX's value of a single leaf: then a win can be ranked above all evaluations."""

    def __init__(
        self,
        game: Game,
        *,
        depth: int | None = None,
        read_from: str = "left",
        symmetry: bool = False,
        budget: Budget | None = None,
        recorder: Recorder | None = None,
    ) -> None:
        refusal = self.refusal(game)
        if refusal is not None:
            raise KindError(f"{self.name} cannot search this game: {refusal}")
        if read_from not in SIDES:
            raise KindError(f"read_from='{read_from}' is not valid: it must be one of {', '.join(SIDES)}")
        check_bounds(game)
        self.game = game
        self.depth = depth
        self.read_from = read_from
        self.symmetry = symmetry
        self.budget = budget or Budget(Limits())
        self.recorder = recorder
        decides = game.players == 2 and not game.scored and not game.kind.stochastic
        self.ranked = depth is not None and self.single_valued and decides
        means = game.kind.stochastic or not self.single_valued
        self.squeezed_into = finite_bounds(game) if means and not game.scored else None
        self.minus_infinity: Any = LOWEST if self.ranked else -inf
        self.plus_infinity: Any = HIGHEST if self.ranked else inf
        self.deepest = 0
        self.cutoffs = 0
        self.loops = 0
        self.best: Value | None = None
        self._lines: dict[int, list[Action]] = {0: []}
        self._path: set[Any] = set()

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """Why this algorithm does not fit the game, or None if it does."""
        if game.kind.hidden:
            return "it has imperfect information, and this search sees the whole state"
        if game.kind.stochastic and not cls.takes_chance:
            return "it has chance; use expectiminimax"
        return None

    @abstractmethod
    def value(self, s: State, ply: int, window: Window | None) -> Any:
        """The value of the inner node s."""

    def run(self, s: State) -> Any:
        """The value of s. It does not depend on `value_bounds`, but invalid ones raise an error, as in the engine."""
        check_value_bounds(self.game, s)
        with _deep_enough(self.game):
            return self.visit(s, 0)

    def visit(self, s: State, ply: int, action: Action | None = None, window: Window | None = None) -> Any:
        """Enters s, finds its value, and leaves it."""
        self.budget.spend()
        self.deepest = max(self.deepest, ply)
        self._lines[ply] = []
        leaf = self.leaf(s, ply)
        if self.recorder:
            self.recorder.enter(self, s, ply, action, window)
        if leaf is not None:
            v = self.leaf_value(s, leaf)
        else:
            key = self.game.key(s)
            self._path.add(key)
            v = self.value(s, ply, window)
            self._path.remove(key)
        if self.recorder:
            self.recorder.leave(v, leaf)
        return v

    def leaf(self, s: State, ply: int) -> str | None:
        """Why s is a leaf of the search: "terminal", "loop" or "cutoff"; None for an inner node."""
        if self.game.is_terminal(s):
            return "terminal"
        if self.game.key(s) in self._path:
            self.loops += 1
            return "loop"
        if self.depth is not None and ply >= self.depth:
            self.cutoffs += 1
            return "cutoff"
        return None

    def leaf_value(self, s: State, leaf: str) -> Any:
        """The value of a leaf, here MAX's."""
        return self.value_to(s, leaf, MAX)

    def value_to(self, s: State, leaf: str, p: int) -> Any:
        """The value of a leaf to player p: its utility, the utility of infinite play, or an evaluation."""
        if leaf == "cutoff":
            guess = exact_number(self.game.evaluate(s, p))
            if not (is_finite(guess) or (self.ranked and abs(guess) == inf)):
                raise self.invalid_answer("evaluate", s, guess)
            if self.squeezed_into is not None:
                return squeeze(guess, self.game.fair_share, *map(exact_number, self.squeezed_into))
            return Ranked(0, guess) if self.ranked else guess
        utility = exact_number(self.game.utility(s, p) if leaf == "terminal" else self.game.infinite_play(p))
        if not is_finite(utility):
            raise self.invalid_answer("utility" if leaf == "terminal" else "infinite_play", s, utility)
        return rank(utility, self.game.fair_share) if self.ranked else utility

    def read(self, s: State, ply: int) -> Iterator[Action]:
        """The actions of s in reading order; with `symmetry`, one of each class of symmetric actions.

        They are not collected in a list unless that is necessary: each ply would keep a list of many.
        """
        if self.read_from == "left" and not self.symmetry:
            return each_action(self.game, s)
        actions = list(self.budget.each(each_action(self.game, s)))
        if self.symmetry and self.chooses(s):
            actions = self._one_of_each(s, actions)
        if self.read_from == "right":
            actions.reverse()
        elif self.read_from == "best":
            actions = self.best_first(s, ply, actions)
        return iter(actions)

    def result(self, s: State, a: Action) -> State:
        """The state that action a leads to from s."""
        return result_of(self.game, s, a)

    def probability(self, s: State, a: Action) -> Any:
        """The probability of outcome a in s."""
        return exact_number(self.game.probability(s, a))

    def chooses(self, s: State) -> bool:
        """Whether a player chooses in s, so that one of several symmetric actions is enough."""
        return self.game.player(s) != CHANCE

    def best_first(self, s: State, ply: int, actions: list[Action]) -> list[Action]:
        """The actions sorted by their true values, which makes alpha-beta's order perfect."""
        raise KindError(f"{self.name} reads the same nodes in any order: 'best' is for alphabeta")

    def invalid_answer(self, method: str, s: State, answer: object) -> RuleError:
        """The error for a method of the game that returned an invalid result."""
        if method == "player" and answer == CHANCE:
            self.game.probability(s, None)  # raises the error that the game lacks this method
        return RuleError(f"{type(self.game).__name__}.{method} gave {answer!r} in {quote(self.game.show(s))}")

    def improve(self, ply: int, action: Action, v: Value, window: Window | None = None) -> None:
        """Records that `action`, whose subtree was just read, gives the node at `ply` its best value so far."""
        self._lines[ply] = [action, *self._lines[ply + 1]]
        if ply == 0:
            self.best = v
        if self.recorder:
            self.recorder.improve(v, window)

    def accumulate(self, v: Value) -> None:
        """Records that the outcome just read brings the node's sum to v."""
        if self.recorder:
            self.recorder.accumulate(v)

    @property
    def line(self) -> tuple[Action, ...]:
        """The best line from the root found so far."""
        return tuple(self._lines[0])

    @property
    def loops_are_exact(self) -> bool:
        """Whether values stay exact when a state repeated on the path gets the value of infinite play."""
        return self.game.kind.one_number and not self.game.kind.stochastic

    def listing(self) -> Pseudocode:
        """The pseudocode shown beside the steps."""
        return listing(type(self))

    def role(self, s: State) -> str:
        """The role of node s in drawings: whose node it is."""
        return role_of(self.game, s)

    def _one_of_each(self, s: State, actions: list[Action]) -> list[Action]:
        kept: dict[Any, Action] = {}
        for a in self.budget.each(actions):
            kept.setdefault(self.game.key(self.game.canonical(self.result(s, a))), a)
        return list(kept.values())


class ZeroSumSearch(Search):
    """A search whose values are one number, MAX's value."""

    single_valued = True

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """As in every search; also requires a zero-sum game of at most two players."""
        kind = game.kind
        if kind.players > 2:
            return f"it has {kind.players} players; use maxn"
        if not kind.one_number:
            return "it is not zero-sum; use maxn"
        return super().refusal(game)


@contextmanager
def _deep_enough(game: Game) -> Iterator[None]:
    """Allows recursion as deep as the longest play. Raises LimitError if that is too deep."""
    try:
        with deep_recursion():
            yield
    except RecursionError:
        most = FRAMES // _CALLS_PER_PLY
        raise LimitError(f"a play of {quote(game)} has more than {most:,} plies; give a depth") from None
