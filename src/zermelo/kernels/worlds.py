"""Worlds at random: full states that agree with what a player has seen.

Each world comes with a weight: means over worlds are weighted means. That makes it possible to avoid attempts that
contradict the view early: the weight makes up for the outcomes and actions that were left out.
"""

from __future__ import annotations

from math import inf

from zermelo.core.game import CHANCE, Game, State
from zermelo.kernels.faults import NO_ACTIONS, NO_CHANCE, NO_ROOM, faulty
from zermelo.kernels.playouts import NEAR_ONE
from zermelo.kernels.search_memory import LeafMemory
from zermelo.native.draws import draw_fraction, first_draw, next_draw
from zermelo.native.layouts import Floats, Ints, Slots, row
from zermelo.native.memory import has_room, load, published, store


class WorldsMemory(LeafMemory):
    """The worlds that were found, with their weights; `room` words for the actions of one state."""

    control: Ints = row("1")
    random: int
    most_plies: int
    action_room: int
    weight: float
    """The weight of the current replay."""
    worlds: Slots = row("worlds", words="words")
    weights: Floats = row("worlds")
    moves: Slots = row("room")
    shares: Floats = row("room")


def replay_worlds(game: Game, s: State, m: WorldsMemory, p: int, wanted: int, attempts: int) -> int:
    """Finds worlds that agree with what p has seen in s, by random replays; returns their number."""
    found = 0
    for _ in range(attempts):
        if found >= wanted or published(m.control, 0) != 0 or m.stopped:
            break
        m.weight = 1.0
        t = replay(game, s, m, p)
        if m.weight > 0.0 and not m.stopped:
            keep(m, found, t, m.weight)
            found += 1
    return found


def draw_worlds(game: Game, s: State, m: WorldsMemory, p: int, wanted: int, attempts: int) -> int:
    """The same by the game's own method `world`."""
    found = 0
    for _ in range(attempts):
        if found >= wanted or published(m.control, 0) != 0:
            break
        m.random = next_draw(m.random)
        m.nodes += 1
        # The seed starts another sequence: the draws for one world must not be those for the next, shifted by one.
        t, weight = game.world(game.observe(s, p), p, first_draw(m.random))
        if 0.0 < weight < inf:
            keep(m, found, t, weight)
            found += 1
    return found


def keep(m: WorldsMemory, place: int, s: State, weight: float) -> None:
    """Stores a world with its weight."""
    store(m.worlds, place, s)
    m.weights[place] = weight


def replay(game: Game, s: State, m: WorldsMemory, p: int) -> State:
    """Plays from the initial state, by actions that p may have seen, until p is to move and has seen the same as in s.

    `m.weight` becomes 0 if that fails.
    """
    t = game.initial()
    for _ in range(m.most_plies):
        if game.is_terminal(t):
            break
        if game.player(t) == p and game.observe(t, p) == game.observe(s, p):
            return t
        t = step_towards(game, s, t, m, p)
        if m.weight <= 0.0 or m.stopped:
            return t
    m.weight = 0.0
    return t


def step_towards(game: Game, s: State, t: State, m: WorldsMemory, p: int) -> State:
    """A random state after t, of those that p can have seen on the way to s; multiplies the weight by their share."""
    is_chance = game.player(t) == CHANCE
    allowed = whole = 0.0
    count = 0
    for a in game.actions(t):
        share = float(game.probability(t, a)) if is_chance else 1.0
        whole += share
        if share <= 0.0 or not game.precedes(game.observe(game.result(t, a), p), game.observe(s, p), p):
            continue
        if not has_room(m.action_room, count, a):
            faulty(m, NO_ROOM)
            return t
        allowed += share
        m.shares[count] = allowed
        store(m.moves, count, a)
        count += 1
    m.nodes += 1
    if whole <= 0.0 or (is_chance and not -NEAR_ONE < whole - 1.0 < NEAR_ONE):
        faulty(m, NO_CHANCE if is_chance else NO_ACTIONS)
        return t
    m.weight *= allowed / whole
    if count == 0:
        return t
    m.random = next_draw(m.random)
    left = draw_fraction(m.random) * allowed
    place = 0
    while place < count - 1 and left >= m.shares[place]:
        place += 1
    for like in game.actions(t):
        return game.result(t, load(m.moves, place, like))
    return t
