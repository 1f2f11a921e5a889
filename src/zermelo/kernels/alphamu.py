"""Alpha-mu search (αμ): strategies of a player with imperfect information, against opponents with perfect information.

The player's next decisions are searched so that states with equal observations share one decision. A strategy has a
value in every state, so a node has a front of vectors: see `fronts`. At a decision of the player the fronts of all
actions are united. Elsewhere the opponents take the worst reply in each state, and chance the mean; the states that
follow are split by what the player then observes, and a strategy has one vector for each part. After the last of these
decisions each state is searched with perfect information.

Three things are left out without changing a value:
- vectors that are dominated before all replies are backed up: what follows is the same for both of them;
- replies to an action once a vector found before dominates every vector of the action (the early cut);
- further replies in a state that is lost already: its value is the least utility in each vector (the world cut).
"""

from __future__ import annotations

from math import inf
from typing import Any, NamedTuple

from zermelo.core.game import CHANCE, MAX, Game, State
from zermelo.kernels.deals import settled, value
from zermelo.kernels.faults import NO_ACTIONS, NO_CHANCE, NO_PLAYER, NO_ROOM, faulty
from zermelo.kernels.fronts import FrontsMemory, copy_numbers, has_vector_room, is_below, settle, united
from zermelo.kernels.playouts import NEAR_ONE
from zermelo.native.layouts import Floats, Ints, Slots, row
from zermelo.native.memory import hash_of, load, published, store, tag_of

REPLY = -1.0
"""Stands for a probability: the state follows a player's action."""

OVER, OTHER, OWN = range(3)
"""The kinds of mover in a state: none, an opponent or chance, the player."""


class AlphaMuMemory(FrontsMemory):
    """The states on the path of the search, those of each node after those of the node above it."""

    player: int
    total: float
    """The sum of both players' utilities."""
    least: float
    """The least utility, if it is known; else minus infinity."""
    depth: int
    """The most plies that are searched with perfect information."""
    world_count: int
    cut: bool
    """Whether a state was searched with perfect information."""
    opposed: bool
    """Whether an opponent has moved."""
    state_room: int
    probabilities: Floats = row("worlds")
    states: Slots = row("states", words="words")
    parents: Ints = row("states")
    """The index, within its node, of the state that a state follows or is a copy of."""
    shares: Floats = row("states")
    """The probability by which a state follows its parent, or REPLY."""
    marks: Ints = row("states")
    """A hash of the player's observation of a state."""
    sets: Ints = row("states")
    """The number of a state's information set, among those of its node."""


class Node(NamedTuple):
    """States that the player cannot tell apart, and where their front is to be written."""

    first: int
    width: int
    """The number of states, which are those from `first` on."""
    moves: int
    """The number of the player's decisions that are left."""
    base: int
    above: int
    """A front of the same states that is already attained; only vectors that it does not dominate matter."""
    above_size: int


# The root.


def value_actions(game: Game, s: State, m: AlphaMuMemory, first: int, step: int, moves: int) -> None:
    """Values each `step`-th action, from the one at `first`, in all worlds: by the best strategy that begins with it.

    `s` is one of the worlds.
    """
    place = 0
    for a in game.actions(s):
        if place % step == first:
            value_action(game, s, a, m, moves - 1, place * m.world_count)
        place += 1
        if m.stopped:
            return


def value_action(game: Game, s: State, a: Any, m: AlphaMuMemory, moves: int, values: int) -> None:
    """Writes the vector of the best strategy after an action, which consists of the best in each information set."""
    count = m.world_count
    for i in range(count):
        follow(m, i, game.result(load(m.worlds, i, s), a), i, REPLY)
    sets = number_sets(game, s, m, 0, count)
    for chosen in range(sets):
        members = copy_set(s, m, Node(0, 0, moves, 0, 0, 0), count, chosen, 0)
        size = front(game, s, m, Node(count, members, moves, 0, 0, 0))
        if m.stopped:
            return
        best = best_vector(m, count, members, size)
        for i in range(members):
            m.values[values + m.parents[count + i]] = m.vectors[best + i]


def best_vector(m: AlphaMuMemory, first: int, members: int, size: int) -> int:
    """Where the vector with the best expected value begins, in the front of states that follow from worlds."""
    best = 0
    top = -inf
    for vector in range(0, size * members, members):
        mean = 0.0
        for i in range(members):
            mean += m.probabilities[m.parents[first + i]] * m.vectors[vector + i]
        if mean > top:
            best, top = vector, mean
    return best


# Nodes.


def front(game: Game, s: State, m: AlphaMuMemory, node: Node) -> int:
    """Writes the front of the player's strategies, a number for each state; returns the number of vectors."""
    t = load(m.states, node.first, s)
    if m.stopped or not has_vector_room(m, node.base + node.width):
        return 0
    kind = mover_kind(game, t, m)
    if kind == OVER:
        for i in range(node.width):
            m.vectors[node.base + i] = to_player(m, settled(game, load(m.states, node.first + i, s), m))
        return 1
    if kind == OTHER:
        return other_front(game, s, m, node)
    if node.moves > 0:
        return own_front(game, s, m, node)
    m.cut = True
    for i in range(node.width):
        seen = value(game, load(m.states, node.first + i, s), m, m.depth, -inf, inf)
        m.vectors[node.base + i] = to_player(m, seen)
    return 1


def own_front(game: Game, s: State, m: AlphaMuMemory, node: Node) -> int:
    """One action for all states: the vectors of all actions."""
    t = load(m.states, node.first, s)
    size = 0
    for a in game.actions(t):
        for i in range(node.width):
            follow(m, node.first + node.width + i, game.result(load(m.states, node.first + i, s), a), i, REPLY)
        base = node.base + size * node.width
        after = Node(node.first, node.width, node.moves - 1, base, node.base, size)
        more = backed_up(game, s, m, after, node.width)
        if m.stopped:
            return 0
        size = united(m, node.base, size, more, node.width)
    if size == 0:
        faulty(m, NO_ACTIONS)
    return size


def other_front(game: Game, s: State, m: AlphaMuMemory, node: Node) -> int:
    """All replies of the opponents, and all outcomes of chance."""
    place = node.first + node.width
    for i in range(node.width):
        t = load(m.states, node.first + i, s)
        mover = game.player(t)
        begin = place
        total = 0.0
        for a in game.actions(t):
            share = float(game.probability(t, a)) if mover == CHANCE else REPLY
            total += share
            follow(m, place, game.result(t, a), i, share)
            place += 1
            if m.stopped:
                return 0
        if mover != CHANCE:
            m.opposed = True
        if not CHANCE <= mover <= 1:
            faulty(m, NO_PLAYER)
        elif mover == CHANCE and not -NEAR_ONE < total - 1.0 < NEAR_ONE:
            faulty(m, NO_CHANCE)
        elif place == begin:
            faulty(m, NO_ACTIONS)
    return 0 if m.stopped else backed_up(game, s, m, node, place - node.first - node.width)


def backed_up(game: Game, s: State, m: AlphaMuMemory, node: Node, count: int) -> int:
    """The front of a node's states from that of the `count` states that follow, which lie after them in memory."""
    first = node.first + node.width
    sets = number_sets(game, s, m, first, count)
    has_chance = begin_vector(m, node, count)
    above_size = 0 if has_chance else node.above_size
    size = 1
    for chosen in range(sets):
        members = copy_set(s, m, node, count, chosen, size)
        if members == 0:
            continue
        # Where each state has one state that follows, and none can be told apart, the bound is that of the next node.
        bound = above_size if members == count == node.width else 0
        part = Node(first + count, members, node.moves, node.base + size * node.width, node.above, bound)
        found = front(game, s, m, part)
        if m.stopped:
            return 0
        size = combined(m, node, size, part, found)
        if m.stopped or (above_size > 0 and is_below(m, node.base, size, node.above, above_size, node.width)):
            break
    return size


def begin_vector(m: AlphaMuMemory, node: Node, count: int) -> bool:
    """Writes the vector of a node before anything is backed up; returns whether chance moves in one of its states."""
    if not has_vector_room(m, node.base + node.width):
        return False
    for i in range(node.width):
        m.vectors[node.base + i] = inf
    has_chance = False
    first = node.first + node.width
    for i in range(first, first + count):
        if m.shares[i] != REPLY:
            m.vectors[node.base + m.parents[i]] = 0.0
            has_chance = True
    return has_chance


def combined(m: AlphaMuMemory, node: Node, size: int, part: Node, found: int) -> int:
    """Backs up the front of a part of the states that follow: each of its vectors into each vector of the node."""
    width = node.width
    made = part.base + found * part.width
    kept = 0
    for i in range(size):
        for j in range(found):
            candidate = made + kept * width
            if not has_vector_room(m, candidate + width):
                return 0
            copy_numbers(m, node.base + i * width, candidate, width)
            back_up(m, node, part, part.base + j * part.width, candidate)
            kept = settle(m, made, kept, width)
    copy_numbers(m, made, node.base, kept * width)
    return kept


def back_up(m: AlphaMuMemory, node: Node, part: Node, vector: int, into: int) -> None:
    """Backs up one vector: the least value among replies, the mean over the outcomes of chance."""
    following = node.first + node.width
    for i in range(part.width):
        state = following + m.parents[part.first + i]
        place = into + m.parents[state]
        if m.shares[state] == REPLY:
            m.vectors[place] = min(m.vectors[place], m.vectors[vector + i])
        else:
            m.vectors[place] += m.shares[state] * m.vectors[vector + i]


# States and information sets.


def follow(m: AlphaMuMemory, place: int, t: State, parent: int, share: float) -> None:
    """Stores a state that follows another one."""
    if place >= m.state_room:
        faulty(m, NO_ROOM)
        return
    store(m.states, place, t)
    m.parents[place] = parent
    m.shares[place] = share


def mover_kind(game: Game, t: State, m: AlphaMuMemory) -> int:
    """The kind of mover in a state."""
    if game.is_terminal(t):
        return OVER
    return OWN if game.player(t) == m.player else OTHER


def number_sets(game: Game, s: State, m: AlphaMuMemory, first: int, count: int) -> int:
    """Numbers the information sets of some states, in the order in which they are met; returns how many there are.

    States in which play is over are one set: no decision follows.
    """
    m.nodes += count
    if published(m.control, 0) != 0 or m.nodes > m.most_nodes:
        m.stopped = True
    if m.stopped:
        return 0
    sets = 0
    for place in range(first, first + count):
        t = load(m.states, place, s)
        kind = mover_kind(game, t, m)
        m.marks[place] = kind if kind == OVER else 3 * tag_of(hash_of(game.observe(t, m.player))) + kind
        m.sets[place] = sets
        for other in range(first, place):
            if m.marks[other] == m.marks[place] and (
                kind == OVER or game.observe(t, m.player) == game.observe(load(m.states, other, s), m.player)
            ):
                m.sets[place] = m.sets[other]
                break
        if m.sets[place] == sets:
            sets += 1
    return sets


def copy_set(s: State, m: AlphaMuMemory, node: Node, count: int, chosen: int, size: int) -> int:
    """Copies one information set of the `count` states that follow those of a node behind them; returns its size.

    States whose parent is lost in each of the node's `size` vectors are left out.
    """
    first = node.first + node.width
    members = 0
    for i in range(count):
        if m.sets[first + i] == chosen and not is_lost(m, node, first + i, size):
            follow(m, first + count + members, load(m.states, first + i, s), i, REPLY)
            members += 1
        if m.stopped:
            return 0
    return members


def is_lost(m: AlphaMuMemory, node: Node, state: int, size: int) -> bool:
    """Whether the parent of a state has the least utility in each vector, by replies that were backed up already."""
    if size == 0 or m.shares[state] != REPLY:
        return False
    for vector in range(size):  # noqa: SIM110  # machine code has no `all` over a generator
        if m.vectors[node.base + vector * node.width + m.parents[state]] > m.least:
            return False
    return True


def to_player(m: AlphaMuMemory, v: float) -> float:
    """The player's value, from that of player 0."""
    return v if m.player == MAX else m.total - v
