"""The rules of Dobutsu shogi.

Cells are numbered from a1 along the rows, and have four bits each in one number: the animal, and a bit for its owner.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from zermelo.core.game import Game

WIDTH, HEIGHT = 3, 4
CELLS = WIDTH * HEIGHT

EMPTY, CHICK, ELEPHANT, GIRAFFE, LION, HEN = range(6)
"""The contents of a cell."""

SKY = 8
"""The bit of the animals of the second player."""

IN_HAND = (CHICK, ELEPHANT, GIRAFFE)
"""The animals that can be in a hand: two bits for each, first those of player 0 and then those of player 1."""

DROPS = CELLS * CELLS
"""The first action that is a drop."""

STEPS = {
    CHICK: ((1, 0),),
    ELEPHANT: ((1, -1), (1, 1), (-1, -1), (-1, 1)),
    GIRAFFE: ((1, 0), (0, -1), (0, 1), (-1, 0)),
    LION: ((1, -1), (1, 0), (1, 1), (0, -1), (0, 1), (-1, -1), (-1, 0), (-1, 1)),
    HEN: ((1, -1), (1, 0), (1, 1), (0, -1), (0, 1), (-1, 0)),
}
"""The steps of the first player's animals: rows up, and columns to the right."""


def _targets(animal: int, cell: int) -> int:
    """The cells that an animal on this cell goes to, a bit each."""
    up = -1 if animal & SKY else 1
    row, column = divmod(cell, WIDTH)
    ends = [(row + up * rows, column + columns) for rows, columns in STEPS.get(animal & ~SKY, ())]
    return sum(1 << r * WIDTH + c for r, c in ends if 0 <= r < HEIGHT and 0 <= c < WIDTH)


TARGETS = np.array([[_targets(animal, cell) for cell in range(CELLS)] for animal in range(2 * SKY)])
"""By the number of an animal with its owner, and its cell."""


LETTERS = ".CEGLH"
"""The letters of what is on a cell; those of the second player are small."""


def placed(rows: str) -> int:
    """The cells in one number, from their letters in rows from the top: "gle/.c./.C./ELG"."""
    from_a1 = "".join(reversed(rows.split("/")))
    return sum((LETTERS.index(c.upper()) | SKY * c.islower()) << 4 * i for i, c in enumerate(from_a1))


START = placed("gle/.c./.C./ELG")


class Animals(NamedTuple):
    """What is on the cells, what is in the hands, and whose turn it is."""

    cells: int
    hands: int
    mover: int


class Rules(Game):
    """Catch the other's lion, or bring your own safely to the far row."""

    bounds = (-1, 1)

    def initial(self) -> Animals:
        """Four animals on each side, Forest to move."""
        return Animals(START, 0, 0)

    def player(self, s: Animals) -> int:
        """Whose animal moves."""
        return s.mover

    def actions(self, s: Animals) -> Iterator[int]:
        """The moves of the animals from a1 on, then the drops of chicks, elephants and giraffes."""
        for start in range(CELLS):
            animal = self.at(s, start)
            if animal and self.owner(animal) == s.mover:
                targets = TARGETS[animal, start]
                for end in range(CELLS):
                    there = self.at(s, end)
                    if targets >> end & 1 and not (there and self.owner(there) == s.mover):
                        yield start * CELLS + end
        for animal in IN_HAND:
            if self.held(s, s.mover, animal):
                for end in range(CELLS):
                    if not self.at(s, end):
                        yield DROPS + (animal - 1) * CELLS + end

    def result(self, s: Animals, a: int) -> Animals:
        """The animal moved or dropped, promoted if it is a chick that has gone to the far row, and what it captures."""
        mine = SKY * s.mover
        if a >= DROPS:
            animal, end = (a - DROPS) // CELLS + 1, a % CELLS
            return Animals(s.cells | (animal | mine) << 4 * end, s.hands - self.one(s.mover, animal), 1 - s.mover)
        start, end = a // CELLS, a % CELLS
        animal, taken = self.at(s, start), self.at(s, end) & ~SKY
        if animal == CHICK | mine and self.is_far(end, s.mover):
            animal = HEN | mine
        cells = s.cells & ~(15 << 4 * start) & ~(15 << 4 * end) | animal << 4 * end
        hands = s.hands
        if taken and taken != LION:
            hands += self.one(s.mover, CHICK if taken == HEN else taken)
        return Animals(cells, hands, 1 - s.mover)

    def is_terminal(self, s: Animals) -> bool:
        """Whether a lion is captured, or safe on the far row."""
        return self.winner(s) >= 0

    def utility(self, s: Animals, p: int) -> float:
        """1 to the winner, −1 to the other."""
        return 1 if self.winner(s) == p else -1

    def winner(self, s: Animals) -> int:
        """The player who has won, or −1."""
        other = 1 - s.mover
        mine, theirs = self.lion(s, s.mover), self.lion(s, other)
        if mine < 0 or (self.is_far(theirs, other) and not self.attacks(s, s.mover, theirs)):
            return other
        return s.mover if self.is_far(mine, s.mover) else -1

    def attacks(self, s: Animals, p: int, cell: int) -> bool:
        """Whether player p has an animal that goes to this cell."""
        for start in range(CELLS):
            animal = self.at(s, start)
            if animal and self.owner(animal) == p and TARGETS[animal, start] >> cell & 1:
                return True
        return False

    def at(self, s: Animals, cell: int) -> int:
        """The contents of a cell."""
        return s.cells >> 4 * cell & 15

    def lion(self, s: Animals, p: int) -> int:
        """The cell of a player's lion, or −1."""
        for cell in range(CELLS):
            if self.at(s, cell) == LION | SKY * p:
                return cell
        return -1

    def held(self, s: Animals, p: int, animal: int) -> int:
        """The number of these animals that a player has in hand."""
        return s.hands >> 6 * p + 2 * (animal - 1) & 3

    def one(self, p: int, animal: int) -> int:
        """One of these animals in a player's hand, as a part of `hands`."""
        return 1 << 6 * p + 2 * (animal - 1)

    def owner(self, animal: int) -> int:
        """The player whose animal it is."""
        return animal >> 3

    def is_far(self, cell: int, p: int) -> bool:
        """Whether a cell is on the row that is farthest from a player."""
        return cell >= CELLS - WIDTH if p == 0 else 0 <= cell < WIDTH
