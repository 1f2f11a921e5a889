"""A state and the path to it, with a snapshot that shows whether a call has changed the state."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from zermelo.core.errors import quote
from zermelo.core.game import Action, State
from zermelo.core.snapshots import Snapshot, text_of


class Position:
    """A state with the path on which it was first reached: from `before` by the action named `by`."""

    def __init__(self, state: State, before: Position | None = None, by: str = "") -> None:
        self.state = state
        self.before, self.by = before, by
        self.plies: int = 0 if before is None else before.plies + 1
        self.text: str | None = None
        self.inspected = False

        # Results of the inspection, for the rules on plays that contain this position.
        self.terminal = self.chance = False
        self.player: int | None = None
        self.next: list[Position] = []
        self.all_next_known = False  # whether every action of a player leads to a position of `next`
        self.candidates: frozenset[Action] | None = None
        self.candidates_next: list[Position] = []  # where the candidates lead, if there are any
        self.counted_as: list[tuple[str, State]] = []  # the same state, by "key" or "canonical"
        self.utility: float | None = None  # player 0's
        self.value_bounds: tuple[float, float] | None = None

        self._was = Snapshot(state)

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
        """Whether a copy of the state is equal to it but has another hash."""
        return self._was.hash_differs

    def changed(self) -> bool:
        """Whether the state has changed; if so, it is restored where possible."""
        if not self._was.has_changed():
            return False
        if self._was.copy is not None:
            self.state = deepcopy(self._was.copy)
            self._was = Snapshot(self.state)
        return True


def brief(thing: Any) -> str:
    """A short text of an object on one line, for messages."""
    text = text_of(thing)
    return f"a {type(thing).__name__} without a repr" if text is None else quote(text)[1:-1]
