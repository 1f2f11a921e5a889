"""Alpha-mu search as its definition says, with sets of tuples and without a cut: the oracle of the kernel."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from math import fsum
from typing import Any, TypeAlias

from zermelo.core.game import CHANCE, Action, Game, State
from zermelo.core.rules import legal_actions
from zermelo.hidden.worlds import Worlds

Vector: TypeAlias = tuple[float, ...]
"""A value to the player for each of some states."""


def alphamu_values(game: Game, worlds: Worlds, moves: int) -> dict[Action, float]:
    """The expected value to the player of each action, by the best strategy of `moves` decisions after it."""
    player = worlds.view.player
    found = {}
    for a in legal_actions(game, worlds.some):
        front = front_of([game.result(s, a) for s in worlds.states], game, player, moves - 1)
        found[a] = max(fsum(p * v for p, v in zip(worlds.probabilities, vector, strict=True)) for vector in front)
    return found


def front_of(states: list[State], game: Game, player: int, moves: int) -> set[Vector]:
    """The front of the player's strategies: one strategy for each of the situations that the player can tell apart."""
    situations: dict[Any, list[int]] = {}
    for place, s in enumerate(states):
        situations.setdefault(situation(game, s, player), []).append(place)
    fronts = [
        front_in(kind, [states[i] for i in places], game, player, moves) for (kind, _), places in situations.items()
    ]
    order = [i for places in situations.values() for i in places]
    joined = [tuple(v for part in parts for v in part) for parts in product(*fronts)]
    return undominated(tuple(v for _, v in sorted(zip(order, vector, strict=True))) for vector in joined)


def situation(game: Game, s: State, player: int) -> tuple[str, Any]:
    """What distinguishes states for the player: whether play is over, and otherwise what was seen."""
    if game.is_terminal(s):
        return "over", None
    return "own" if game.player(s) == player else "other", game.observe(s, player)


def front_in(kind: str, states: list[State], game: Game, player: int, moves: int) -> set[Vector]:
    """The front of states in one situation."""
    if kind == "over":
        return {tuple(float(game.utility(s, player)) for s in states)}
    if kind == "other":
        return other_front(states, game, player, moves)
    if moves <= 0:
        return {tuple(open_value(game, s, player) for s in states)}
    return undominated(
        vector
        for a in legal_actions(game, states[0])
        for vector in front_of([game.result(s, a) for s in states], game, player, moves - 1)
    )


def other_front(states: list[State], game: Game, player: int, moves: int) -> set[Vector]:
    """Opponents take the reply that is worst for the player in each state; chance takes the mean."""
    following = [(i, a, game.result(s, a)) for i, s in enumerate(states) for a in legal_actions(game, s)]

    def backed_up(vector: Vector, place: int) -> float:
        s = states[place]
        replies = [(a, v) for (i, a, _), v in zip(following, vector, strict=True) if i == place]
        if game.player(s) == CHANCE:
            return fsum(float(game.probability(s, a)) * v for a, v in replies)
        return min(v for _, v in replies)

    below = front_of([t for _, _, t in following], game, player, moves)
    return undominated(tuple(backed_up(vector, place) for place in range(len(states))) for vector in below)


def open_value(game: Game, s: State, player: int) -> float:
    """The value to the player with perfect information."""
    if game.is_terminal(s):
        return float(game.utility(s, player))
    mover = game.player(s)
    below = [(a, open_value(game, game.result(s, a), player)) for a in legal_actions(game, s)]
    if mover == CHANCE:
        return fsum(float(game.probability(s, a)) * v for a, v in below)
    return max(v for _, v in below) if mover == player else min(v for _, v in below)


def undominated(vectors: Iterable[Vector]) -> set[Vector]:
    """The vectors that no other one dominates."""
    each = set(vectors)
    return {v for v in each if not any(w != v and all(a >= b for a, b in zip(w, v, strict=True)) for w in each)}
