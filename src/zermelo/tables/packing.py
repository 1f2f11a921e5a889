"""Packs the states of a game into codes: the bits of each of their words that vary, as far as is known."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from zermelo.kernels.state_codes import WORD_BITS

CODE_BITS = 63
"""The bits of a word of a code: it is never negative, so that its order is that of its bits."""

HALF = 32
"""A word with all 64 bits is cut into two slices of this many."""


@dataclass(frozen=True)
class Packing:
    """The least and the greatest value of each word of a state."""

    lows: tuple[int, ...]
    highs: tuple[int, ...]

    @classmethod
    def empty(cls, words: int) -> Packing:
        """Every word is 0."""
        return cls((0,) * words, (0,) * words)

    def wider(self, word: int, value: int) -> Packing:
        """The same, with room for a value of a word."""
        lows, highs = list(self.lows), list(self.highs)
        lows[word], highs[word] = min(lows[word], value), max(highs[word], value)
        return replace(self, lows=tuple(lows), highs=tuple(highs))

    @property
    def widths(self) -> list[int]:
        """The bits of each word."""
        return [(high - low).bit_length() for low, high in zip(self.lows, self.highs, strict=True)]

    @property
    def _slices(self) -> list[tuple[int, int, int]]:
        """Each slice: the word of the state, its first bit, and its bits."""
        cut = []
        for word, width in enumerate(self.widths):
            halves = [(word, 0, HALF), (word, HALF, HALF)] if width == WORD_BITS else [(word, 0, width)]
            cut += [each for each in halves if each[2]]
        return cut

    @property
    def _ends(self) -> list[int]:
        """Where each slice ends, counted in bits of the code: a slice that would be in two words begins the next."""

        def add(end: int, width: int) -> int:
            begins_next = end // CODE_BITS != (end + width - 1) // CODE_BITS
            return (-(-end // CODE_BITS) * CODE_BITS if begins_next else end) + width

        return list(accumulate((width for _, _, width in self._slices), add, initial=0))[1:]

    @property
    def code_words(self) -> int:
        """The words of a code."""
        return max(1, -(-max(self._ends, default=0) // CODE_BITS))

    @property
    def first_bits(self) -> int:
        """The bits of the first word of a code that are used."""
        return max((end for end in self._ends if end <= CODE_BITS), default=0)

    def put_into(self, m: Any) -> Any:
        """The memory with this packing."""
        m.state_words, m.code_words, m.slice_count = len(self.lows), self.code_words, len(self._slices)
        m.lows[:] = [0 if width == WORD_BITS else low for low, width in zip(self.lows, self.widths, strict=True)]
        m.widths[:] = self.widths
        for k, ((word, shift, width), end) in enumerate(zip(self._slices, self._ends, strict=True)):
            m.slice_sources[k], m.slice_shifts[k], m.slice_masks[k] = word, shift, (1 << width) - 1
            m.slice_targets[k], m.slice_places[k] = divmod(end - width, CODE_BITS)
        return m
