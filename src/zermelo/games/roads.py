"""Two roads and a fork: what averaging over deals gets wrong.

    A ── a small heap of gold (10)
    B ── a fork ─┬─ left
                 └─ right      one leads to a large heap (100), the other under a bus (-1000)

Day 1: the large heap is to the left. Day 2: it is to the right. Day 3: it may be either, and nobody says which. On
every day, and in each of day 3's two worlds, road B is worth 100 to a traveller who knows the way. So averaging takes
road B on day 3, too. But there the traveller does not know the way: road B is worth -450, and road A 10.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import CHANCE, Game
from zermelo.games.shared.parameters import check_whole

UNKNOWN, LEFT, RIGHT = -1, 0, 1
START, FORK, SMALL_HEAP, LARGE_HEAP, BUS = range(5)
A, B = 0, 1
NAMES = ("at the start", "at the fork", "at the small heap", "at the large heap", "under a bus")


class Trip(NamedTuple):
    """Where the large heap is, and where the traveller is."""

    heap: int
    place: int


class Roads(Game):
    """A traveller takes road A or B, and at B's fork left or right, on day 3 without knowing where the gold is."""

    players = 1
    bounds = (-1000, 100)
    scored = True
    player_names = ("traveller",)

    def __init__(self, day: int = 3) -> None:
        check_whole("day", day, 1, 3)
        self.day = day

    def initial(self) -> Trip:
        return Trip(UNKNOWN, START)

    def player(self, s: Trip) -> int:
        return CHANCE if s.heap == UNKNOWN else 0

    def actions(self, s: Trip) -> Iterator[int]:
        yield 0
        yield 1

    def probability(self, s: Trip, a: int) -> float:
        if self.day == 3:
            return 0.5
        return 1.0 if a == self.day - 1 else 0.0

    def result(self, s: Trip, a: int) -> Trip:
        if s.heap == UNKNOWN:
            return Trip(a, START)
        if s.place == START:
            return Trip(s.heap, SMALL_HEAP if a == A else FORK)
        return Trip(s.heap, LARGE_HEAP if a == s.heap else BUS)

    def is_terminal(self, s: Trip) -> bool:
        return s.place >= SMALL_HEAP

    def utility(self, s: Trip, p: int) -> float:
        if s.place == SMALL_HEAP:
            return 10
        return 100 if s.place == LARGE_HEAP else -1000

    def observe(self, s: Trip, p: int) -> Trip:
        is_known = self.day < 3 or s.place >= LARGE_HEAP
        return Trip(s.heap if is_known else UNKNOWN, s.place)

    def show(self, s: Trip, viewer: int | None = None) -> str:
        seen = s if viewer is None else self.observe(s, viewer)
        side = ("somewhere", "to the left", "to the right")[seen.heap + 1]
        return f"{NAMES[s.place]}, the large heap {side}"

    def parse(self, text: str) -> Trip:
        for heap in (UNKNOWN, LEFT, RIGHT):
            for place in range(len(NAMES)):
                if self.show(Trip(heap, place)) == " ".join(text.split()):
                    return Trip(heap, place)
        raise ParseError(f"{quote(text)} is not a position: expected something like {quote(self.show(self.initial()))}")

    def show_action(self, s: Trip, a: int) -> str:
        if s.heap == UNKNOWN:
            return ("heap left", "heap right")[a]
        return ("A", "B")[a] if s.place == START else ("left", "right")[a]

    def label(self, s: Trip) -> str:
        return ("start", "fork", "10", "100", "bus")[s.place]
