"""Monte Carlo tree search: select, expand, simulate, back up.

With the rule UCB1 and nothing else it grows the tree of `textbook/uct.py`, number by number. A node is expanded on its
second visit: all of its children are made, and unvisited ones come first.

A value is player 0's if that says it all, else a number for each player. Where it is one number, proofs are backed up
with it: bounds on the minimax value that no playout can change. A node whose bounds meet is proved.
"""

from __future__ import annotations

from math import exp, inf, log, sqrt

from zermelo.core.game import CHANCE, MAX, Game, State
from zermelo.kernels.faults import NO_ACTIONS, NO_CHANCE, NO_PLAYER, NO_VALUE_BOUNDS, NOT_A_NUMBER, faulty
from zermelo.kernels.playouts import NEAR_ONE, guess_of, play_out, take_utilities
from zermelo.kernels.repetition import NOT_FOUND, forget_after, remember, repeated_ply
from zermelo.kernels.tree_memory import PUCT, ROOT, TUNED, MctsMemory
from zermelo.native.draws import draw_fraction, next_draw
from zermelo.native.memory import load, store


def grow(game: Game, s: State, m: MctsMemory, playouts: int) -> int:
    """Does some playouts from s, the state of the root; returns how many.

    It ends early if it is stopped, if the root is proved, if a rule is broken, or if there is no memory left.
    """
    done = 0
    while done < playouts and not is_proved(m, ROOT):
        if m.control[0] != 0 or m.full or m.nodes >= m.most_nodes:
            break
        grow_once(game, s, m)
        if m.stopped:
            break
        done += 1
    return done


def grow_once(game: Game, s: State, m: MctsMemory) -> None:
    """One playout: down the tree to a leaf, from there to the end, and back up."""
    t = s
    node = ROOT
    ply = 0
    m.path[0] = ROOT
    while not is_proved(m, node) and (m.visits[node] > 0 or ply == 0) and ply < m.most_plies:
        if m.firsts[node] == 0 and (not expand(game, t, m, node) or is_proved(m, node)):
            break
        node = select(m, node)
        t = follow(game, t, m, node)
        ply += 1
        m.path[ply] = node
        if game.forbids_repetition:
            remember(game, t, m)
    if game.forbids_repetition:
        forget_after(m, m.past)
    m.deepest = max(m.deepest, ply)
    m.ply_now = ply
    m.nodes += ply + 1
    if is_proved(m, node):
        m.outcome[0] = m.lows[node]
    else:
        plies = play_out(game, t, m)
        m.nodes += plies
        if plies == 0 and m.use_proofs and game.is_terminal(t):
            m.lows[node] = m.highs[node] = m.outcome[0]
    if not m.stopped:
        back_up(m, ply)


def follow(game: Game, s: State, m: MctsMemory, child: int) -> State:
    """The state that the action of a child leads to from s, the state of its parent."""
    for like in game.actions(s):
        return game.result(s, load(m.actions, child, like))
    return s


# Expanding.


def start_tree(game: Game, s: State, m: MctsMemory) -> None:
    """Makes the tree a root with its children, none of them visited."""
    m.free = ROOT + 1
    m.full = False
    m.deepest = 0
    m.least_seen, m.greatest_seen = inf, -inf
    reset(m, ROOT, 0)
    expand(game, s, m, ROOT)


def reset(m: MctsMemory, node: int, place: int) -> None:
    """Makes a node a new one."""
    m.visits[node] = m.firsts[node] = m.counts[node] = 0
    m.places[node] = place
    m.lows[node], m.highs[node] = m.least, m.greatest
    m.priors[node] = m.guesses[node] = 0.0
    for p in range(m.width):
        m.totals[node * m.width + p] = m.squares[node * m.width + p] = 0.0


def expand(game: Game, s: State, m: MctsMemory, node: int) -> bool:
    """Makes the children of a node; false if it is terminal, or there is no memory left."""
    if game.is_terminal(s):
        return False
    mover = game.player(s)
    if not CHANCE <= mover < m.players:
        faulty(m, NO_PLAYER)
        return False
    first = m.free
    count = 0
    place = -1
    total = 0.0
    for a in game.actions(s):
        place += 1
        if game.forbids_repetition and repeated_ply(game, s, game.result(s, a), m) != NOT_FOUND:
            continue
        child = first + count  # the next that is free
        if child >= m.most_tree_nodes:
            m.full = True
            return False
        reset(m, child, place)
        prior = 0.0
        if mover == CHANCE:
            prior = float(game.probability(s, a))
            total += prior
        elif m.use_order:
            prior = float(game.order(s, a))
            while child > first and m.priors[child - 1] < prior:  # the best first, for progressive widening
                m.priors[child], m.places[child] = m.priors[child - 1], m.places[child - 1]
                store(m.actions, child, load(m.actions, child - 1, a))
                child -= 1
        m.priors[child], m.places[child] = prior, place
        store(m.actions, child, a)
        count += 1
    if count == 0 or (mover == CHANCE and not -NEAR_ONE < total - 1.0 < NEAR_ONE):
        faulty(m, NO_ACTIONS if count == 0 else NO_CHANCE)
        return False
    if mover != CHANCE:
        share_attention(m, first, count)
    look_ahead(game, s, m, first, count)
    m.free = first + count
    m.counts[node] = count
    m.movers[node] = mover
    m.firsts[node] = first
    tighten(m, node)
    return True


def share_attention(m: MctsMemory, first: int, count: int) -> None:
    """Turns the game's `order` into shares that add up to 1, whatever its scale; without one they are equal."""
    mean = square = 0.0
    for child in range(first, first + count):
        mean += m.priors[child] / count
        square += m.priors[child] * m.priors[child] / count
    spread = sqrt(max(square - mean * mean, 0.0))
    if not -inf < mean < inf:
        faulty(m, NOT_A_NUMBER)
    total = 0.0
    for child in range(first, first + count):
        m.priors[child] = exp((m.priors[child] - mean) / spread) if spread > 0.0 else 1.0
        total += m.priors[child]
    for child in range(first, first + count):
        m.priors[child] /= total


def look_ahead(game: Game, s: State, m: MctsMemory, first: int, count: int) -> None:
    """What can be known of new children without a playout: utilities, value bounds, evaluations."""
    if not m.use_proofs and m.implicit == 0.0:
        return
    for child in range(first, first + count):
        t = follow(game, s, m, child)
        if game.is_terminal(t):
            take_utilities(game, t, m)
            m.guesses[child] = m.outcome[0]
            if m.use_proofs:
                m.lows[child] = m.highs[child] = m.outcome[0]
            continue
        if m.use_value_bounds:
            low, high = game.value_bounds(t)
            if not low <= high:
                faulty(m, NO_VALUE_BOUNDS)
            m.lows[child], m.highs[child] = max(m.lows[child], float(low)), min(m.highs[child], float(high))
        if m.implicit > 0.0:
            m.guesses[child] = guess_of(game, t, m, 0)


# Selecting.


def select(m: MctsMemory, node: int) -> int:
    """The child to follow: of the best scores the first; where chance moves, one that is drawn."""
    if node == ROOT and m.forced >= 0:
        return m.firsts[ROOT] + m.forced
    mover = m.movers[node]
    if mover == CHANCE:
        return drawn_outcome(m, node)
    first = m.firsts[node]
    best = -1
    top = -inf
    logarithm = log(float(m.visits[node])) if m.visits[node] > 0 else 0.0
    for i in range(considered(m, node)):
        child = first + i
        if is_settled(m, node, child):
            continue
        score = score_of(m, node, child, mover, logarithm)
        if best < 0 or score > top:
            best, top = child, score
    return best if best >= 0 else first


def considered(m: MctsMemory, node: int) -> int:
    """How many of the children are considered: by progressive widening more and more of them.

    If none of these is worth considering, all are.
    """
    count = m.counts[node]
    if m.widening == 0.0:
        return count
    some = min(count, 1 + int(m.widening * sqrt(float(m.visits[node]))))
    for child in range(m.firsts[node], m.firsts[node] + some):
        if not is_settled(m, node, child):
            return some
    return count


def drawn_outcome(m: MctsMemory, node: int) -> int:
    """A child of a chance node, drawn by probability."""
    m.random = next_draw(m.random)
    left = draw_fraction(m.random)
    first, count = m.firsts[node], m.counts[node]
    for child in range(first, first + count):
        left -= m.priors[child]
        if left < 0.0:
            return child
    return first + count - 1


def score_of(m: MctsMemory, node: int, child: int, mover: int, logarithm: float) -> float:
    """The score by which a child is selected: a term that exploits, and one that explores."""
    n = m.visits[child]
    span = span_of(m)
    if n == 0 and m.first_play < 0.0 and m.rule != PUCT:
        return inf
    mean = mean_for(m, child, mover) if n > 0 or is_proved(m, child) else mean_for(m, node, mover)
    if n == 0:
        mean -= max(m.first_play, 0.0) * span
    if m.implicit > 0.0:
        guess = m.guesses[child] if mover == MAX else -m.guesses[child]
        mean = (1.0 - m.implicit) * mean + m.implicit * guess
    if m.bias > 0.0:
        mean += m.bias * span * m.priors[child] / (n + 1)
    if m.rule == PUCT:
        return mean + m.c * span * m.priors[child] * sqrt(float(m.visits[node])) / (1 + n)
    tries = max(n, 1)
    if m.rule == TUNED:
        spread = variance_of(m, child, mover) / (span * span) + sqrt(2.0 * logarithm / tries)
        return mean + 2.0 * m.c * span * sqrt(logarithm / tries * min(0.25, spread))
    return mean + m.c * span * sqrt(2.0 * logarithm / tries)


def span_of(m: MctsMemory) -> float:
    """The difference of the greatest and the least utility: as declared, or as seen so far."""
    if m.span > 0.0:
        return m.span
    return m.greatest_seen - m.least_seen if m.greatest_seen > m.least_seen else 1.0


def mean_for(m: MctsMemory, node: int, p: int) -> float:
    """What a node is worth to a player by its playouts, but not beyond what is proved of it."""
    if m.width > 1:
        return m.totals[node * m.width + p] / max(m.visits[node], 1)
    mean = m.totals[node] / max(m.visits[node], 1)
    if m.use_proofs:
        mean = min(max(mean, m.lows[node]), m.highs[node])
    return mean if p == MAX else -mean


def variance_of(m: MctsMemory, node: int, p: int) -> float:
    """The variance of the utilities of a node's playouts to a player."""
    n = max(m.visits[node], 1)
    at = node * m.width + (p if m.width > 1 else 0)
    mean = m.totals[at] / n
    return max(m.squares[at] / n - mean * mean, 0.0)


# Backing up.


def back_up(m: MctsMemory, ply: int) -> None:
    """Counts the outcome of a playout at every node of its path, and backs up what was proved."""
    changed = m.use_proofs
    for p in range(m.width):
        m.least_seen, m.greatest_seen = min(m.least_seen, m.outcome[p]), max(m.greatest_seen, m.outcome[p])
    for i in range(ply, -1, -1):
        node = m.path[i]
        m.visits[node] += 1
        for p in range(m.width):
            at = node * m.width + p
            m.totals[at] += m.outcome[p]
            m.squares[at] += m.outcome[p] * m.outcome[p]
        if i < ply and (changed or m.implicit > 0.0):
            changed = tighten(m, node)


def tighten(m: MctsMemory, node: int) -> bool:
    """Backs up bounds and evaluations from the children of a node; whether a bound has become better."""
    first, last, mover = m.firsts[node], m.firsts[node] + m.counts[node], m.movers[node]
    if m.width > 1:
        return False
    low, high, guess = m.lows[first], m.highs[first], m.guesses[first]
    if mover == CHANCE:
        low = high = guess = 0.0
        is_known = True
        for child in range(first, last):
            low += m.priors[child] * m.lows[child]
            guess += m.priors[child] * m.guesses[child]
            is_known = is_known and is_proved(m, child)
        low, high = (low, low) if is_known else (m.least, m.greatest)
    for child in range(first + 1, last if mover != CHANCE else first):
        if mover == MAX:
            low, high = max(low, m.lows[child]), max(high, m.highs[child])
            guess = max(guess, m.guesses[child])
        else:
            low, high = min(low, m.lows[child]), min(high, m.highs[child])
            guess = min(guess, m.guesses[child])
    m.guesses[node] = guess
    if not m.use_proofs or (low <= m.lows[node] and high >= m.highs[node]):
        return False
    m.lows[node], m.highs[node] = max(low, m.lows[node]), min(high, m.highs[node])
    return True


def is_proved(m: MctsMemory, node: int) -> bool:
    """Whether the exact value of a node is known."""
    return m.use_proofs and m.lows[node] >= m.highs[node]


def is_settled(m: MctsMemory, node: int, child: int) -> bool:
    """Whether a further visit gains nothing: the value is known, or proved to be no better than another child's.

    As long as a node is not proved it has a child that is not settled.
    """
    if not m.use_proofs:
        return False
    if m.movers[node] == MAX:
        return m.highs[child] <= max(m.lows[node], m.lows[child])
    return m.lows[child] >= min(m.highs[node], m.highs[child])
