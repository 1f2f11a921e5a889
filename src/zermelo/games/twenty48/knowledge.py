"""Knowledge for searching 2048: how good rows and columns are, and symmetry."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from zermelo.games.shared.bitboards import swapped
from zermelo.games.twenty48.rows import LINE, transposed
from zermelo.games.twenty48.rules import SPAWN, Rules, Tiles

EMPTY, EQUAL, DISORDER, CLUTTER = 25.0, 50.0, 0.75, 0.65
"""The weights in the evaluation of a row: empty cells, equal neighbours, lack of monotonicity, tiles."""

RANGE = 8000.0
"""The approximate range of the evaluation, from the worst rows and columns to the best."""

FIFTEEN = np.uint64(15)
ROW, TWO_ROWS, THREE_ROWS = np.uint64(16), np.uint64(32), np.uint64(48)

# The distance between cells that change places when rows are mirrored, and which of them go down.
CELL, TWO_CELLS = np.uint64(4), np.uint64(8)
EVEN_CELLS, EVEN_PAIRS = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x00FF00FF00FF00FF)


def _good_rows() -> NDArray[np.float64]:
    """For every row of four tiles: its part of the evaluation, which is the sum over four rows and four columns."""
    rows = np.arange(1 << 16)
    tiles = np.stack([rows >> 4 * i & 15 for i in range(4)]).astype(float)
    rises = np.diff(tiles**2.5, axis=0)
    disorder = np.minimum(np.maximum(rises, 0).sum(axis=0), np.maximum(-rises, 0).sum(axis=0))
    empty = (tiles == 0).sum(axis=0)
    equal = ((np.diff(tiles, axis=0) == 0) & (tiles[1:] > 0)).sum(axis=0)
    clutter = (tiles**2).sum(axis=0)
    good = EMPTY * empty + EQUAL * equal - DISORDER * disorder - CLUTTER * clutter
    return np.asarray(0.5 / 8 + good / RANGE)


GOOD = _good_rows()


class Knowledge(Rules):
    """Evaluation and symmetries."""

    scored = True

    def __init__(self, width: int = 4, height: int = 4, target: int = 2048, spawner: str = "chance") -> None:
        super().__init__(width, height, target, spawner)
        self.beyond, self.below = np.uint64(4 * (4 - width)), np.uint64(4 * (4 - height))

    def evaluate(self, s: Tiles, p: int) -> float:
        """How good the rows and columns are, from 0 to 1. Without a target: the score plus its expected increase."""
        health = self.health(s.cells)
        guess = health if self.target != 0 else s.score + 4 * health * self.sum_of(s.cells)
        return guess if p == 0 else self.total - guess

    def health(self, cells: np.uint64) -> float:
        """How good the rows and columns are, between 0 and 1."""
        return min(0.999, max(0.001, good_of(cells) + good_of(transposed(cells))))

    def sum_of(self, cells: np.uint64) -> int:
        """The sum of all tiles."""
        total = 0
        for cell in range(16):
            total += (1 << int((cells >> np.uint64(4 * cell)) & FIFTEEN)) & ~1  # an empty cell counts for 0, not 1
        return total

    def canonical(self, s: Tiles) -> Tiles:
        """The least of the boards that turns and mirrors make: eight if it is square, four if not."""
        cells = least = s.cells
        square = self.width == self.height
        for i in range(7 if square else 3):  # alternating two symmetries generates all
            if i % 2 == 0:
                cells = mirrored(cells, self.beyond)
            elif square:
                cells = transposed(cells)
            else:
                cells = transposed(mirrored(transposed(cells), self.below))
            least = min(least, cells)
        return Tiles(least, SPAWN if s.pushes == SPAWN else self.moving(least), s.score)


def mirrored(cells: np.uint64, beyond: np.uint64) -> np.uint64:
    """The board with left and right exchanged; `beyond` bits of each row are not on the board."""
    cells = swapped(cells, CELL, EVEN_CELLS)
    return swapped(cells, TWO_CELLS, EVEN_PAIRS) >> beyond


def good_of(cells: np.uint64) -> float:
    """The sum of the scores of the four rows."""
    # Two sums of two: machine code finds them at the same time.
    first, second = GOOD[int(cells & LINE)], GOOD[int((cells >> ROW) & LINE)]
    third, fourth = GOOD[int((cells >> TWO_ROWS) & LINE)], GOOD[int(cells >> THREE_ROWS)]
    return float((first + second) + (third + fourth))
