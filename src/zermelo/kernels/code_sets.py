"""Sets of codes as sorted rows: duplicates removed, one set subtracted from another, two merged. They call no rules."""

from __future__ import annotations

from zermelo.core.game import Game, State
from zermelo.kernels.state_codes import compare
from zermelo.native.layouts import Ints, Layout, row


class SetMemory(Layout):
    """Two sorted rows of codes, and room for a third."""

    words: int
    count: int
    """The number of codes in `codes`."""

    codes: Ints = row("1")
    run: Ints = row("1")
    merged: Ints = row("1")


def drop_repeated(game: Game, s: State, m: SetMemory) -> int:  # noqa: ARG001
    """Drops all but one of equal codes; returns the number of those that remain."""
    kept = 0
    for i in range(m.count):
        if kept == 0 or compare(m.codes, i, m.codes, kept - 1, m.words) != 0:
            move(m, i, kept)
            kept += 1
    return kept


def drop_known(game: Game, s: State, m: SetMemory, first: int, last: int) -> int:  # noqa: ARG001
    """Drops the codes that the run has from `first` up to, but not including, `last`; returns how many remain.

    The next code of the run is looked for in steps that double: the cost is that of the smaller set, up to a logarithm.
    """
    kept, at = 0, first
    for i in range(m.count):
        at = first_not_less(m, i, at, last)
        if at >= last or compare(m.run, at, m.codes, i, m.words) != 0:
            move(m, i, kept)
            kept += 1
    return kept


def first_not_less(m: SetMemory, i: int, low: int, last: int) -> int:
    """The first place of the run from `low` on whose code is not less than code i; `last` if there is none."""
    step, high = 1, low
    while high < last and compare(m.run, high, m.codes, i, m.words) < 0:
        low, high, step = high + 1, high + step, 2 * step
    high = min(high, last)
    while low < high:
        middle = (low + high) >> 1
        if compare(m.run, middle, m.codes, i, m.words) < 0:
            low = middle + 1
        else:
            high = middle
    return low


def move(m: SetMemory, source: int, target: int) -> None:
    """Copies a code within `codes`."""
    for w in range(m.words):
        m.codes[target * m.words + w] = m.codes[source * m.words + w]


def merge(game: Game, s: State, m: SetMemory, first: int, last: int, begin: int, end: int) -> int:  # noqa: ARG001
    """Merges the codes from `first` to `last` with those of the run from `begin` to `end`; none is in both."""
    place = 0
    while first < last or begin < end:
        takes_run = first == last or (begin < end and compare(m.run, begin, m.codes, first, m.words) < 0)
        for w in range(m.words):
            m.merged[place * m.words + w] = m.run[begin * m.words + w] if takes_run else m.codes[first * m.words + w]
        if takes_run:
            begin += 1
        else:
            first += 1
        place += 1
    return place
