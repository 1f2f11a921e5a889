"""Domineering: one player lays dominoes upright, the other across; who finds no room loses.

  a b c d
1 . . . .
2 # . . .       Vertical began with a2-a3, Horizontal answered c4-d4;
3 # . . .       now Vertical is to move
4 . . # #
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from zermelo.bits import count_bits, each_bit
from zermelo.game import MAX, Game
from zermelo.games._boards import (
    cell_name,
    check_cells,
    lettered,
    letters,
    numbered,
    read_rows,
    rows_of,
    split_turn,
    without_header,
)
from zermelo.games._labels import if_short
from zermelo.games._parameters import check_whole
from zermelo.games._svg import clickable, grid, picture, piece, words

ONE = np.uint64(1)
"""What meets a set of cells has to be of its type."""

NAMES = ("Vertical", "Horizontal")
"""The two players, as people call them."""

SIZE = 40
"""The side of a cell in the picture."""


class Cells(NamedTuple):
    """The cells that are covered, a bit each, and whose turn it is. Which dominoes cover them does not matter."""

    taken: np.uint64
    mover: int


class Domineering(Game):
    """Cover two free cells, one above the other (player 0) or side by side (player 1); who cannot, loses.

    The cells are the bits of one number in reading order, without guards between the rows: so a board of 8 by 8 fits
    64 bits, and masks keep dominoes from running over the edge. An action is the upper or the left cell of a domino.

    `first` is the player who begins: 0 lays upright, 1 across.
    """

    bounds = (-1, 1)

    def __init__(self, width: int = 5, height: int = 5, first: int = 0) -> None:
        _check_size(width, height)
        check_whole("first", first, 0, 1)
        self.width, self.height, self.first = width, height, first
        top_row = (1 << width) - 1
        left_column = sum(1 << r * width for r in range(height))
        self.board = np.uint64(top_row * left_column)
        self.top_row, self.left_column = np.uint64(top_row), np.uint64(left_column)
        self.not_right = np.uint64((top_row >> 1) * left_column)
        self.down = np.uint64(width)
        self.upright, self.across = np.uint64(1 | 1 << width), np.uint64(3)

    # The rules.

    def initial(self) -> Cells:
        """The empty board."""
        return Cells(np.uint64(0), self.first)

    def player(self, s: Cells) -> int:
        """Who is to lay a domino."""
        return s.mover

    def actions(self, s: Cells) -> Iterator[int]:
        """The upper or left cells of the mover's dominoes, in reading order."""
        return each_bit(self.places(self.board & ~s.taken, s.mover))

    def result(self, s: Cells, a: int) -> Cells:
        """The mover's domino laid with its upper or left half on cell a."""
        domino = self.upright if s.mover == 0 else self.across
        return Cells(s.taken | domino << np.uint64(a), 1 - s.mover)

    def is_terminal(self, s: Cells) -> bool:
        """Whether the mover has no room for a domino."""
        return not self.places(self.board & ~s.taken, s.mover)

    def utility(self, s: Cells, p: int) -> float:
        """−1 to the player who cannot move, 1 to the other."""
        return -1 if p == s.mover else 1

    def places(self, free: np.uint64, p: int) -> np.uint64:
        """The free cells on which the upper or left half of a domino of player p can lie."""
        if p == 0:
            return free & free >> self.down
        return free & free >> ONE & self.not_right

    def step(self, cells: np.uint64, p: int) -> np.uint64:
        """The cells, each moved along a domino of player p: down, or to the right. What leaves the board is gone."""
        if p == 0:
            return cells << self.down & self.board
        return (cells & self.not_right) << ONE

    # Knowledge.

    def evaluate(self, s: Cells, p: int) -> float:
        """The moves that Vertical has, the safe ones counted twice, less those of Horizontal."""
        free = self.board & ~s.taken
        for_vertical = self.prospects(free, 0) - self.prospects(free, 1)
        return for_vertical if p == 0 else -for_vertical

    def order(self, s: Cells, a: int) -> float:
        """What the evaluation will be to the mover."""
        return self.evaluate(self.result(s, a), s.mover)

    def limits(self, s: Cells) -> tuple[float, float]:
        """What the number of moves left decides, if it does.

        A player has at most `room(free)` moves to come, and can be sure of `room(safe)`. So the mover loses if the
        other has as many safe moves as the mover has moves, and wins with more safe moves than the other has moves.
        """
        free = self.board & ~s.taken
        mine, theirs = self.safe(free, s.mover), self.safe(free, 1 - s.mover)
        for_mover = 0
        if self.room(theirs, 1 - s.mover) >= self.room(free, s.mover):
            for_mover = -1
        elif self.room(mine, s.mover) > self.room(free, 1 - s.mover):
            for_mover = 1
        value = for_mover if s.mover == 0 else -for_mover
        return (value, value) if value != 0 else (-1, 1)

    def prospects(self, free: np.uint64, p: int) -> int:
        """The places for dominoes of player p, those counted twice that the other player cannot spoil."""
        return count_bits(self.places(free, p)) + count_bits(self.places(self.safe(free, p), p))

    def safe(self, free: np.uint64, p: int) -> np.uint64:
        """The free cells that no domino of the other player can ever cover."""
        theirs = self.places(free, 1 - p)
        return free & ~(theirs | self.step(theirs, 1 - p))

    def room(self, free: np.uint64, p: int) -> int:
        """How many dominoes of player p the free cells hold at once: half the length of each run, rounded down."""
        count = 0
        starts = free & ~self.step(free, p)
        while starts:
            pairs = self.places(free, p) & starts
            count += count_bits(pairs)
            starts = free & self.step(self.step(pairs, p), p)
        return count

    def key(self, s: Cells) -> Cells:
        """The state with the cells covered that no domino can cover any more."""
        free = self.board & ~s.taken
        upright, across = self.places(free, 0), self.places(free, 1)
        useful = upright | self.step(upright, 0) | across | self.step(across, 1)
        return Cells(self.board & ~useful, s.mover)

    def canonical(self, s: Cells) -> Cells:
        """The least of the four boards that exchanging top and bottom, left and right makes."""
        flipped, mirrored = self.flipped(s.taken), self.mirrored(s.taken)
        return Cells(min(s.taken, flipped, mirrored, self.mirrored(flipped)), s.mover)

    def flipped(self, cells: np.uint64) -> np.uint64:
        """The cells with top and bottom exchanged."""
        out = np.uint64(0)
        for _ in range(self.height):
            out = out << self.down | cells & self.top_row
            cells = cells >> self.down
        return out

    def mirrored(self, cells: np.uint64) -> np.uint64:
        """The cells with left and right exchanged."""
        out = np.uint64(0)
        for _ in range(self.width):
            out = out << ONE | cells & self.left_column
            cells = cells >> ONE
        return out

    # For people.

    def show(self, s: Cells) -> str:
        """The board as text, columns lettered and rows numbered from the top left, and whose turn it is."""
        rows = numbered(self._rows(s), range(1, self.height + 1))
        return "\n".join([lettered(self.width, self.height), *rows, f"{NAMES[s.mover]} to move"])

    def parse(self, text: str) -> Cells:
        """The state from what `show` gives, or from "..#/..#/..., horizontal".

        Any cells may be covered, as in problems. Where nothing says whose turn it is, it is the one's who begins.
        """
        board, mover = split_turn(text, NAMES)
        board = without_header(board, self.width)
        rows = read_rows(
            text, board, numbers=range(1, self.height + 1), width=self.width, kinds=".#", example=self._example()
        )
        taken = sum(1 << i for i, cell in enumerate("".join(rows)) if cell == "#")
        return Cells(np.uint64(taken), self.first if mover is None else mover)

    def show_action(self, s: Cells, a: int) -> str:
        """The two cells of the domino: "a1-a2"."""
        return f"{self._cell(a)}-{self._cell(a + (self.width if s.mover == MAX else 1))}"

    def parse_action(self, s: Cells, text: str) -> int:
        """The action from "a1-a2", "a1a2", or the upper or left cell alone: "a1"."""
        wanted = re.sub(r"[\s-]", "", text).casefold()
        for a in self.actions(s):
            near, far = self.show_action(s, a).split("-")
            if wanted in (near, near + far):
                return a
        return int(super().parse_action(s, text))

    def label(self, s: Cells) -> str:
        """The board in one line, where it is small: "#../#../..."."""
        return if_short("/".join(self._rows(s)))

    def draw(self, s: Cells) -> str:
        """The board with the cells that are covered, and whose turn it is."""
        left, top = 24, 24
        right, bottom = left + self.width * SIZE, top + self.height * SIZE
        width = max(right + 8, 150)
        ways = [] if self.is_terminal(s) else list(self.actions(s))
        free = {c for a in ways for c in (a, a + (self.width if s.mover == MAX else 1))}
        return picture(
            width,
            bottom + 36,
            f"Domineering: {'/'.join(self._rows(s))}, {self._says(s)}",
            [
                *(shape for cell in each_bit(s.taken) for shape in self._block(left, top, cell)),
                *grid((left, top), self.width, self.height, SIZE),
                *(words((left + (i + 0.5) * SIZE, 16), c, size=12) for i, c in enumerate(letters(self.width))),
                *(words((12, top + (i + 0.5) * SIZE + 4), str(i + 1), size=12) for i in range(self.height)),
                words((left, bottom + 24), self._says(s), anchor="start"),
                *(
                    clickable(self._cell(i), (left + i % self.width * SIZE, top + i // self.width * SIZE), (SIZE, SIZE))
                    for i in sorted(free)
                ),
            ],
        )

    def _block(self, left: float, top: float, cell: int) -> list[str]:
        """A cell that is covered."""
        x, y = left + cell % self.width * SIZE, top + cell // self.width * SIZE
        block = f'<rect x="{x:g}" y="{y:g}" width="{SIZE}" height="{SIZE}" fill="currentColor" fill-opacity="0.55"/>'
        return piece("block", [block], on=cell)

    def _rows(self, s: Cells) -> list[str]:
        """The rows of the board: # where a cell is covered, a dot where it is free."""
        cells = "".join("#" if int(s.taken) >> i & 1 else "." for i in range(self.width * self.height))
        return rows_of(cells, self.width)

    def _cell(self, cell: int) -> str:
        return cell_name(cell, self.width)

    def _example(self) -> str:
        return "/".join(["." * self.width] * self.height)

    def _says(self, s: Cells) -> str:
        return f"{NAMES[1 - s.mover]} wins" if self.is_terminal(s) else f"{NAMES[s.mover]} to move"


def _check_size(width: int, height: int) -> None:
    check_whole("width", width, 1, 26)  # a column has one letter
    check_whole("height", height, 1, 64)
    check_cells(width, height)
