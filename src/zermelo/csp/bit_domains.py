"""Domains as bit sets, with a trail by which changes are undone: what the kernel and its propagators share."""

from __future__ import annotations

from typing import Any

from zermelo.csp.layout import HEAD, TRAIL, VARIABLES, WAITING, WORD, WORDS
from zermelo.native.bits import count_bits, highest_bit, lowest_bit


def first_value(m: Any, x: int) -> int:
    """The lowest value that x has left; -1 if there is none."""
    words = m.counts[WORDS]
    for w in range(words):
        bits = m.domains[x * words + w]
        if bits != 0:
            return int(w * WORD + lowest_bit(bits))
    return -1


def last_value(m: Any, x: int) -> int:
    """The highest value that x has left; -1 if there is none."""
    words = m.counts[WORDS]
    for w in range(words - 1, -1, -1):
        bits = m.domains[x * words + w]
        if bits != 0:
            return int(w * WORD + highest_bit(bits))
    return -1


def narrow(m: Any, x: int, w: int, bits: int) -> bool:
    """Sets a word of a domain to a subset of it, and queues the variable if it is smaller; false if x has none left."""
    c = m.counts
    place = x * c[WORDS] + w
    old = m.domains[place]
    if bits == old:
        return True
    end = c[TRAIL]
    m.trail_places[end], m.trail_words[end], m.trail_owners[end] = place, old, x
    c[TRAIL] = end + 1
    m.domains[place] = bits
    m.sizes[x] -= count_bits(old) - count_bits(bits)
    if m.is_queued[x] == 0:
        m.is_queued[x] = 1
        if m.sizes[x] == 1:  # what is assigned removes most, and comes first
            c[HEAD] = c[HEAD] - 1 if c[HEAD] > 0 else c[VARIABLES] - 1
            m.queue[c[HEAD]] = x
        else:
            end = c[HEAD] + c[WAITING]
            m.queue[end if end < c[VARIABLES] else end - c[VARIABLES]] = x
        c[WAITING] += 1
    return bool(m.sizes[x] > 0)


def undo(m: Any, mark: int) -> None:
    """Restores every word and every table that has changed since the mark."""
    c = m.counts
    for i in range(c[TRAIL] - 1, mark - 1, -1):
        place, word, owner = m.trail_places[i], m.trail_words[i], m.trail_owners[i]
        if place < 0:
            m.possible[owner] = word
        else:
            m.sizes[owner] += count_bits(word) - count_bits(m.domains[place])
            m.domains[place] = word
    c[TRAIL] = mark
