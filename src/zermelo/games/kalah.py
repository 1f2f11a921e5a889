"""Kalah: sow the seeds of a pit around the board, one by one, and bring as many as you can into your store.

    6   5   4   3   2   1       MIN's pits
  ┌───┬───┬───┬───┬───┬───┐
0 │ 4 │ 4 │ 4 │ 4 │ 4 │ 4 │
  ├───┼───┼───┼───┼───┼───┤     seeds go round against the clock:
  │ 4 │ 4 │ 4 │ 4 │ 4 │ 4 │ 0   along one's pits, into one's store on
  └───┴───┴───┴───┴───┴───┘     their right, along the other's pits
    1   2   3   4   5   6       MAX's pits
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from zermelo.errors import ParseError, quote
from zermelo.game import MAX, MIN, Game
from zermelo.games._labels import if_short
from zermelo.games._parameters import check_whole
from zermelo.games._sides import parse_side, side
from zermelo.games._svg import FIRST, SECOND, Point, clickable, panel, picture, words

SIZE = 52
"""The width of a pit and the space around it in the picture."""


class Sides(NamedTuple):
    """The pits and the store of each player, packed into one number, and whose turn it is."""

    max_side: int
    min_side: int
    mover: int


class Kalah(Game):
    """Sow the seeds of one of your pits; the last one may win another turn, or capture.

    The seeds fall one by one into the pits that follow and into your store, not into the other's. If the last one falls
    into your store, you move again. If it falls into an empty pit of yours and there are seeds in the pit opposite,
    these and the last seed go into your store. Play ends when one player's pits are empty; the seeds that are left
    belong to the player in whose pits they lie.

    Utility is 1, 0 or −1 for more, as many or fewer seeds than the other; with `scored` it is the difference.

    A side is one number with a few bits for each pit, in the order of sowing, and for the store after them. A whole
    lap, or any part of one, is sown by one addition. An action is the number of a pit, from 0, in the same order.
    """

    bounds = (-1, 1)

    def __init__(self, pits: int = 6, seeds: int = 4, scored: bool = False) -> None:
        _check_size(pits, seeds)
        if not isinstance(scored, bool):
            raise ValueError(f"scored must be True or False, not {scored!r}")
        self.pits, self.seeds, self.scored = pits, seeds, scored
        self.all_seeds = 2 * pits * seeds
        if scored:
            self.bounds = (-self.all_seeds, self.all_seeds)
        self.bits = self.all_seeds.bit_length()
        self.one_pit = (1 << self.bits) - 1
        self.all_pits = (1 << self.bits * pits) - 1
        self.ones = sum(1 << self.bits * i for i in range(pits + 1))
        self.lap = 2 * pits + 1

    # The rules.

    def initial(self) -> Sides:
        """The same number of seeds in every pit, MAX to move."""
        full = self.seeds * self.first_pits(self.pits)
        return Sides(full, full, 0)

    def player(self, s: Sides) -> int:
        """Who is to sow."""
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
        """Who has more seeds, or by how many: the store and what is left in the player's own pits."""
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
        """One seed in each of the first pits; the store counts as the last."""
        return self.ones & (1 << number * self.bits) - 1

    # Knowledge.

    def evaluate(self, s: Sides, p: int) -> float:
        """The seeds in MAX's store less those in MIN's."""
        lead = self.inside(s.max_side, self.pits) - self.inside(s.min_side, self.pits)
        return lead if p == 0 else -lead

    def order(self, s: Sides, a: int) -> float:
        """The seeds that the move brings into the store, and a lap's more if the turn is kept."""
        again = self.lap if self.result(s, a).mover == s.mover else 0
        return self.gain(s, a) + again

    def noisy(self, s: Sides) -> Iterator[int]:
        """The moves that bring more than one seed into the store: captures, and laps that pass it twice."""
        for a in self.actions(s):
            if self.gain(s, a) > 1:
                yield a

    def limits(self, s: Sides) -> tuple[float, float]:
        """Seeds never leave a store: a player with half of them cannot lose any more, with more than half wins."""
        least = 2 * self.inside(s.max_side, self.pits) - self.all_seeds
        greatest = self.all_seeds - 2 * self.inside(s.min_side, self.pits)
        if not self.scored:
            return min(1, max(-1, least)), min(1, max(-1, greatest))
        return least, greatest

    def gain(self, s: Sides, a: int) -> int:
        """The seeds that action a brings into the mover's store."""
        t = self.result(s, a)
        if s.mover == 0:
            return self.inside(t.max_side, self.pits) - self.inside(s.max_side, self.pits)
        return self.inside(t.min_side, self.pits) - self.inside(s.min_side, self.pits)

    # For people.

    def show(self, s: Sides) -> str:
        """The board as text, as MAX sees it, and whose turn it is."""
        mine, theirs = self._numbers(s.max_side), self._numbers(s.min_side)
        size = len(str(self.all_seeds))
        above, below = (" ".join(f"{n:>{size}}" for n in row) for row in (theirs[-2::-1], mine[:-1]))
        stores = f"{theirs[-1]:>{size}} {' ' * len(above)} {mine[-1]:>{size}}"
        return "\n".join([f"{' ' * size} {above}", stores, f"{' ' * size} {below}", f"{side(s.mover)} to move"])

    def parse(self, text: str) -> Sides:
        """The state from what `show` gives, or from the same numbers in one line.

        The order is: MIN's pits as MAX sees them from the left, MIN's store, MAX's store, MAX's pits. Where nothing
        says whose turn it is, it is MAX's.
        """
        match = re.fullmatch(r"([\s,/]*(?:[0-9]+(?:[\s,/]+|$))+)(.*)", text, re.DOTALL)
        mover = parse_side(match[2]) if match else None
        if match is None or mover is None:
            raise ParseError(
                f"{quote(text)} is not a position: expected something like {quote(self.show(self.initial()))}"
            )
        numbers = re.findall("[0-9]+", match[1])
        places = 2 * self.pits + 2
        if len(numbers) != places:
            raise ParseError(
                f"{quote(text)} is not a position: it has {len(numbers)} numbers, not {places} for the pits and stores"
            )
        inside = [int(n) if len(n) <= 12 else self.all_seeds + 1 for n in numbers]
        if sum(inside) != self.all_seeds:
            raise ParseError(f"{quote(text)} is not a position: there should be {self.all_seeds} seeds in all")
        mine, theirs = inside[self.pits + 1 :], inside[self.pits :: -1]
        return Sides(self._pack(mine[1:] + mine[:1]), self._pack(theirs[1:] + theirs[:1]), mover)

    def show_action(self, s: Sides, a: int) -> str:
        """The number of the pit, from 1, as its owner counts them in the order of sowing."""
        return str(a + 1)

    def label(self, s: Sides) -> str:
        """The numbers alone, MIN's pits and store and then MAX's store and pits, where they are few: "1 1 0/0 1 1"."""
        mine, theirs = self._numbers(s.max_side), self._numbers(s.min_side)
        above = " ".join(map(str, [*theirs[-2::-1], theirs[-1]]))
        return if_short(f"{above}/{' '.join(map(str, [mine[-1], *mine[:-1]]))}")

    def draw(self, s: Sides) -> str:
        """The board as MAX sees it, and whose turn it is."""
        mine, theirs = self._numbers(s.max_side), self._numbers(s.min_side)
        xs = [SIZE * (i + 2) for i in range(self.pits)]
        end = SIZE * (self.pits + 2)
        ways = [] if self.is_terminal(s) else self.actions(s)
        own, y = (xs, 20 + 1.75 * SIZE) if s.mover == MAX else (xs[::-1], 20 + 0.65 * SIZE)
        return picture(
            SIZE * (self.pits + 3),
            3 * SIZE + 36,
            f"Kalah: {' '.join(self.show(s).split())}",
            [
                panel((4, 20), (SIZE * (self.pits + 3) - 8, 2.4 * SIZE), 16),
                _hollow((4, 20), (SIZE * (self.pits + 3) - 8, 2.4 * SIZE), 16),
                *(
                    shape
                    for x, n in zip(xs[::-1], theirs, strict=False)
                    for shape in _pit(x, 20 + 0.65 * SIZE, n, SECOND)
                ),
                *(shape for x, n in zip(xs, mine, strict=False) for shape in _pit(x, 20 + 1.75 * SIZE, n, FIRST)),
                *_store(SIZE * 0.85, theirs[-1], SECOND),
                *_store(end + SIZE * 0.15, mine[-1], FIRST),
                *(words((x, 14), str(i), size=12) for i, x in enumerate(xs[::-1], 1)),
                *(words((x, 2.4 * SIZE + 36), str(i), size=12) for i, x in enumerate(xs, 1)),
                words((SIZE * (self.pits + 3) / 2, 3 * SIZE + 28), self._says(s)),
                *(
                    clickable(str(a + 1), (own[a] - SIZE / 2, y - SIZE / 2), (SIZE, SIZE), (own[a], y + SIZE * 0.4))
                    for a in ways
                ),
            ],
        )

    def _numbers(self, packed: int) -> list[int]:
        """The seeds in each pit of one side, and in its store."""
        return [self.inside(packed, place) for place in range(self.pits + 1)]

    def _pack(self, numbers: list[int]) -> int:
        return sum(n << i * self.bits for i, n in enumerate(numbers))

    def _says(self, s: Sides) -> str:
        if not self.is_terminal(s):
            return f"{side(s.mover)} to move"
        lead = self.utility(s, MAX)
        return f"{side(MAX if lead > 0 else MIN)} wins" if lead else "a draw"


def _check_size(pits: int, seeds: int) -> None:
    check_whole("pits", pits, 1, 20)
    check_whole("seeds", seeds, 1, 1000)
    bits = (2 * pits * seeds).bit_length()
    if (pits + 1) * bits > 62:
        raise ValueError(
            f"pits {pits} and seeds {seeds} make a board too big: {pits + 1} numbers up to {2 * pits * seeds} "
            f"take {(pits + 1) * bits} bits, and there are 62"
        )


def _hollow(corner: Point, size: Point, radius: float, colour: str = "currentColor") -> str:
    """The outline of a rectangle with round corners."""
    return (
        f'<rect x="{corner[0]:g}" y="{corner[1]:g}" width="{size[0]:g}" height="{size[1]:g}" rx="{radius:g}" '
        f'fill="none" stroke="{colour}" stroke-width="2"/>'
    )


def _pit(x: float, y: float, number: int, colour: str) -> list[str]:
    r = SIZE * 0.4
    return [_hollow((x - r, y - r), (2 * r, 2 * r), r, colour), words((x, y + 6), str(number), size=18)]


def _store(x: float, number: int, colour: str) -> list[str]:
    r, top = SIZE * 0.4, 20 + SIZE * 0.25
    return [
        _hollow((x - r, top), (2 * r, SIZE * 1.9), r, colour),
        words((x, top + SIZE * 0.95 + 6), str(number), size=18),
    ]
