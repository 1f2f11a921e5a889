"""Loads tables into memory for a search, whose kernel cannot decompress blocks: whole stages, the lowest first.

A table by keys is loaded as one stage, with its keys.
"""

from __future__ import annotations

import threading
import weakref
from typing import Any

import numpy as np

from zermelo.kernels.table_probing import ProbedTables
from zermelo.tables.blocks import UNUSED
from zermelo.tables.files import StageFile
from zermelo.tables.reading import TableSet

MOST_BYTES = 512 * 2**20
"""The most memory for the tables of a search."""

WIDTHS = (1, 2, 4, 8, 16, 32)
"""The bits that an entry may have: no entry is in two words."""

_loaded: weakref.WeakKeyDictionary[TableSet, ProbedTables | None] = weakref.WeakKeyDictionary()
_lock = threading.Lock()


def probed_tables(tables: TableSet) -> ProbedTables | None:
    """The tables in memory, as many stages as there is room for; loaded once. None if there is none."""
    with _lock:
        if tables not in _loaded:
            _loaded[tables] = load_stages(tables, MOST_BYTES)
        return _loaded[tables]


def load_stages(tables: TableSet, most_bytes: int) -> ProbedTables | None:
    """The lowest stages in memory, as many as fit in this many bytes; None if not even the first does."""
    by_keys = None in tables.files
    files = {0: tables.files[None]} if by_keys else {stage: tables.files[stage] for stage in tables.stages}
    utilities = sorted({utility for file in files.values() for utility in file.header.levels})
    level_bits = len(utilities).bit_length()  # one code more than there are levels, for unused numbers
    plies_bits = _bits_of_plies(files) if all(file.header.distances for file in files.values()) else 0
    entry_bits = next((width for width in WIDTHS if width >= level_bits + plies_bits), 0)
    if not entry_bits:
        return None
    stages, count = [], 0
    for stage, file in files.items():
        if (count + file.header.count) * (entry_bits + 64 * file.header.key_words) > 8 * most_bytes:
            break
        stages.append(stage)
        count += file.header.count
    if not stages:
        return None
    places, sizes = np.full(stages[-1] + 1, -1, np.int64), np.zeros(stages[-1] + 1, np.int64)
    words = np.zeros(-(-count * entry_bits // 64) + 1, np.uint64)
    place = 0
    for stage in stages:
        places[stage], sizes[stage] = place, files[stage].header.count
        place = _fill(words, place, files[stage], utilities, (entry_bits, level_bits))
    keys = _keys(files[0]) if by_keys else np.zeros(1, np.uint64)
    levels = np.array(utilities, float)
    return ProbedTables(entry_bits, level_bits, places, sizes, levels, words.view(np.int64), keys, by_keys)


def _keys(file: StageFile) -> Any:
    """The words of all keys of a file."""
    words, place = np.zeros(file.header.count * file.header.key_words, np.uint64), 0
    for block in file.chunks():
        assert block.keys is not None
        words[place : place + block.keys.size] = block.keys.reshape(-1)
        place += block.keys.size
    return words


def _bits_of_plies(files: dict[int, StageFile]) -> int:
    """The bits of the greatest distance and of one code more, for a distance that is not known."""
    longest = max((s.longest or 0 for file in files.values() for s in file.header.summaries), default=0)
    return (longest + 2).bit_length()  # a loss may take one ply longer than the longest win


def _fill(words: Any, place: int, file: StageFile, utilities: list[float], bits: tuple[int, int]) -> int:
    """Packs the entries of a stage into the words, from `place` on; returns the place after them."""
    entry_bits, level_bits = bits
    header, unknown = file.header, (1 << entry_bits - level_bits) - 1
    level_of = np.full(UNUSED + 1, (1 << level_bits) - 1, np.uint64)
    level_of[: len(header.levels)] = [utilities.index(utility) for utility in header.levels]
    per_word = 64 // entry_bits
    for block in file.chunks():
        entries = level_of[block.levels]
        if block.distances is not None and unknown:
            plies = np.where(block.levels == header.forever_level, unknown, np.minimum(block.distances, unknown))
            entries |= plies.astype(np.uint64) << np.uint64(level_bits)
        elif unknown:
            entries |= np.uint64(unknown << level_bits)
        places = np.arange(place, place + len(entries))
        shifts = (places % per_word * entry_bits).astype(np.uint64)
        np.bitwise_or.at(words, places // per_word, entries << shifts)
        place += len(entries)
    return place
