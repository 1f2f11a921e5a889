"""What other libraries have to know of a game beforehand, from random plays."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from zermelo.core.errors import LimitError, quote
from zermelo.core.game import CHANCE, Game, State, finite_bounds, legal_actions, utilities

PLAYS, PLIES = 50, 2_000
"""How many random plays are looked at, and how far each."""

SPARE = 2
"""By which factor more actions are allowed than were seen."""


class Survey(NamedTuple):
    """The most actions of a player and of chance that a state had, and between what the utilities lay."""

    actions: int
    outcomes: int
    bounds: tuple[float, float]


def survey(game: Game, most_actions: int | None, bounds: tuple[float, float] | None) -> Survey:
    """What random plays show; what is given, or what the game declares, is taken as it is."""
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
    """Raises LimitError for a state with more actions than were announced."""
    if count > most:
        raise LimitError(f"{quote(game.show(s))} has {count} actions, and {most} were announced: give most_actions")
