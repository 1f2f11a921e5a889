"""The best action of a player's node, and on what its value depends: whether on an evaluation, and on which ply."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.core.game import Action, Game, State
from zermelo.kernels.search_memory import SearchMemory


class Best(NamedTuple):
    """The best action of a node so far: its value to the mover, and its place."""

    value: float
    place: int
    guessed: bool
    back: int


def best_with(m: SearchMemory, best: Best, v: float, place: int, is_cut: bool) -> Best:
    """The best action, with one more that was searched: a cut depends on that one alone, otherwise on all of them."""
    value, best_place = (v, place) if v > best.value else (best.value, best.place)
    if is_cut:
        return Best(value, best_place, m.guessed, m.back)
    return Best(value, best_place, best.guessed or m.guessed, min(best.back, m.back))


def action_at(game: Game, s: State, place: int) -> Action:
    """The action with that index in `actions(s)`, which has to be there."""
    for a in game.actions(s):
        chosen = a
        if place == 0:
            break
        place -= 1
    return chosen
