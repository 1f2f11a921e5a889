"""A game without rules, for kernels that call no rules: with it they are compiled once, not for each game."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from zermelo.core.game import Action, Game, State

if TYPE_CHECKING:
    from zermelo.native.compiling import NativeGame


class Unit(NamedTuple):
    """The only state of the game without rules."""

    number: int


UNIT = Unit(0)


class NoRules(Game):
    """The game that kernels get that call no rules."""

    def initial(self) -> Unit:
        """The only state."""
        return UNIT

    def player(self, s: State) -> int:
        """MAX; no kernel calls it."""
        return 0

    def actions(self, s: State) -> range:
        """One action; no kernel calls it."""
        return range(1)

    def result(self, s: State, a: Action) -> State:
        """The same state; no kernel calls it."""
        return s

    def is_terminal(self, s: State) -> bool:
        """True; no kernel calls it."""
        return True

    def utility(self, s: State, p: int) -> int:
        """0; no kernel calls it."""
        return 0


@cache
def ruleless() -> NativeGame:
    """The machine code of kernels that call no rules. It is kept, because finding it takes a few milliseconds."""
    from zermelo.native import native  # noqa: PLC0415  # Numba takes half a second to import

    return native(NoRules())
