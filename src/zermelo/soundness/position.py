"""A state and the way to it, with a memory of what the state was, so that a change under a call is seen."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from zermelo.errors import quote
from zermelo.game import State


class Position:
    """A state as it was reached: by the action with the name `by`, from the position `before`."""

    def __init__(self, state: State, before: Position | None = None, by: str = "") -> None:
        self.state = state
        self.before, self.by = before, by
        self.plies: int = 0 if before is None else before.plies + 1
        self.text: str | None = None
        self.looked_at = False

        # What a look at the position finds, for the plays that come through it.
        self.terminal = self.chance = False
        self.next: list[Position] = []
        self.utility: float | None = None  # player 0's
        self.limits: tuple[float, float] | None = None

        self._hash = hash_of(state)
        self._copy = _copy(state)
        self._view = _view(state, self._copy)

    @property
    def path(self) -> list[Position]:
        """The positions from the start to this one."""
        path: list[Position] = []
        at: Position | None = self
        while at is not None:
            path.append(at)
            at = at.before
        return path[::-1]

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of the actions from the start to this position."""
        return tuple(position.by for position in self.path[1:])

    @property
    def hash_differs(self) -> bool:
        """Whether a copy of the state is equal to it and has another hash."""
        return self._view is _whole and hash_of(self._copy) != self._hash

    def changed(self) -> bool:
        """Whether the state is no longer what it was; if so, it is put back."""
        if hash_of(self.state) == self._hash and (
            self._view is None or same(self._view(self.state), self._view(self._copy))
        ):
            return False
        self.state = _copy(self._copy)
        return True


def same(one: Any, other: Any) -> bool:
    """Whether two answers are equal, whatever they are."""
    if one is other:
        return True
    try:
        if one == other:
            return True
        alike = isinstance(one, float)  # NaN is not equal to itself
    except Exception:  # arrays, and classes whose __eq__ fails
        alike = True
    return alike and text_of(one) == text_of(other)


def text_of(thing: Any) -> str | None:
    """The thing as Python writes it, or None for one that cannot even be written."""
    try:
        return repr(thing)
    except Exception:
        return None


def brief(thing: Any) -> str:
    """The same on one line and not too long, for messages."""
    text = text_of(thing)
    return f"a {type(thing).__name__} without a repr" if text is None else quote(text)[1:-1]


def hash_of(thing: Any) -> int | None:
    """The hash, or None for what has none."""
    try:
        return hash(thing)
    except Exception:
        return None


def _copy(state: State) -> State:
    try:
        return deepcopy(state)
    except Exception:  # what cannot be copied is watched by its hash alone
        return state


def _whole(state: State) -> Any:
    return state


def _view(state: State, copy: State) -> Callable[[State], Any] | None:
    """What to compare of a state and its copy: the first thing that is equal while nothing has changed.

    An object of a class without `__eq__` is unequal to its copy, but its attributes may tell, or its text.
    """
    views: tuple[Callable[[State], Any], ...] = (_whole, vars, text_of)
    for view in views:
        try:
            if same(view(state), view(copy)):
                return view
        except Exception:  # it has no attributes
            continue
    return None
