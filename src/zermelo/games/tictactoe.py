"""Tic-tac-toe on a board of any size: m, n, k.

  a   b   c
1 X │   │ O
  ──┼───┼──
2   │ X │           X began; O is to move, and must stop c3
  ──┼───┼──
3   │   │
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from zermelo.errors import ParseError, nearest, quote
from zermelo.game import MIN, Game
from zermelo.games._boards import cell_name, lettered, numbered, read_rows, rows_of, without_header
from zermelo.games._labels import if_short
from zermelo.games._parameters import check_whole
from zermelo.games._svg import FIRST, SECOND, clickable, line, picture, piece

EVALUATIONS = ("lines", "open")
"""The evaluations that the lectures compare."""

STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""The four directions of a line, as rows down and columns to the right, in the order of `TicTacToe.shifts`."""

SIZE = 60
"""The side of a cell in the picture."""


class Board(NamedTuple):
    """The cells that X and O have taken, a bit each, and whose turn it is."""

    xs: int
    os: int
    mover: int


class TicTacToe(Game):
    """Take cells by turns; who first has `row` of them in a straight line wins. X is player 0.

    Each row of the board is kept in `width + 1` bits, of which the last, a guard, is never set. So a line cannot run
    over the edge, and stones shifted by one cell in a direction meet only their neighbours. On a board of 3 by 3:

        0  1  2 │ 3         shifts: 1 along a row, 4 down a column,
        4  5  6 │ 7                 5 and 3 along the diagonals
        8  9 10 │11

    Actions number the cells in reading order, without the guards.

    The evaluation "lines" adds up 3^(n−1) for each line that holds n stones of one side and none of the other: for
    the usual board 3·X2 + X1 − 3·O2 − O1. The evaluation "open" counts lines open for X, less those open for O.
    """

    bounds = (-1, 1)

    def __init__(self, width: int = 3, height: int = 3, row: int = 3, evaluation: str = "lines") -> None:
        _check_size(width, height, row)
        if evaluation not in EVALUATIONS:
            raise ValueError(f"evaluation {quote(evaluation)} is not known: {nearest(str(evaluation), EVALUATIONS)}")
        self.width, self.height, self.row, self.evaluation = width, height, row, evaluation
        self.stride = width + 1
        self.shifts = (1, self.stride, self.stride + 1, self.stride - 1)
        self.lines = tuple(sum(1 << i * shift for i in range(row)) for shift in self.shifts)
        self.top_row = (1 << width) - 1
        self.left_column = sum(1 << r * self.stride for r in range(height))
        self.full = self.top_row * self.left_column
        self.only_open = evaluation == "open"

    # The rules.

    def initial(self) -> Board:
        """The empty board, X to move."""
        return Board(0, 0, 0)

    def player(self, s: Board) -> int:
        """Who is to take a cell."""
        return s.mover

    def actions(self, s: Board) -> Iterator[int]:
        """The free cells, in reading order."""
        taken = s.xs | s.os
        for cell in range(self.width * self.height):
            if not taken >> (cell + cell // self.width) & 1:
                yield cell

    def result(self, s: Board, a: int) -> Board:
        """Cell a taken by the mover."""
        stone = 1 << (a + a // self.width)
        if s.mover == 0:
            return Board(s.xs | stone, s.os, 1)
        return Board(s.xs, s.os | stone, 0)

    def is_terminal(self, s: Board) -> bool:
        """Whether the last mover has a row, or no cell is free."""
        return self.has_row(s.os if s.mover == 0 else s.xs) or s.xs | s.os == self.full

    def utility(self, s: Board, p: int) -> float:
        """1 to the player with a row, −1 to the other, 0 if there is none."""
        if not self.has_row(s.os if s.mover == 0 else s.xs):
            return 0
        return -1 if p == s.mover else 1

    def has_row(self, stones: int) -> bool:
        """Whether the stones hold a row in any direction."""
        for shift in self.shifts:  # noqa: SIM110  (`any` of a generator does not compile)
            if rows_from(stones, shift, self.row) != 0:
                return True
        return False

    # Knowledge.

    def evaluate(self, s: Board, p: int) -> float:
        """The lines that X may still fill, less those of O, weighed as the game's `evaluation` says."""
        for_x = self.promise(s.xs, s.os) - self.promise(s.os, s.xs)
        return for_x if p == 0 else -for_x

    def promise(self, mine: int, theirs: int) -> int:
        """The weight of all lines that hold none of their stones."""
        total = 0
        for i in range(4):
            starts = rows_from(self.full & ~theirs, self.shifts[i], self.row)
            while starts != 0:
                start = starts & -starts
                starts ^= start
                total += self.weight(count_bits(mine & start * self.lines[i]))
        return total

    def weight(self, stones: int) -> int:
        """What a line open to one side counts, with so many of its stones on it."""
        if self.only_open:
            return 1
        return 3 ** (stones - 1) if stones > 0 else 0

    def canonical(self, s: Board) -> Board:
        """The least of the boards that the symmetries make: 8 if the board is square, 4 if not."""
        xs, os = s.xs, s.os
        least_xs, least_os = xs, os
        square = self.width == self.height
        # A flip and a transposition by turns go through all eight; a flip and a mirror through all four.
        for i in range(8 if square else 4):
            if i % 2 == 0:
                xs, os = self.flipped(xs), self.flipped(os)
            elif square:
                xs, os = self.transposed(xs), self.transposed(os)
            else:
                xs, os = self.mirrored(xs), self.mirrored(os)
            if xs < least_xs or (xs == least_xs and os < least_os):
                least_xs, least_os = xs, os
        return Board(least_xs, least_os, s.mover)

    def flipped(self, stones: int) -> int:
        """The stones with top and bottom exchanged."""
        out = 0
        for r in range(self.height):
            out = out << self.stride | stones >> r * self.stride & self.top_row
        return out

    def mirrored(self, stones: int) -> int:
        """The stones with left and right exchanged."""
        out = 0
        for c in range(self.width):
            out = out << 1 | stones >> c & self.left_column
        return out

    def transposed(self, stones: int) -> int:
        """The stones with rows and columns exchanged, on a square board."""
        out = 0
        for r in range(self.height):
            for c in range(self.width):
                stone = stones >> (r * self.stride + c) & 1
                out |= stone << (c * self.stride + r)
        return out

    # For people.

    def show(self, s: Board) -> str:
        """The board as text, columns lettered and rows numbered from the top left."""
        rows = numbered(rows_of(self._cells(s), self.width), range(1, self.height + 1))
        return "\n".join([lettered(self.width, self.height), *rows])

    def parse(self, text: str) -> Board:
        """The board from what `show` gives, or from "X.O/.X./..." or "X.O.X....": whose turn it is, it counts."""
        cells = self._read(text)
        xs, os = (sum(self._bit(i) for i, c in enumerate(cells) if c == stone) for stone in "xo")
        surplus = cells.count("x") - cells.count("o")
        if surplus not in (0, 1):
            raise ParseError(
                f"{quote(text)} is not a position: X, who begins, has {cells.count('x')} and O {cells.count('o')}"
            )
        s = Board(xs, os, surplus)
        last, other = (s.xs, s.os) if s.mover == MIN else (s.os, s.xs)
        if self.has_row(other) or (self.has_row(last) and not self._made_by_last_move(last)):
            raise ParseError(f"{quote(text)} is not a position: play ended before it came to this")
        return s

    def show_action(self, s: Board, a: int) -> str:
        """The cell by its column's letter and its row's number: "a1" is at the top left."""
        return cell_name(a, self.width)

    def label(self, s: Board) -> str:
        """The board in one line, where it is small: "X.O/.X./..."."""
        return if_short(self._compact(s))

    def draw(self, s: Board) -> str:
        """The board with its stones, and a band under every row that has been made."""
        free = [] if self.is_terminal(s) else self.actions(s)
        width, height = self.width * SIZE, self.height * SIZE
        return picture(
            width,
            height,
            f"Tic-tac-toe: {self._compact(s)}",
            [
                *self._bands(s.xs if s.mover == MIN else s.os),
                *(line((i * SIZE, 4), (i * SIZE, height - 4), opacity=0.5) for i in range(1, self.width)),
                *(line((4, i * SIZE), (width - 4, i * SIZE), opacity=0.5) for i in range(1, self.height)),
                *(shape for i, stone in enumerate(self._cells(s)) for shape in self._piece(stone, i)),
                *(clickable(cell_name(i, self.width), self._corner(i), (SIZE, SIZE)) for i in free),
            ],
        )

    def _piece(self, stone: str, cell: int) -> list[str]:
        return piece(stone, _stone(stone, *self._centre(cell)), on=cell)

    def _bit(self, cell: int) -> int:
        return 1 << cell + cell // self.width

    def _cells(self, s: Board) -> str:
        """A letter for each cell in reading order: X, O or a dot."""
        bits = map(self._bit, range(self.width * self.height))
        return "".join("X" if s.xs & b else "O" if s.os & b else "." for b in bits)

    def _compact(self, s: Board) -> str:
        return "/".join(rows_of(self._cells(s), self.width))

    def _read(self, text: str) -> str:
        """A letter for each cell in reading order, x, o or a dot, from any of the forms that `parse` takes."""
        body = re.sub("[-_]", ".", without_header(text.casefold(), self.width))
        numbers = range(1, self.height + 1)
        rows = read_rows(
            text, body, numbers=numbers, width=self.width, kinds="xo.", example=self._example(), unbroken=True
        )
        return "".join(rows)

    def _example(self) -> str:
        return "/".join(["." * self.width] * self.height)

    def _made_by_last_move(self, stones: int) -> bool:
        """Whether one of the stones, the last one placed, has made all the rows there are."""
        return any(not self.has_row(stones & ~self._bit(i)) for i in range(self.width * self.height))

    def _centre(self, place: int) -> tuple[float, float]:
        return (place % self.width + 0.5) * SIZE, (place // self.width + 0.5) * SIZE

    def _corner(self, place: int) -> tuple[float, float]:
        return place % self.width * SIZE, place // self.width * SIZE

    def _bands(self, stones: int) -> list[str]:
        """A broad band from the first to the last cell of each row that the stones hold."""
        bands = []
        for shift, (down, right) in zip(self.shifts, STEPS, strict=True):
            starts = rows_from(stones, shift, self.row)
            for place in range(self.width * self.height):
                if starts & self._bit(place):
                    x, y = self._centre(place)
                    length = (self.row - 1) * SIZE
                    bands.append(line((x, y), (x + length * right, y + length * down), thick=SIZE * 0.8))
        return ['<g opacity="0.2">', *bands, "</g>"] if bands else []


def rows_from(stones: int, shift: int, row: int) -> int:
    """The stones at which a row of so many begins and goes on in the direction of the shift."""
    starts = stones
    for _ in range(row - 1):
        starts &= starts >> shift
    return starts


def count_bits(bits: int) -> int:
    """How many bits are set."""
    count = 0
    while bits != 0:
        bits &= bits - 1
        count += 1
    return count


def _check_size(width: int, height: int, row: int) -> None:
    check_whole("width", width, 1, 26)  # a column has one letter
    check_whole("height", height, 1, 32)
    if height * (width + 1) > 64:
        raise ValueError(
            f"width {width} and height {height} make a board too big for 63 bits: "
            f"height × (width + 1) may be at most 64, not {height * (width + 1)}"
        )
    check_whole("row", row, 1, max(width, height))


def _stone(stone: str, x: float, y: float) -> list[str]:
    """An X of two strokes, an O, or nothing."""
    r = SIZE * 0.28
    if stone == "X":
        return [line((x - r, y - d), (x + r, y + d), FIRST, 7) for d in (r, -r)]
    if stone == "O":
        return [f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="none" stroke="{SECOND}" stroke-width="7"/>']
    return []
