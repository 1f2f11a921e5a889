"""Plays in the usual notation, such as "24/18 13/11", "bar/22*" and "6/off(2)"."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass


@dataclass(frozen=True)
class Half:
    """A half-move: a checker goes from a point, or from the bar, to another, or off, and may hit there."""

    start: int
    end: int
    hits: bool


def play_text(halves: list[Half], bar: int) -> str:
    """The play as people write it: one word for each checker, with the points between where it hits."""
    ways: list[list[str]] = []
    ends: list[int] = []
    starts: list[int] = []
    for half in sorted(halves, key=lambda half: -half.start):
        if half.start in ends:
            i = ends.index(half.start)
            if not ways[i][-1].endswith("*"):  # a point in between is named only if the checker hits there
                ways[i].pop()
        else:
            i = len(ways)
            ways.append([point_name(half.start, bar)])
            ends.append(0)
            starts.append(half.start)
        ways[i].append(point_name(half.end, bar) + "*" * half.hits)
        ends[i] = half.end or -1  # no checker goes on from there
    words = ["/".join(way) for _, way in sorted(zip(starts, ways, strict=True), key=lambda pair: -pair[0])]
    return " ".join(f"{word}({n})" if n > 1 else word for word, n in Counter(words).items()) or "pass"


def point_name(point: int, bar: int) -> str:
    """One of the mover's points as people call it: a number, "bar" or "off"."""
    return "off" if point == 0 else "bar" if point == bar else str(point)


@dataclass(frozen=True)
class Wanted:
    """A play as a text describes it: the change in checkers on each point, and the points where one hits or lands."""

    change: Counter[int]
    hits: frozenset[int]
    passes: frozenset[int]

    def fits(self, halves: list[Half]) -> bool:
        """Whether the play matches the description."""
        same = self.change == change_of(halves)
        return same and self.hits <= {half.end for half in halves if half.hits} and self.passes <= ends_of(halves)


def change_of(halves: list[Half]) -> Counter[int]:
    """The change in the number of checkers on each point after the play."""
    change: Counter[int] = Counter()
    for half in halves:
        change[half.start] -= 1
        change[half.end] += 1
    return _without_zeros(change)


def _without_zeros(change: Counter[int]) -> Counter[int]:
    return Counter({point: n for point, n in change.items() if n})


def ends_of(halves: list[Half]) -> set[int]:
    """The points on which a checker comes down."""
    return {half.end for half in halves}


def read_play(text: str, bar: int) -> Wanted | None:
    """The play that the text describes, in any order; None if it is not a play."""
    change: Counter[int] = Counter()
    hits: set[int] = set()
    passes: set[int] = set()
    words = re.sub(r"^\s*[1-6]\s*-?\s*[1-6]\s*:", "", text.casefold()).replace(",", " ").split()
    for word in words:
        way = re.fullmatch(r"((?:bar|off|\d{1,2})(?:/(?:off|\d{1,2})\*?)+)(?:\(([1-4])\))?(\*?)", word)
        if way is None:
            return None
        stops = way[1].split("/")
        points = [_number(stop.rstrip("*"), bar) for stop in stops]
        count = int(way[2] or 1)
        change[points[0]] -= count
        change[points[-1]] += count
        hits |= {p for p, stop in zip(points, stops, strict=True) if stop.endswith("*")}
        hits |= {points[-1]} if way[3] else set()
        passes |= set(points[1:-1])
    return Wanted(_without_zeros(change), frozenset(hits), frozenset(passes)) if words else None


def _number(name: str, bar: int) -> int:
    return 0 if name == "off" else bar if name == "bar" else int(name)
