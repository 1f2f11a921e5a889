"""A game without rules: it stands for any game in kernels that ask none, so that they are compiled only once."""

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
    """Stands for any game in kernels that ask no rules."""

    def initial(self) -> Unit:
        """The only state."""
        return UNIT

    def player(self, s: State) -> int:
        """MAX; no kernel asks."""
        return 0

    def actions(self, s: State) -> range:
        """One action; no kernel asks."""
        return range(1)

    def result(self, s: State, a: Action) -> State:
        """The same state; no kernel asks."""
        return s

    def is_terminal(self, s: State) -> bool:
        """Yes; no kernel asks."""
        return True

    def utility(self, s: State, p: int) -> int:
        """Nothing; no kernel asks."""
        return 0


@cache
def ruleless() -> NativeGame:
    """What runs kernels that ask no rules as machine code; to find it takes a few milliseconds, so it is kept."""
    from zermelo.native import native  # noqa: PLC0415  # Numba takes half a second to import

    return native(NoRules())
