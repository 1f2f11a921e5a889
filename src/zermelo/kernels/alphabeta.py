"""The kernel of the alpha-beta engine: principal variation search with a table, for two players and zero sums.

`child_value` is what the engine calls: the value of one action at the root. Values are MAX's throughout, as `scale` has
them; within a node they are negated for MIN, so that the mover wants the greater one. A search is fail-soft: what it
returns is an upper bound if it is at most alpha, a lower bound if it is at least beta, and the value itself in between.

Two things are known about every returned value. Whether it depends on an evaluation (`m.guessed`): if not, it is
proved, and the table keeps it for any depth. And the earliest ply of the path that it depends on (`m.back`): a repeated
state counts as infinite play, which is right for the root, but such a value is valid on this path only, so the table
must not keep it. Two kinds of bounds are free of that. A lower bound that is better than infinite play cannot
rest on a repetition, since the player it is for never repeats a state; nor can an upper bound that is worse. In the
same way a lower bound that is a win, or an upper bound that is a loss, cannot rest on an evaluation.
"""

from __future__ import annotations

from math import inf
from typing import Any, NamedTuple

from zermelo.core.game import Action, Game, State
from zermelo.kernels.choosing import Best, action_at, best_with
from zermelo.kernels.faults import NO_ACTIONS, NO_PLAYER, NO_VALUE_BOUNDS, faulty
from zermelo.kernels.leaves import ended, evaluated
from zermelo.kernels.ordering import favourites, give_credit, put_ranked, rank_of
from zermelo.kernels.path import (
    NEVER,
    TURNED,
    Keyed,
    begin,
    clear_line,
    enter,
    is_repeated,
    is_too_deep,
    keyed,
    put_first,
    put_on_path,
    take_off_path,
)
from zermelo.kernels.repetition import NOT_FOUND, forget_after, keep_estimate, remember, repeated_ply
from zermelo.kernels.scale import EDGE, at_least, at_most, farther
from zermelo.kernels.search_memory import BUSY, SearchMemory
from zermelo.kernels.table_probing import known_value
from zermelo.kernels.transpositions import (
    COMPLETE,
    EXACT,
    LOWER,
    NO_PLACE,
    UPPER,
    bound_in,
    bound_of,
    bucket_of,
    depth_in,
    keep,
    look_up,
    pack,
    place_in,
    settles,
    value_in,
)
from zermelo.kernels.tuning import (
    END_KEEPING,
    END_ORDERING,
    LONG,
    REDUCED_DEPTH,
    REDUCED_FROM,
    SHARED,
    SPLIT,
    SYMMETRIC,
    TALL,
    WORTH_KEEPING,
    WORTH_LOOKING,
    WORTH_ORDERING,
)
from zermelo.native.memory import hash_of, load, mark_of, next_float, prefetch_slot, within

PLIES_UNKNOWN = 1 << 16
"""The least depth that counts as unlimited."""


class Node(NamedTuple):
    """The properties of a node that are known before its actions are searched."""

    ply: int
    depth: int
    alpha: float
    beta: float
    top: int
    """The first free index of the rows of actions."""

    before: int
    """The mark of the action that led here."""

    is_open: bool
    """Whether the window is wider than a null window: only then is the line of best play wanted."""

    height: int
    """An upper bound on the number of plies below the node."""

    turned: bool
    """Whether the state is replaced by its canonical one."""

    use_table: bool
    use_order: bool


class Bounds(NamedTuple):
    """The game's bounds of a node's value, and whether they settle it within the window."""

    low: float
    high: float
    is_settled: bool
    value: float


def child_value(game: Game, s: State, m: SearchMemory, place: int, depth: int, alpha: float, beta: float) -> float:
    """The value of the result of the action with index `place` in `actions(s)`; s is the root."""
    return value_after(game, s, m, action_at(game, s, place), place, depth, alpha, beta)


def value_after(
    game: Game, s: State, m: SearchMemory, a: Action, place: int, depth: int, alpha: float, beta: float
) -> float:
    """Like `child_value` for a given action: at the plain speed it is slow to find one among many by its index."""
    begin(m, game.key(s), place)
    if game.forbids_repetition:
        forget_after(m, m.past)
    top = place - place  # 0, but no literal, for which the search would be compiled a second time
    return search(game, game.result(s, a), m, top + 1, depth - 1, alpha, beta, top, mark_of(a, place))


def search(
    game: Game, s: State, m: SearchMemory, ply: int, depth: int, alpha: float, beta: float, top: int, before: int
) -> float:
    """MAX's value of s within the window; meaningless if `m.stopped` is set."""
    if not enter(m, ply):
        return 0.0
    v = final_value(game, s, m, ply)
    if v == v:  # noqa: PLR0124  # not NaN
        m.deepest = max(m.deepest, ply)
        return v
    node = new_node(m, ply, depth, alpha, beta, top, before, not game.forbids_repetition)
    if node.turned:
        s = game.canonical(s)
    if depth <= 0 or ply >= m.most_plies:
        return leaf_value(game, s, m, ply, alpha, beta)
    bounds = bounds_of(game, s, m, node)  # before the key is hashed: near the end of play they often settle the value
    if bounds.is_settled:
        return bounds.value
    at = keyed(game.key(s))
    if is_repeated(m, at, ply):
        return m.endless
    data = look_up(m.table, bucket_of(m.buckets, at.hashed), at.key) if node.use_table else 0
    is_settled, v = settled_by(m, node, data)
    if is_settled:
        return v

    mover = game.player(s)
    if not 0 <= mover <= 1:
        return faulty(m, NO_PLAYER)
    first = place_in(data) if data != 0 else NO_PLACE
    favoured = favourites(m, mover, ply, before)
    count = 0
    for a in game.candidates(s):
        rank = rank_of(game, s, a, count == first, node.use_order)
        if not put_ranked(m, top, count, a, rank, mover, favoured):
            return 0.0
        count += 1
    if count == 0:
        return faulty(m, NO_ACTIONS)
    return search_node(game, s, m, a, node, at, bounds, count, mover)


def final_value(game: Game, s: State, m: SearchMemory, ply: int) -> float:
    """The value of a state in which play is over, or that a table has; NaN for any other."""
    return ended(m, game.utility(s, 0), ply) if game.is_terminal(s) else known_value(game, s, m, ply)


def new_node(
    m: SearchMemory, ply: int, depth: int, alpha: float, beta: float, top: int, before: int, may_turn: bool
) -> Node:
    """The node: its height is the depth, or if that is not limited, what the longest play so far leaves."""
    is_open = beta > next_float(alpha)
    to_the_end = depth >= PLIES_UNKNOWN and m.deepest > 0
    height = m.deepest - ply if to_the_end else depth
    is_long = to_the_end and m.deepest >= LONG
    turned = (
        may_turn and ply <= SYMMETRIC and height >= TALL and not is_open
    )  # the states of a line have to stay as they are
    use_table = m.use_table and height >= (END_KEEPING if is_long else WORTH_KEEPING)
    use_order = m.use_order and height >= (END_ORDERING if is_long else WORTH_ORDERING)
    return Node(ply, depth, alpha, beta, top, before, is_open, height, turned, use_table, use_order)


def leaf_value(game: Game, s: State, m: SearchMemory, ply: int, alpha: float, beta: float) -> float:
    """The value of a state that is not searched: infinite play if the state is on the path, else an evaluation."""
    if is_repeated(m, keyed(game.key(s)), ply):
        return m.endless
    if is_too_deep(m, ply) or m.quiet_plies == 0:
        return evaluated(game, s, m)
    return quiesce(game, s, m, ply, alpha, beta, m.quiet_plies)


def bounds_of(game: Game, s: State, m: SearchMemory, node: Node) -> Bounds:
    """The game's bounds of a node's value. In an open window they settle less, for the line of best play."""
    least, greatest = game.value_bounds(s)  # in any case: what it has in common with `candidates` is computed once
    if not m.use_value_bounds:
        return Bounds(-inf, inf, False, 0.0)
    if not least <= greatest:
        return Bounds(-inf, inf, True, faulty(m, NO_VALUE_BOUNDS))
    low, high = values_between(m, least, greatest, node.ply + 1)
    is_lower = low >= node.beta or (low == high and not node.is_open)
    return Bounds(low, high, is_lower or high <= node.alpha, low if is_lower else high)


def values_between(m: SearchMemory, least: float, greatest: float, ply: int) -> tuple[float, float]:
    """The bounds of a utility as bounds of a value: at worst play is lost at that ply, at best won."""
    draw, win, step = m.draw, m.win_factor, m.ply_factor
    return at_least(float(least), ply, draw, win, step), at_most(float(greatest), ply, draw, win, step)


def settled_by(m: SearchMemory, node: Node, data: int) -> tuple[bool, float]:
    """Whether the table's data for the node settles its value within a null window, and the value."""
    if data == 0 or node.is_open:
        return False, 0.0
    reached = depth_in(data)
    if reached < min(node.depth, COMPLETE):
        return False, 0.0
    v = farther(value_in(data), node.ply, m.win_factor, m.ply_factor)
    if not settles(bound_in(data), v, node.alpha, node.beta):
        return False, 0.0
    m.guessed = reached != COMPLETE
    return True, v


def search_node(
    game: Game, s: State, m: SearchMemory, like: Action, node: Node, at: Keyed, bounds: Bounds, count: int, mover: int
) -> float:
    """MAX's value of a node whose `count` actions are in order; stores it."""
    ply, low, high = node.ply, bounds.low, bounds.high
    sign = 1.0 if mover == 0 else -1.0
    floor, ceiling = window_of(node, bounds, mover)
    deeper = node.depth if count == 1 and ply < m.extend_until else node.depth - 1
    if node.use_table and node.height > WORTH_LOOKING and not node.is_open and not game.forbids_repetition:
        seen = foreseen(game, s, m, like, node, count, deeper, mover, ceiling)
        if m.stopped:
            return 0.0
        if seen >= ceiling:
            return min(max(sign * seen, low), high)

    put_on_path(m, ply, at.key, at.marked)
    if game.forbids_repetition:
        remember(game, s, m)
    is_settled, v, best = search_actions(game, s, m, like, node, at, count, deeper, mover, floor, ceiling)
    if m.stopped:
        return 0.0
    take_off_path(m, ply, at.key, at.marked)
    if game.forbids_repetition:
        forget_after(m, m.count - 1)
    if is_settled:
        m.back = NEVER
        return v
    v = min(max(sign * best.value, low), high)
    bucket = bucket_of(m.buckets, at.hashed)
    if game.forbids_repetition:
        if best.place == NO_PLACE:
            return faulty(m, NO_ACTIONS)
        return keep_estimate(m, node, at.key, bucket, v, best)
    return keep_value(m, node, at.key, bucket, v, best)


def window_of(node: Node, bounds: Bounds, mover: int) -> tuple[float, float]:
    """The node's window for the mover's values. Bounds would close an open window, and cut its line short."""
    low, high = node.alpha, node.beta
    if not node.is_open:
        low, high = max(low, bounds.low), min(high, bounds.high)
    return (low, high) if mover == 0 else (-high, -low)


def search_actions(
    game: Game, s: State, m: SearchMemory, like: Action, node: Node, at: Keyed, count: int, deeper: int, mover: int,
    floor: float, ceiling: float,
) -> tuple[bool, float, Best]:  # fmt: skip
    """Searches the actions of a node in their order until one reaches the ceiling.

    The first two results are whether another thread has settled the node meanwhile, and its value.
    """
    ply, top, places = node.ply, node.top, m.places
    # 0 if there is no other thread, or too little to share with it.
    me = m.thread if node.height >= SPLIT and node.height >= SHARED * ply else 0
    late = top + REDUCED_FROM if m.use_reductions and node.depth >= REDUCED_DEPTH else top + count
    best = Best(-inf, NO_PLACE, False, NEVER)
    i = top
    last = top + count  # actions from here on were postponed, because another thread was searching them
    while i < top + count:
        place = places[i]
        kept = load(m.actions, top + place, like)
        t = game.result(s, kept)
        if game.forbids_repetition:
            earlier = repeated_ply(game, s, t, m)
            if earlier != NOT_FOUND:
                best = best._replace(back=min(best.back, earlier))
                i += 1
                continue
        if node.use_table:
            prefetch(m, game.key(t))
        busy = 0
        if me != 0:
            is_settled, v = settled_meanwhile(m, node, at, i)
            if is_settled:
                return True, v, best
            busy = within(hash_of(game.key(t)), BUSY)
            if top < i < last - 1 and m.busy[busy] != 0 and m.busy[busy] != me:
                last -= 1
                places[i], places[last] = places[last], place
                continue
            m.busy[busy] = me
        m.trail[ply] = place + TURNED if node.turned else place
        if node.is_open:
            clear_line(m, ply + 1)
        mark = mark_of(kept, place)
        v = search_result(game, t, m, node, top + count, deeper, mark, mover, floor, ceiling, i == top, i >= late)
        if me != 0:
            m.busy[busy] = 0
        if m.stopped:
            break
        i += 1
        best = best_with(m, best, v, place, v >= ceiling)
        if v > floor and node.is_open:
            put_first(m, ply, place)
        if v >= ceiling:
            give_credit(m, mover, ply, mark, node.before, node.depth)
            break
        floor = max(floor, v)
    return False, 0.0, best


def search_result(
    game: Game, t: State, m: SearchMemory, node: Node, top: int, depth: int, mark: int, mover: int,
    floor: float, ceiling: float, is_first: bool, is_late: bool,
) -> float:  # fmt: skip
    """The mover's value of the result of an action.

    All but the first are searched with a null window, and late ones a ply less deep; again, if that turns out better.
    """
    sign = 1.0 if mover == 0 else -1.0
    less = 1 if is_late else 0
    roof = ceiling if is_first else next_float(floor)
    while True:
        alpha, beta = (floor, roof) if mover == 0 else (-roof, -floor)
        v = sign * search(game, t, m, node.ply + 1, depth - less, alpha, beta, top, mark)
        if not m.stopped and v > floor and less != 0:
            less = 0
        elif not m.stopped and floor < v < ceiling and roof < ceiling:
            roof = ceiling
        else:
            return v


def settled_meanwhile(m: SearchMemory, node: Node, at: Keyed, i: int) -> tuple[bool, float]:
    """Whether another thread has settled the node since its first action was searched, and its value."""
    if i == node.top or node.is_open:
        return False, 0.0
    return settled_by(m, node, look_up(m.table, bucket_of(m.buckets, at.hashed), at.key))


def prefetch(m: SearchMemory, key: Any) -> None:
    """Begins to fetch the bucket of a key from memory."""
    prefetch_slot(m.table, bucket_of(m.buckets, hash_of(key)), key)


def keep_value(m: SearchMemory, node: Node, key: Any, bucket: int, v: float, best: Best) -> float:
    """Stores the bound that is independent of the path; returns v, and records in m on what it depends."""
    ply, guessed, back, endless = node.ply, best.guessed, best.back, m.endless
    edge = EDGE if m.win_factor != 0.0 else inf
    bound = bound_of(v, node.alpha, node.beta)
    keeps = bound
    if bound == EXACT and guessed and not -edge < v < edge:
        keeps = LOWER if v > 0 else UPPER
    if bound == EXACT and back < ply:
        keeps = LOWER if v > endless else UPPER
    complete = not guessed or (keeps == LOWER and v > edge) or (keeps == UPPER and v < -edge)
    free = back >= ply or (keeps == LOWER and v > endless) or (keeps == UPPER and v < endless)
    if free and node.use_table:
        reached = COMPLETE if complete else min(node.depth, COMPLETE - 1)
        data = pack(farther(v, -ply, m.win_factor, m.ply_factor), keeps, reached, best.place, m.age)
        keep(m.table, bucket, key, data)
    m.guessed = guessed and (bound != keeps or not complete)
    m.back = back if back < ply and (bound != keeps or not free) else NEVER
    return v


def foreseen(
    game: Game, s: State, m: SearchMemory, like: Any, node: Node, count: int, depth: int, mover: int, ceiling: float
) -> float:
    """The mover's value of an action that value bounds or the table show to reach the ceiling; if none does, -inf.

    The value bounds of all results are computed first: meanwhile their slots of the table are prefetched.
    """
    ply, top = node.ply, node.top
    for i in range(top, top + count):
        t = turned_result(game, s, load(m.actions, top + m.places[i], like), ply + 1, node.height - 1)
        prefetch(m, game.key(t))
        if m.use_value_bounds and not game.is_terminal(t):
            least, greatest = game.value_bounds(t)
            low, high = values_between(m, least, greatest, ply + 2)
            held = low if mover == 0 else -high
            if held >= ceiling:
                return held if least <= greatest else faulty(m, NO_VALUE_BOUNDS)
    sign = 1.0 if mover == 0 else -1.0
    for i in range(top, top + count):
        t = turned_result(game, s, load(m.actions, top + m.places[i], like), ply + 1, node.height - 1)
        key = game.key(t)
        data = look_up(m.table, bucket_of(m.buckets, hash_of(key)), key)
        if data != 0 and depth_in(data) >= min(depth, COMPLETE):
            held = sign * farther(value_in(data), ply + 1, m.win_factor, m.ply_factor)
            bound = bound_in(data)
            if held >= ceiling and (bound == EXACT or bound == (LOWER if mover == 0 else UPPER)):
                m.guessed = depth_in(data) != COMPLETE
                return held
    return -inf


def turned_result(game: Game, s: State, a: Any, ply: int, height: int) -> State:
    """The result of an action for a null-window search: replaced by its canonical state where that pays off."""
    t = game.result(s, a)
    return game.canonical(t) if ply <= SYMMETRIC and height >= TALL else t


def quiesce(game: Game, s: State, m: SearchMemory, ply: int, alpha: float, beta: float, left: int) -> float:
    """The evaluation of s after its noisy actions were followed for at most `left` plies.

    The mover need not take any of them: the evaluation of s itself is a bound.
    """
    if m.control[0] != 0:
        m.stopped = True
        return 0.0
    best = evaluated(game, s, m)
    if left > 0 and not m.stopped:
        mover = game.player(s)
        if not 0 <= mover <= 1:
            return faulty(m, NO_PLAYER)
        for a in game.noisy(s):
            if (best >= beta) if mover == 0 else (best <= alpha):
                break
            t = game.result(s, a)
            if m.nodes >= m.most_nodes:
                m.stopped = True
                return 0.0
            m.nodes += 1
            v = final_value(game, t, m, ply + 1)
            if v == v:  # noqa: PLR0124  # not NaN
                pass
            elif mover == 0:
                v = quiesce(game, t, m, ply + 1, max(alpha, best), beta, left - 1)
            else:
                v = quiesce(game, t, m, ply + 1, alpha, min(beta, best), left - 1)
            if m.stopped:
                return 0.0
            best = max(best, v) if mover == 0 else min(best, v)
    m.guessed = True
    return best
