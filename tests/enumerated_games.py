"""Games for tables by enumeration: with cycles, many utilities, states of several words, and states of equal keys."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.core.game import Game


class Walk(NamedTuple):
    """A place, how often play went back, a large number that goes along with it, and who is to move."""

    place: int
    backs: int
    shadow: int
    mover: int


class Scored(Game):
    """From 3 on, go up by one or two, or back by three; play ends from 60 on, or at 0, with a score of any size."""

    bounds = (-9, 9)

    def __init__(self, broken: bool = False) -> None:
        self.broken = broken

    def initial(self) -> Walk:
        return Walk(3, 0, self.shadow(3), 0)

    def player(self, s: Walk) -> int:
        return s.mover

    def actions(self, s: Walk) -> range:
        return range(0 if self.broken and s.place > 40 else 3)

    def result(self, s: Walk, a: int) -> Walk:
        place = max(0, s.place + (1, 2, -3)[a])
        return Walk(place, -((s.backs + (a == 2)) % 7), self.shadow(place), 1 - s.mover)

    def is_terminal(self, s: Walk) -> bool:
        return s.place == 0 or s.place >= 60

    def utility(self, s: Walk, p: int) -> float:
        score = (s.place * 5 + s.backs * 3) % 19 - 9
        return score if p == 0 else -score

    def shadow(self, place: int) -> int:
        return (place * 0x9E3779B97F4A7C15) & 0x7FFF_FFFF_FFFF_FFFF if place & 1 else -place << 56


class Merging(Scored):
    """The same game, in which the shadow is the last action. It does not matter, and the key leaves it out."""

    def key(self, s: Walk) -> tuple[int, int, int]:
        return s.place, s.backs, s.mover

    def result(self, s: Walk, a: int) -> Walk:
        place = max(0, s.place + (1, 2, -3)[a])
        return Walk(place, -((s.backs + (a == 2)) % 7), a, 1 - s.mover)


class Silent(Scored):
    """The same game, which does not say who is to move when play is over."""

    def player(self, s: Walk) -> int:
        if self.is_terminal(s):
            raise ValueError("nobody is to move")
        return s.mover


class Ladder(Scored):
    """Climb by one, or stop with the height as the score: 300 utilities, few of them near each other."""

    bounds = (-300, 300)

    def initial(self) -> Walk:
        return Walk(0, 0, 0, 0)

    def actions(self, s: Walk) -> range:
        return range(2)

    def result(self, s: Walk, a: int) -> Walk:
        return Walk(s.place + 1, 0, 0, 1 - s.mover) if a == 0 else Walk(s.place, 1, 0, s.mover)

    def is_terminal(self, s: Walk) -> bool:
        return s.backs == 1 or s.place >= 300

    def utility(self, s: Walk, p: int) -> float:
        return s.place if p == 0 else -s.place


class Pair(NamedTuple):
    """Two numbers, and who is to move."""

    first: int
    second: int
    mover: int


class Wide(Game):
    """Jump among 320 squares, of which the last two count: a state has 200 branches."""

    bounds = (-1, 1)
    squares, branches = 320, 200

    def initial(self) -> Pair:
        return Pair(0, 0, 0)

    def player(self, s: Pair) -> int:
        return s.mover

    def actions(self, s: Pair) -> range:
        return range(self.branches)

    def result(self, s: Pair, a: int) -> Pair:
        return Pair(s.second, (s.first * 7919 + s.second * 31 + a * 6151 + 1) % self.squares, 1 - s.mover)

    def is_terminal(self, s: Pair) -> bool:
        return s.first == self.squares - 1

    def utility(self, s: Pair, p: int) -> float:
        return 1 if s.mover == p else -1
