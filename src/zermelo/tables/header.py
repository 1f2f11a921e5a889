"""The header of a table file: which positions of which game it has, and how they are numbered.

It is written as JSON. A header may come from a stranger, so every field is checked before it is used.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from math import isfinite
from typing import Any, Literal

from zermelo.core.errors import TableError, quote

BY_RANK: Literal["rank"] = "rank"
BY_KEYS: Literal["keys"] = "keys"
"""How positions are numbered: by the game's `rank` within a stage, or by their place among all keys, sorted."""

OPTIONAL = frozenset({"start", "symmetry"})
"""The fields that only tables by enumeration have; older ones do not have them."""

MOST_ENTRIES = 1 << 48
MOST_LEVELS = 254
MOST_KEY_WORDS = 1 << 10
MOST_PARTS = 1 << 20
MOST_STAGE = 1 << 16
"""The limits of a header. They are far beyond any real table, and small enough that no computation overflows."""


@dataclass(frozen=True)
class Part:
    """A range of numbers of a stage, in the order of the ranges: its name for people, and its size."""

    name: str
    size: int


@dataclass(frozen=True)
class Summary:
    """What a part contains: positions, and their results for the player to move. `longest` is in plies."""

    positions: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    longest: int | None = None
    """The distance of the win that takes longest; None if there is no win, or the table has no distances."""

    def __add__(self, other: Summary) -> Summary:
        known = [n for n in (self.longest, other.longest) if n is not None]
        return Summary(
            self.positions + other.positions,
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            max(known, default=None),
        )


@dataclass(frozen=True)
class StageHeader:
    """The metadata of a table file.

    A value is an index into `levels`, the utilities to MAX in ascending order. `draw` is the utility of a draw to MAX,
    by which wins and losses are counted, and `infinite_play` that of play that never ends. `count` is the number of
    entries: the sum of the sizes of the parts. `summaries` has one element for each part; the writer counts them.

    In a table by enumeration, `start` is the position, as text, that leads to all of its states, and `symmetry` says
    whether only canonical states are stored. They are None in a table by rank, and in one that does not say.
    """

    game: str
    digest: str
    stage: int | None
    parts: tuple[Part, ...]
    levels: tuple[float, ...]
    infinite_play: float
    draw: float
    distances: bool
    numbering: Literal["rank", "keys"]
    key_words: int
    count: int
    summaries: tuple[Summary, ...] = ()
    start: str | None = None
    symmetry: bool | None = None

    @property
    def forever_level(self) -> int:
        """The level of infinite play; -1 if it is not among the levels."""
        return self.levels.index(self.infinite_play) if self.infinite_play in self.levels else -1

    def to_json(self) -> bytes:
        """The header as JSON, always the same for equal headers."""
        said = {name: value for name, value in asdict(self).items() if name not in OPTIONAL or value is not None}
        return json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()

    @classmethod
    def from_json(cls, data: bytes) -> StageHeader:
        """The header that the JSON describes. Raises TableError if it is not one."""
        try:
            given = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise TableError("the header is not JSON") from error
        names = {field.name for field in fields(cls)}
        if not isinstance(given, dict) or given.keys() | OPTIONAL != names:
            raise TableError("the header does not have the fields of a table")
        header = cls(
            **given
            | {
                "parts": tuple(_read(Part, part) for part in _listed(given, "parts", MOST_PARTS)),
                "levels": tuple(_listed(given, "levels", MOST_LEVELS)),
                "summaries": tuple(_read(Summary, summary) for summary in _listed(given, "summaries", MOST_PARTS)),
            }
        )
        header.check()
        return header

    def check(self) -> None:
        """Raises TableError if a field is not valid, or fields contradict each other."""
        _require(isinstance(self.game, str) and isinstance(self.digest, str), "game", self.game)
        _require(self.stage is None or _is_count(self.stage, MOST_STAGE), "stage", self.stage)
        _require(isinstance(self.distances, bool), "distances", self.distances)
        _require(self.start is None or isinstance(self.start, str), "start", self.start)
        _require(self.symmetry is None or isinstance(self.symmetry, bool), "symmetry", self.symmetry)
        _require(_is_utility(self.infinite_play), "infinite_play", self.infinite_play)
        _require(_is_utility(self.draw), "draw", self.draw)
        _require(0 < len(self.levels) <= MOST_LEVELS and all(map(_is_utility, self.levels)), "levels", self.levels)
        _require(sorted(set(self.levels)) == list(self.levels), "levels", self.levels)
        _require(self.numbering in (BY_RANK, BY_KEYS), "numbering", self.numbering)
        _require(_is_count(self.key_words, MOST_KEY_WORDS), "key_words", self.key_words)
        _require((self.stage is None) == (self.numbering == BY_KEYS), "numbering", self.numbering)
        _require((self.key_words > 0) == (self.numbering == BY_KEYS), "key_words", self.key_words)
        _require(len(self.parts) <= MOST_PARTS and all(map(_is_part, self.parts)), "parts", self.parts)
        _require(_is_count(self.count, MOST_ENTRIES), "count", self.count)
        _require(sum(part.size for part in self.parts) == self.count, "count", self.count)
        _require(len(self.summaries) in (0, len(self.parts)), "summaries", self.summaries)
        _require(all(map(_is_summary, self.summaries)), "summaries", self.summaries)
        pairs = zip(self.parts, self.summaries, strict=False)
        _require(all(summary.positions <= part.size for part, summary in pairs), "summaries", self.summaries)


def _require(holds: bool, name: str, value: object) -> None:
    if not holds:
        raise TableError(f"the header's field {name} is not valid: {quote(value)}")


def _is_count(number: Any, most: int) -> bool:
    return type(number) is int and 0 <= number <= most


def _is_utility(number: Any) -> bool:
    return (type(number) is float and isfinite(number)) or (type(number) is int and abs(number) <= 2**53)


def _is_part(part: Part) -> bool:
    return isinstance(part.name, str) and _is_count(part.size, MOST_ENTRIES)


def _is_summary(summary: Summary) -> bool:
    results = (summary.wins, summary.draws, summary.losses)
    longest = 0 if summary.longest is None else summary.longest
    are_counts = all(_is_count(number, MOST_ENTRIES) for number in (summary.positions, *results, longest))
    return are_counts and sum(results) == summary.positions


def _listed(given: dict[str, Any], name: str, most: int) -> list[Any]:
    held = given[name]
    _require(isinstance(held, list) and len(held) <= most, name, held)
    return list(held)


def _read(kind: type[Any], given: Any) -> Any:
    names = {field.name for field in fields(kind)}
    if not isinstance(given, dict) or given.keys() != names:
        raise TableError(f"{quote(given)} in the header is not a {kind.__name__.lower()}")
    return kind(**given)
