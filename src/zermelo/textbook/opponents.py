"""Opponents who err, and the search of an opponent who looks ahead.

The kinds of opponents are in `zermelo.core.opponents`, since the engine and players who err use them too.
"""

from __future__ import annotations

from zermelo.core.game import MAX, Action, Game, State
from zermelo.core.limits import Budget
from zermelo.core.opponents import (
    Boltzmann,
    Following,
    Level,
    Opponent,
    Policy,
    Random,
    Searcher,
    opponent,
)
from zermelo.textbook.expectiminimax import Expectiminimax

__all__ = [
    "Boltzmann",
    "Following",
    "Level",
    "Opponent",
    "Policy",
    "Random",
    "Searcher",
    "foreseen",
    "opponent",
]


def foreseen(game: Game, s: State, actions: list[Action], depth: int, budget: Budget) -> list[float]:
    """The values of actions to the player to move in s, by a search to the depth. Raises OutOfBudget."""
    sign = 1 if game.player(s) == MAX else -1
    searches = (Expectiminimax(game, depth=depth - 1, budget=budget.part()) for _ in actions)
    return [sign * float(search.run(game.result(s, a))) for search, a in zip(searches, actions, strict=True)]
