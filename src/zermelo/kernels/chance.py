"""The kernel for games with chance: expectiminimax that prunes, by Ballard's Star1 and Star2 (1983).

A chance node is worth the mean of its outcomes. If all values lie within the game's `bounds`, so do those of outcomes
that are still unread, and the mean is known to lie in an interval. As soon as the interval is outside the window, the
rest of the node is pruned: Star1. So each outcome is searched within a window of its own, in which the mean can still
come to lie in the node's window. Star2 begins with a probe: one action of each outcome in which a player moves. That
bounds the outcome on one side at a fraction of the cost, and often the node is pruned by such bounds alone.

Values are MAX's, and a search is fail-soft, as in `alphabeta`. The same two things are known of every value, but here
no bound is independent of the path. A table entry is used for its own depth only, so that values are those of plain
expectiminimax in spite of the pruning. A mean has more digits than fit into an entry, so it is stored beside it.
"""

from __future__ import annotations

from math import floor as floor_of, inf
from typing import Any, NamedTuple

from zermelo.core.game import CHANCE, Action, Game, State
from zermelo.kernels.choosing import Best, action_at, best_with
from zermelo.kernels.faults import NO_ACTIONS, NO_BOUNDS, NO_CHANCE, NO_PLAYER, NO_ROOM, faulty
from zermelo.kernels.leaves import ended, evaluated, in_scale
from zermelo.kernels.ordering import favourites, give_credit, put_ranked, rank_of
from zermelo.kernels.path import (
    NEVER,
    Keyed,
    begin,
    clear_line,
    enter,
    is_repeated,
    is_too_deep,
    keyed,
    put_first,
    put_on_path,
    repeated,
    rest_on,
    take_off_path,
)
from zermelo.kernels.search_memory import SearchMemory
from zermelo.kernels.transpositions import (
    DEEP,
    EXACT,
    LOWER,
    NO_PLACE,
    UPPER,
    bound_in,
    bound_of,
    bucket_of,
    depth_in,
    is_beside,
    keep,
    look_up,
    own_depth,
    pack_beside,
    place_in,
    settles,
    slot_of,
)
from zermelo.native.memory import has_room, load, mark_of, read_slot, store, within
from zermelo.native.mixing import mix

STAR1, STAR2 = 1, 2
"""The pruning of chance nodes; 0: none."""

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
    """The result of searching a node: MAX's value of it, and on what that depends."""

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
    return value_after(game, s, m, action_at(game, s, place), place, depth, alpha, beta)


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
    at = keyed(game.key(s))
    if is_repeated(m, at, ply):
        m.guessed = True  # with chance, play that repeats a state need not repeat forever
        return bounded(m, m.endless)
    is_leaf = is_too_deep(m, ply) or depth <= 0
    if is_leaf:
        return bounded(m, in_scale(m, evaluated(game, s, m)))
    is_settled, v, first = looked_up(m, at, depth, alpha, beta)
    if is_settled:
        return v

    mover = game.player(s)
    if not CHANCE <= mover <= 1:
        return faulty(m, NO_PLAYER)
    put_on_path(m, ply, at.key, at.marked)
    node = Node(ply, depth, alpha, beta, top, top, before)
    if mover == CHANCE:
        found = search_chance_node(game, s, m, node, mix(at.hashed, m.seed))
    else:
        found = search_player_node(game, s, m, node, mover, first)
    if m.stopped:
        return 0.0
    take_off_path(m, ply, at.key, at.marked)
    if found.back >= ply and m.use_table:
        data = pack_beside(found.value, found.bound, own_depth(depth, found.guessed), found.place, m.age)
        m.values[keep(m.table, bucket_of(m.buckets, at.hashed), at.key, data)] = found.value
    rest_on(m, found.guessed, found.back, ply)
    return found.value


def looked_up(m: SearchMemory, at: Keyed, depth: int, alpha: float, beta: float) -> tuple[bool, float, int]:
    """Whether the table settles the value within the window, the value, and the place of the best action."""
    slot = slot_of(m.table, bucket_of(m.buckets, at.hashed), at.key) if m.use_table else -1
    if slot < 0:
        return False, 0.0, NO_PLACE
    data = read_slot(m.table, slot, at.key)
    held = m.values[slot]
    if data == 0 or not is_beside(held, data):
        return False, 0.0, NO_PLACE
    if depth_in(data) >> 1 != min(depth, DEEP) or not settles(bound_in(data), held, alpha, beta):
        return False, 0.0, place_in(data)
    m.guessed = depth_in(data) & 1 != 0
    return True, float(held), place_in(data)


def search_chance_node(game: Game, s: State, m: SearchMemory, node: Node, noise: int) -> Found:
    """Searches the outcomes of chance, or a sample of them that the noise decides."""
    top = node.top
    count = 0
    total = 0.0
    for outcome in game.actions(s):  # outcomes may have another type than candidates
        p = game.probability(s, outcome)
        if not put_outcome(m, top, count, outcome, p):
            return nothing_found()
        m.ties[top + count], m.roofs[top + count] = m.least, m.greatest
        total += p
        count += 1
    if not are_complete(m, count, total):
        return nothing_found()
    if 0 < m.samples < count:
        sample(m, top, top + count, m.samples, noise)
    return search_outcomes(game, s, m, outcome, node._replace(last=top + count))


def search_player_node(game: Game, s: State, m: SearchMemory, node: Node, mover: int, first: int) -> Found:
    """Searches the candidates of a player in their order; `first` is the place of the one to begin with."""
    favoured = favourites(m, mover, node.ply, node.before)
    count = 0
    for a in game.candidates(s):
        rank = rank_of(game, s, a, count == first, m.use_order)
        if not put_ranked(m, node.top, count, a, rank, mover, favoured):
            return nothing_found()
        count += 1
    if count == 0:
        faulty(m, NO_ACTIONS)
        return nothing_found()
    return search_actions(game, s, m, a, node._replace(last=node.top + count), mover)


def nothing_found() -> Found:
    """The result of a search that a fault has stopped."""
    return Found(0.0, EXACT, NO_PLACE, False, NEVER)


def put_outcome(m: SearchMemory, top: int, place: int, outcome: Any, p: float) -> bool:
    """Keeps an outcome with its probability; false at a fault."""
    i = top + place
    if not has_room(m.action_room, i, outcome):
        faulty(m, NO_ROOM)
        return False
    if not 0.0 <= p <= 1.0:
        faulty(m, NO_CHANCE)
        return False
    store(m.actions, i, outcome)
    m.ranks[i], m.places[i] = p, place
    return True


def are_complete(m: SearchMemory, count: int, total: float) -> bool:
    """Whether there are outcomes, and their probabilities add up to 1; a fault if not."""
    if count == 0:
        faulty(m, NO_ACTIONS)
    elif not -NEAR_ONE < total - 1.0 < NEAR_ONE:
        faulty(m, NO_CHANCE)
    return not m.stopped


def search_actions(game: Game, s: State, m: SearchMemory, like: Action, node: Node, mover: int) -> Found:
    """Searches the actions of a player's node in their order until one reaches the end of the window."""
    ply, top = node.ply, node.top
    sign = 1.0 if mover == 0 else -1.0
    floor = node.alpha if mover == 0 else -node.beta
    roof = node.beta if mover == 0 else -node.alpha
    best = Best(-inf, NO_PLACE, False, NEVER)
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
        best = best_with(m, best, w, place, w >= roof)
        if w > floor:
            put_first(m, ply, place)
        if w >= roof:
            give_credit(m, mover, ply, mark, node.before, node.depth)
            break
        floor = max(floor, w)
    v = sign * best.value
    return Found(v, bound_of(v, node.alpha, node.beta), best.place, best.guessed, best.back)


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
        at = keyed(game.key(t))
        if repeated(m, at.key, at.marked, ply + 1) >= 0:
            continue
        data = look_up(m.table, bucket_of(m.buckets, at.hashed), at.key) if m.use_table else 0
        first = place_in(data) if data != 0 else NO_PLACE
        place, chosen, best_rank = 0, -1, -inf
        for b in game.candidates(t):
            rank = rank_of(game, t, b, place == first, m.use_order)
            if chosen < 0 or rank > best_rank:
                chosen, best_rank, kept = place, rank, b
            place += 1
        if chosen < 0:
            faulty(m, NO_ACTIONS)
            break
        put_on_path(m, ply + 1, at.key, at.marked)
        m.trail[ply], m.trail[ply + 1] = m.places[i], chosen
        floor = (alpha - (high - p * m.roofs[i])) / p - margin
        roof = (beta - (low - p * m.ties[i])) / p + margin
        w = search(
            game, game.result(t, kept), m, ply + 2, node.depth - 2,
            max(floor, least - margin) if who == 1 else least - margin,
            min(roof, greatest + margin) if who == 0 else greatest + margin,
            node.last, mark_of(kept, chosen),
        )  # fmt: skip
        take_off_path(m, ply + 1, at.key, at.marked)
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
