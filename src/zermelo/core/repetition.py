"""Games that forbid repetition, such as Go with superko: no action may recreate an earlier position of the play.

In such a game the state alone does not determine the legal actions. `game.actions(s)` yields those that the state
allows; a caller that knows the play so far leaves out those that lead to the position of an earlier state. An action
that does not change the position, such as a pass, is always allowed. In other games the play so far does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from itertools import pairwise
from typing import Any

from zermelo.core.errors import ParseError, RuleError, quote
from zermelo.core.game import Action, Game, State
from zermelo.core.rules import each_action, state_of

OCCURRENCES = 3
"""How often a position occurs before a game is drawn, as in checkers and chess."""

NEEDS_HISTORY = "it forbids repetition (superko), and this method does not know the moves before a state"
"""The reason why methods that are given a state without its play refuse such a game."""


def forbidden_positions(game: Game, states: Iterable[State]) -> frozenset[Any]:
    """The positions that must not be repeated after these states; none if the game allows repetition."""
    return frozenset(map(game.position, states)) if game.forbids_repetition else frozenset()


def is_allowed(game: Game, s: State, a: Action, forbidden: Set[Any]) -> bool:
    """Whether an action that the state allows does not lead to a forbidden position."""
    if not forbidden:
        return True
    position = game.position(game.result(s, a))
    return position not in forbidden or position == game.position(s)


def legal_after(game: Game, states: Sequence[State]) -> list[Action]:
    """The legal actions in the last of the states of a play. Raises RuleError if there are none."""
    return legal_without(game, states[-1], forbidden_positions(game, states))


def legal_without(game: Game, s: State, forbidden: Set[Any]) -> list[Action]:
    """The legal actions in s that lead to none of the forbidden positions. Raises RuleError if there are none."""
    allowed = [a for a in each_action(game, s) if is_allowed(game, s, a, forbidden)]
    if not allowed:
        raise RuleError(f"every action in {quote(game.show(s))} repeats an earlier position")
    return allowed


def refuse_repetition(game: Game, states: Sequence[State], a: Action, where: str = "") -> None:
    """Raises ParseError if an action in the last of the states of a play repeats an earlier position."""
    if game.forbids_repetition and not is_allowed(game, states[-1], a, forbidden_positions(game, states)):
        name = game.show_action(states[-1], a)
        raise ParseError(f"{where}{quote(name)} is not a legal action here: it would repeat an earlier position")


def ends_by_repetition(game: Game, states: Sequence[State]) -> bool:
    """Whether a game counts as infinite play, as players agree: the last position has occurred three times.

    That is so only where infinite play is a draw, and everything that matters is in the position: it has neither chance
    nor hidden information, and no rule about repetition.
    """
    kind = game.kind
    if kind.stochastic or kind.hidden or game.players == 1 or game.forbids_repetition:
        return False
    if states.count(states[-1]) < OCCURRENCES:
        return False
    return all(game.infinite_play(p) == game.fair_share for p in range(game.players))


def play_to(game: Game, given: State | str) -> list[State]:
    """The states of the play up to `given`: those that the game reads from a text, otherwise only the state."""
    if isinstance(given, str) and not isinstance(game.initial(), str):
        return list(game.parse_play(given))
    return [state_of(game, given)]


def actions_along(game: Game, states: Sequence[State]) -> list[Action]:
    """The actions of a play, from its states: of several actions with the same result, the first."""
    return [
        next(a for a in each_action(game, s) if game.result(s, a) == following) for s, following in pairwise(states)
    ]


def states_along(game: Game, start: State, actions: Iterable[Action]) -> list[State]:
    """The states of a play from `start`: one more than there are actions."""
    states = [start]
    for a in actions:
        states.append(game.result(states[-1], a))
    return states
