"""Playouts: plays to the end in which every action is drawn at random."""

from __future__ import annotations

from math import inf
from typing import Any

from zermelo.core.game import CHANCE, Game, State
from zermelo.core.values import squeeze
from zermelo.kernels.amaf import note_drawn
from zermelo.kernels.faults import NO_ACTIONS, NO_CHANCE, NO_PLAYER, NO_ROOM, NOT_A_NUMBER, faulty
from zermelo.kernels.tree_memory import MctsMemory
from zermelo.native.draws import draw_below, draw_fraction, next_draw, random_word
from zermelo.native.memory import has_room, load, store

NEAR_ONE = 1e-6
"""The maximum deviation of a sum of probabilities from 1."""


def play_out(game: Game, s: State, m: MctsMemory) -> int:
    """Plays from s to the end or to the cut-off, and stores the result in `m.outcome`. Returns the number of plies."""
    t = s
    plies = 0
    while not game.is_terminal(t):
        if plies >= m.cut_after:
            cut_off(game, t, m)
            return plies
        t = random_result(game, t, m, m.ply_now + plies)
        if m.stopped:
            return plies
        plies += 1
    take_utilities(game, t, m)
    return plies


def take_utilities(game: Game, s: State, m: MctsMemory) -> None:
    """Puts the utilities of a terminal state into the outcome."""
    for p in range(m.width):
        utility = float(game.utility(s, p))
        if not -inf < utility < inf:
            faulty(m, NOT_A_NUMBER)
        m.outcome[p] = utility


def cut_off(game: Game, s: State, m: MctsMemory) -> None:
    """The outcome of a playout that was cut off: an evaluation, or the utility of infinite play."""
    for p in range(m.width):
        m.outcome[p] = guess_of(game, s, m, p) if m.cut_after < m.most_plies else m.endless[p]


def guess_of(game: Game, s: State, m: MctsMemory, p: int) -> float:
    """The evaluation of s for p, mapped into the range of utilities if that is known."""
    guess = float(game.evaluate(s, p))
    if not -inf < guess < inf:
        return faulty(m, NOT_A_NUMBER)
    return squeeze(guess, m.draw, m.worst_utility, m.best_utility) if m.best_utility < inf else guess


def random_result(game: Game, s: State, m: MctsMemory, ply: int) -> State:
    """The state after a random action: chance by its probabilities, players as the game says, else uniformly."""
    mover = game.player(s)
    if not CHANCE <= mover < m.players:
        faulty(m, NO_PLAYER)
    if mover != CHANCE:
        if m.use_policy:
            m.random = next_draw(m.random)
            a = game.playout_action(s, random_word(m.random))
            note_drawn(m, mover, a, ply)
            return game.result(s, a)
        if not m.use_weights and not m.decisive:
            return uniform_result(game, s, m, mover, ply)
    return weighed_result(game, s, m, mover, ply)


def uniform_result(game: Game, s: State, m: MctsMemory, mover: int, ply: int) -> State:
    """The state after an action drawn uniformly. Actions are counted first, so that none has to be stored."""
    count = 0
    for _ in game.actions(s):
        count += 1
    if count == 0:
        faulty(m, NO_ACTIONS)
    m.random = next_draw(m.random)
    place = draw_below(m.random, count)
    for a in game.actions(s):
        if place == 0:
            note_drawn(m, mover, a, ply)
            return game.result(s, a)
        place -= 1
    return s


def weighed_result(game: Game, s: State, m: MctsMemory, mover: int, ply: int) -> State:
    """The state after an action drawn by its weight or probability; a winning action is preferred if that is set."""
    weighs = mover == CHANCE or m.use_weights
    count = 0
    total = 0.0
    t = s
    for a in game.actions(s):
        if not has_room(m.action_room, count, a):
            faulty(m, NO_ROOM)
            return s
        if m.decisive and mover != CHANCE:
            u = game.result(s, a)
            if game.is_terminal(u) and game.utility(u, mover) > m.draw:
                note_drawn(m, mover, a, ply)
                return u
        if weighs:
            total += share_of(game, s, m, mover, a)
            m.shares[count] = total
        store(m.moves, count, a)
        count += 1
    if count == 0:
        faulty(m, NO_ACTIONS)
        return s
    m.random = next_draw(m.random)
    place = drawn_place(m, count, total) if weighs else draw_below(m.random, count)
    if mover == CHANCE and not -NEAR_ONE < total - 1.0 < NEAR_ONE:
        faulty(m, NO_CHANCE)
    for like in game.actions(s):
        drawn = load(m.moves, place, like)
        note_drawn(m, mover, drawn, ply)
        t = game.result(s, drawn)
        break
    return t


def share_of(game: Game, s: State, m: MctsMemory, mover: int, a: Any) -> float:
    """The probability of an outcome, or the weight of an action."""
    share = float(game.probability(s, a)) if mover == CHANCE else float(game.playout_weight(s, a))
    if not 0.0 <= share < inf:
        return faulty(m, NO_CHANCE if mover == CHANCE else NOT_A_NUMBER)
    return share


def drawn_place(m: MctsMemory, count: int, total: float) -> int:
    """A random index: in proportion to the shares, which add up to `total`; uniformly if all are 0."""
    if total <= 0.0:
        return draw_below(m.random, count)
    left = draw_fraction(m.random) * total
    for place in range(count):
        if left < m.shares[place]:
            return place
    return count - 1
