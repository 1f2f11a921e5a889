"""The kernel of the fast search: maintains arc consistency (MAC) on bit sets.

Each binary constraint is a row of bits for each value; sums, tables and all_different have propagators of their own.
The search branches on x = v and then on x ≠ v, for the variable with the fewest values per weight. The initial weight
of a variable is the tightness of its constraints: counting the solutions of 12 queens takes a third less time with it
than with equal weights. A search for one solution restarts from time to time, and increases the weights of the
variables of a constraint that fails (dom/wdeg, kept by variable); a search for all solutions was slower with that.
"""

from __future__ import annotations

from zermelo.core.game import Game, State
from zermelo.csp.bit_domains import first_value, narrow, undo
from zermelo.csp.layout import WEIGHT, WORD, SolverMemory
from zermelo.csp.propagators import run_propagator
from zermelo.native.bits import lowest_bit

DONE, PAUSED, ENOUGH = range(3)
"""How the search returns: exhausted; its work is used up; the buffer holds the requested number of solutions."""


def search(game: Game, s: State, m: SolverMemory, work: int) -> int:  # noqa: ARG001
    """Resumes the search for this much work, measured in revisions."""
    while True:
        if work <= 0:
            return PAUSED
        before = m.revisions
        if not m.failed and propagate(m):
            work -= 1 + m.revisions - before
            x = choose(m)
            if x >= 0:
                decide(m, x)
                continue
            keep_solution(m)
            m.failed = True
            if m.wanted > 0 and m.found >= m.wanted:
                return ENOUGH
        else:
            work -= 1 + m.revisions - before
            if not m.failed:  # the last leaf was a failure, not a solution
                m.backtracks += 1
                m.failures += 1
        m.failed = False
        if m.depth == 0:
            m.failed = True
            return DONE
        if m.restart_after > 0 and m.failures > m.restart_after:
            restart(m)
        else:
            retract(m)


def keep_solution(m: SolverMemory) -> None:
    """Puts the values of all variables into the buffer, if there is room, and counts them."""
    m.solutions += 1
    if m.wanted > 0 and m.found < m.wanted:
        base = m.found * m.variable_count
        for x in range(m.variable_count):
            m.buffer[base + x] = first_value(m, x)
        m.found += 1


def choose(m: SolverMemory) -> int:
    """The unassigned variable with the fewest values per weight; -1 if all are assigned."""
    best = -1
    size = weight = 0
    for x in range(m.variable_count):
        own = m.sizes[x]
        if own > 1 and (best < 0 or own * weight < size * m.weights[x]):
            best, size, weight = x, own, m.weights[x]
    return best


def decide(m: SolverMemory, x: int) -> None:
    """Assigns x its lowest value."""
    words = m.words
    v = first_value(m, x)
    depth = m.depth
    m.decision_variables[depth], m.decision_values[depth], m.marks[depth] = x, v, m.trail_length
    m.depth = depth + 1
    m.assignments += 1
    for w in range(words):
        narrow(m, x, w, 1 << (v - w * WORD) if w == v // WORD else 0)


def retract(m: SolverMemory) -> None:
    """Undoes the last decision, and removes its value: all solutions with it are known."""
    depth = m.depth - 1
    m.depth = depth
    undo(m, m.marks[depth])
    x, v = m.decision_variables[depth], m.decision_values[depth]
    w = v // WORD
    narrow(m, x, w, m.domains[x * m.words + w] & ~(1 << (v - w * WORD)))


def restart(m: SolverMemory) -> None:
    """Undoes all decisions, and allows half as many failures again before the next restart."""
    undo(m, m.marks[0])
    m.depth = m.failures = 0
    m.restarts += 1
    m.restart_after += m.restart_after // 2


def propagate(m: SolverMemory) -> bool:
    """Removes values until nothing changes; false if a domain becomes empty. The queues are empty afterwards."""
    while True:
        if m.queue_length > 0:
            x = m.queue[m.queue_head]
            m.queue_head = m.queue_head + 1 if m.queue_head + 1 < m.variable_count else 0
            m.queue_length -= 1
            m.is_queued[x] = 0
            if m.sizes[x] == 0 or not revise_neighbours(m, x):
                clear_queues(m)
                return False
            for i in range(m.incidence_starts[x], m.incidence_starts[x + 1]):
                await_propagator(m, m.incidences[i])
        elif m.pending_count > 0:
            p = m.pending[m.pending_head]
            m.pending_head = m.pending_head + 1 if m.pending_head + 1 < m.propagator_count else 0
            m.pending_count -= 1
            m.is_pending[p] = 0
            m.revisions += 1
            if not run_propagator(m, p):
                if m.restart_after > 0:
                    for i in range(m.place_starts[p], m.place_starts[p + 1]):
                        m.weights[m.place_variables[i]] += WEIGHT
                clear_queues(m)
                return False
        else:
            return True


def await_propagator(m: SolverMemory, p: int) -> None:
    """Puts a propagator into the queue, unless it is already there."""
    if m.is_pending[p] == 0:
        m.is_pending[p] = 1
        end = m.pending_head + m.pending_count
        m.pending[end if end < m.propagator_count else end - m.propagator_count] = p
        m.pending_count += 1


def clear_queues(m: SolverMemory) -> None:
    """Empties both queues."""
    for i in range(m.queue_length):
        place = m.queue_head + i
        m.is_queued[m.queue[place if place < m.variable_count else place - m.variable_count]] = 0
    for i in range(m.pending_count):
        place = m.pending_head + i
        m.is_pending[m.pending[place if place < m.propagator_count else place - m.propagator_count]] = 0
    m.queue_length = m.pending_count = 0


def revise_neighbours(m: SolverMemory, x: int) -> bool:
    """Revises every arc from x; false if a domain becomes empty, and then the weights of both variables increase."""
    words, size = m.words, m.sizes[x]
    for k in range(m.arc_starts[x], m.arc_starts[x + 1]):
        y = m.arc_to[k]
        if size > m.arc_slack[k] or (m.sizes[y] == 1 and m.is_queued[y] == 0):
            continue  # every value has a support; or y was assigned before, and has removed what conflicts from x
        m.revisions += 1
        left = True
        if size <= m.sizes[y]:
            for w in range(words):
                left = narrow(m, y, w, m.domains[y * words + w] & allowed_by(m, x, m.arc_given[k] + w))
        else:
            left = revise(m, x, y, m.arc_needs[k])
        if not left:
            if m.restart_after > 0:
                m.weights[x] += WEIGHT
                m.weights[y] += WEIGHT
            return False
    return True


def allowed_by(m: SolverMemory, x: int, row: int) -> int:
    """One word of the set of values compatible with some value of x; `row` is the offset of that of the first value."""
    words = m.words
    allowed = 0
    for w in range(words):
        bits = m.domains[x * words + w]
        while bits != 0:
            allowed |= m.relations[row + (w * WORD + lowest_bit(bits)) * words]
            bits &= bits - 1
    return allowed


def revise(m: SolverMemory, x: int, y: int, needs: int) -> bool:
    """Removes the values of y that no value of x supports; false if none is left."""
    words = m.words
    left = True
    for w in range(words):
        bits = m.domains[y * words + w]
        kept = bits
        while bits != 0:
            v = lowest_bit(bits)
            bits &= bits - 1
            row = needs + (w * WORD + v) * words
            supported = False
            for u in range(words):
                if m.relations[row + u] & m.domains[x * words + u] != 0:
                    supported = True
                    break
            if not supported:
                kept &= ~(1 << v)
        left = narrow(m, y, w, kept)
    return left
