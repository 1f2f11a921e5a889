"""Information-set Monte Carlo tree search.

Every simulation draws a world and plays in it, down a tree that is common to all worlds and whose nodes are information
sets. An action has one record of visits and utilities for each information set, in a hash table, so what is learned in
one world counts in all worlds that the observer cannot tell apart. This avoids strategy fusion: no player can base a
decision on hidden information.

With multiple observers a node is the information set of the player who moves there; with a single observer it is what
the player at the root has seen. Actions may differ from world to world: as in the original algorithm, the exploration
term counts how often an action was available.
"""

from __future__ import annotations

from math import inf, log, sqrt
from typing import Any

from zermelo.core.game import CHANCE, MAX, Game, State
from zermelo.kernels.counting import result_at
from zermelo.kernels.faults import NO_ACTIONS, NO_CHANCE, NO_PLAYER, NOT_A_NUMBER, faulty
from zermelo.kernels.playouts import NEAR_ONE
from zermelo.kernels.search_memory import LeafMemory
from zermelo.native.draws import draw_below, draw_fraction, next_draw
from zermelo.native.layouts import Floats, Ints, Slots, SmallInts, row
from zermelo.native.memory import hash_of, load, published, tag_of, within
from zermelo.native.mixing import mix

HALF_WORD = 31
FULLEST = 0.8
"""The maximum load of the table: beyond it, no more records are made."""


class IsmctsMemory(LeafMemory):
    """The table of records, the worlds, the settings and the state of one search.

    A record has `width` numbers: one if player 0's utility says it all, else one for each player.
    """

    control: Ints = row("1")
    random: int
    players: int
    width: int
    observer: int
    """The only observer; -1 if the mover of each node is its observer."""
    c: float
    span: float
    """The difference of the greatest and the least utility; 0 if it follows from the utilities seen."""
    least_seen: float
    greatest_seen: float
    most_plies: int
    most_nodes: int
    deepest: int

    mask: int
    """The number of slots, a power of two, minus 1."""
    used: int
    keys: Ints = row("slots")
    """What each slot is for; 0 if it is empty."""
    visits: SmallInts = row("slots")
    available: SmallInts = row("slots")
    """The number of times that the action could have been selected since its first visit."""
    totals: Floats = row("slots * width")
    squares: Floats = row("slots * width")

    world_count: int
    worlds: Slots = row("worlds", words="words")
    sums: Floats = row("worlds")
    """The sums of the probabilities of the worlds up to each."""

    path: Ints = row("plies + 1")
    outcome: Floats = row("players")
    endless: Floats = row("players")


def simulate(game: Game, s: State, m: IsmctsMemory, count: int) -> int:
    """Runs up to `count` simulations, and returns their number. `s` only determines the type of a world."""
    done = 0
    while done < count and published(m.control, 0) == 0 and m.nodes < m.most_nodes:
        simulate_once(game, load(m.worlds, drawn_world(m), s), m)
        if m.stopped:
            break
        done += 1
    return done


def drawn_world(m: IsmctsMemory) -> int:
    """The number of a world, drawn by probability."""
    m.random = next_draw(m.random)
    target = draw_fraction(m.random) * m.sums[m.world_count - 1]
    low, high = 0, m.world_count - 1
    while low < high:
        middle = (low + high) // 2
        if target < m.sums[middle]:
            high = middle
        else:
            low = middle + 1
    return low


def simulate_once(game: Game, s: State, m: IsmctsMemory) -> None:
    """One simulation in the world s: down the tree until an action is new, from there at random, and back up."""
    t = s
    plies = selected = 0
    is_in_tree = True
    while not game.is_terminal(t) and plies < m.most_plies and not m.stopped:
        mover = game.player(t)
        if not CHANCE <= mover < m.players:
            faulty(m, NO_PLAYER)
        elif mover == CHANCE or not is_in_tree:
            t = random_step(game, t, m, mover)
        else:
            place, key = selected_action(game, t, m, mover)
            slot = slot_of(m, key)
            if m.keys[slot] != key:
                is_in_tree = False
                if m.used > FULLEST * m.mask:
                    slot = -1
                else:
                    new_record(m, slot, key)
            if slot >= 0:
                m.path[selected] = slot * (m.players + 1) + mover
                selected += 1
            t = result_at(game, t, place)
        plies += 1
    m.nodes += plies + 1
    m.deepest = max(m.deepest, selected)
    if m.stopped:
        return
    for p in range(m.width):
        m.outcome[p] = float(game.utility(t, p)) if game.is_terminal(t) else m.endless[p]
        if not -inf < m.outcome[p] < inf:
            faulty(m, NOT_A_NUMBER)
            return
    back_up(m, selected)


def back_up(m: IsmctsMemory, selected: int) -> None:
    """Counts the outcome of a simulation in the record of every action that was selected."""
    for p in range(m.width):
        m.least_seen, m.greatest_seen = min(m.least_seen, m.outcome[p]), max(m.greatest_seen, m.outcome[p])
    for i in range(selected):
        slot = m.path[i] // (m.players + 1)
        m.visits[slot] += 1
        for p in range(m.width):
            m.totals[slot * m.width + p] += m.outcome[p]
            m.squares[slot * m.width + p] += m.outcome[p] * m.outcome[p]


# Random actions.


def random_step(game: Game, s: State, m: IsmctsMemory, mover: int) -> State:
    """The result of an outcome by its probability, or of an action uniformly at random."""
    m.random = next_draw(m.random)
    if mover == CHANCE:
        return random_outcome(game, s, m)
    count = 0
    for _ in game.actions(s):
        count += 1
    if count == 0:
        faulty(m, NO_ACTIONS)
        return s
    return result_at(game, s, draw_below(m.random, count))


def random_outcome(game: Game, s: State, m: IsmctsMemory) -> State:
    """The result of an outcome of the chance node s, by its probability."""
    target = draw_fraction(m.random)
    total = 0.0
    place = last = -1
    for a in game.actions(s):
        place += 1
        share = float(game.probability(s, a))
        total += share
        last = place if share > 0.0 else last
        if target < total:
            return game.result(s, a)
    if last < 0 or total < 1.0 - NEAR_ONE:
        faulty(m, NO_CHANCE)
        return s
    return result_at(game, s, last)


# Selection.


def selected_action(game: Game, s: State, m: IsmctsMemory, mover: int) -> tuple[int, int]:
    """The index of the action to follow, and its key: an unvisited one at random, or the one with the best score."""
    node = node_hash(game, s, m, mover)
    place = best = new = best_key = 0
    top = -inf
    for a in game.actions(s):
        key = key_of(node, a)
        slot = slot_of(m, key)
        if m.keys[slot] != key:
            new += 1
            m.random = next_draw(m.random)
            if draw_below(m.random, new) == 0:  # each of the new ones with the same probability
                best, best_key = place, key
        elif new == 0:
            m.available[slot] += 1
            score = score_of(m, slot, mover)
            if score > top:
                best, best_key, top = place, key, score
        else:
            m.available[slot] += 1
        place += 1
    if place == 0:
        faulty(m, NO_ACTIONS)
    return best, best_key


def score_of(m: IsmctsMemory, slot: int, mover: int) -> float:
    """The score of UCB1: the sum of an exploitation term and an exploration term."""
    visits = max(m.visits[slot], 1)
    span = m.span
    if span == 0.0:
        span = m.greatest_seen - m.least_seen if m.greatest_seen > m.least_seen else 1.0
    return mean_for(m, slot, mover) + m.c * span * sqrt(2.0 * log(float(max(m.available[slot], 1))) / visits)


def mean_for(m: IsmctsMemory, slot: int, p: int) -> float:
    """The mean utility of a record to a player."""
    visits = max(m.visits[slot], 1)
    if m.width > 1:
        return m.totals[slot * m.width + p] / visits
    return m.totals[slot] / visits if p == MAX else -m.totals[slot] / visits


# The table.


def node_hash(game: Game, s: State, m: IsmctsMemory, mover: int) -> int:
    """A hash of the information set in which the mover acts."""
    return mix(hash_of(game.observe(s, mover if m.observer < 0 else m.observer)), mover + 1)


def key_of(node: int, a: Any) -> int:
    """The key of an action in an information set: 62 bits, and never 0."""
    hashed = mix(node, hash_of(a))
    return (within(hashed, 1 << HALF_WORD) << HALF_WORD) | tag_of(hashed) | 1


def slot_of(m: IsmctsMemory, key: int) -> int:
    """The slot of a key, or the empty slot where it belongs."""
    slot = (key >> 1) & m.mask
    while m.keys[slot] != 0 and m.keys[slot] != key:
        slot = (slot + 1) & m.mask
    return slot


def new_record(m: IsmctsMemory, slot: int, key: int) -> None:
    """Makes a record in an empty slot."""
    m.keys[slot] = key
    m.visits[slot] = 0
    m.available[slot] = 1
    m.used += 1
