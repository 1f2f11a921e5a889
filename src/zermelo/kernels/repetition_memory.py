"""The memory of positions that must not be repeated: see `repetition`."""

from __future__ import annotations

from zermelo.native.layouts import Ints, Layout, Slots, row

CHAINS = 1024
"""The number of chains of the hash table."""


class RepetitionMemory(Layout):
    """Remembered positions: room for `remembered` of them, each of `position_words` words."""

    past: int
    """The number of positions that were remembered before the search: those of the play, and the root's."""
    count: int
    positions: Slots = row("remembered", words="position_words")
    links: Ints = row("remembered", sparse=True)
    """The next place in the chain of a position, plus 1; 0 at its end."""
    chains: Ints = row("remembered", sparse=True)
    firsts_of_chains: Ints = row(f"{CHAINS}")
    """The first place of each chain, plus 1."""
