"""Probing tables inside a search: a position that a table has is a leaf with an exact value.

The entries of a table are in the memory of the search. With the distance to the end, the value is that of the end. If
it is not known, a win counts as one in the far future: the utility is proved all the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import Any

from zermelo.core.game import Game, State
from zermelo.kernels.leaves import ended
from zermelo.kernels.scale import FAR
from zermelo.kernels.search_memory import ProbingMemory, SearchMemory
from zermelo.native.memory import table_number, table_stage

WORD_BITS = 6
"""A word has 2 to this power bits."""


@dataclass(frozen=True)
class ProbedTables:
    """What a search needs of tables: the content of a ProbingMemory."""

    entry_bits: int
    level_bits: int
    stage_places: Any
    stage_sizes: Any
    table_levels: Any
    entries: Any
    table_keys: Any
    by_keys: bool

    def put_into(self, m: ProbingMemory) -> Any:
        """The same memory with these tables."""
        names = ("stage_places", "stage_sizes", "table_levels", "entries", "table_keys")
        filled = m.with_rows(**{name: getattr(self, name) for name in names})
        filled.stage_count = len(self.stage_places)
        filled.entry_bits, filled.level_bits = self.entry_bits, self.level_bits
        return filled


def known_value(game: Game, s: State, m: SearchMemory, ply: int) -> float:
    """The value of s, which is not terminal, by a table in memory; NaN if none has it."""
    stage = table_stage(game, s)
    if stage < 0 or stage >= m.stage_count or m.stage_places[stage] < 0:
        return nan
    number = table_number(game, s, m.table_keys, m.stage_sizes[stage])
    if number < 0 or number >= m.stage_sizes[stage]:
        return nan
    bit = (m.stage_places[stage] + number) * m.entry_bits
    entry = m.entries[bit >> WORD_BITS] >> (bit & 63) & (1 << m.entry_bits) - 1
    level, plies = entry & (1 << m.level_bits) - 1, entry >> m.level_bits
    if level == (1 << m.level_bits) - 1:
        return nan
    is_known = plies < (1 << m.entry_bits - m.level_bits) - 1
    m.hits += 1
    return ended(m, m.table_levels[level], min(ply + plies, FAR) if is_known else FAR)
