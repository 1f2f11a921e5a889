"""States packed into few bits: a code is one or more 63-bit words, which can be sorted and take less room than a state.

Each word of a state has a least value and a number of bits. A code contains the differences from the least values, in
slices, none of which is split between two words of the code. Only machine code packs states: at the plain speed, a
state is not a row of words.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zermelo.core.game import State
from zermelo.native.layouts import Ints, Layout, Slots, row
from zermelo.native.memory import load, store

WORD_BITS = 64


class CodeMemory(Layout):
    """The packing of states, and room for the words of one state."""

    state_words: int
    code_words: int
    slice_count: int
    misfit_word: int
    """The word of a state that did not fit into its bits."""
    misfit: int
    """Its value."""

    state: Slots = row("1", words="state_words")
    lows: Ints = row("state_words")
    """The least value of each word."""
    widths: Ints = row("state_words")
    """The bits of each word."""
    slice_sources: Ints = row("2 * state_words")
    """The word of the state that a slice is of."""
    slice_shifts: Ints = row("2 * state_words")
    """Where the slice begins in it."""
    slice_masks: Ints = row("2 * state_words")
    slice_targets: Ints = row("2 * state_words")
    """The word of the code that has the slice."""
    slice_places: Ints = row("2 * state_words")
    """Where the slice begins in it."""


def pack(s: State, m: CodeMemory, codes: Ints, place: int) -> bool:
    """Stores the code of s; returns false if a word does not fit into its bits."""
    store(m.state, 0, s)
    for w in range(m.state_words):
        number: Any = np.int64(m.state[w]) - m.lows[w]
        if m.widths[w] < WORD_BITS and number >> m.widths[w] != 0:
            m.misfit_word, m.misfit = w, number + m.lows[w]
            return False
        m.state[w] = number
    base = place * m.code_words
    for w in range(m.code_words):
        codes[base + w] = 0
    for k in range(m.slice_count):
        bits: Any = np.int64(m.state[m.slice_sources[k]]) >> m.slice_shifts[k] & m.slice_masks[k]
        codes[base + m.slice_targets[k]] |= bits << m.slice_places[k]
    return True


def unpack(m: CodeMemory, codes: Ints, place: int, like: State) -> State:
    """The state with the code at a place; `like` only determines its type."""
    base = place * m.code_words
    for w in range(m.state_words):
        m.state[w] = 0
    for k in range(m.slice_count):
        bits = codes[base + m.slice_targets[k]] >> m.slice_places[k] & m.slice_masks[k]
        w = m.slice_sources[k]
        m.state[w] = np.int64(m.state[w]) | bits << m.slice_shifts[k]
    for w in range(m.state_words):
        m.state[w] = np.int64(m.state[w]) + m.lows[w]
    return load(m.state, 0, like)


def compare(codes: Ints, i: int, others: Ints, j: int, words: int) -> int:
    """Whether code i is less than code j of another row (-1), equal (0) or greater (1)."""
    for w in range(words):
        ours, theirs = codes[i * words + w], others[j * words + w]
        if ours != theirs:
            return -1 if ours < theirs else 1
    return 0
