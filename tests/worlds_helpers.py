"""Positions of games with hidden information, and a chi-square test of sampled worlds."""

from __future__ import annotations

from math import sqrt
from random import Random

from zermelo.core.game import CHANCE, Game, State
from zermelo.core.rules import legal_actions
from zermelo.core.views import View
from zermelo.hidden.worlds import Worlds


def random_state(game: Game, plies: int, seed: int) -> State:
    """A state with a mover, after some random plies, not counting those of chance; earlier where play ends."""
    random = Random(seed)
    s, done = game.initial(), 0
    while done < plies or game.player(s) == CHANCE:
        is_chance = game.player(s) == CHANCE
        t = game.result(s, random.choice(legal_actions(game, s)))
        if game.is_terminal(t):
            break
        s, done = t, done + (not is_chance)
    return s


def random_view(game: Game, plies: int, seed: int) -> View:
    """The mover's view of such a state."""
    return View.of(game, random_state(game, plies, seed))


def agrees(sampled: Worlds, exact: Worlds) -> bool:
    """Whether a weighted sample can come from the exact distribution: its chi-square is within five deviations.

    The sample counts as many worlds as an unweighted one of the same variance.
    """
    size = 1 / sum(p * p for p in sampled.probabilities)
    found: dict[State, float] = {}
    for s, p in sampled:
        found[s] = found.get(s, 0.0) + p
    if not found.keys() <= set(exact.states):
        return False
    statistic = sum(size * (found.get(s, 0.0) - p) ** 2 / p for s, p in exact)
    freedom = max(len(exact) - 1, 1)
    return statistic < freedom + 5 * sqrt(2 * freedom)
