"""A play on the page: a start as text, and the named moves that were made from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import Action, Game, State
from zermelo.core.repetition import refuse_repetition


@dataclass(frozen=True)
class Walk:
    """A play along named moves; every move in it is legal after all that came before."""

    game: Game
    states: list[State]
    """The states from the start on: one more than there are moves."""

    actions: list[Action]
    before: Sequence[State] = ()
    """The states before the start, if its text has the moves that led to it."""

    @property
    def start(self) -> State:
        """The state in which the moves begin."""
        return self.states[0]

    @property
    def state(self) -> State:
        """The current state."""
        return self.states[-1]

    @property
    def past(self) -> list[State]:
        """All states before the current one, as far as they are known."""
        return [*self.before, *self.states[:-1]]

    def cut(self, ply: int) -> Walk:
        """The walk up to this ply."""
        return Walk(self.game, self.states[: ply + 1], self.actions[:ply], self.before)

    def extended(self, names: Sequence[str]) -> Walk:
        """The walk with more moves. Raises ParseError."""
        game, states, actions = self.game, list(self.states), list(self.actions)
        for ply, name in enumerate(names, len(actions) + 1):
            s = states[-1]
            if game.is_terminal(s):
                raise ParseError(f"{quote(name)}, ply {ply}: play was already over")
            try:
                action = game.parse_action(s, name)
                refuse_repetition(game, [*self.before, *states], action)
            except ParseError as error:
                raise ParseError(f"ply {ply}: {error}") from None
            actions.append(action)
            states.append(game.result(s, action))
        return Walk(game, states, actions, self.before)


def walk_from(game: Game, start: str = "") -> Walk:
    """The walk without moves from the start; an empty text is the initial state. Raises ParseError."""
    *before, s = game.parse_play(start) if start.strip() else [game.initial()]
    return Walk(game, [s], [], before)


def start_of(game: Game, text: str) -> State:
    """The state that the text describes, or the initial state if it is empty. Raises ParseError."""
    return walk_from(game, text).start


class Walker:
    """Walks along named moves, and remembers the last walk: the next one usually shares most of it."""

    def __init__(self) -> None:
        self._start: str | None = None
        self._names: list[str] = []
        self._walk: Walk | None = None

    def walk(self, game: Game, start: str, names: list[str]) -> Walk:
        """The walk from the start along the moves. Raises ParseError."""
        known = self._walk
        if known is None or known.game is not game or self._start != start:
            known, self._names = walk_from(game, start), []
        shared = _shared(self._names, names)
        self._walk = known.cut(shared).extended(names[shared:])
        self._start, self._names = start, names
        return self._walk


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """The number of first elements that are the same."""
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
