"""The rules of Battleship."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import numpy as np

from zermelo.core.game import Game, put
from zermelo.games.shared.parameters import check_whole

NONE = -1
"""No ship is placed; a ship is not sunk."""

HALF = 50
"""The cells of one word of a set of cells."""

MOST_CELLS = 2 * HALF

Cells: TypeAlias = tuple[int, int]
"""A set of cells as the bits of two words: cells below HALF, and the others."""

Ints: TypeAlias = tuple[int, ...]


class Sea(NamedTuple):
    """Both seas: for each player the ships; shots that missed and that hit; the cells at which its ships were sunk.

    A ship is 2 * cell + direction, with its upper left cell; direction 0 is across, 1 is down. `misses` and `hits` are
    indexed by the player who shot, `ships` and `sunk` by the owner of the ships.
    """

    ships: tuple[Ints, Ints]
    misses: tuple[Cells, Cells]
    hits: tuple[Cells, Cells]
    sunk: tuple[Ints, Ints]
    mover: int


class Seen(NamedTuple):
    """What a player has seen: the player's own ships, all shots, and the sinkings of both fleets."""

    ships: Ints
    misses: tuple[Cells, Cells]
    hits: tuple[Cells, Cells]
    sunk: tuple[Ints, Ints]


class Rules(Game):
    """Ships may touch but not overlap. Players place their fleets unseen, and then shoot in turn."""

    bounds = (-1, 1)

    def __init__(self, width: int = 10, height: int = 10, fleet: Ints = (5, 4, 3, 3, 2)) -> None:
        check_whole("width", width, 1, 26)
        check_whole("height", height, 1, 26)
        fleet = (fleet,) if isinstance(fleet, int) else tuple(fleet)
        if width * height > MOST_CELLS:
            raise ValueError(f"width {width} and height {height} make {width * height} cells; at most {MOST_CELLS}")
        if not 1 <= len(fleet) <= 9:
            raise ValueError(f"fleet must have 1 to 9 ships, not {len(fleet)}")
        placed = 0
        for length in fleet:
            check_whole("each ship of fleet", length, 1, max(width, height))
            # A row is blocked by at least width // length cells, so that some row, or column, has room left.
            if placed >= max(height * (width // length), width * (height // length)):
                raise ValueError(f"fleet {fleet!r} is too large: there may be no room for its ship of {length}")
            placed += length
        self.width, self.height, self.fleet = width, height, fleet
        self.cells, self.fleet_size = width * height, len(fleet)
        self.nowhere = (NONE,) * len(fleet)
        masks = [self._mask(ship, length) for length in fleet for ship in range(2 * self.cells)]
        self.lows, self.highs = (np.array([mask[word] for mask in masks], dtype=np.int64) for word in range(2))
        """The cells of each ship of the fleet in each place, by `number * 2 * cells + ship`; 0 if it is not inside."""

    def _mask(self, ship: int, length: int) -> Cells:
        cells = (0, 0)
        if self.is_inside(ship, length):
            for i in range(length):
                cells = plus(cells, ship // 2 + i * self.step(ship))
        return cells

    def initial(self) -> Sea:
        """No ship is placed."""
        none = self.nowhere
        return Sea((none, none), ((0, 0), (0, 0)), ((0, 0), (0, 0)), (none, none), 0)

    def player(self, s: Sea) -> int:
        """The first player places the fleet, then the second; then they shoot in turn."""
        return s.mover

    def actions(self, s: Sea) -> Iterator[int]:
        """The places of the next ship of the mover, or the cells that the mover has not shot at."""
        number = self.unplaced(s.ships[s.mover])
        if number < self.fleet_size:
            taken = self.occupied(s.ships[s.mover])
            for ship in range(2 * self.cells):
                if self.fits(number, ship, taken):
                    yield ship
        else:
            misses, hits = s.misses[s.mover], s.hits[s.mover]
            for cell in range(self.cells):
                if not has(misses, cell) and not has(hits, cell):
                    yield cell

    def result(self, s: Sea, a: int) -> Sea:
        """The state after a ship is placed, or after a shot."""
        p = s.mover
        number = self.unplaced(s.ships[p])
        if number < self.fleet_size:
            own = put(s.ships[p], number, a)
            ships = (own, s.ships[1]) if p == 0 else (s.ships[0], own)
            mover = 1 - p if number == self.fleet_size - 1 else p
            return Sea(ships, s.misses, s.hits, s.sunk, mover)
        number = self.ship_at(s.ships[1 - p], a)
        if number == NONE:
            missed = plus(s.misses[p], a)
            misses = (missed, s.misses[1]) if p == 0 else (s.misses[0], missed)
            return Sea(s.ships, misses, s.hits, s.sunk, 1 - p)
        hit = plus(s.hits[p], a)
        hits = (hit, s.hits[1]) if p == 0 else (s.hits[0], hit)
        sunk = s.sunk
        if self.is_covered(number, s.ships[1 - p][number], hit):
            announced = put(s.sunk[1 - p], number, a)
            sunk = (s.sunk[0], announced) if p == 0 else (announced, s.sunk[1])
        return Sea(s.ships, s.misses, hits, sunk, 1 - p)

    def is_terminal(self, s: Sea) -> bool:
        """A fleet is sunk."""
        return self.is_sunk(s.sunk[0]) or self.is_sunk(s.sunk[1])

    def utility(self, s: Sea, p: int) -> float:
        """1 for the player whose fleet still floats."""
        return -1 if self.is_sunk(s.sunk[p]) else 1

    def observe(self, s: Sea, p: int) -> Seen:
        """The player's own ships, and every shot with its result."""
        return Seen(s.ships[p], s.misses, s.hits, s.sunk)

    # Ships and cells.

    def unplaced(self, ships: Ints) -> int:
        """The number of the next ship to place; the size of the fleet if all are placed."""
        for i in range(self.fleet_size):
            if ships[i] == NONE:
                return i
        return self.fleet_size

    def is_sunk(self, sunk: Ints) -> bool:
        """Whether all ships are sunk."""
        return all(sunk[i] != NONE for i in range(self.fleet_size))

    def step(self, ship: int) -> int:
        """How far the next cell of a ship is from the one before."""
        return self.width if ship % 2 else 1

    def is_inside(self, ship: int, length: int) -> bool:
        """Whether a ship of this length is on the board; a ship of one cell lies across."""
        cell = ship // 2
        if ship % 2:
            return length > 1 and cell // self.width + length <= self.height
        return cell % self.width + length <= self.width

    def cells_of(self, number: int, ship: int) -> Cells:
        """The cells that a ship of the fleet covers in a place; empty if it would not fit on the board."""
        place = number * 2 * self.cells + ship
        return int(self.lows[place]), int(self.highs[place])

    def fits(self, number: int, ship: int, taken: Cells) -> bool:
        """Whether a ship is on the board and covers none of the cells that are taken."""
        low, high = self.cells_of(number, ship)
        return (low | high) != 0 and (low & taken[0]) == 0 and (high & taken[1]) == 0

    def is_covered(self, number: int, ship: int, cells: Cells) -> bool:
        """Whether all cells of a ship are among these."""
        low, high = self.cells_of(number, ship)
        return (low & ~cells[0]) == 0 and (high & ~cells[1]) == 0

    def with_ship(self, cells: Cells, number: int, ship: int) -> Cells:
        """The cells with those of a ship."""
        low, high = self.cells_of(number, ship)
        return (cells[0] | low, cells[1] | high)

    def occupied(self, ships: Ints) -> Cells:
        """The cells of the ships that are placed."""
        cells = (0, 0)
        for i in range(self.fleet_size):
            if ships[i] != NONE:
                cells = self.with_ship(cells, i, ships[i])
        return cells

    def ship_at(self, ships: Ints, cell: int) -> int:
        """The number of the ship that covers the cell; NONE if there is none."""
        for i in range(self.fleet_size):
            if ships[i] != NONE and has(self.cells_of(i, ships[i]), cell):
                return i
        return NONE


def has(cells: Cells, cell: int) -> bool:
    """Whether the cell is one of these."""
    if cell < HALF:
        return (cells[0] >> cell) & 1 == 1
    return (cells[1] >> (cell - HALF)) & 1 == 1


def plus(cells: Cells, cell: int) -> Cells:
    """The cells with one more."""
    if cell < HALF:
        return (cells[0] | (1 << cell), cells[1])
    return (cells[0], cells[1] | (1 << (cell - HALF)))
