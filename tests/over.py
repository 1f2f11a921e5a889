"""A game that is over where it begins: for tests that ask one rule, or need only states."""

from __future__ import annotations

from typing import Any, NamedTuple

from zermelo import Game


class Over(Game):
    """A game without an initial state, which subclasses define."""

    def player(self, s: Any) -> int:
        return 0

    def actions(self, s: Any) -> Any:
        yield 1

    def result(self, s: Any, a: int) -> Any:
        return s

    def is_terminal(self, s: Any) -> bool:
        return True

    def utility(self, s: Any, p: int) -> float:
        return 0


class One(NamedTuple):
    """A state of one number."""

    n: int


class OverAtFive(Over):
    """A game with a state that compiles."""

    def initial(self) -> One:
        return One(5)
