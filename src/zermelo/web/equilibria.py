"""The equilibrium of a game with hidden information, as data for the page: its value, and a strategy for each view."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event
from typing import Any

from zermelo.core.limits import Budget, Limits
from zermelo.core.people import seat_names
from zermelo.core.results import Solution
from zermelo.core.values import show_value
from zermelo.methods.chooser import PAGE_SECONDS, Chooser
from zermelo.methods.method import Question

MOST_SETS = 200
"""The page shows the strategies at this many information sets."""


def equilibria(chooser: Chooser, stop: Event) -> Iterator[dict[str, Any]]:
    """Descriptions of better and better strategies for the whole game. Raises KindError if no method computes them."""
    game = chooser.game
    budget = Budget(Limits(seconds=PAGE_SECONDS), stop)
    for found in chooser.answers(Question.SOLVE, game.initial(), budget):
        assert isinstance(found, Solution)
        yield describe_equilibrium(found)


def describe_equilibrium(found: Solution) -> dict[str, Any]:
    """The value for each player, how far the strategies are from an equilibrium, and the first of them."""
    names = seat_names(found.game)
    seat_of = dict(zip(found.game.player_names, names, strict=True))
    sets = [] if found.profile is None else found.profile.rows()
    values = [f"{name} {show_value(value)}" for name, value in zip(names, found.values or (), strict=False)]
    return {
        "value": ", ".join(values).replace(" -", " −"),  # as in all numbers of the page
        "proved": found.proved,
        "method": found.method,
        "exploitability": found.exploitability,
        "nash_conv": found.nash_conv,
        "notes": list(found.notes),
        "sets": [
            {
                "player": seat_of[player],
                "seen": seen,
                "choices": [{"action": action, "probability": probability} for action, probability in strategy],
            }
            for player, seen, strategy in sets[:MOST_SETS]
        ],
        "more": max(len(sets) - MOST_SETS, 0),
    }
