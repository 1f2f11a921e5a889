"""The rules of 2048."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from zermelo.core.game import CHANCE, MIN, Game
from zermelo.games.shared.parameters import check_whole
from zermelo.games.twenty48.rows import (
    ACROSS,
    BIT,
    GREATEST,
    LEFT,
    LOWEST_BITS,
    NONE,
    RIGHT,
    TO_LEFT,
    UP,
    moving_rows,
    pushed_rows,
    taken,
    transposed,
)
from zermelo.native.bits import count_bits, each_bit

SPAWN = -1
"""In place of a state's pushes: a new tile comes next."""

SPAWNERS = ("chance", "adversary")
"""Those who may place new tiles."""

FOUR = 0.1
"""The probability that a new tile is a 4 and not a 2."""

A_TWO_AND_A_FOUR = np.uint64(0b11)
"""The bits that new tiles may set in the first cell: the first makes it a 2, the second a 4."""


class Tiles(NamedTuple):
    """The tiles as powers of 2, four bits a cell; the pushes that move something, a bit each; and the score."""

    cells: np.uint64
    pushes: int
    score: int


class Rules(Game):
    """Push the tiles together until a tile reaches `target`."""

    def __init__(self, width: int = 4, height: int = 4, target: int = 2048, spawner: str = "chance") -> None:
        check_whole("width", width, 1, 4)
        check_whole("height", height, 1, 4)
        if width * height == 1:
            raise ValueError("width 1 and height 1 make a board too small: play begins with two tiles")
        _check_target(target)
        if spawner not in SPAWNERS:
            raise ValueError(f"spawner must be {' or '.join(SPAWNERS)}, not {spawner!r}")
        self.width, self.height, self.target, self.spawner = width, height, target, spawner
        self.players = 1 if spawner == "chance" else 2
        self.spawning_player = CHANCE if spawner == "chance" else MIN
        most = width * height * (GREATEST - 1) << GREATEST
        self.total = 1 if target else 0
        self.bounds = (0, 1) if target else (0 if self.players == 1 else -most, most)
        self.power = target.bit_length() - 1 if target else 0
        self.board = np.uint64(sum(1 << 4 * (4 * r + c) for r in range(height) for c in range(width)))

    def initial(self) -> Tiles:
        """An empty board, to which two tiles will be added."""
        return Tiles(NONE, SPAWN, 0)

    def player(self, s: Tiles) -> int:
        """Who pushes is player 0; tiles come by chance, or from player 1."""
        return self.spawning_player if s.pushes == SPAWN else 0

    def actions(self, s: Tiles) -> Iterator[int]:
        """The pushes that move something; or a 2 and a 4 for each empty cell."""
        choices = (self.board & ~taken(s.cells)) * A_TWO_AND_A_FOUR if s.pushes == SPAWN else np.uint64(s.pushes)
        yield from each_bit(choices)

    def result(self, s: Tiles, a: int) -> Tiles:
        """The tiles pushed, or a new one added; the second tile follows the first one at once."""
        if s.pushes != SPAWN:
            cells, gain = self.pushed(s.cells, a)
            return Tiles(cells, SPAWN, s.score + gain if self.target == 0 else 0)
        cells = s.cells | BIT << np.uint64(a)
        return Tiles(cells, SPAWN if s.cells == NONE else self.moving(cells), s.score)

    def probability(self, s: Tiles, a: int) -> float:
        """All empty cells are equally likely; a 2 is nine times as likely as a 4."""
        empty = count_bits(self.board & ~taken(s.cells))
        return (FOUR if a & 1 else 1 - FOUR) / empty

    def is_terminal(self, s: Tiles) -> bool:
        """Whether the target was reached, or no push is left."""
        if self.target != 0 and self.is_reached(s.cells):
            return True
        return s.pushes == 0

    def utility(self, s: Tiles, p: int) -> float:
        """1 if the target was reached, else 0; or the score. The adversary gets 1 minus that, or minus the score."""
        utility = s.score if self.target == 0 else 1 if self.is_reached(s.cells) else 0
        return utility if p == 0 else self.total - utility

    def is_reached(self, cells: np.uint64) -> bool:
        """Whether one of the tiles is the target: no tile is greater, so no other has all of the target's bits."""
        found = LOWEST_BITS
        for bit in range(4):
            if self.power >> bit & 1:
                found &= cells >> np.uint64(bit)
        return bool(found != NONE)

    def moving(self, cells: np.uint64) -> int:
        """The pushes that move something, a bit each."""
        return moving_rows(cells, self.width) & ACROSS | moving_rows(transposed(cells), self.height) >> 4

    def pushed(self, cells: np.uint64, way: int) -> tuple[np.uint64, int]:
        """The tiles after a push, and the sum of those that it made."""
        if way == LEFT:
            return pushed_rows(cells, TO_LEFT)
        if way == RIGHT:
            return pushed_rows(cells, self.width)
        if way == UP:
            turned, gain = pushed_rows(transposed(cells), TO_LEFT)
        else:
            turned, gain = pushed_rows(transposed(cells), self.height)
        return transposed(turned), gain


def _check_target(target: int) -> None:
    check_whole("target", target, 0, 1 << GREATEST)
    if target and (target < 8 or target & target - 1):
        raise ValueError(f"target must be a power of 2 from 8 to {1 << GREATEST}, or 0 for none, not {target!r}")
