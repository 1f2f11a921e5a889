"""The kernel for many players, for general sums and for opponents who err: a value is a vector, a number a player.

What a player other than the agent does at its nodes is a rule. By max^n it takes what is best for itself. By paranoid
it takes what is worst for the agent; by best reply too, but then the others have no choice until the agent's next move.
One who errs is a chance node whose odds follow from what its actions are worth to it. One who looks so many plies ahead
takes what a search of that depth thinks best.

`search` leaves a vector in the row of its ply and says what is known of it. By max^n: it is exact, or the node was cut,
as its mover has so much there that whoever moved before will not come: shallow pruning (Korf 1991), where the
utilities have a known sum and none is below the least. By the other rules only the agent's number counts, and alpha and
beta are its window, as in minimax. An action that ties with an earlier one never takes its place by max^n, so that
order and pruning leave the vector as it is without them.
"""

from __future__ import annotations

from math import exp, floor as floor_of, inf
from typing import Any

from zermelo.core.game import CHANCE, Action, Game, State
from zermelo.core.values import RESOLUTION, is_tie
from zermelo.kernels.chance import DEEP, NEAR_ONE, ROUNDING, sample
from zermelo.kernels.common import (
    AGE,
    AGENT,
    BACK,
    BUCKETS,
    CHOSEN,
    DEEPEST,
    FORESIGHT,
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
    NOT_A_NUMBER,
    ODDS,
    OTHERS,
    PATIENCE,
    PLAYERS,
    PLIES,
    ROOM,
    SAMPLES,
    SEED,
    SINCE,
    SIZE,
    STAR,
    STOPPED,
    SUM,
    TOO_DEEP,
    USE_ORDER,
    USE_TABLE,
    begin,
    credit_of,
    enter,
    evaluated,
    exact,
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
from zermelo.kernels.level import floor_for, highest, highest_with, lowest, read_one, roof_for
from zermelo.kernels.transpositions import (
    BUCKET,
    EXACT,
    LOWER,
    NO_PLACE,
    UPPER,
    bound_in,
    depth_in,
    keep,
    pack_sealed,
    place_in,
    seal_in,
    settles,
    slot_of,
)
from zermelo.native.memory import above, has_room, hash_of, load, mark_of, read_slot, store, tag_of, within
from zermelo.native.mixing import mix

MAXN, PARANOID, BEST_REPLY, RANDOM, LEVEL, BOLTZMANN, SEARCHER = range(1, 8)
"""What the others do."""


def child_value(game: Game, s: State, m: Any, place: int, depth: int, alpha: float, beta: float) -> float:
    """What is known of the action in that place of `actions(s)`, or of s itself where the place is -1."""
    if place < 0:
        begin(m, game.key(s), place)
        m.movers[0] = game.player(s)
        return float(search(game, s, m, place + 1, depth, alpha, beta, place + 1, place))
    known = float(EXACT)
    i = 0
    for a in game.actions(s):
        if i == place:
            known = value_after(game, s, m, a, i, depth, alpha, beta)
            break
        i += 1
    return known


def value_after(game: Game, s: State, m: Any, a: Action, place: int, depth: int, alpha: float, beta: float) -> float:
    """The same, if the action is at hand: at the plain speed it takes long to find it among many."""
    begin(m, game.key(s), place)
    m.movers[0] = game.player(s)
    top = place - place  # 0, but no literal, for which the search would be compiled a second time
    return float(search(game, game.result(s, a), m, top + 1, depth - 1, alpha, beta, top, mark_of(a, place)))


def search(game: Game, s: State, m: Any, ply: int, depth: int, alpha: float, beta: float, top: int, before: int) -> int:
    """Finds the vector of s; `top` is where rows are free, `before` marks the action that led here."""
    counts, settings, numbers, vectors = m.counts, m.settings, m.numbers, m.vectors
    players = settings[PLAYERS]
    here = ply * players
    if not enter(m, ply):
        return EXACT
    if game.is_terminal(s):
        counts[DEEPEST] = max(counts[DEEPEST], ply)
        for p in range(players):
            vectors[here + p] = exact(game.utility(s, p))
        return checked(m, here)
    key = game.key(s)
    hashed = hash_of(key)
    marked = within(hashed, MARKS)
    earlier = repeated(m, key, marked, ply)
    if earlier >= 0:
        counts[BACK] = earlier
        counts[GUESSED] = 1
        take_vector(vectors, here, m.endless, 0, players)
        return checked(m, here)
    if ply >= settings[PLIES]:
        counts[TOO_DEEP] += 1
        if counts[TOO_DEEP] > PATIENCE:
            faulty(m, NO_END)
            return EXACT
    if depth <= 0 or ply >= settings[PLIES]:
        for p in range(players):
            vectors[here + p] = in_scale(m, evaluated(game, s, m, p))
        return checked(m, here)

    who = game.player(s)
    if not CHANCE <= who < players:
        faulty(m, NO_PLAYER)
        return EXACT
    m.movers[ply] = who
    rule, agent = settings[OTHERS], settings[AGENT]
    is_other = 0 <= who != agent
    chosen = 0 if who == agent else counts[CHOSEN]
    if rule == MAXN and ply > 0 and m.movers[ply - 1] == who:
        beta = inf  # it was meant for another player

    bucket = within(hashed, settings[BUCKETS]) * BUCKET
    first = NO_PLACE
    use_table = settings[USE_TABLE] != 0 and chosen == 0
    slot = slot_of(m.table, bucket, key) if use_table else -1
    if slot >= 0:
        data = read_slot(m.table, slot, key)
        take_vector(vectors, here, m.values, slot * players, players)
        if data != 0 and seal_in(data) == seal_of(vectors, here, players):
            first = place_in(data)
            bound, reached = bound_in(data), depth_in(data)
            held = vectors[here + (agent if rule != MAXN else max(who, 0))]
            holds = reached >> 1 == min(depth, DEEP) or (reached & 1 == 0 and reached >> 1 <= depth)
            if holds and settles(bound, held, alpha, beta):
                counts[GUESSED] = reached & 1
                return bound

    actions, ranks, places, outcomes = m.actions, m.ranks, m.places, m.outcomes
    errs = is_other and RANDOM <= rule <= BOLTZMANN
    is_mean = who == CHANCE or errs
    count = 0
    total = 0.0
    usual, usual_rank = 0, -inf
    favoured = favourites(m, max(who, 0), ply, before)
    for a in game.actions(s):
        i = top + count
        if not has_room(settings[ROOM], i, a):
            faulty(m, NO_ROOM)
            return EXACT
        if is_mean:
            odds = game.probability(s, a) if who == CHANCE else 0.0
            if not 0.0 <= odds <= 1.0:
                faulty(m, NO_CHANCE)
                return EXACT
            store(actions, i, a)
            ranks[i], places[i] = odds, count
            total += odds
        else:
            rank = game.order(s, a) if settings[USE_ORDER] != 0 or rule == BEST_REPLY else 0.0
            if rank > usual_rank:
                usual, usual_rank = count, rank
            rank = inf if count == first else rank
            put_in_order(m, top, count, a, rank, credit_of(m, who, mark_of(a, count), favoured))
        count += 1
    if count == 0 or (who == CHANCE and not -NEAR_ONE < total - 1.0 < NEAR_ONE):
        faulty(m, NO_ACTIONS if count == 0 else NO_CHANCE)
        return EXACT
    last = top + count
    if is_other and chosen != 0:
        last = leave_only(m, top, usual)
    if who == CHANCE and 0 < settings[SAMPLES] < count:
        sample(m, top, last, settings[SAMPLES], mix(hashed, settings[SEED]))

    put_on_path(m, ply, key, marked)
    prunes = settings[STAR] != 0
    least, greatest = numbers[LEAST], numbers[GREATEST]
    slack = numbers[SIZE] / RESOLUTION
    margin = ROUNDING * (greatest - least) + slack if prunes else 0.0
    # Of a mean only the agent's number is bounded: it lies between low and high, whatever is not read yet.
    is_bounded = is_mean and prunes and rule != MAXN and not (errs and rule == BOLTZMANN)
    low, high = (least, greatest) if is_bounded else (-inf, inf)
    by_level = errs and rule == LEVEL
    level = numbers[ODDS] if count > 1 else 1.0
    read = (count, count, greatest, 0, 0.0, 0.0)  # as in `level`
    if errs and rule == RANDOM:
        for i in range(top, last):
            ranks[i] = 1.0 / count
    sign = -1.0 if is_other else 1.0
    best, best_place = -inf, -1
    bound = EXACT
    guessed, back = 0, NEVER
    deeper = depth - 1
    ponders = is_other and rule == SEARCHER  # then all is read twice: what it will do, and what that comes to
    since = settings[SINCE]
    if ponders:
        settings[OTHERS], settings[USE_TABLE], settings[SINCE] = MAXN, 0, ply + 1
        rule, deeper = MAXN, settings[FORESIGHT] - 1
    i = top
    while i < last or ponders:
        if i == last:  # it knows what it will do
            settings[OTHERS], settings[USE_TABLE], settings[SINCE] = SEARCHER, 1 if use_table else 0, since
            ponders = False
            rule, deeper = SEARCHER, depth - 1
            last = leave_only(m, top, best_place)
            best, best_place, guessed, back = -inf, -1, 0, NEVER
            i = top
        place = places[i]
        kept = load(actions, top + place, a)
        floor, roof = -inf, inf
        if is_mean:
            odds = ranks[i]
            if odds == 0.0 and who == CHANCE:
                for p in range(players):
                    outcomes[i * players + p] = 0.0
                i += 1
                continue
            if is_bounded:
                if by_level:
                    floor = floor_for(level, read, greatest, alpha, slack)
                    roof = roof_for(level, read, least, beta)
                else:
                    floor = (alpha - high + odds * greatest) / odds
                    roof = (beta - low + odds * least) / odds
                floor = min(max(floor, least), greatest) - margin
                roof = max(min(roof, greatest), least) + margin
        elif rule == MAXN:
            if best_place >= 0:
                if prunes and best >= greatest and place > best_place:
                    i += 1
                    continue
                roof = most_for_others(m, best, place < best_place)
        else:
            floor = max(alpha, best) if sign > 0.0 else alpha
            roof = min(beta, -best) if sign < 0.0 else beta
        m.trail[ply] = place
        m.lengths[min(ply + 1, LINE)] = 0
        counts[CHOSEN] = 1 if chosen != 0 or (is_other and rule == BEST_REPLY and place != usual) else 0
        mark = mark_of(kept, place)
        known = search(game, game.result(s, kept), m, ply + 1, deeper, floor, roof, last, mark)
        if counts[STOPPED] != 0:
            if ponders:
                settings[OTHERS], settings[USE_TABLE], settings[SINCE] = SEARCHER, 1 if use_table else 0, since
            return EXACT
        guessed |= counts[GUESSED]
        back = min(back, counts[BACK])
        below = here + players
        if is_mean:
            take_vector(outcomes, i * players, vectors, below, players)
            if is_bounded:
                w = vectors[below + agent]
                if not by_level:
                    low, high = low + odds * (w - least), high + odds * (w - greatest)
                elif w <= floor:
                    high = highest_with(level, read, greatest, w, slack)
                else:
                    read = read_one(read, w, slack)
                    low, high = lowest(level, read, least), highest(level, read, greatest)
                if w <= floor or high <= alpha - margin:
                    vectors[here + agent], bound = high, UPPER
                    break
                if w >= roof or low >= beta + margin:
                    vectors[here + agent], bound = low, LOWER
                    break
        elif rule == MAXN:
            w = vectors[below + who]
            if known == EXACT and (best_place < 0 or w > best or (w == best and place < best_place)):
                best, best_place = w, place
                take_vector(vectors, here, vectors, below, players)
                put_first(m, ply, place)
            if known == EXACT and w >= beta and not ponders:
                bound = LOWER
                guessed, back = counts[GUESSED], counts[BACK]
                give_credit(m, who, ply, mark, before, depth)
                break
        else:
            w = sign * vectors[below + agent]
            if best_place < 0 or w > best:
                best, best_place = w, place
                take_vector(vectors, here, vectors, below, players)
                put_first(m, ply, place)
            if w >= (beta if sign > 0.0 else -alpha):
                guessed, back = counts[GUESSED], counts[BACK]
                give_credit(m, who, ply, mark, before, depth)
                break
        i += 1
    take_off_path(m, ply, key, marked)

    if is_mean:
        if bound == EXACT:
            if errs and rule != RANDOM:
                weigh(m, top, last, who)
            take_mean(m, here, top, last)
    elif rule != MAXN:
        v = vectors[here + agent]
        bound = LOWER if v >= beta else UPPER if v <= alpha else EXACT
    if back >= ply and use_table:
        reached = min(depth, DEEP) << 1 | guessed
        data = pack_sealed(seal_of(vectors, here, players), bound, reached, best_place, settings[AGE])
        take_vector(m.values, keep(m.table, bucket, key, data) * players, vectors, here, players)
    counts[GUESSED] = guessed
    counts[BACK] = back if back < ply else NEVER
    return bound


def take_vector(to: Any, at: int, row: Any, start: int, players: int) -> None:
    """Copies a vector from one row to another."""
    for p in range(players):
        to[at + p] = row[start + p]


def checked(m: Any, here: int) -> int:
    """A leaf's vector is exact, if its numbers are some, and keep to what all pruning rests on."""
    players, numbers = m.settings[PLAYERS], m.numbers
    total = 0.0
    for p in range(players):
        v = m.vectors[here + p]
        if not -inf < v < inf:
            faulty(m, NOT_A_NUMBER)
        if m.settings[STAR] != 0 and not numbers[LEAST] <= v <= numbers[GREATEST]:
            faulty(m, NO_BOUNDS)
        total += v
    if m.settings[STAR] != 0 and total > numbers[SUM] + NEAR_ONE:
        faulty(m, NO_BOUNDS)
    return EXACT


def most_for_others(m: Any, best: float, ties_count: bool) -> float:
    """From what number of the next player on an action is no better for this one, who has `best` already.

    An action that comes before the best one so far would take its place if it were as good.
    """
    numbers = m.numbers
    if numbers[SUM] == inf:
        return inf
    most = float(numbers[SUM] - best - (m.settings[PLAYERS] - 2) * numbers[LEAST])
    if most != floor_of(most):  # it may have been rounded
        most += ROUNDING * (numbers[GREATEST] - numbers[LEAST])
    return above(most) if ties_count else most


def leave_only(m: Any, top: int, place: int) -> int:
    """Leaves of a node's actions only that in this place; gives where its row ends, beyond which others may write."""
    m.places[top] = place
    return top + 1


def weigh(m: Any, first: int, behind: int, who: int) -> None:
    """How likely each action is that one who errs may take, by what they are worth to it."""
    players, ranks, outcomes = m.settings[PLAYERS], m.ranks, m.outcomes
    best = first
    for i in range(first, behind):
        if outcomes[i * players + who] > outcomes[best * players + who]:
            best = i
    if m.settings[OTHERS] == LEVEL:
        weigh_by_level(m, first, behind, who, best)
        return
    whole = 0.0
    for i in range(first, behind):
        ranks[i] = exp((outcomes[i * players + who] - outcomes[best * players + who]) / m.numbers[ODDS])
        whole += ranks[i]
    for i in range(first, behind):
        ranks[i] /= whole


def weigh_by_level(m: Any, first: int, behind: int, who: int, best: int) -> None:
    """How likely each action is, by a level. The best gets the share of what ties with it: they are worth the same."""
    players, ranks, outcomes, level = m.settings[PLAYERS], m.ranks, m.outcomes, m.numbers[ODDS]
    size = m.numbers[SIZE]
    for i in range(first, behind):
        size = max(size, abs(outcomes[i * players + who]))
    others = 0
    for i in range(first, behind):
        is_best = is_tie(outcomes[i * players + who], outcomes[best * players + who], size)
        ranks[i] = 0.0 if is_best else 1.0 - level
        others += 0 if is_best else 1
    for i in range(first, behind):
        ranks[i] /= max(others, 1)
    ranks[best] = level if others > 0 else 1.0


def take_mean(m: Any, here: int, first: int, behind: int) -> None:
    """The mean of what a node may lead to, player by player."""
    players = m.settings[PLAYERS]
    for p in range(players):
        total = 0.0
        for i in range(first, behind):
            total += m.ranks[i] * m.outcomes[i * players + p]
        m.vectors[here + p] = total


def seal_of(row: Any, start: int, players: int) -> int:
    """31 bits that follow from a vector: two threads may write one at once, and then its seal is broken."""
    total = mix(0, players)
    for p in range(players):
        total = mix(total, row[start + p])
    return tag_of(total)
