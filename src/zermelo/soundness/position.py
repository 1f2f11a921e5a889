"""A state and the way to it, with a memory of what the state was, so that a change under a call is seen."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from zermelo.core.errors import quote
from zermelo.core.game import State
from zermelo.core.snapshots import Snapshot, text_of


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
        """Whether a copy of the state is equal to it and has another hash."""
        return self._was.hash_differs

    def changed(self) -> bool:
        """Whether the state is no longer what it was; if so, it is put back where that can be done."""
        if not self._was.has_changed():
            return False
        if self._was.copy is not None:
            self.state = deepcopy(self._was.copy)
            self._was = Snapshot(self.state)
        return True


def brief(thing: Any) -> str:
    """The same on one line and not too long, for messages."""
    text = text_of(thing)
    return f"a {type(thing).__name__} without a repr" if text is None else quote(text)[1:-1]
