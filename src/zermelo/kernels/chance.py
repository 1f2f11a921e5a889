"""The kernel for games with chance: expectiminimax that prunes, by Ballard's Star1 and Star2 (1983).

A chance node is worth the mean of its outcomes. Where no value is beyond the game's `bounds`, the outcomes that were
not read yet are worth something between them, and the mean is known to lie in an interval. Once that is outside the
window, nothing more of the node is read: Star1. So each outcome is read within a window of its own, that in which the
mean can still come to lie in the node's. Star2 begins with one action of each outcome in which a player moves: that
bounds the outcome on one side at a fraction of the cost, and often the node is cut by such bounds alone.

Values are MAX's, and a search is fail-soft, as in `alphabeta`. Of a value that comes back the same two things are
known, but here no bound is free of the path. An entry of the table counts for its own depth alone, so that with all the
pruning a value is the one that plain expectiminimax has; as means have more digits than an entry, they stand beside it.
"""

from __future__ import annotations

from math import floor as floor_of, inf
from typing import Any

from zermelo.core.game import CHANCE, Action, Game, State
from zermelo.kernels.common import (
    AGE,
    BACK,
    BUCKETS,
    DEEPEST,
    ENDLESS,
    GREATEST,
    GUESSED,
    LEAST,
    LINE,
    MARKS,
    NEVER,
    NO_ACTIONS,
    NO_BOUNDS,
    NO_CHANCE,
    NO_END,
    NO_PLAYER,
    NO_ROOM,
    PATIENCE,
    PLIES,
    ROOM,
    SAMPLES,
    SEED,
    STAR,
    STOPPED,
    TOO_DEEP,
    USE_ORDER,
    USE_TABLE,
    begin,
    credit_of,
    ended,
    enter,
    evaluated,
    faulty,
    favourites,
    give_credit,
    in_scale,
    put_first,
    put_in_order,
    put_on_path,
    repeated,
    take_off_path,
)
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
"""What chance nodes are pruned by; 0 is by nothing."""

DEEP = 127
"""Depths from here on are one and the same to the table."""

NEAR_ONE = 1e-9
"""So far from 1 probabilities may add up."""

ROUNDING = 1e-12
"""By this part of the bounds a window is widened, so that rounding cuts nothing off."""


def child_value(game: Game, s: State, m: Any, place: int, depth: int, alpha: float, beta: float) -> float:
    """The value of what the action in that place of `actions(s)` leads to; s is the root."""
    v = 0.0
    i = 0
    for a in game.actions(s):
        if i == place:
            v = value_after(game, s, m, a, i, depth, alpha, beta)
            break
        i += 1
    return v


def value_after(game: Game, s: State, m: Any, a: Action, place: int, depth: int, alpha: float, beta: float) -> float:
    """The same, if the action is at hand: at the plain speed it takes long to find it among many."""
    begin(m, game.key(s), place)
    top = place - place  # 0, but no literal, for which the search would be compiled a second time
    return search(game, game.result(s, a), m, top + 1, depth - 1, alpha, beta, top, mark_of(a, place))


def search(
    game: Game, s: State, m: Any, ply: int, depth: int, alpha: float, beta: float, top: int, before: int
) -> float:
    """MAX's value of s within the window; `top` is where rows are free, `before` marks the action that led here."""
    counts, settings, numbers = m.counts, m.settings, m.numbers
    if not enter(m, ply):
        return 0.0
    if game.is_terminal(s):
        counts[DEEPEST] = max(counts[DEEPEST], ply)
        return bounded(m, ended(m, game.utility(s, 0), ply))
    key = game.key(s)
    hashed = hash_of(key)
    marked = within(hashed, MARKS)
    earlier = repeated(m, key, marked, ply)
    if earlier >= 0:
        counts[BACK] = earlier
        counts[GUESSED] = 1  # with chance in it, play that comes back need not go round for ever
        return bounded(m, float(numbers[ENDLESS]))
    if ply >= settings[PLIES]:
        counts[TOO_DEEP] += 1
        if counts[TOO_DEEP] > PATIENCE:
            return faulty(m, NO_END)
    if depth <= 0 or ply >= settings[PLIES]:
        return bounded(m, in_scale(m, evaluated(game, s, m)))

    bucket = within(hashed, settings[BUCKETS]) * BUCKET
    best_place = NO_PLACE
    slot = slot_of(m.table, bucket, key) if settings[USE_TABLE] != 0 else -1
    if slot >= 0:
        data = read_slot(m.table, slot, key)
        held = m.values[slot]
        if data != 0 and is_beside(held, data):
            best_place = place_in(data)
            if depth_in(data) >> 1 == min(depth, DEEP) and settles(bound_in(data), held, alpha, beta):
                counts[GUESSED] = depth_in(data) & 1
                return float(held)

    mover = game.player(s)
    actions, ranks, ties, places, roofs = m.actions, m.ranks, m.ties, m.places, m.roofs
    least, greatest = numbers[LEAST], numbers[GREATEST]
    is_chance = mover == CHANCE
    if not (is_chance or 0 <= mover <= 1):
        return faulty(m, NO_PLAYER)
    count = 0
    total = 0.0
    if is_chance:
        for outcome in game.actions(s):  # which need not be of the type of candidates
            i = top + count
            if not has_room(settings[ROOM], i, outcome):
                return faulty(m, NO_ROOM)
            p = game.probability(s, outcome)
            if not 0.0 <= p <= 1.0:
                return faulty(m, NO_CHANCE)
            store(actions, i, outcome)
            ranks[i], ties[i], roofs[i], places[i] = p, least, greatest, count
            total += p
            count += 1
    else:
        favoured = favourites(m, mover, ply, before)
        for a in game.candidates(s):
            if not has_room(settings[ROOM], top + count, a):
                return faulty(m, NO_ROOM)
            rank = inf if count == best_place else game.order(s, a) if settings[USE_ORDER] != 0 else 0.0
            put_in_order(m, top, count, a, rank, credit_of(m, mover, mark_of(a, count), favoured))
            count += 1
    if count == 0:
        return faulty(m, NO_ACTIONS)
    if is_chance and not -NEAR_ONE < total - 1.0 < NEAR_ONE:
        return faulty(m, NO_CHANCE)

    put_on_path(m, ply, key, marked)
    last = top + count
    guessed = 0
    back = NEVER
    best_place = NO_PLACE
    bound = EXACT
    v = 0.0
    if is_chance:
        if 0 < settings[SAMPLES] < count:
            sample(m, top, last, settings[SAMPLES], mix(hashed, settings[SEED]))
        prunes = settings[STAR] != 0
        margin = ROUNDING * (greatest - least) if prunes else 0.0
        low, high = (least, greatest) if prunes else (-inf, inf)  # between which the mean lies
        i = top
        while settings[STAR] == STAR2 and depth >= 2 and i < last and low < beta and high > alpha:
            p = ranks[i]
            t = game.result(s, load(actions, i, outcome))
            who = CHANCE if p == 0.0 or game.is_terminal(t) else game.player(t)
            next_key = game.key(t)
            next_marked = within(hash_of(next_key), MARKS)
            if ((who == 0 and beta < inf) or (who == 1 and alpha > -inf)) and repeated(
                m, next_key, next_marked, ply + 1
            ) < 0:
                first, place = NO_PLACE, 0
                if settings[USE_TABLE] != 0:
                    data = look_up(m.table, within(hash_of(next_key), settings[BUCKETS]) * BUCKET, next_key)
                    first = place_in(data) if data != 0 else NO_PLACE
                chosen, rank = -1, -inf
                for b in game.candidates(t):
                    guess = inf if place == first else game.order(t, b) if settings[USE_ORDER] != 0 else 0.0
                    if chosen < 0 or guess > rank:
                        chosen, rank, kept = place, guess, b
                    place += 1
                if chosen < 0:
                    return faulty(m, NO_ACTIONS)
                put_on_path(m, ply + 1, next_key, next_marked)
                m.trail[ply], m.trail[ply + 1] = places[i], chosen
                floor = (alpha - (high - p * roofs[i])) / p - margin
                roof = (beta - (low - p * ties[i])) / p + margin
                w = search(
                    game, game.result(t, kept), m, ply + 2, depth - 2,
                    max(floor, least - margin) if who == 1 else least - margin,
                    min(roof, greatest + margin) if who == 0 else greatest + margin,
                    last, mark_of(kept, chosen),
                )  # fmt: skip
                take_off_path(m, ply + 1, next_key, next_marked)
                if counts[STOPPED] != 0:
                    return 0.0
                guessed |= counts[GUESSED]
                back = min(back, counts[BACK])
                if who == 0 and w > ties[i]:
                    low += p * (w - ties[i])
                    ties[i] = w
                elif who == 1 and w < roofs[i]:
                    high += p * (w - roofs[i])
                    roofs[i] = w
            i += 1
        if low >= beta:
            v, bound = low, LOWER
        elif high <= alpha:
            v, bound = high, UPPER
        total = 0.0
        i = top
        while i < last and bound == EXACT:
            p = ranks[i]
            if p > 0.0:
                rest_low, rest_high = low - p * ties[i], high - p * roofs[i]
                floor = (alpha - rest_high) / p - margin if prunes else -inf
                roof = (beta - rest_low) / p + margin if prunes else inf
                drawn = load(actions, i, outcome)
                m.trail[ply] = places[i]
                w = search(
                    game, game.result(s, drawn), m, ply + 1, depth - 1,
                    max(floor, least - margin), min(roof, greatest + margin),
                    last, mark_of(drawn, places[i]),
                )  # fmt: skip
                if counts[STOPPED] != 0:
                    return 0.0
                guessed |= counts[GUESSED]
                back = min(back, counts[BACK])
                if w <= floor:
                    v, bound = rest_high + p * w, UPPER
                elif w >= roof:
                    v, bound = rest_low + p * w, LOWER
                elif prunes:
                    low, high = rest_low + p * w, rest_high + p * w
                total += p * w
            i += 1
        if bound == EXACT:
            v = total
    else:
        sign = 1.0 if mover == 0 else -1.0
        floor = alpha if mover == 0 else -beta
        roof = beta if mover == 0 else -alpha
        best = -inf
        i = top
        while i < last:
            m.trail[ply] = places[i]
            m.lengths[min(ply + 1, LINE)] = 0
            kept = load(actions, top + places[i], a)
            mark = mark_of(kept, places[i])
            w = sign * search(
                game, game.result(s, kept), m, ply + 1, depth - 1,
                floor if mover == 0 else -roof, roof if mover == 0 else -floor,
                last, mark,
            )  # fmt: skip
            if counts[STOPPED] != 0:
                return 0.0
            if w > best:
                best = w
                best_place = places[i]
                if w > floor:
                    put_first(m, ply, places[i])
            if w >= roof:
                guessed, back = counts[GUESSED], counts[BACK]
                give_credit(m, mover, ply, mark, before, depth)
                break
            guessed |= counts[GUESSED]
            back = min(back, counts[BACK])
            floor = max(floor, w)
            i += 1
        v = sign * best
        bound = LOWER if v >= beta else UPPER if v <= alpha else EXACT
    take_off_path(m, ply, key, marked)

    if back >= ply and settings[USE_TABLE] != 0:
        data = pack_beside(v, bound, min(depth, DEEP) << 1 | guessed, best_place, settings[AGE])
        m.values[keep(m.table, bucket, key, data)] = v
    counts[GUESSED] = guessed
    counts[BACK] = back if back < ply else NEVER
    return v


def bounded(m: Any, v: float) -> float:
    """The value of a leaf, if it lies within the bounds: all pruning at chance nodes rests on that."""
    if m.settings[STAR] != 0 and not m.numbers[LEAST] <= v <= m.numbers[GREATEST]:
        return faulty(m, NO_BOUNDS)
    return v


def sample(m: Any, first: int, behind: int, count: int, noise: int) -> None:
    """Takes so many outcomes in place of all, and the mean over them is right on average.

    The probabilities lie one behind the other; as many points are laid over them, evenly, and where they begin is left
    to chance. An outcome counts for as many points as fall on it.
    """
    ranks = m.ranks
    start = within(noise, 1 << 20) / (1 << 20)
    whole = 0.0
    points = 0
    for i in range(first, behind):
        whole += ranks[i]
        points_now = floor_of(whole * count + start) if i + 1 < behind else count
        ranks[i] = (points_now - points) / count
        points = points_now
