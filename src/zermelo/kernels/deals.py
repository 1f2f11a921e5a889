"""Averaging over deals: in each world of a view every action of the mover is searched with perfect information.

The search is expectiminimax with alpha-beta. Each action gets the full window, since a mean needs exact values.
"""

from __future__ import annotations

from math import inf

from zermelo.core.game import CHANCE, MAX, Game, State
from zermelo.core.values import squeeze
from zermelo.kernels.faults import NO_ACTIONS, NO_CHANCE, NO_PLAYER, NOT_A_NUMBER, faulty
from zermelo.kernels.playouts import NEAR_ONE
from zermelo.kernels.search_memory import LeafMemory
from zermelo.native.layouts import Floats, Ints, Slots, row
from zermelo.native.memory import load, published


class DealsMemory(LeafMemory):
    """The worlds of a view, and the values of the actions in each of them, to player 0."""

    control: Ints = row("1")
    most_nodes: int
    guessed: bool
    """Whether a value depends on an evaluation."""
    actions: int
    """The number of actions in each world."""
    worst_utility: float
    best_utility: float
    worlds: Slots = row("worlds", words="words")
    values: Floats = row("worlds * actions")


def value_worlds(game: Game, s: State, m: DealsMemory, first: int, last: int, depth: int) -> int:
    """Values the actions in the worlds from `first` to `last`, searching `depth` plies; returns how many it has done.

    `s` only determines the type of a world.
    """
    for i in range(first, last):
        t = load(m.worlds, i, s)
        place = 0
        for a in game.actions(t):
            if place < m.actions:
                m.values[i * m.actions + place] = value(game, game.result(t, a), m, depth - 1, -inf, inf)
            place += 1
            if m.stopped:
                return i - first
        if place != m.actions:
            faulty(m, NO_ACTIONS)
            return i - first
    return last - first


def value(game: Game, s: State, m: DealsMemory, depth: int, alpha: float, beta: float) -> float:
    """MAX's value of s if it lies within the window; else a bound on it, on the same side of the window."""
    m.nodes += 1
    if published(m.control, 0) != 0 or m.nodes > m.most_nodes:
        m.stopped = True
        return 0.0
    if game.is_terminal(s):
        return settled(game, s, m)
    if depth <= 0:
        return guessed(game, s, m)
    mover = game.player(s)
    if mover == CHANCE:
        return mean_value(game, s, m, depth)
    if not 0 <= mover <= 1:
        return faulty(m, NO_PLAYER)
    best = -inf if mover == MAX else inf
    for a in game.actions(s):
        v = value(game, game.result(s, a), m, depth - 1, alpha, beta)
        if m.stopped:
            return 0.0
        if mover == MAX:
            best = max(best, v)
            alpha = max(alpha, v)
        else:
            best = min(best, v)
            beta = min(beta, v)
        if alpha >= beta:
            break
    return best if -inf < best < inf else faulty(m, NO_ACTIONS)


def mean_value(game: Game, s: State, m: DealsMemory, depth: int) -> float:
    """The value of a chance node."""
    mean = total = 0.0
    for a in game.actions(s):
        share = float(game.probability(s, a))
        total += share
        mean += share * value(game, game.result(s, a), m, depth - 1, -inf, inf)
        if m.stopped:
            return 0.0
    return mean if -NEAR_ONE < total - 1.0 < NEAR_ONE else faulty(m, NO_CHANCE)


def settled(game: Game, s: State, m: DealsMemory) -> float:
    """The utility of a terminal state."""
    utility = float(game.utility(s, 0))
    return utility if -inf < utility < inf else faulty(m, NOT_A_NUMBER)


def guessed(game: Game, s: State, m: DealsMemory) -> float:
    """The evaluation of a state, as a number that can be averaged with utilities."""
    m.guessed = True
    guess = float(game.evaluate(s, 0))
    if not -inf < guess < inf:
        return faulty(m, NOT_A_NUMBER)
    return squeeze(guess, m.draw, m.worst_utility, m.best_utility) if m.best_utility < inf else guess
