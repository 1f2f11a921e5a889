"""A state and the way to it, with a memory of what the state was, so that a change under a call is seen."""

from __future__ import annotations

from copy import copy, deepcopy
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
        self.player: int | None = None
        self.next: list[Position] = []
        self.utility: float | None = None  # player 0's
        self.limits: tuple[float, float] | None = None

        # What the state was: its copy, or its attributes where a copy is not equal to it.
        self._hash = hash_of(state)
        self._copy = _copy(state)
        equal = self._copy is not state and same(self._copy, state)
        self._attributes = None if equal else _attributes(state)

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
        return self._attributes is None and hash_of(self._copy) != self._hash

    def changed(self) -> bool:
        """Whether the state is no longer what it was; if so, it is put back where that can be done."""
        if hash_of(self.state) == self._hash and self._looks_the_same():
            return False
        if self._attributes is None:
            self.state = _copy(self._copy)
        return True

    def _looks_the_same(self) -> bool:
        if self._attributes is None:
            return same(self.state, self._copy)
        return same(_attributes(self.state), self._attributes)


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


def has_equality(thing: Any) -> bool:
    """Whether its class says when two are equal; without that, each is equal to itself alone."""
    return any("__eq__" in vars(base) for base in type(thing).__mro__[:-1])


def text_of(thing: Any) -> str | None:
    """The thing as Python writes it, or None for one that cannot even be written."""
    try:
        return repr(thing)
    except Exception:  # an author's class may fail at anything
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
    """A copy in depth, or the state itself where that would not be equal or cannot be made."""
    if not has_equality(state):
        return state
    try:
        return deepcopy(state)
    except Exception:
        return state


def _attributes(state: State) -> dict[str, Any]:
    """What can be watched of an object that is unequal to its copy."""
    attributes = getattr(state, "__dict__", {})
    return {name: copy(a) if isinstance(a, (list, dict, set)) else a for name, a in attributes.items()}
