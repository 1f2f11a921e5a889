"""The properties of a game that other libraries must know in advance, estimated from random plays."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from zermelo.core.errors import LimitError, quote
from zermelo.core.game import CHANCE, Game, State
from zermelo.core.rules import finite_bounds, legal_actions, utilities

PLAYS, PLIES = 50, 2_000
"""The number of random plays, and the largest number of plies of each."""

SPARE = 2
"""The number of actions that were seen is multiplied by this, as a margin."""


class Survey(NamedTuple):
    """The largest numbers of actions and of chance outcomes in a state, and the bounds of the utilities."""

    actions: int
    outcomes: int
    bounds: tuple[float, float]


def survey(game: Game, most_actions: int | None, bounds: tuple[float, float] | None) -> Survey:
    """The survey of random plays; values that are given, or declared by the game, take precedence."""
    random = Random(0)
    actions, outcomes, got = 1, 1, [float(game.fair_share)]
    for _ in range(PLAYS):
        s = game.initial()
        for _ in range(PLIES):
            if game.is_terminal(s):
                got += utilities(game, s)
                break
            legal = legal_actions(game, s)
            if game.player(s) == CHANCE:
                outcomes = max(outcomes, len(legal))
            else:
                actions = max(actions, len(legal))
            s = game.result(s, random.choice(legal))
    declared = bounds or finite_bounds(game) or (min(got), max(got))
    return Survey(most_actions or SPARE * actions, SPARE * outcomes, (float(declared[0]), float(declared[1])))


def refuse_more(game: Game, s: State, count: int, most: int) -> None:
    """Raises LimitError for a state with more actions than were declared."""
    if count > most:
        raise LimitError(f"{quote(game.show(s))} has {count} actions, and {most} were declared: set most_actions")
