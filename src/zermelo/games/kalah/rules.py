"""The rules of Kalah.

A side of the board is one number with a few bits for each pit, in the order of sowing, and for the store after them. So
a whole lap of sowing, or any part of one, is one addition.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.core.game import Game
from zermelo.games.shared.parameters import check_flag, check_whole


class Sides(NamedTuple):
    """The pits and the store of each player, packed into one number, and whose turn it is."""

    max_side: int
    min_side: int
    mover: int


class Rules(Game):
    """Sow the seeds of one of your pits; the player with more seeds in the end wins."""

    bounds = (-1, 1)

    def __init__(self, pits: int = 6, seeds: int = 4, scored: bool = False) -> None:
        _check_size(pits, seeds)
        check_flag("scored", scored)
        self.pits, self.seeds, self.scored = pits, seeds, scored
        self.all_seeds = 2 * pits * seeds
        if scored:
            self.bounds = (-self.all_seeds, self.all_seeds)
        self.bits = self.all_seeds.bit_length()
        self.one_pit = (1 << self.bits) - 1
        self.all_pits = (1 << self.bits * pits) - 1
        self.ones = sum(1 << self.bits * i for i in range(pits + 1))
        self.lap = 2 * pits + 1

    def initial(self) -> Sides:
        """The same number of seeds in every pit, and MAX to move."""
        full = self.seeds * self.first_pits(self.pits)
        return Sides(full, full, 0)

    def player(self, s: Sides) -> int:
        """The player to sow."""
        return s.mover

    def actions(self, s: Sides) -> Iterator[int]:
        """The mover's pits that hold seeds, in the order of sowing."""
        mine = s.max_side if s.mover == 0 else s.min_side
        for pit in range(self.pits):
            if self.inside(mine, pit):
                yield pit

    def result(self, s: Sides, a: int) -> Sides:
        """Pit a sown, what was captured put into the store, and the turn passed on or not."""
        mine, theirs = (s.max_side, s.min_side) if s.mover == 0 else (s.min_side, s.max_side)
        number = self.inside(mine, a)
        mine -= number << a * self.bits
        # Places on the way: my pits are 0 to pits − 1, my store is `pits`, their pits follow, and then mine again.
        laps, last = number // self.lap, a + number % self.lap
        mine += laps * self.ones + self.first_pits(min(last, self.pits) + 1) - self.first_pits(a + 1)
        theirs += laps * self.first_pits(self.pits) + self.first_pits(max(0, min(last - self.pits, self.pits)))
        if last >= self.lap:
            last -= self.lap
            mine += self.first_pits(last + 1)
        if last < self.pits and self.inside(mine, last) == 1:
            opposite = self.pits - 1 - last
            caught = self.inside(theirs, opposite)
            if caught > 0:
                mine += (caught + 1 << self.pits * self.bits) - (1 << last * self.bits)
                theirs -= caught << opposite * self.bits
        mover = s.mover if last == self.pits else 1 - s.mover
        return Sides(mine, theirs, mover) if s.mover == 0 else Sides(theirs, mine, mover)

    def is_terminal(self, s: Sides) -> bool:
        """Whether one player's pits are all empty."""
        return s.max_side & self.all_pits == 0 or s.min_side & self.all_pits == 0

    def utility(self, s: Sides, p: int) -> float:
        """Who has more seeds, or how many more: those in the store and those left in the player's own pits."""
        lead = 0
        for place in range(self.pits + 1):
            lead += self.inside(s.max_side, place) - self.inside(s.min_side, place)
        if not self.scored:
            lead = min(1, max(-1, lead))
        return lead if p == 0 else -lead

    def inside(self, side: int, place: int) -> int:
        """The seeds in a pit of one side, or in its store, which comes after the pits."""
        return side >> place * self.bits & self.one_pit

    def first_pits(self, number: int) -> int:
        """One seed in each of the first `number` pits; the store counts as the last."""
        return self.ones & (1 << number * self.bits) - 1


def _check_size(pits: int, seeds: int) -> None:
    check_whole("pits", pits, 1, 20)
    check_whole("seeds", seeds, 1, 1000)
    bits = (2 * pits * seeds).bit_length()
    if (pits + 1) * bits > 62:
        raise ValueError(
            f"pits {pits} and seeds {seeds} make a board too big: {pits + 1} numbers up to {2 * pits * seeds} "
            f"take {(pits + 1) * bits} bits, but only 62 are available"
        )
