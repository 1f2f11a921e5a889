"""The kernel of the alpha-beta engine: principal variation search with a table, for two players and zero sums.

`child_value` is what the engine calls: the value of one action at the root. Values are MAX's throughout, as `scale` has
them; within a node they are turned so that the mover wants the greater one. A search is fail-soft: what it returns is
an upper bound if it is not above alpha, a lower bound if it is not below beta, and the value itself between them.

Two things are known of every value that comes back. Whether an evaluation had a part in it (GUESSED): if not, it is
proved, and the table keeps it for any depth. And the earliest ply on the path to which it looks back (BACK): a repeated
state counts as play without end, which is right for the root, but such a value belongs to this path and no other, so
the table must not keep it. Two kinds of bounds are free of that. A lower bound better than play without end cannot
rest on a repetition, since whoever plays for it never repeats a state; nor can an upper bound that is worse. In the
same way a lower bound that is a win, or an upper bound that is a loss, cannot rest on an evaluation.
"""

from __future__ import annotations

from math import inf
from typing import Any

from zermelo.core.game import Action, Game, State
from zermelo.kernels.common import (
    AGE,
    BACK,
    BUCKETS,
    BUSY,
    DEEPEST,
    DRAW,
    ENDLESS,
    EXTEND,
    GUESSED,
    LINE,
    MARKS,
    MOST_NODES,
    NEVER,
    NO_ACTIONS,
    NO_END,
    NO_PLAYER,
    NO_ROOM,
    NO_VALUE_BOUNDS,
    NODES,
    PATIENCE,
    PLIES,
    PLIES_UNKNOWN,
    PLY_FACTOR,
    QUIET,
    REDUCE,
    ROOM,
    STOPPED,
    THREAD,
    TOO_DEEP,
    TURNED,
    USE_ORDER,
    USE_TABLE,
    USE_VALUE_BOUNDS,
    WIN_FACTOR,
    begin,
    credit_of,
    ended,
    enter,
    evaluated,
    faulty,
    favourites,
    give_credit,
    put_first,
    put_in_order,
    put_on_path,
    repeated,
    take_off_path,
)
from zermelo.kernels.scale import EDGE, at_least, at_most, farther
from zermelo.kernels.transpositions import (
    BUCKET,
    COMPLETE,
    EXACT,
    LOWER,
    NO_PLACE,
    UPPER,
    bound_in,
    depth_in,
    keep,
    look_up,
    pack,
    place_in,
    settles,
    value_in,
)
from zermelo.native.memory import above, expect_slot, has_room, hash_of, load, mark_of, within

SYMMETRIC, TALL = 16, 12
"""In the first so many plies, with at least so many to come, a state is exchanged for the one that stands for its
symmetry class: elsewhere that would cost more than it gives."""

WORTH_KEEPING, WORTH_ORDERING = 2, 2
LONG, END_KEEPING, END_ORDERING = 14, 7, 10
"""With how many plies to come the table is used and actions are ordered; and the same for plays that are long and
searched to the end, where these are the most plies that there can be, and most nodes are near the ends."""

WORTH_LOOKING = 9
"""With how many plies to come value bounds and the table are asked of all that actions lead to."""

SPLIT, SHARED = 6, 2
"""In nodes with so many plies to come, and with so many times as many as lie behind them, threads leave to each other
the actions that one of them is at: further down they would only disturb each other."""


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
        return ended(m, game.utility(s, 0), ply)

    is_open = beta > above(alpha)
    # How many plies there may be below: by the depth, or if that is not limited, by the longest play so far.
    to_the_end = depth >= PLIES_UNKNOWN and counts[DEEPEST] > 0
    height = counts[DEEPEST] - ply if to_the_end else depth
    is_long = to_the_end and counts[DEEPEST] >= LONG
    turned = ply <= SYMMETRIC and height >= TALL and not is_open  # the line, whose window is open, has to stay as it is
    if turned:
        s = game.canonical(s)
    key = game.key(s)
    hashed = hash_of(key)
    marked = within(hashed, MARKS)
    earlier = repeated(m, key, marked, ply)
    if earlier >= 0:
        counts[BACK] = earlier
        return float(numbers[ENDLESS])
    if ply >= settings[PLIES]:
        counts[TOO_DEEP] += 1
        if counts[TOO_DEEP] > PATIENCE:
            return faulty(m, NO_END)
    if depth <= 0 or ply >= settings[PLIES]:
        if settings[QUIET] == 0:
            return evaluated(game, s, m)
        return quiesce(game, s, m, ply, alpha, beta, settings[QUIET])

    draw, win, step = numbers[DRAW], numbers[WIN_FACTOR], numbers[PLY_FACTOR]
    low, high = -inf, inf
    least, greatest = game.value_bounds(
        s
    )  # in any case: where it looks at what `candidates` looks at, that is done once
    if settings[USE_VALUE_BOUNDS] != 0:
        if not least <= greatest:
            return faulty(m, NO_VALUE_BOUNDS)
        # Play does not end here: the worst is to lose at the next ply, the best to win there.
        low = at_least(float(least), ply + 1, draw, win, step)
        high = at_most(float(greatest), ply + 1, draw, win, step)
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high

    bucket = within(hashed, settings[BUCKETS]) * BUCKET
    best_place = NO_PLACE
    use_table = settings[USE_TABLE] != 0 and height >= (END_KEEPING if is_long else WORTH_KEEPING)
    data = look_up(m.table, bucket, key) if use_table else 0
    if data != 0:
        best_place = place_in(data)
        reached = depth_in(data)
        if reached >= min(depth, COMPLETE) and not is_open:
            held = farther(value_in(data), ply, win, step)
            if settles(bound_in(data), held, alpha, beta):
                counts[GUESSED] = 0 if reached == COMPLETE else 1
                return held

    mover = game.player(s)
    if not 0 <= mover <= 1:
        return faulty(m, NO_PLAYER)

    # The actions, best guess first: the table's, then by `order`, then by what was learned of them.
    actions, places = m.actions, m.places
    use_order = settings[USE_ORDER] != 0 and height >= (END_ORDERING if is_long else WORTH_ORDERING)
    favoured = favourites(m, mover, ply, before)
    count = 0
    for a in game.candidates(s):
        if not has_room(settings[ROOM], top + count, a):
            return faulty(m, NO_ROOM)
        rank = inf if count == best_place else game.order(s, a) if use_order else 0.0
        put_in_order(m, top, count, a, rank, credit_of(m, mover, mark_of(a, count), favoured))
        count += 1
    if count == 0:
        return faulty(m, NO_ACTIONS)

    deeper = depth if count == 1 and ply < settings[EXTEND] else depth - 1
    # Within the loop values are the mover's.
    sign = 1.0 if mover == 0 else -1.0
    floor = alpha if mover == 0 else -beta
    ceiling = beta if mover == 0 else -alpha
    if not is_open:  # on the line value bounds would close the window, and cut it short
        floor = max(floor, low if mover == 0 else -high)
        ceiling = min(ceiling, high if mover == 0 else -low)

    if use_table and height > WORTH_LOOKING and not is_open:
        seen = foreseen(game, s, m, a, top, count, ply, height, deeper, mover, ceiling)
        if counts[STOPPED] != 0:
            return 0.0
        if seen >= ceiling:
            return min(max(sign * seen, low), high)

    put_on_path(m, ply, key, marked)
    best = -inf
    best_place = NO_PLACE
    guessed = 0
    back = NEVER
    i = top
    last = top + count  # what is behind it was put off, as another thread is at it
    # 0: there is nobody else, or too little to share.
    me = settings[THREAD] if height >= SPLIT and height >= SHARED * ply else 0
    late = top + 3 if settings[REDUCE] != 0 and depth >= 3 else last
    while i < top + count:
        place = places[i]
        kept = load(actions, top + place, a)
        mark = mark_of(kept, place)
        t = game.result(s, kept)
        if use_table:
            next_key = game.key(t)
            expect_slot(m.table, within(hash_of(next_key), settings[BUCKETS]) * BUCKET, next_key)
        busy = 0
        if me != 0:
            if top < i and not is_open:
                data = look_up(m.table, bucket, key)  # another thread may be done with this node
                if data != 0 and depth_in(data) >= min(depth, COMPLETE):
                    held = farther(value_in(data), ply, win, step)
                    if settles(bound_in(data), held, alpha, beta):
                        take_off_path(m, ply, key, marked)
                        counts[GUESSED] = 0 if depth_in(data) == COMPLETE else 1
                        counts[BACK] = NEVER
                        return held
            busy = within(hash_of(game.key(t)), BUSY)
            if top < i < last - 1 and m.busy[busy] != 0 and m.busy[busy] != me:
                last -= 1
                places[i], places[last] = places[last], place
                continue
            m.busy[busy] = me
        m.trail[ply] = place + TURNED if turned else place
        if is_open:
            m.lengths[min(ply + 1, LINE)] = 0
        less = 1 if i >= late else 0
        roof = ceiling if i == top else above(floor)
        while True:
            v = sign * search(
                game, t, m, ply + 1, deeper - less,
                floor if mover == 0 else -roof, roof if mover == 0 else -floor,
                top + count, mark,
            )  # fmt: skip
            if counts[STOPPED] != 0:
                if me != 0:
                    m.busy[busy] = 0
                return 0.0
            if v > floor and less != 0:
                less = 0
            elif floor < v < ceiling and roof < ceiling:
                roof = ceiling
            else:
                break
        if me != 0:
            m.busy[busy] = 0
        i += 1
        if v > best:
            best = v
            best_place = place
        if v > floor and is_open:
            put_first(m, ply, place)
        if v >= ceiling:
            guessed, back = counts[GUESSED], counts[BACK]
            give_credit(m, mover, ply, mark, before, depth)
            break
        guessed |= counts[GUESSED]
        back = min(back, counts[BACK])
        floor = max(floor, v)
    take_off_path(m, ply, key, marked)

    v = min(max(sign * best, low), high)
    edge = EDGE if win != 0.0 else inf
    bound = LOWER if v >= beta else UPPER if v <= alpha else EXACT
    keeps = bound
    if bound == EXACT and guessed != 0 and not -edge < v < edge:
        keeps = LOWER if v > 0 else UPPER
    if bound == EXACT and back < ply:
        keeps = LOWER if v > numbers[ENDLESS] else UPPER
    complete = guessed == 0 or (keeps == LOWER and v > edge) or (keeps == UPPER and v < -edge)
    free = back >= ply or (keeps == LOWER and v > numbers[ENDLESS]) or (keeps == UPPER and v < numbers[ENDLESS])
    if free and use_table:
        reached = COMPLETE if complete else min(depth, COMPLETE - 1)
        data = pack(farther(v, -ply, win, step), keeps, reached, best_place, settings[AGE])
        keep(m.table, bucket, key, data)
    counts[GUESSED] = guessed if bound != keeps or not complete else 0
    counts[BACK] = back if back < ply and (bound != keeps or not free) else NEVER
    return v


def foreseen(
    game: Game, s: State, m: Any, like: Any,
    top: int, count: int, ply: int, height: int, depth: int, mover: int, ceiling: float,
) -> float:  # fmt: skip
    """What the mover has of an action that value bounds or the table show to reach the ceiling; if none does, -inf.

    The value bounds of all results are asked first: meanwhile what the table has of them comes from memory.
    """
    settings, numbers, actions, places = m.settings, m.numbers, m.actions, m.places
    draw, win, step = numbers[DRAW], numbers[WIN_FACTOR], numbers[PLY_FACTOR]
    sign = 1.0 if mover == 0 else -1.0
    for i in range(top, top + count):
        t = turned_result(game, s, load(actions, top + places[i], like), ply + 1, height - 1)
        key = game.key(t)
        expect_slot(m.table, within(hash_of(key), settings[BUCKETS]) * BUCKET, key)
        if settings[USE_VALUE_BOUNDS] != 0 and not game.is_terminal(t):
            least, greatest = game.value_bounds(t)
            low = at_least(float(least), ply + 2, draw, win, step)
            high = at_most(float(greatest), ply + 2, draw, win, step)
            held = low if mover == 0 else -high
            if held >= ceiling:
                return held if least <= greatest else faulty(m, NO_VALUE_BOUNDS)
    for i in range(top, top + count):
        t = turned_result(game, s, load(actions, top + places[i], like), ply + 1, height - 1)
        key = game.key(t)
        data = look_up(m.table, within(hash_of(key), settings[BUCKETS]) * BUCKET, key)
        if data != 0 and depth_in(data) >= min(depth, COMPLETE):
            held = sign * farther(value_in(data), ply + 1, win, step)
            bound = bound_in(data)
            if held >= ceiling and (bound == EXACT or bound == (LOWER if mover == 0 else UPPER)):
                m.counts[GUESSED] = 0 if depth_in(data) == COMPLETE else 1
                return held
    return -inf


def turned_result(game: Game, s: State, a: Any, ply: int, height: int) -> State:
    """The result of an action as a search with a null window takes it."""
    t = game.result(s, a)
    return game.canonical(t) if ply <= SYMMETRIC and height >= TALL else t


def quiesce(game: Game, s: State, m: Any, ply: int, alpha: float, beta: float, left: int) -> float:
    """An evaluation of s, once the noisy actions were followed; the mover may always do without them."""
    counts = m.counts
    if m.control[0] != 0:
        counts[STOPPED] = 1
        return 0.0
    best = evaluated(game, s, m)
    if left > 0 and counts[STOPPED] == 0:
        mover = game.player(s)
        if not 0 <= mover <= 1:
            return faulty(m, NO_PLAYER)
        for a in game.noisy(s):
            if (best >= beta) if mover == 0 else (best <= alpha):
                break
            t = game.result(s, a)
            if counts[NODES] >= counts[MOST_NODES]:
                counts[STOPPED] = 1
                return 0.0
            counts[NODES] += 1
            if game.is_terminal(t):
                v = ended(m, game.utility(t, 0), ply + 1)
            elif mover == 0:
                v = quiesce(game, t, m, ply + 1, max(alpha, best), beta, left - 1)
            else:
                v = quiesce(game, t, m, ply + 1, alpha, min(beta, best), left - 1)
            if counts[STOPPED] != 0:
                return 0.0
            best = max(best, v) if mover == 0 else min(best, v)
    counts[GUESSED] = 1
    return best
