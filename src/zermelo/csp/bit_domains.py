"""Domains as bit sets, with a trail for undoing changes: shared by the kernel and its propagators."""

from __future__ import annotations

from zermelo.csp.layout import WORD, SolverMemory
from zermelo.native.bits import count_bits, highest_bit, lowest_bit


def first_value(m: SolverMemory, x: int) -> int:
    """The lowest remaining value of x; -1 if there is none."""
    words = m.words
    for w in range(words):
        bits = m.domains[x * words + w]
        if bits != 0:
            return int(w * WORD + lowest_bit(bits))
    return -1


def last_value(m: SolverMemory, x: int) -> int:
    """The highest remaining value of x; -1 if there is none."""
    words = m.words
    for w in range(words - 1, -1, -1):
        bits = m.domains[x * words + w]
        if bits != 0:
            return int(w * WORD + highest_bit(bits))
    return -1


def narrow(m: SolverMemory, x: int, w: int, bits: int) -> bool:
    """Sets a word of a domain to a subset, and queues x if the domain shrinks; false if x has no value left."""
    place = x * m.words + w
    old = m.domains[place]
    if bits == old:
        return True
    end = m.trail_length
    m.trail_places[end], m.trail_words[end], m.trail_owners[end] = place, old, x
    m.trail_length = end + 1
    m.domains[place] = bits
    m.sizes[x] -= count_bits(old) - count_bits(bits)
    if m.is_queued[x] == 0:
        m.is_queued[x] = 1
        if m.sizes[x] == 1:  # an assigned variable removes most values, and comes first
            m.queue_head = m.queue_head - 1 if m.queue_head > 0 else m.variable_count - 1
            m.queue[m.queue_head] = x
        else:
            end = m.queue_head + m.queue_length
            m.queue[end if end < m.variable_count else end - m.variable_count] = x
        m.queue_length += 1
    return bool(m.sizes[x] > 0)


def undo(m: SolverMemory, mark: int) -> None:
    """Restores every word and every table that has changed since the mark."""
    for i in range(m.trail_length - 1, mark - 1, -1):
        place, word, owner = m.trail_places[i], m.trail_words[i], m.trail_owners[i]
        if place < 0:
            m.possible[owner] = word
        else:
            m.sizes[owner] += count_bits(word) - count_bits(m.domains[place])
            m.domains[place] = word
    m.trail_length = mark
