"""The kernel for many players, general sums and fallible opponents: a value is a vector with a number for each player.

A rule decides the actions of the players other than the agent. In max^n each takes the best action for itself. In
paranoid search each takes the worst action for the agent; in best-reply search only one of them does, and the others
have no choice until the agent's next move. The node of a fallible opponent is a chance node whose probabilities depend
on the values of its actions to the opponent. An opponent with a search depth takes the best action of such a search.

`search` leaves a vector in the row of its ply and returns what is known of it. In max^n the vector is exact, or the
node was cut, because its mover gets so much there that the previous mover will not choose it: shallow pruning (Korf
1991), which needs a known sum and a least value of utilities. With the other rules only the agent's number counts, and
alpha and beta are its window, as in minimax. In max^n an action that ties with an earlier one never replaces it, so
move ordering and pruning do not change the vector.
"""

from __future__ import annotations

from math import floor as floor_of, inf
from typing import Any, NamedTuple

from zermelo.core.game import CHANCE, Action, Game, State
from zermelo.core.opponents import DEPTH, LEVEL, RANDOM, TEMPERATURE
from zermelo.core.values import RESOLUTION
from zermelo.kernels.chance import NEAR_ONE, ROUNDING, are_complete, put_outcome, sample
from zermelo.kernels.choosing import action_at
from zermelo.kernels.erring import take_mean, weigh
from zermelo.kernels.faults import NO_ACTIONS, NO_BOUNDS, NO_PLAYER, NOT_A_NUMBER, faulty
from zermelo.kernels.leaves import evaluated, exact, in_scale
from zermelo.kernels.level import Read, floor_for, highest, highest_with, lowest, read_one, roof_for
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
    keep,
    own_depth,
    pack_sealed,
    place_in,
    seal_in,
    settles,
    slot_of,
)
from zermelo.native.memory import load, mark_of, next_float, read_slot, tag_of
from zermelo.native.mixing import mix

MAXN, PARANOID, BEST_REPLY = range(1, 4)
"""What other players do who do not err; the numbers of those who err are in `core.opponents`."""


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

    who: int
    """The player to move."""

    is_other: bool
    """Whether a player other than the agent moves."""

    has_replied: bool
    """Whether an opponent has used the one free choice of best-reply search since the agent's last move."""

    usual: int
    """The index of the action that ranks first by `order`, which an opponent without a free choice takes."""


class Found(NamedTuple):
    """The result of searching the actions of a node; the vector is in the row of the node's ply."""

    bound: int
    place: int
    guessed: bool
    back: int


def child_value(game: Game, s: State, m: SearchMemory, place: int, depth: int, alpha: float, beta: float) -> float:
    """Computes the vector of the action with index `place` in `actions(s)`, or of s itself if `place` is -1.

    Returns whether the vector is exact or a bound.
    """
    if place < 0:
        begin(m, game.key(s), place)
        m.movers[0] = game.player(s)
        return float(search(game, s, m, place + 1, depth, alpha, beta, place + 1, place))
    return value_after(game, s, m, action_at(game, s, place), place, depth, alpha, beta)


def value_after(
    game: Game, s: State, m: SearchMemory, a: Action, place: int, depth: int, alpha: float, beta: float
) -> float:
    """Like `child_value` for a given action: at the plain speed it is slow to find one among many by its index."""
    begin(m, game.key(s), place)
    m.movers[0] = game.player(s)
    top = place - place  # 0, but no literal, for which the search would be compiled a second time
    return float(search(game, game.result(s, a), m, top + 1, depth - 1, alpha, beta, top, mark_of(a, place)))


def search(
    game: Game, s: State, m: SearchMemory, ply: int, depth: int, alpha: float, beta: float, top: int, before: int
) -> int:
    """Computes the vector of s; returns whether it is exact or a bound. Both are meaningless if `m.stopped` is set."""
    if not enter(m, ply):
        return EXACT
    if game.is_terminal(s):
        return final_vector(game, s, m, ply)
    at = keyed(game.key(s))
    if is_repeated(m, at, ply):
        m.guessed = True
        take_vector(m.vectors, ply * m.players, m.endless_vector, 0, m.players)
        return checked(m, ply * m.players)
    is_leaf = is_too_deep(m, ply) or depth <= 0
    if is_leaf:
        return leaf_vector(game, s, m, ply)

    who = game.player(s)
    if not CHANCE <= who < m.players:
        faulty(m, NO_PLAYER)
        return EXACT
    m.movers[ply] = who
    if m.others == MAXN and ply > 0 and m.movers[ply - 1] == who:
        beta = inf  # it was meant for another player
    node = Node(
        ply, depth, alpha, beta, top, top, before, who, 0 <= who != m.agent, m.has_replied and who != m.agent, 0
    )
    use_table = m.use_table and not node.has_replied
    is_settled, bound, first = looked_up(m, node, at, use_table)
    if is_settled:
        return bound

    put_on_path(m, ply, at.key, at.marked)
    if is_averaged(m, who, node.is_other):
        found = search_averaged_node(game, s, m, node, mix(at.hashed, m.seed))
    else:
        found = search_player_node(game, s, m, node, first)
    if m.stopped:
        return EXACT
    take_off_path(m, ply, at.key, at.marked)
    if found.back >= ply and use_table:
        keep_vector(m, node, at, found)
    rest_on(m, found.guessed, found.back, ply)
    return found.bound


def final_vector(game: Game, s: State, m: SearchMemory, ply: int) -> int:
    """The utilities of a terminal state."""
    m.deepest = max(m.deepest, ply)
    here = ply * m.players
    for p in range(m.players):
        m.vectors[here + p] = exact(game.utility(s, p))
    return checked(m, here)


def leaf_vector(game: Game, s: State, m: SearchMemory, ply: int) -> int:
    """The evaluations of a state that is not searched."""
    here = ply * m.players
    for p in range(m.players):
        m.vectors[here + p] = in_scale(m, evaluated(game, s, m, p))
    return checked(m, here)


def search_averaged_node(game: Game, s: State, m: SearchMemory, node: Node, noise: int) -> Found:
    """Searches the outcomes of chance, or a sample that the noise decides, or the actions of a fallible opponent."""
    top, is_chance = node.top, node.who == CHANCE
    count = 0
    total = 0.0
    for a in game.actions(s):
        odds = game.probability(s, a) if is_chance else 0.0
        if not put_outcome(m, top, count, a, odds):
            return nothing_found()
        total += odds
        count += 1
    if not are_complete(m, count, total if is_chance else 1.0):
        return nothing_found()
    if is_chance and 0 < m.samples < count:
        sample(m, top, top + count, m.samples, noise)
    return search_mean(game, s, m, a, node._replace(last=top + count), count)


def search_player_node(game: Game, s: State, m: SearchMemory, node: Node, first: int) -> Found:
    """Searches the actions of a player in their order; `first` is the place of the one to begin with."""
    top, who = node.top, node.who
    use_order = m.use_order or m.others == BEST_REPLY
    favoured = favourites(m, who, node.ply, node.before)
    usual, usual_rank = 0, -inf
    count = 0
    for a in game.actions(s):
        rank = rank_of(game, s, a, False, use_order)
        if rank > usual_rank:
            usual, usual_rank = count, rank
        if not put_ranked(m, top, count, a, inf if count == first else rank, who, favoured):
            return nothing_found()
        count += 1
    if count == 0:
        faulty(m, NO_ACTIONS)
        return nothing_found()
    last = leave_only(m, top, usual) if node.is_other and node.has_replied else top + count
    node = node._replace(last=last, usual=usual)
    if node.is_other and m.others == DEPTH:
        return search_foreseen(game, s, m, a, node)
    return search_choice(game, s, m, a, node, node.depth - 1)


def nothing_found() -> Found:
    """The result of a search that a fault has stopped."""
    return Found(EXACT, NO_PLACE, False, NEVER)


def is_averaged(m: SearchMemory, who: int, is_other: bool) -> bool:
    """Whether the value of a node is a mean: of a chance node, or of a fallible opponent's node."""
    return who == CHANCE or (is_other and RANDOM <= m.others <= TEMPERATURE)


def looked_up(m: SearchMemory, node: Node, at: Keyed, use_table: bool) -> tuple[bool, int, int]:
    """Whether the table settles the node, which is then in its vector; what is known of it, and the best place."""
    slot = slot_of(m.table, bucket_of(m.buckets, at.hashed), at.key) if use_table else -1
    if slot < 0:
        return False, EXACT, NO_PLACE
    here = node.ply * m.players
    data = read_slot(m.table, slot, at.key)
    take_vector(m.vectors, here, m.values, slot * m.players, m.players)
    if data == 0 or seal_in(data) != seal_of(m.vectors, here, m.players):
        return False, EXACT, NO_PLACE
    bound, reached = bound_in(data), depth_in(data)
    held = m.vectors[here + (m.agent if m.others != MAXN else max(node.who, 0))]
    holds = reached >> 1 == min(node.depth, DEEP) or (reached & 1 == 0 and reached >> 1 <= node.depth)
    if not (holds and settles(bound, held, node.alpha, node.beta)):
        return False, EXACT, place_in(data)
    m.guessed = reached & 1 != 0
    return True, bound, place_in(data)


def keep_vector(m: SearchMemory, node: Node, at: Keyed, found: Found) -> None:
    """Stores the vector of a node beside the slot of its state."""
    here = node.ply * m.players
    seal = seal_of(m.vectors, here, m.players)
    data = pack_sealed(seal, found.bound, own_depth(node.depth, found.guessed), found.place, m.age)
    slot = keep(m.table, bucket_of(m.buckets, at.hashed), at.key, data)
    take_vector(m.values, slot * m.players, m.vectors, here, m.players)


def search_choice(game: Game, s: State, m: SearchMemory, like: Action, node: Node, deeper: int) -> Found:
    """Searches the actions of a player who chooses: by max^n the best for itself, else for or against the agent."""
    ply, who, is_maxn = node.ply, node.who, m.others == MAXN
    here, below = ply * m.players, (ply + 1) * m.players
    sign = -1.0 if node.is_other and not is_maxn else 1.0
    counted = who if is_maxn else m.agent
    best, best_place, bound, guessed, back = -inf, -1, EXACT, False, NEVER
    for i in range(node.top, node.last):
        place = m.places[i]
        floor, roof = -inf, inf
        if not is_maxn:
            floor = max(node.alpha, best) if sign > 0.0 else node.alpha
            roof = min(node.beta, -best) if sign < 0.0 else node.beta
        elif best_place >= 0:
            if m.star != 0 and best >= m.greatest and place > best_place:
                continue
            roof = most_for_others(m, best, place < best_place)
        m.trail[ply] = place
        clear_line(m, ply + 1)
        m.has_replied = node.has_replied or (node.is_other and m.others == BEST_REPLY and place != node.usual)
        kept = load(m.actions, node.top + place, like)
        mark = mark_of(kept, place)
        known = search(game, game.result(s, kept), m, ply + 1, deeper, floor, roof, node.last, mark)
        if m.stopped:
            break
        guessed = guessed or m.guessed
        back = min(back, m.back)
        w = sign * m.vectors[below + counted]
        is_exact = known == EXACT or not is_maxn
        if is_exact and (best_place < 0 or w > best or (is_maxn and w == best and place < best_place)):
            best, best_place = w, place
            take_vector(m.vectors, here, m.vectors, below, m.players)
            put_first(m, ply, place)
        if is_exact and w >= (node.beta if sign > 0.0 else -node.alpha):
            bound = LOWER
            guessed, back = m.guessed, m.back
            give_credit(m, who, ply, mark, node.before, node.depth)
            break
    if not is_maxn:
        v = m.vectors[here + m.agent]
        bound = bound_of(v, node.alpha, node.beta)
    return Found(bound, best_place, guessed, back)


def search_foreseen(game: Game, s: State, m: SearchMemory, like: Action, node: Node) -> Found:
    """The node of an opponent who looks a few plies ahead: first what it will do is found, then what that leads to."""
    use_table, since = m.use_table, m.since
    m.others, m.use_table, m.since = MAXN, False, node.ply + 1
    open_node = node._replace(alpha=-inf, beta=inf)
    intended = search_choice(game, s, m, like, open_node, m.foresight - 1)
    m.others, m.use_table, m.since = DEPTH, use_table, since
    if m.stopped:
        return intended
    only = node._replace(last=leave_only(m, node.top, intended.place))
    return search_choice(game, s, m, like, only, node.depth - 1)


def search_mean(game: Game, s: State, m: SearchMemory, like: Action, node: Node, count: int) -> Found:
    """Searches the outcomes of chance or of a fallible opponent; prunes if the agent's mean is outside the window."""
    ply, top, agent, least, greatest = node.ply, node.top, m.agent, m.least, m.greatest
    here, below = ply * m.players, (ply + 1) * m.players
    errs = node.who != CHANCE
    by_level = errs and m.others == LEVEL
    if errs and m.others == RANDOM:
        for i in range(top, node.last):
            m.ranks[i] = 1.0 / count
    # Only the agent's number is bounded: it lies between low and high, whatever is still unread.
    is_bounded = m.star != 0 and m.others != MAXN and not (errs and m.others == TEMPERATURE)
    low, high = (least, greatest) if is_bounded else (-inf, inf)
    slack = m.size / RESOLUTION
    margin = ROUNDING * (greatest - least) + slack if m.star != 0 else 0.0
    level = m.odds if count > 1 else 1.0
    read = (count, count, greatest, 0, 0.0, 0.0)  # as in `level`
    bound, guessed, back = EXACT, False, NEVER
    for i in range(top, node.last):
        odds = m.ranks[i]
        if odds == 0.0 and not errs:
            clear_outcome(m, i)
            continue
        floor, roof = -inf, inf
        if is_bounded:
            floor, roof = window_of(m, node, by_level, level, read, odds, low, high, slack)
            floor = min(max(floor, least), greatest) - margin
            roof = max(min(roof, greatest), least) + margin
        place = m.places[i]
        m.trail[ply] = place
        clear_line(m, ply + 1)
        m.has_replied = node.has_replied
        kept = load(m.actions, top + place, like)
        search(game, game.result(s, kept), m, ply + 1, node.depth - 1, floor, roof, node.last, mark_of(kept, place))
        if m.stopped:
            break
        guessed = guessed or m.guessed
        back = min(back, m.back)
        take_vector(m.outcomes, i * m.players, m.vectors, below, m.players)
        if is_bounded:
            w = m.vectors[below + agent]
            if not by_level:
                low, high = low + odds * (w - least), high + odds * (w - greatest)
            elif w <= floor:
                high = highest_with(level, read, greatest, w, slack)
            else:
                read = read_one(read, w, slack)
                low, high = lowest(level, read, least), highest(level, read, greatest)
            if w <= floor or high <= node.alpha - margin:
                m.vectors[here + agent], bound = high, UPPER
                break
            if w >= roof or low >= node.beta + margin:
                m.vectors[here + agent], bound = low, LOWER
                break
    if bound == EXACT and not m.stopped:
        if errs and m.others != RANDOM:
            weigh(m, top, node.last, node.who)
        take_mean(m, here, top, node.last)
    return Found(bound, NO_PLACE, guessed, back)


def window_of(
    m: SearchMemory, node: Node, by_level: bool, level: float, read: Read, odds: float, low: float, high: float,
    slack: float,
) -> tuple[float, float]:  # fmt: skip
    """The window within which the next outcome leaves the mean in the node's window."""
    if by_level:
        return floor_for(level, read, m.greatest, node.alpha, slack), roof_for(level, read, m.least, node.beta)
    return (node.alpha - high + odds * m.greatest) / odds, (node.beta - low + odds * m.least) / odds


def clear_outcome(m: SearchMemory, i: int) -> None:
    """Sets the vector of an outcome that never happens to 0."""
    for p in range(m.players):
        m.outcomes[i * m.players + p] = 0.0


def take_vector(to: Any, at: int, row: Any, start: int, players: int) -> None:
    """Copies a vector from one row to another."""
    for p in range(players):
        to[at + p] = row[start + p]


def checked(m: SearchMemory, here: int) -> int:
    """EXACT for a leaf's vector; records a fault if its numbers are not finite or violate the bounds for pruning."""
    players = m.players
    total = 0.0
    for p in range(players):
        v = m.vectors[here + p]
        if not -inf < v < inf:
            faulty(m, NOT_A_NUMBER)
        if m.star != 0 and not m.least <= v <= m.greatest:
            faulty(m, NO_BOUNDS)
        total += v
    if m.star != 0 and total > m.sum + NEAR_ONE:
        faulty(m, NO_BOUNDS)
    return EXACT


def most_for_others(m: SearchMemory, best: float, ties_count: bool) -> float:
    """The next player's value from which on an action is not better for the mover, whose best so far is `best`.

    With `ties_count` an equal action is better: it comes before the best one in the game's order.
    """
    if m.sum == inf:
        return inf
    most = float(m.sum - best - (m.players - 2) * m.least)
    if most != floor_of(most):  # it may have been rounded
        most += ROUNDING * (m.greatest - m.least)
    return next_float(most) if ties_count else most


def leave_only(m: SearchMemory, top: int, place: int) -> int:
    """Keeps only the action with index `place` of a node; returns the first free index after it."""
    m.places[top] = place
    return top + 1


def seal_of(row: Any, start: int, players: int) -> int:
    """A 31-bit checksum of a vector: it detects a vector that two threads have written at the same time."""
    total = mix(0, players)
    for p in range(players):
        total = mix(total, row[start + p])
    return tag_of(total)
