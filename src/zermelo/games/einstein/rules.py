"""The rules of EinStein.

A side's stones are one number, with six bits for each stone: the number of its cell, from 1, or 0 if it is not on the
board. Cells and stones are counted from 0, cells in reading order.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.core.game import CHANCE, Game
from zermelo.games.einstein.placing import BITS, IN_ORDER, check_placing, corner_cells, placed_in_order
from zermelo.games.shared.parameters import check_whole

PLACING = -1
"""The die as long as stones are being placed."""


class Stones(NamedTuple):
    """The cells of each player's stones, packed into one number, whose turn it is, and the die, or 0."""

    max_stones: int
    min_stones: int
    mover: int
    die: int


class Rules(Game):
    """Move the stone that the die names towards the far corner. Reach it or capture every stone to win."""

    bounds = (-1, 1)

    def __init__(
        self,
        size: int = 5,
        stones: int = 6,
        placing: str = "fixed",
        x_order: str = IN_ORDER,
        o_order: str = IN_ORDER,
    ) -> None:
        check_whole("size", size, 2, 7)
        check_placing(size, stones, placing, x_order, o_order)
        self.size, self.stones, self.placing = size, stones, placing
        self.x_order, self.o_order = x_order, o_order
        self.last_cell = size * size - 1
        self.corner = corner_cells(size, stones)
        opposite = tuple(self.last_cell - cell for cell in self.corner)
        self.x_start = placed_in_order(x_order, self.corner) if placing == "fixed" else 0
        self.o_start = placed_in_order(o_order, opposite) if placing == "fixed" else 0

    def initial(self) -> Stones:
        """All stones in their corners and the die to be rolled, or all stones to be placed."""
        return Stones(self.x_start, self.o_start, 0, 0 if self.placing == "fixed" else PLACING)

    def player(self, s: Stones) -> int:
        """Chance until the die is rolled, then who moves a stone. Stones are placed by the players or by chance."""
        if s.die == PLACING:
            return s.mover if self.placing == "players" else CHANCE
        return CHANCE if s.die == 0 else s.mover

    def actions(self, s: Stones) -> Iterator[int]:
        """The free cells of the corner; or the numbers of the die; or where the stones that may move can go."""
        mine = self.mine(s)
        if s.die == PLACING:
            for i in range(self.stones):
                if self.at(mine, self.corner_cell(s.mover, i)) < 0:
                    yield self.corner_cell(s.mover, i)
        elif s.die == 0:
            yield from range(1, self.stones + 1)
        else:
            for stone in range(self.stones):
                if self.may_move(mine, stone, s.die):
                    for direction in range(3):
                        if self.target(mine, s.mover, stone * 3 + direction) >= 0:
                            yield stone * 3 + direction

    def probability(self, s: Stones, a: int) -> float:
        """All sides of the die are equally likely, and so are all free cells."""
        return 1 / (self.stones - self.number(self.mine(s))) if s.die == PLACING else 1 / self.stones

    def result(self, s: Stones, a: int) -> Stones:
        """The die rolled; or a stone placed; or a stone moved, and what it captures taken off."""
        if s.die == 0:
            return Stones(s.max_stones, s.min_stones, s.mover, a)
        mine, theirs = self.mine(s), self.theirs(s)
        if s.die == PLACING:
            return self.placed(s, self.put(mine, self.number(mine), a))
        cell = self.target(mine, s.mover, a)
        captured = self.at(mine, cell)
        if captured >= 0:
            mine = self.put(mine, captured, -1)
        captured = self.at(theirs, cell)
        if captured >= 0:
            theirs = self.put(theirs, captured, -1)
        mine = self.put(mine, a // 3, cell)
        return Stones(mine, theirs, 1, 0) if s.mover == 0 else Stones(theirs, mine, 0, 0)

    def is_terminal(self, s: Stones) -> bool:
        """Whether a stone is in the far corner, or a player has no stones left."""
        return s.die != PLACING and (self.has_won(s, 0) or self.has_won(s, 1))

    def utility(self, s: Stones, p: int) -> float:
        """1 to the winner, −1 to the other."""
        return 1 if self.has_won(s, p) else -1

    def has_won(self, s: Stones, p: int) -> bool:
        """Whether player p is in the far corner, or has captured every stone."""
        if p == 0:
            return s.min_stones == 0 or self.at(s.max_stones, self.last_cell) >= 0
        return s.max_stones == 0 or self.at(s.min_stones, 0) >= 0

    def placed(self, s: Stones, mine: int) -> Stones:
        """The state when the mover has placed a stone: first X places all of its stones, then O, then X begins."""
        done = self.number(mine) == self.stones
        if s.mover == 0:
            return Stones(mine, s.min_stones, 1 if done else 0, PLACING)
        return Stones(s.max_stones, mine, 0 if done else 1, 0 if done else PLACING)

    def may_move(self, mine: int, stone: int, die: int) -> bool:
        """Whether the die lets this stone move: no other remaining stone is between the die's number and its own."""
        if self.cell(mine, stone) < 0:
            return False
        named = die - 1
        step = 1 if stone > named else -1
        while named != stone:
            if self.cell(mine, named) >= 0:
                return False
            named += step
        return True

    def target(self, mine: int, mover: int, a: int) -> int:
        """The cell to which the stone goes, or −1 if that is off the board."""
        direction = a % 3
        down, right = (0 if direction == 1 else 1), (0 if direction == 0 else 1)
        cell = self.cell(mine, a // 3) if mover == 0 else self.last_cell - self.cell(mine, a // 3)
        row, column = cell // self.size + down, cell % self.size + right
        if row >= self.size or column >= self.size:
            return -1
        cell = row * self.size + column
        return cell if mover == 0 else self.last_cell - cell

    def corner_cell(self, mover: int, i: int) -> int:
        """Cell i of the corner in which a player begins."""
        return self.corner[i] if mover == 0 else self.last_cell - self.corner[i]

    # The stones of a side.

    def mine(self, s: Stones) -> int:
        """The mover's stones."""
        return s.max_stones if s.mover == 0 else s.min_stones

    def theirs(self, s: Stones) -> int:
        """The stones of the other."""
        return s.min_stones if s.mover == 0 else s.max_stones

    def cell(self, stones: int, stone: int) -> int:
        """The square of a stone, or −1 if it is not on the board."""
        return (stones >> stone * BITS & (1 << BITS) - 1) - 1

    def put(self, stones: int, stone: int, cell: int) -> int:
        """The stones with one of them in another cell; −1 takes it off."""
        return stones & ~((1 << BITS) - 1 << stone * BITS) | cell + 1 << stone * BITS

    def at(self, stones: int, cell: int) -> int:
        """The stone in a cell, or −1."""
        for stone in range(self.stones):
            if self.cell(stones, stone) == cell:
                return stone
        return -1

    def number(self, stones: int) -> int:
        """The number of stones on the board."""
        number = 0
        for stone in range(self.stones):
            if self.cell(stones, stone) >= 0:
                number += 1
        return number
