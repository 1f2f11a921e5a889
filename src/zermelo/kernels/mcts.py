"""Monte Carlo tree search: select, expand, simulate, back up.

With the rule UCB1 and nothing else it grows the tree of `textbook/uct.py`, number by number. A node is expanded on its
second visit, or later if `expand_after` says so: all of its children are made, and unvisited ones come first.

A value is player 0's utility if that determines the utilities of all players, else one number for each player. If it is
one number, proofs are backed up with it: bounds on the minimax value that no playout can change. A node whose bounds
meet is proved.

Several threads grow one tree without locks. Counts and sums are added to atomically. A thread that makes the children
of a node claims it first, and publishes them when they are complete; meanwhile the node is a leaf to other threads.

If all threads wrote the same counters at every playout, cache lines would move between processors, which takes longer
than a short playout. So a thread stays below one node, its anchor, for several playouts in a row, and adds them to the
nodes above the anchor all at once; and it takes numbers for new nodes, and playouts, in blocks.
"""

from __future__ import annotations

from math import exp, inf, sqrt

from zermelo.core.game import CHANCE, Game, State
from zermelo.kernels.amaf import back_up_actions, begin_playout, note_action, slot_of
from zermelo.kernels.faults import NO_ACTIONS, NO_CHANCE, NO_PLAYER, NO_VALUE_BOUNDS, NOT_A_NUMBER, faulty
from zermelo.kernels.gains import gain_of
from zermelo.kernels.playouts import NEAR_ONE, guess_of, play_out, take_utilities
from zermelo.kernels.repetition import NOT_FOUND, forget_after, remember, repeated_ply
from zermelo.kernels.score_bounds import is_proved, tighten
from zermelo.kernels.selection import select
from zermelo.kernels.tree_memory import EXPANDING, NO_NUMBERS, ROOT, MctsMemory
from zermelo.native.memory import claim, fetch_add, load, publish, published, store


def grow(game: Game, s: State, m: MctsMemory, playouts: int) -> int:
    """Runs playouts from s, the state of the root, until the threads have started `playouts` in total.

    Returns the number of this thread's playouts.

    It ends early if it is stopped, if the root is proved, if a rule is broken, or if there is no memory left.
    """
    m.path[0] = ROOT
    done = left = 0
    while not is_proved(m, ROOT) and not must_end(m):
        if left == 0:
            left = take_playouts(m, playouts)
            if left == 0:
                break
        did = grow_below_anchor(game, s, m, left)
        done += did
        left -= did
    if left > 0:
        fetch_add(m.begun, 0, -left)
    return done


def take_playouts(m: MctsMemory, playouts: int) -> int:
    """Takes the next block of playouts for this thread, and returns their number; 0 if all have been taken."""
    before = fetch_add(m.begun, 0, m.stay)
    taken = min(m.stay, max(playouts - before, 0))
    if taken < m.stay:
        fetch_add(m.begun, 0, taken - m.stay)
    return int(taken)


def must_end(m: MctsMemory) -> bool:
    """Whether the thread has to end early."""
    return published(m.control, 0) != 0 or published(m.paused, 0) != 0 or m.nodes >= m.most_nodes


def grow_below_anchor(game: Game, s: State, m: MctsMemory, playouts: int) -> int:
    """Runs this many playouts: the first from s, the state of the root, the others from an anchor on its path.

    Returns the number of playouts done: fewer if the anchor is proved, or the thread has to end.
    """
    t = s
    done = 0
    while done < playouts and not is_proved(m, m.path[m.anchor_ply]) and not must_end(m):
        grow_once(game, t, m)
        if m.stopped:
            break
        done += 1
        if done == 1 and playouts > 1:
            t = drop_anchor(game, s, m)
    if m.anchor_ply > 0:
        lift_anchor(m)
        if game.forbids_repetition:
            forget_after(m, m.past)
    return done


def grow_once(game: Game, s: State, m: MctsMemory) -> None:
    """One playout: from the anchor, whose state is s, down the tree to a leaf, from there to the end, and back up."""
    if m.use_amaf:
        begin_playout(m)
    t = descend(game, s, m)
    ply, leaf = m.ply_now, m.leaf
    m.deepest = max(m.deepest, ply)
    m.nodes += ply + 1 - m.anchor_ply
    if is_proved(m, leaf):
        m.outcome[0] = m.lows[leaf]
    elif not m.stopped:
        plies = play_out(game, t, m)
        m.nodes += plies
        if plies == 0 and m.use_proofs and game.is_terminal(t):
            m.lows[leaf] = m.highs[leaf] = m.outcome[0]
    if not m.stopped:
        back_up(m, ply)
    if m.stopped or m.full:
        publish(m.paused, 0, 1)


def drop_anchor(game: Game, s: State, m: MctsMemory) -> State:
    """Makes the anchor the deepest node of the path that is visited often enough; returns its state.

    It is never below a chance node, because every playout draws a new outcome.
    """
    t = s
    ply = 0
    while ply < m.ply_now and m.visits[m.path[ply + 1]] >= m.anchor_visits and m.movers[m.path[ply]] != CHANCE:
        ply += 1
        t = follow(game, t, m, m.path[ply])
        fetch_add(m.pending, m.path[ply], m.stay)
        if game.forbids_repetition:
            remember(game, t, m)
    m.anchor_ply = ply
    return t


# Descending.


def descend(game: Game, s: State, m: MctsMemory) -> State:
    """Follows the tree from the anchor down to a leaf, which is expanded after enough visits; returns its state."""
    t = s
    ply = m.anchor_ply
    node = m.path[ply]
    while not is_proved(m, node) and (m.visits[node] >= m.expand_after or ply == 0) and ply < m.most_plies:
        first = published(m.firsts, node)
        if first == EXPANDING or (first == 0 and (not expand(game, t, m, node) or is_proved(m, node))):
            break
        child = select(m, node)
        t = follow(game, t, m, child)
        enter(m, node, child, ply)
        node = child
        ply += 1
        m.path[ply] = node
        if game.forbids_repetition:
            remember(game, t, m)
    if game.forbids_repetition:
        forget_after(m, m.past + m.anchor_ply)
    m.ply_now, m.leaf = ply, node
    return t


def follow(game: Game, s: State, m: MctsMemory, child: int) -> State:
    """The state that the action of a child leads to from s, the state of its parent."""
    for like in game.actions(s):
        return game.result(s, load(m.actions, child, like))
    return s


def enter(m: MctsMemory, node: int, child: int, ply: int) -> None:
    """Notes that the path goes from a node at this ply to one of its children."""
    if m.threads > 1:
        fetch_add(m.pending, child, 1)
    if m.use_amaf:
        note_action(m, m.movers[node], m.amaf_slots[child], ply)


# Expanding.


def start_tree(game: Game, s: State, m: MctsMemory) -> None:
    """Makes the tree a root with its children, none of them visited."""
    m.free[0] = ROOT + 1
    m.full = False
    m.own_free = m.own_end = 0
    m.deepest = 0
    m.least_seen, m.greatest_seen = inf, -inf
    reset(m, ROOT, 0)
    expand(game, s, m, ROOT)


def reset(m: MctsMemory, node: int, place: int) -> None:
    """Initialises a node. Rows that are not used are not written: each would cost a cache line."""
    m.visits[node] = m.firsts[node] = m.counts[node] = 0
    m.places[node] = place
    if m.threads > 1:
        m.pending[node] = 0
    if m.use_proofs:
        m.lows[node], m.highs[node] = m.least, m.greatest
    if m.implicit > 0.0:
        m.guesses[node] = 0.0
    for p in range(m.width):
        m.totals[node * m.width + p] = m.squares[node * m.width + p] = 0.0
        if m.winning > 0.0:
            m.gains[node * m.width + p] = 0.0
    if m.use_amaf:
        m.amaf_visits[node] = m.amaf_slots[node] = 0
        m.amaf_totals[node] = 0.0


def expand(game: Game, s: State, m: MctsMemory, node: int) -> bool:
    """Makes the children of a node; false if it is terminal, another thread does it, or there is no memory left."""
    if game.is_terminal(s):
        return False
    mover = game.player(s)
    if not CHANCE <= mover < m.players:
        faulty(m, NO_PLAYER)
        return False
    if m.threads > 1 and not claim(m.firsts, node, 0, EXPANDING):
        return False
    count = 0
    for _ in game.actions(s):
        count += 1
    if count == 0:
        faulty(m, NO_ACTIONS)
    first = take_numbers(m, node, count)
    if count == 0 or first == NO_NUMBERS:
        m.full = count > 0
        publish(m.firsts, node, 0)
        return False
    count = make_children(game, s, m, mover, first)
    look_ahead(game, s, m, first, count)
    m.counts[node] = count
    m.movers[node] = mover
    publish(m.firsts, node, first)
    if m.use_proofs or m.implicit > 0.0:
        tighten(m, node)
    return True


def take_numbers(m: MctsMemory, node: int, count: int) -> int:
    """Reserves `count` consecutive numbers for the children of a node, all higher than its own; returns the first.

    NO_NUMBERS means that there is no memory left. Several threads take numbers from separate blocks, so the children
    that two threads make are in different cache lines.
    """
    if not node < m.own_free <= m.own_end - count:
        m.own_free = fetch_add(m.free, 0, max(count, m.block))
        m.own_end = min(m.own_free + max(count, m.block), m.most_tree_nodes)
        if m.own_free + count > m.own_end:
            return NO_NUMBERS
    first = m.own_free
    m.own_free += count
    return first


def make_children(game: Game, s: State, m: MctsMemory, mover: int, first: int) -> int:
    """Makes a node for each action or outcome in s, from number `first` on; sorted by `order` if that is used.

    Actions that repeat an earlier position are left out if the game forbids that. Returns the number of children.
    """
    count = 0
    place = -1
    total = 0.0
    for a in game.actions(s):
        place += 1
        if game.forbids_repetition and repeated_ply(game, s, game.result(s, a), m) != NOT_FOUND:
            continue
        child = first + count
        reset(m, child, place)
        prior = 0.0
        if mover == CHANCE:
            prior = float(game.probability(s, a))
            total += prior
        elif m.use_order:
            prior = float(game.order(s, a))
            while child > first and m.priors[child - 1] < prior:
                m.priors[child], m.places[child] = m.priors[child - 1], m.places[child - 1]
                store(m.actions, child, load(m.actions, child - 1, a))
                if m.use_amaf:
                    m.amaf_slots[child] = m.amaf_slots[child - 1]
                child -= 1
        if mover == CHANCE or m.use_priors:
            m.priors[child] = prior
        m.places[child] = place
        store(m.actions, child, a)
        if m.use_amaf:
            m.amaf_slots[child] = slot_of(a)
        count += 1
    if mover != CHANCE:
        if m.credit > 0.0:
            give_credit(m, first, count)
        if m.use_priors:
            share_attention(m, first, count)
    elif not -NEAR_ONE < total - 1.0 < NEAR_ONE:
        faulty(m, NO_CHANCE)
    if count == 0:
        faulty(m, NO_ACTIONS)
    return count


def give_credit(m: MctsMemory, first: int, count: int) -> None:
    """Gives new children virtual playouts, by the game's `order`."""
    for child in range(first, first + count):
        m.credits[child] = m.credit * m.priors[child]


def share_attention(m: MctsMemory, first: int, count: int) -> None:
    """Normalises the game's `order` to shares that add up to 1; without an order they are equal."""
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
    """Stores what is known about new children without a playout: utilities, value bounds, evaluations."""
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


# Backing up.


def back_up(m: MctsMemory, ply: int) -> None:
    """Counts the outcome of a playout at every node of its path from the anchor on, and backs up what was proved."""
    changed = m.use_proofs
    for p in range(m.width):
        m.least_seen, m.greatest_seen = min(m.least_seen, m.outcome[p]), max(m.greatest_seen, m.outcome[p])
    for i in range(ply, m.anchor_ply - 1, -1):
        node = m.path[i]
        if m.threads == 1:
            count(m, node)
        elif i > m.anchor_ply or i == 0:
            count_atomically(m, node)
            if i > 0:
                fetch_add(m.pending, node, -1)
        if i < ply:
            if m.use_amaf:
                back_up_actions(m, node, i)
            if changed or m.implicit > 0.0:
                changed = tighten(m, node)
    if m.anchor_ply > 0:
        carry(m)


def count(m: MctsMemory, node: int) -> None:
    """Counts the outcome of a playout at a node."""
    m.visits[node] += 1
    for p in range(m.width):
        at = node * m.width + p
        m.totals[at] += m.outcome[p]
        m.squares[at] += m.outcome[p] * m.outcome[p]
        if m.winning > 0.0:
            m.gains[at] += gain_of(m, m.outcome[p])


def count_atomically(m: MctsMemory, node: int) -> None:
    """Counts the outcome of a playout at a node to which other threads may add at the same time."""
    fetch_add(m.visits, node, 1)
    for p in range(m.width):
        at = node * m.width + p
        fetch_add(m.totals, at, m.outcome[p])
        fetch_add(m.squares, at, m.outcome[p] * m.outcome[p])
        if m.winning > 0.0:
            fetch_add(m.gains, at, gain_of(m, m.outcome[p]))


def carry(m: MctsMemory) -> None:
    """Adds the outcome of a playout to the sums that are still to be counted at the nodes above the anchor."""
    m.carried += 1
    for p in range(m.width):
        m.carried_totals[p] += m.outcome[p]
        m.carried_squares[p] += m.outcome[p] * m.outcome[p]
        if m.winning > 0.0:
            m.carried_gains[p] += gain_of(m, m.outcome[p])


def lift_anchor(m: MctsMemory) -> None:
    """Adds the playouts that began at the anchor to the nodes above it, and makes the root the anchor."""
    changed = m.use_proofs
    for i in range(m.anchor_ply, -1, -1):
        node = m.path[i]
        fetch_add(m.visits, node, m.carried)
        for p in range(m.width):
            fetch_add(m.totals, node * m.width + p, m.carried_totals[p])
            fetch_add(m.squares, node * m.width + p, m.carried_squares[p])
            if m.winning > 0.0:
                fetch_add(m.gains, node * m.width + p, m.carried_gains[p])
        if i > 0:
            fetch_add(m.pending, node, -m.stay)
        if i < m.anchor_ply and (changed or m.implicit > 0.0):
            changed = tighten(m, node)
    m.anchor_ply = m.carried = 0
    for p in range(m.width):
        m.carried_totals[p] = m.carried_squares[p] = m.carried_gains[p] = 0.0
