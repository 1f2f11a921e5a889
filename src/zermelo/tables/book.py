"""An opening book: values and results of positions near the beginning of a game, and the actions that they recommend.

A book has positions, not moves: an action is a book move if the position that it leads to is in the book. So all ways
to reach a position, and all positions that are symmetric to it, share what is known.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import isnan, nan
from os import PathLike
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Self

import numpy as np

from zermelo.core.errors import KindError, TableError, quote
from zermelo.core.game import CHANCE, MAX, Action, Game, State
from zermelo.core.rules import legal_actions
from zermelo.native.digest import rules_digest
from zermelo.tables.book_file import EXPANDED, PROVED, RECORD, UNKNOWN, BookHeader, Records, read_book, write_book

PRIOR_GAMES = 10
"""The number of draws that are added to the games of an action before averaging: a single win proves little."""

Key = tuple[int, int]
"""A position in a book: 128 bits of a hash of its key, in two words."""


@dataclass(frozen=True, slots=True)
class BookEntry:
    """The contents of a book about one position."""

    value: float = nan
    """The value to player 0; NaN if the position was not searched."""

    proved: bool = False
    expanded: bool = False
    """Whether every action of the position leads to a position of the book with a value."""

    distance: int | None = None
    """The plies within which a proved win or loss ends the game; None if that is not known."""

    games: int = 0
    """The number of games that went through the position."""

    score: float = 0.0
    """The utilities of these games to player 0, added up."""

    @property
    def has_value(self) -> bool:
        """Whether the position was searched."""
        return not isnan(self.value)


class BookMove(NamedTuple):
    """An action in a book, with what is known of the position that it leads to."""

    action: Action
    entry: BookEntry
    value: float
    """The value to player 0: by search, or else the mean result of the games."""


@dataclass(frozen=True)
class Contents:
    """The size of a book: how many positions it has, and how many of them are expanded, proved and played."""

    positions: int
    expanded: int
    proved: int
    played: int
    """The number of positions that were reached in imported games."""


def check_kind(game: Game) -> None:
    """Raises KindError if there can be no book of this game."""
    if game.kind.hidden or not game.kind.one_number:
        raise KindError(
            f"there are no books for {quote(game)}: they are for games of perfect information whose value is one number"
        )


class Book:
    """A book of one game, in memory. `open` reads a file, `save` writes one."""

    def __init__(self, game: Game, records: Records | None = None) -> None:
        check_kind(game)
        self.game = game
        self._records = np.empty(0, RECORD) if records is None else records
        self._highs = self._records["high"].copy()  # in one piece, for a quick search
        self._changed: dict[Key, BookEntry] = {}

    @classmethod
    def open(cls, path: str | PathLike[str], game: Game) -> Self:
        """The book in a file. Raises TableError if the file is broken, or a book of other rules."""
        header, records = read_book(Path(path))
        if header.digest != rules_digest(game):
            whose = f"of {quote(header.game)}" if header.game != str(game) else "of other rules of that name"
            raise TableError(f"the book {quote(path)} cannot be used for {quote(game)}: it is {whose}")
        return cls(game, records)

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the book to a file: as a whole, or not at all. Raises TableError."""
        self._settle()
        header = BookHeader(str(self.game), rules_digest(self.game), len(self._records))
        write_book(Path(path), header, self._records)

    def __len__(self) -> int:
        self._settle()
        return len(self._records)

    def contents(self) -> Contents:
        """The size of the book."""
        self._settle()
        return contents_of(self._records)

    # Positions.

    def key(self, s: State) -> Key:
        """The key of a position: the same for all states that are symmetric to it."""
        data = encoded(self.game.key(self.game.canonical(s)))
        high, low = struct.unpack("<QQ", hashlib.blake2b(data, digest_size=16).digest())
        return int(high), int(low)

    def entry(self, s: State) -> BookEntry | None:
        """The entry of a position; None if it is not in the book."""
        return self.at(self.key(s))

    def at(self, key: Key) -> BookEntry | None:
        """The entry of the position with this key."""
        if key in self._changed:
            return self._changed[key]
        high, low = np.uint64(key[0]), key[1]
        for i in range(int(np.searchsorted(self._highs, high)), len(self._highs)):
            if self._highs[i] != high:
                break
            if int(self._records["low"][i]) == low:
                return _entry_of(self._records[i])
        return None

    def put(self, key: Key, entry: BookEntry) -> None:
        """Replaces what is known of the position with this key."""
        self._changed[key] = entry

    def add_game(self, states: Iterable[State], utility: float) -> None:
        """Counts a game with this utility to player 0: each of its positions once."""
        for key in dict.fromkeys(map(self.key, states)):
            before = self.at(key) or BookEntry()
            self.put(key, replace(before, games=before.games + 1, score=before.score + utility))

    def _settle(self) -> None:
        """Merges what was changed into the sorted records."""
        if not self._changed:
            return
        news = np.array([_record_of(key, entry) for key, entry in self._changed.items()], RECORD)
        both = np.concatenate([news, self._records])  # the newer of two records with one key comes first
        _, first = np.unique(both[["high", "low"]], return_index=True)
        self._records = both[first]
        self._highs = self._records["high"].copy()
        self._changed = {}

    # Actions.

    def moves(self, s: State) -> list[BookMove]:
        """The book moves in s, the best for the mover first; none if s is terminal or not in the book.

        Where every action was searched, values are those of the searches. Elsewhere they are the mean results of
        the games in which an action was played.
        """
        here = self.entry(s)
        if here is None or self.game.is_terminal(s) or self.game.player(s) == CHANCE:
            return []
        found = [(a, self.entry(self.game.result(s, a))) for a in legal_actions(self.game, s)]
        moves = [BookMove(a, e, e.value) for a, e in found if e is not None and e.has_value]
        if not here.expanded or len(moves) < len(found):
            moves = [BookMove(a, e, self._mean(e)) for a, e in found if e is not None and e.games]
        mover = self.game.player(s)
        return sorted(moves, key=lambda move: preference(self.game, mover, move), reverse=True)

    def choose(self, s: State, seed: int = 0, among: Iterable[Action] | None = None) -> BookMove | None:
        """A best book move in s; of several with the same worth, one that depends on the seed and on s alone.

        `among` are the actions that are allowed, if a rule that looks at the play before forbids some.
        """
        allowed = None if among is None else set(among)
        moves = [move for move in self.moves(s) if allowed is None or move.action in allowed]
        if not moves:
            return None
        mover = self.game.player(s)
        best = preference(self.game, mover, moves[0])
        equal = [move for move in moves if preference(self.game, mover, move) == best]
        return Random(f"{seed} {self.key(s)}").choice(equal)

    def _mean(self, entry: BookEntry) -> float:
        """The mean utility to player 0 of the games through a position, with some draws added."""
        return (entry.score + PRIOR_GAMES * self.game.fair_share) / (entry.games + PRIOR_GAMES)


def preference(game: Game, mover: int, move: BookMove) -> tuple[float, float, float]:
    """The worth of a move to the mover, for comparisons: a proved win is above all estimates, and a loss below.

    Then the value counts, and among equal ones a quick win and a slow loss.
    """
    sign = 1 if mover == MAX else -1
    gain = sign * (move.value - game.fair_share)
    is_decided = move.entry.proved and move.entry.has_value and move.value == move.entry.value and gain != 0
    tier = 0.0 if game.scored or not is_decided else 1.0 if gain > 0 else -1.0
    distance = move.entry.distance or 0 if is_decided else 0
    return tier, gain, -distance if gain > 0 else distance


def contents_of(records: Records) -> Contents:
    """The size of a book with these records."""
    return Contents(
        positions=len(records),
        expanded=int(np.count_nonzero(records["flags"] & EXPANDED)),
        proved=int(np.count_nonzero(records["flags"] & PROVED)),
        played=int(np.count_nonzero(records["games"])),
    )


def _entry_of(record: Any) -> BookEntry:
    flags = int(record["flags"])
    return BookEntry(
        value=float(record["value"]),
        proved=flags & PROVED != 0,
        expanded=flags & EXPANDED != 0,
        distance=None if record["distance"] == UNKNOWN else int(record["distance"]),
        games=int(record["games"]),
        score=float(record["score"]),
    )


def _record_of(key: Key, entry: BookEntry) -> tuple[Any, ...]:
    flags = PROVED * entry.proved | EXPANDED * entry.expanded
    distance = UNKNOWN if entry.distance is None else min(entry.distance, UNKNOWN)
    return *key, entry.value, entry.score, entry.games, distance, flags


def encoded(value: Any) -> bytes:
    """A key of a game as bytes: equal keys have equal bytes, and different ones different bytes. Raises KindError."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, (tuple, frozenset)):
        parts = [encoded(part) for part in value]
        kind, parts = (b"t", parts) if isinstance(value, tuple) else (b"f", sorted(parts))
        return kind + b"".join(f"{len(part)}:".encode() + part for part in parts)
    if isinstance(value, bool) or (isinstance(value, float) and value.is_integer()):
        value = int(value)  # it is equal to that, as a key
    if value is None or isinstance(value, (int, float)):
        return f"n{value!r}".encode()
    if isinstance(value, (str, bytes)):
        data = value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass")
        return type(value).__name__[:1].encode() + data
    raise KindError(f"{quote(repr(value))} cannot be a part of a key in a book: expected numbers, text or tuples")
