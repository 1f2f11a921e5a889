"""The kernel for games with chance: expectiminimax that prunes, by Ballard's Star1 and Star2 (1983).

A chance node is worth the mean of its outcomes. If all values lie within the game's `bounds`, so do those of outcomes
that are still unread, and the mean is known to lie in an interval. As soon as the interval is outside the window, the
rest of the node is pruned: Star1. So each outcome is searched within a window of its own, in which the mean can still
come to lie in the node's window. Star2 begins with a probe: one action of each outcome in which a player moves. That
bounds the outcome on one side at a fraction of the cost, and often the node is pruned by such bounds alone.

Values are MAX's, and a search is fail-soft, as in `alphabeta`. The same two things are known of every value, but here
no bound is independent of the path. An entry of the table counts for its own depth alone, so that with all the pruning
a value is the one that plain expectiminimax finds; as means have more digits than an entry, they stand beside it.
"""

from __future__ import annotations

from math import floor as floor_of, inf
from typing import Any, NamedTuple

from zermelo.core.game import CHANCE, Action, Game, State
from zermelo.kernels.faults import NO_ACTIONS, NO_BOUNDS, NO_CHANCE, NO_PLAYER, NO_ROOM, faulty
from zermelo.kernels.leaves import ended, evaluated, in_scale
from zermelo.kernels.ordering import credit_of, favourites, give_credit, put_in_order
from zermelo.kernels.path import (
    NEVER,
    begin,
    clear_line,
    enter,
    is_too_deep,
    put_first,
    put_on_path,
    repeated,
    take_off_path,
)
from zermelo.kernels.search_memory import MARKS, SearchMemory
from zermelo.kernels.transpositions import (
    BUCKET,
    EXACT,
    LOWER,
    NO_PLACE,
    UPPER,
    bound_in,
    depth_in,
    is_beside,
    keep,
    look_up,
    pack_beside,
    place_in,
    settles,
    slot_of,
)
from zermelo.native.memory import has_room, hash_of, load, mark_of, read_slot, store, within
from zermelo.native.mixing import mix

STAR1, STAR2 = 1, 2
"""How chance nodes are pruned; 0: not at all."""

DEEP = 127
"""The table does not distinguish depths from here on."""

NEAR_ONE = 1e-9
"""Probabilities may add up to 1 with this error."""

ROUNDING = 1e-12
"""A window is widened by this part of the bounds, so that rounding prunes nothing."""


class Node(NamedTuple):
    """The parameters of the search of a node."""

    ply: int
    depth: int
    alpha: float
    beta: float
    top: int
    """The first place of its actions in the rows."""

    last: int
    """The index after its last action."""

    before: int
    """The mark of the action that led to it."""


class Found(NamedTuple):
    """The result of searching the actions or outcomes of a node."""

    value: float
    bound: int
    place: int
    guessed: bool
    back: int


class Probed(NamedTuple):
    """The result of Star2's probes: an interval for the mean, and on what the bounds depend."""

    low: float
    high: float
    guessed: bool
    back: int


def child_value(game: Game, s: State, m: SearchMemory, place: int, depth: int, alpha: float, beta: float) -> float:
    """The value of the result of the action with index `place` in `actions(s)`; s is the root."""
    v = 0.0
    i = 0
    for a in game.actions(s):
        if i == place:
            v = value_after(game, s, m, a, i, depth, alpha, beta)
            break
        i += 1
    return v


def value_after(
    game: Game, s: State, m: SearchMemory, a: Action, place: int, depth: int, alpha: float, beta: float
) -> float:
    """Like `child_value` for a given action: at the plain speed it is slow to find one among many by its index."""
    begin(m, game.key(s), place)
    top = place - place  # 0, but no literal, for which the search would be compiled a second time
    return search(game, game.result(s, a), m, top + 1, depth - 1, alpha, beta, top, mark_of(a, place))


def search(
    game: Game, s: State, m: SearchMemory, ply: int, depth: int, alpha: float, beta: float, top: int, before: int
) -> float:
    """MAX's value of s within the window; meaningless if `m.stopped` is set."""
    if not enter(m, ply):
        return 0.0
    if game.is_terminal(s):
        m.deepest = max(m.deepest, ply)
        return bounded(m, ended(m, game.utility(s, 0), ply))
    key = game.key(s)
    hashed = hash_of(key)
    marked = within(hashed, MARKS)
    earlier = repeated(m, key, marked, ply)
    if earlier >= 0:
        m.back = earlier
        m.guessed = True  # with chance, play that repeats a state need not repeat forever
        return bounded(m, m.endless)
    is_leaf = is_too_deep(m, ply) or depth <= 0
    if is_leaf:
        return bounded(m, in_scale(m, evaluated(game, s, m)))

    bucket = within(hashed, m.buckets) * BUCKET
    is_settled, v, best_place = looked_up(m, bucket, key, depth, alpha, beta)
    if is_settled:
        return v

    mover = game.player(s)
    if not CHANCE <= mover <= 1:
        return faulty(m, NO_PLAYER)
    count = 0
    total = 0.0
    if mover == CHANCE:
        for outcome in game.actions(s):  # outcomes may have another type than candidates
            p = game.probability(s, outcome)
            if not put_outcome(m, top + count, count, outcome, p):
                return 0.0
            total += p
            count += 1
    else:
        favoured = favourites(m, mover, ply, before)
        for a in game.candidates(s):
            if not has_room(m.action_room, top + count, a):
                return faulty(m, NO_ROOM)
            rank = inf if count == best_place else game.order(s, a) if m.use_order else 0.0
            put_in_order(m, top, count, a, rank, credit_of(m, mover, mark_of(a, count), favoured))
            count += 1
    if count == 0:
        return faulty(m, NO_ACTIONS)
    if mover == CHANCE and not -NEAR_ONE < total - 1.0 < NEAR_ONE:
        return faulty(m, NO_CHANCE)

    put_on_path(m, ply, key, marked)
    node = Node(ply, depth, alpha, beta, top, top + count, before)
    if mover == CHANCE:
        if 0 < m.samples < count:
            sample(m, top, top + count, m.samples, mix(hashed, m.seed))
        found = search_outcomes(game, s, m, outcome, node)
    else:
        found = search_actions(game, s, m, a, node, mover)
    if m.stopped:
        return 0.0
    take_off_path(m, ply, key, marked)
    if found.back >= ply and m.use_table:
        reached = min(depth, DEEP) << 1 | int(found.guessed)
        data = pack_beside(found.value, found.bound, reached, found.place, m.age)
        m.values[keep(m.table, bucket, key, data)] = found.value
    m.guessed = found.guessed
    m.back = found.back if found.back < ply else NEVER
    return found.value


def looked_up(m: SearchMemory, bucket: int, key: Any, depth: int, alpha: float, beta: float) -> tuple[bool, float, int]:
    """Whether the table settles the value within the window, the value, and the place of the best action."""
    slot = slot_of(m.table, bucket, key) if m.use_table else -1
    if slot < 0:
        return False, 0.0, NO_PLACE
    data = read_slot(m.table, slot, key)
    held = m.values[slot]
    if data == 0 or not is_beside(held, data):
        return False, 0.0, NO_PLACE
    if depth_in(data) >> 1 != min(depth, DEEP) or not settles(bound_in(data), held, alpha, beta):
        return False, 0.0, place_in(data)
    m.guessed = depth_in(data) & 1 != 0
    return True, float(held), place_in(data)


def put_outcome(m: SearchMemory, i: int, place: int, outcome: Any, p: float) -> bool:
    """Keeps an outcome with its probability and the bounds of its value; false at a fault."""
    if not has_room(m.action_room, i, outcome):
        faulty(m, NO_ROOM)
        return False
    if not 0.0 <= p <= 1.0:
        faulty(m, NO_CHANCE)
        return False
    store(m.actions, i, outcome)
    m.ranks[i], m.ties[i], m.roofs[i], m.places[i] = p, m.least, m.greatest, place
    return True


def search_actions(game: Game, s: State, m: SearchMemory, like: Action, node: Node, mover: int) -> Found:
    """Searches the actions of a player's node in their order until one reaches the end of the window."""
    ply, top = node.ply, node.top
    sign = 1.0 if mover == 0 else -1.0
    floor = node.alpha if mover == 0 else -node.beta
    roof = node.beta if mover == 0 else -node.alpha
    best, best_place, guessed, back = -inf, NO_PLACE, False, NEVER
    for i in range(top, node.last):
        place = m.places[i]
        m.trail[ply] = place
        clear_line(m, ply + 1)
        kept = load(m.actions, top + place, like)
        mark = mark_of(kept, place)
        w = sign * search(
            game, game.result(s, kept), m, ply + 1, node.depth - 1,
            floor if mover == 0 else -roof, roof if mover == 0 else -floor,
            node.last, mark,
        )  # fmt: skip
        if m.stopped:
            break
        if w > best:
            best, best_place = w, place
            if w > floor:
                put_first(m, ply, place)
        if w >= roof:
            guessed, back = m.guessed, m.back
            give_credit(m, mover, ply, mark, node.before, node.depth)
            break
        guessed = guessed or m.guessed
        back = min(back, m.back)
        floor = max(floor, w)
    v = sign * best
    bound = LOWER if v >= node.beta else UPPER if v <= node.alpha else EXACT
    return Found(v, bound, best_place, guessed, back)


def search_outcomes(game: Game, s: State, m: SearchMemory, like: Any, node: Node) -> Found:
    """Searches the outcomes of a chance node until their mean is known, or known to lie outside the window."""
    alpha, beta, least, greatest = node.alpha, node.beta, m.least, m.greatest
    prunes = m.star != 0
    margin = ROUNDING * (greatest - least) if prunes else 0.0
    low, high = (least, greatest) if prunes else (-inf, inf)  # the mean lies between them
    guessed, back = False, NEVER
    if m.star == STAR2 and node.depth >= 2:
        low, high, guessed, back = probe_outcomes(game, s, m, like, node, margin)
    if m.stopped:
        return Found(0.0, EXACT, NO_PLACE, guessed, back)
    if low >= beta:
        return Found(low, LOWER, NO_PLACE, guessed, back)
    if high <= alpha:
        return Found(high, UPPER, NO_PLACE, guessed, back)
    total = 0.0
    for i in range(node.top, node.last):
        p = m.ranks[i]
        if p == 0.0:
            continue
        rest_low, rest_high = low - p * m.ties[i], high - p * m.roofs[i]
        floor = (alpha - rest_high) / p - margin if prunes else -inf
        roof = (beta - rest_low) / p + margin if prunes else inf
        drawn = load(m.actions, i, like)
        m.trail[node.ply] = m.places[i]
        w = search(
            game, game.result(s, drawn), m, node.ply + 1, node.depth - 1,
            max(floor, least - margin), min(roof, greatest + margin),
            node.last, mark_of(drawn, m.places[i]),
        )  # fmt: skip
        if m.stopped:
            break
        guessed = guessed or m.guessed
        back = min(back, m.back)
        if w <= floor:
            return Found(rest_high + p * w, UPPER, NO_PLACE, guessed, back)
        if w >= roof:
            return Found(rest_low + p * w, LOWER, NO_PLACE, guessed, back)
        if prunes:
            low, high = rest_low + p * w, rest_high + p * w
        total += p * w
    return Found(total, EXACT, NO_PLACE, guessed, back)


def probe_outcomes(game: Game, s: State, m: SearchMemory, like: Any, node: Node, margin: float) -> Probed:
    """Star2: bounds each outcome by its most promising action, until the mean is known to lie outside the window."""
    ply, alpha, beta, least, greatest = node.ply, node.alpha, node.beta, m.least, m.greatest
    low, high, guessed, back = least, greatest, False, NEVER
    for i in range(node.top, node.last):
        if low >= beta or high <= alpha:
            break
        p = m.ranks[i]
        t = game.result(s, load(m.actions, i, like))
        who = CHANCE if p == 0.0 or game.is_terminal(t) else game.player(t)
        if not ((who == 0 and beta < inf) or (who == 1 and alpha > -inf)):
            continue
        key = game.key(t)
        marked = within(hash_of(key), MARKS)
        if repeated(m, key, marked, ply + 1) >= 0:
            continue
        first = NO_PLACE
        if m.use_table:
            data = look_up(m.table, within(hash_of(key), m.buckets) * BUCKET, key)
            first = place_in(data) if data != 0 else NO_PLACE
        place, chosen, best_rank = 0, -1, -inf
        for b in game.candidates(t):
            rank = inf if place == first else game.order(t, b) if m.use_order else 0.0
            if chosen < 0 or rank > best_rank:
                chosen, best_rank, kept = place, rank, b
            place += 1
        if chosen < 0:
            faulty(m, NO_ACTIONS)
            break
        put_on_path(m, ply + 1, key, marked)
        m.trail[ply], m.trail[ply + 1] = m.places[i], chosen
        floor = (alpha - (high - p * m.roofs[i])) / p - margin
        roof = (beta - (low - p * m.ties[i])) / p + margin
        w = search(
            game, game.result(t, kept), m, ply + 2, node.depth - 2,
            max(floor, least - margin) if who == 1 else least - margin,
            min(roof, greatest + margin) if who == 0 else greatest + margin,
            node.last, mark_of(kept, chosen),
        )  # fmt: skip
        take_off_path(m, ply + 1, key, marked)
        if m.stopped:
            break
        guessed = guessed or m.guessed
        back = min(back, m.back)
        if who == 0 and w > m.ties[i]:
            low += p * (w - m.ties[i])
            m.ties[i] = w
        elif who == 1 and w < m.roofs[i]:
            high += p * (w - m.roofs[i])
            m.roofs[i] = w
    return Probed(low, high, guessed, back)


def bounded(m: SearchMemory, v: float) -> float:
    """The value of a leaf; a fault if it lies outside the bounds that all pruning at chance nodes relies on."""
    if m.star != 0 and not m.least <= v <= m.greatest:
        return faulty(m, NO_BOUNDS)
    return v


def sample(m: SearchMemory, first: int, behind: int, count: int, noise: int) -> None:
    """Replaces the probabilities by those of a sample of `count` outcomes, whose mean is unbiased.

    Systematic sampling: the probabilities divide a line into intervals, and `count` points are placed on it at equal
    distances, starting at a random offset. An outcome's probability is the share of points in its interval.
    """
    ranks = m.ranks
    offset = within(noise, 1 << 20) / (1 << 20)
    whole = 0.0
    points = 0
    for i in range(first, behind):
        whole += ranks[i]
        points_now = floor_of(whole * count + offset) if i + 1 < behind else count
        ranks[i] = (points_now - points) / count
        points = points_now
