"""Alpha-beta with a transposition table of a given size, and what the table does: hits, cuts, replacements.

The table maps a state and the plies left to search from it to a value, or to a bound on it. A slot holds one entry, and
a new entry replaces the one that is there. States are hashed in the same way on every machine, so that the counts are
the same everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from zlib import crc32

from zermelo.core.errors import LimitError
from zermelo.core.game import Action, Game, State
from zermelo.core.limits import Budget, OutOfBudget
from zermelo.core.trace import Window
from zermelo.core.values import unrank
from zermelo.textbook.alphabeta import AlphaBeta

MOST_SLOTS = 10**8


class Entry(NamedTuple):
    """The known bounds of a state's value: at least `low` and at most `high`; None where nothing is known."""

    key: Any
    low: Any
    high: Any


@dataclass
class TranspositionTable:
    """A table with `slots` slots (None: unlimited, 0: no table). It counts hits, cuts and replacements."""

    slots: int | None
    look_ups: int = 0
    hits: int = 0
    """The number of times that an entry for the state was found."""

    cuts: int = 0
    """The number of times that such an entry made the search of the state unnecessary."""

    stores: int = 0
    replacements: int = 0
    """The number of times that an entry of another state was overwritten."""

    _entries: dict[Any, Entry] = field(default_factory=dict)

    def look_up(self, key: Any) -> Entry | None:
        """The entry for a key, if it is in the table."""
        self.look_ups += 1
        held = self._entries.get(self._slot(key)) if self.slots != 0 else None
        if held is None or held.key != key:
            return None
        self.hits += 1
        return held

    def keep(self, entry: Entry) -> None:
        """Stores an entry; another one in its slot is lost."""
        if self.slots == 0:
            return
        slot = self._slot(entry.key)
        held = self._entries.get(slot)
        self.stores += 1
        self.replacements += held is not None and held.key != entry.key
        self._entries[slot] = entry

    @property
    def used(self) -> int:
        """The number of slots that hold an entry."""
        return len(self._entries)

    def _slot(self, key: Any) -> Any:
        return key if self.slots is None else crc32(repr(key).encode()) % self.slots


class TableAlphaBeta(AlphaBeta):
    """Alpha-beta that looks states up before it searches them. It finds the same value as without a table.

    An entry is used only for the same number of plies left, so that it has the value that a search would find. A value
    that depends on a repetition holds only on its path, and is not stored.
    """

    def __init__(self, game: Game, *, table: TranspositionTable, **options: Any) -> None:
        super().__init__(game, **options)
        self.table = table

    def visit(self, s: State, ply: int, action: Action | None = None, window: Window | None = None) -> Any:
        """As in alpha-beta, unless the value in the table is sufficient."""
        if self.game.is_terminal(s) or ply == self.depth:
            return super().visit(s, ply, action, window)
        alpha, beta = window or self.window
        key = (self.game.key(s), None if self.depth is None else self.depth - ply)
        known = self.table.look_up(key)
        if known is not None and ply > 0:
            settled = _settled(known, alpha, beta)
            if settled is not None:
                self.table.cuts += 1
                self.budget.spend()
                self._lines[ply] = []
                return settled
        loops = self.loops
        v = super().visit(s, ply, action, window)
        if self.loops == loops:
            self.table.keep(Entry(key, None if v <= alpha else v, None if v >= beta else v))
        return v


def _settled(known: Entry, alpha: Any, beta: Any) -> Any | None:
    """The value that makes a search within the window unnecessary; None if there is none."""
    if known.low is not None and (known.low == known.high or known.low >= beta):
        return known.low
    return known.high if known.high is not None and known.high <= alpha else None


class TableUse(NamedTuple):
    """A search with a table of one size: the value, the nodes read, and what the table did."""

    table: TranspositionTable
    value: float
    nodes: int
    seconds: float


def compare_tables(game: Game, s: State, depth: int, sizes: Sequence[int | None], budget: Budget) -> Iterator[TableUse]:
    """The same search with a table of each size. Raises LimitError if the budget does not suffice."""
    for slots in sizes:
        table, part = TranspositionTable(slots), budget.part()
        try:
            value = TableAlphaBeta(game, table=table, depth=depth, budget=part).run(s)
        except OutOfBudget:
            raise LimitError(
                f"the time was over before all searches to depth {depth} ended: give more seconds, or a smaller depth"
            ) from None
        number = unrank(value)
        assert not isinstance(number, tuple)
        yield TableUse(table, number, part.nodes, part.seconds)
