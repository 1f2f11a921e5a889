"""The rules as a search asks them at the plain speed, where a game may give whatever Python takes.

Machine code has states that cannot change and numbers of one kind. Here a state that `result` changes in place is
noticed, before anything is called proved of it, and a kernel gets numbers of Python's own, whatever kind they are of.

A kernel at the plain speed may spend minutes in one node, if there are many actions or a rule is slow. So whoever runs
it may have a look at the clock whenever a rule is asked that is asked of every action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from zermelo.core.blame import shown
from zermelo.core.errors import RuleError, quote
from zermelo.core.game import RULES, Action, Game, State, has_own
from zermelo.core.snapshots import Snapshot, is_immutable
from zermelo.core.values import exact_number, plain_number


def result_of(game: Game, s: State, a: Action) -> State:
    """The state that action a leads to from s. Raises RuleError if `result` changes s itself."""
    return game.result(s, a) if is_immutable(s) else _watched_result(game, s, a)


def _watched_result(game: Game, s: State, a: Action) -> State:
    before, text = Snapshot(s), shown(game, s)
    t = game.result(s, a)
    if before.has_changed():
        raise RuleError(
            f"{type(game).__name__}.result changes the state that it is given: {quote(text)}, with action {a!r}; "
            "it has to make a new state and to leave that one as it is"
        )
    return t


def nobody_looks() -> None:
    """For rules without a budget."""


WATCHED = ("actions", "candidates", "noisy", "order")
"""The rules that are as the game has them, but for the looks."""


class PlainRules:
    """A game's rules, for a kernel that runs at the plain speed; `look` is called often, and may raise OutOfBudget."""

    def __init__(self, game: Game, look: Callable[[], None] = nobody_looks) -> None:
        self._game = game
        self._look = look
        self.players = game.players
        for name in RULES:
            is_idle = name in WATCHED and look is nobody_looks
            is_default = name in ("noisy", "order") and not has_own(game, name)  # which takes no time
            if name not in vars(PlainRules) or is_idle or is_default:
                setattr(self, name, getattr(game, name))  # bound once: a kernel calls them at every node
        self._immutable: State = None  # the last state that was seen to be: a kernel asks for its results in a row

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def result(self, s: State, a: Action) -> State:
        """The state that action a leads to from s. Raises RuleError if `result` changes s itself."""
        self._look()
        if s is not self._immutable:
            if not is_immutable(s):
                return _watched_result(self._game, s, a)
            self._immutable = s
        return self._game.result(s, a)

    def watched(self, items: Iterable[Any]) -> Iterator[Any]:
        """The items, with a look before each is handed on."""
        for item in items:
            self._look()
            yield item

    def actions(self, s: State) -> Iterator[Action]:
        """The actions in s."""
        return self.watched(self._game.actions(s))

    def candidates(self, s: State) -> Iterator[Action]:
        """The actions in s that are worth a search."""
        return self.watched(self._game.candidates(s))

    def noisy(self, s: State) -> Iterator[Action]:
        """The actions in s that a quiescence search follows."""
        return self.watched(self._game.noisy(s))

    def order(self, s: State, a: Action) -> Any:
        """How early action a is to be searched in s."""
        self._look()
        return self._game.order(s, a)

    def utility(self, s: State, p: int) -> Any:
        """What the terminal state s is worth to player p; kernels refuse what no float equals."""
        return exact_number(self._game.utility(s, p))

    def probability(self, s: State, a: Action) -> Any:
        """How likely chance is to bring a in s."""
        self._look()
        return plain_number(self._game.probability(s, a))
