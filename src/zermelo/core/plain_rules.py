"""The rules of a game for a kernel that runs at the plain speed, where states and numbers may be of any Python type.

In machine code states are immutable and numbers have fixed types. At the plain speed `PlainRules` raises RuleError if
`result` modifies a state in place, and converts utilities and probabilities to types that compare exactly with floats.

A kernel at the plain speed may spend minutes in one node, if there are many actions or a rule is slow. So a callback
that checks the budget is called in every rule that is called once per action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from zermelo.core.blame import shown
from zermelo.core.errors import RuleError, quote
from zermelo.core.game import RULES, Action, Game, State
from zermelo.core.rules import has_own
from zermelo.core.snapshots import Snapshot, is_immutable
from zermelo.core.values import exact_number, plain_number


def result_of(game: Game, s: State, a: Action) -> State:
    """The state that action a leads to from s. Raises RuleError if `result` modifies s."""
    return game.result(s, a) if is_immutable(s) else _watched_result(game, s, a)


def _watched_result(game: Game, s: State, a: Action) -> State:
    before, text = Snapshot(s), shown(game, s)
    t = game.result(s, a)
    if before.has_changed():
        raise RuleError(
            f"{type(game).__name__}.result modifies the state that it is given: {quote(text)}, with action {a!r}; "
            "it has to return a new state and leave the given one unchanged"
        )
    return t


def unchecked() -> None:
    """The callback for rules that have no budget."""


WATCHED = ("actions", "candidates", "noisy", "order")
"""The rules that only add calls of the callback to the game's own methods."""


class PlainRules:
    """The rules of a game for a kernel at the plain speed; `check` is called often and may raise OutOfBudget."""

    def __init__(self, game: Game, check: Callable[[], None] = unchecked) -> None:
        self._game = game
        self._check = check
        self.players = game.players
        for name in RULES:
            has_no_check = name in WATCHED and check is unchecked
            is_default = name in ("noisy", "order") and not has_own(game, name)  # the defaults return at once
            if name not in vars(PlainRules) or has_no_check or is_default:
                setattr(self, name, getattr(game, name))  # bound once, because a kernel calls them at every node
        self._immutable: State = None  # the last state found to be immutable: kernels call result(s, ...) in a row

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def __reduce__(self) -> tuple[type[PlainRules], tuple[Game]]:
        """A copy, pickled or not, has no callback, which belongs to a running search."""
        return PlainRules, (self._game,)

    def result(self, s: State, a: Action) -> State:
        """The state that action a leads to from s. Raises RuleError if `result` modifies s."""
        self._check()
        if s is not self._immutable:
            if not is_immutable(s):
                return _watched_result(self._game, s, a)
            self._immutable = s
        return self._game.result(s, a)

    def watched(self, items: Iterable[Any]) -> Iterator[Any]:
        """Yields the items, with a call of the callback before each."""
        for item in items:
            self._check()
            yield item

    def actions(self, s: State) -> Iterator[Action]:
        """The actions in s."""
        return self.watched(self._game.actions(s))

    def candidates(self, s: State) -> Iterator[Action]:
        """The actions in s that have to be searched."""
        return self.watched(self._game.candidates(s))

    def noisy(self, s: State) -> Iterator[Action]:
        """The actions in s that a quiescence search follows."""
        return self.watched(self._game.noisy(s))

    def order(self, s: State, a: Action) -> Any:
        """The priority of action a in s: actions with higher priorities are searched first."""
        self._check()
        return self._game.order(s, a)

    def utility(self, s: State, p: int) -> Any:
        """The exact utility of the terminal state s to player p. Kernels refuse utilities that no float equals."""
        return exact_number(self._game.utility(s, p))

    def probability(self, s: State, a: Action) -> Any:
        """The probability of outcome a at the chance node s."""
        self._check()
        return plain_number(self._game.probability(s, a))
