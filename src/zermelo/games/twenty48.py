"""2048: push all tiles to one side; two that are equal and meet become one of twice their number.

┌────┬────┬────┬────┐       ┌────┬────┬────┬────┐
│  2 │    │  2 │  4 │       │  4 │  4 │    │    │
├────┼────┼────┼────┤ left  ├────┼────┼────┼────┤     and then a new tile, a 2 or
│    │  8 │    │  8 │  ──▶  │ 16 │    │    │    │     now and then a 4, comes up
└────┴────┴────┴────┘       └────┴────┴────┴────┘     in one of the empty cells
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.bits import count_bits, each_bit
from zermelo.errors import ParseError, quote
from zermelo.game import CHANCE, MIN, Game, Kind
from zermelo.games._boards import cell_name
from zermelo.games._labels import if_short
from zermelo.games._parameters import check_whole
from zermelo.games._svg import FIRST, clickable, grid, picture, piece, words
from zermelo.games.othello import swapped

UP, RIGHT, DOWN, LEFT = range(4)
"""The four moves."""

SPAWN = -1
"""Stands in a state for the pushes where a new tile comes next."""

WAYS = ("up", "right", "down", "left")
"""What they are called."""

SPAWNERS = ("chance", "adversary")
"""Who may bring the new tiles."""

GREATEST = 15
"""The greatest tile is 2 to this power, 32768: it is what four bits can hold. Two of them do not become one."""

FOUR = 0.1
"""How likely a new tile is a 4 and not a 2."""

EMPTY, EQUAL, DISORDER, CLUTTER = 25.0, 50.0, 0.75, 0.65
"""What counts in the evaluation of a row: empty cells, equal neighbours, tiles that rise and fall, tiles at all."""

RANGE = 8000.0
"""From the worst rows and columns to the best there are about so many points."""

SQUARE = 64
"""The side of a cell in the picture."""

# Numbers that meet a board: a plain int would make it signed in machine code.
NONE, FIFTEEN = np.uint64(0), np.uint64(15)
BIT, TWO_BITS, CELL = np.uint64(1), np.uint64(2), np.uint64(4)
ROW, TWO_ROWS, THREE_ROWS = np.uint64(16), np.uint64(32), np.uint64(48)
A_TWO_AND_A_FOUR = np.uint64(0b11)
ONES, LINE = np.uint64(0x1111111111111111), np.uint64(0xFFFF)

# How far apart cells are that change places, and which they are: in a mirrored row, and in a transposed board.
PAIR = np.uint64(8)
EVEN_CELLS, EVEN_PAIRS = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x00FF00FF00FF00FF)
ASLANT, FAR_ASLANT = np.uint64(12), np.uint64(24)
ABOVE, FAR_ABOVE = np.uint64(0x0000F0F00000F0F0), np.uint64(0x00000000FF00FF00)


def _pushed_rows() -> tuple[NDArray[np.uint16], NDArray[np.int32]]:
    """For every row of four tiles, packed: where a push leaves them, and the sum of the tiles that it makes.

    The first table is of pushes to the left; that of place w is of pushes to the right, in rows of w cells. Either way
    the same tiles are made.
    """
    rows = np.arange(1 << 16)
    tiles = [rows >> 4 * i & 15 for i in range(4)]
    out = [np.zeros_like(rows) for _ in range(4)]
    gain, filled, may_join = np.zeros_like(rows), np.zeros_like(rows), np.zeros(rows.shape, bool)
    for tile in tiles:
        last = np.choose(np.maximum(filled - 1, 0), out)
        joins = (tile > 0) & may_join & (tile == last) & (tile < GREATEST)
        enters = (tile > 0) & ~joins
        for place in range(4):
            out[place] += joins & (filled - 1 == place)
            out[place][enters & (filled == place)] = tile[enters & (filled == place)]
        gain[joins] += 1 << tile[joins] + 1
        filled += enters
        may_join = np.where(joins, False, np.where(enters, True, may_join))
    left = np.asarray(sum(place << 4 * i for i, place in enumerate(out)))
    right = [_reversed(left[_reversed(rows, width)], width) for width in range(1, 5)]
    return np.asarray([left, *right], np.uint16), np.asarray(gain, np.int32)


def _reversed(rows: NDArray[np.int64], width: int) -> NDArray[np.int64]:
    """Rows of so many cells, packed, with left and right exchanged."""
    return np.asarray(sum((rows >> 4 * i & 15) << 4 * (width - 1 - i) for i in range(width)))


def _good_rows() -> NDArray[np.float64]:
    """For every row of four tiles, packed: its part of the evaluation, to which four rows and four columns add up."""
    rows = np.arange(1 << 16)
    tiles = np.stack([rows >> 4 * i & 15 for i in range(4)]).astype(float)
    rises = np.diff(tiles**2.5, axis=0)
    disorder = np.minimum(np.maximum(rises, 0).sum(axis=0), np.maximum(-rises, 0).sum(axis=0))
    empty = (tiles == 0).sum(axis=0)
    equal = ((np.diff(tiles, axis=0) == 0) & (tiles[1:] > 0)).sum(axis=0)
    clutter = (tiles**2).sum(axis=0)
    good = EMPTY * empty + EQUAL * equal - DISORDER * disorder - CLUTTER * clutter
    return np.asarray(0.5 / 8 + good / RANGE)


def _moving_rows(pushed: NDArray[np.uint16]) -> NDArray[np.uint8]:
    """For every row of four tiles, packed, the pushes that move one: a bit each, and four bits on if it is a column.

    The table of place w is of rows of w cells.
    """
    rows = np.arange(1 << 16)
    to_left, to_right = pushed[:1] != rows, pushed != rows
    return np.asarray(to_left << LEFT | to_left << UP + 4 | to_right << RIGHT | to_right << DOWN + 4, np.uint8)


PUSHED, GAINED = _pushed_rows()
TO_LEFT = 0  # the table of pushes to the left
MOVING, ACROSS = _moving_rows(PUSHED), 1 << LEFT | 1 << RIGHT
GOOD = _good_rows()


class Tiles(NamedTuple):
    """The tiles as powers of 2, four bits a cell, the pushes that move something, a bit each, and what the score is."""

    cells: np.uint64
    pushes: int
    score: int


class Twenty48(Game):
    """Push the tiles together until there is one of `target`. New tiles come by chance, or from an adversary.

    Two tiles come to begin with, and one after every push: a 2, or with probability 0.1 a 4, each empty cell as likely
    as any other. With `spawner` "adversary" it is MIN who places them. A push has to move something; who cannot push
    any more has lost. The rules are those of Gabriele Cirulli's game of 2014.

    Utility is 1 if the target was reached and 0 if not, so that a value is a probability. With `target` 0 play goes on
    until no push is left, and the utility is the score: the sum of all tiles that were made by joining two.

    Cells are numbered in reading order on a board of 4 by 4, of which a smaller board is the upper left part. The
    action of who brings a tile is the bit that it sets: four times the number of the cell, and one more for a 4.
    """

    scored = True

    def __init__(self, width: int = 4, height: int = 4, target: int = 2048, spawner: str = "chance") -> None:
        check_whole("width", width, 1, 4)
        check_whole("height", height, 1, 4)
        if width * height == 1:
            raise ValueError("width 1 and height 1 make a board too small: two tiles come to begin with")
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
        self.beyond, self.below = np.uint64(4 * (4 - width)), np.uint64(4 * (4 - height))
        board = [(r, c) for r in range(height) for c in range(width)]
        self.board = _mask(board)

    # The rules.

    def initial(self) -> Tiles:
        """An empty board, to which two tiles come."""
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
        """Each empty cell is as likely as any other, a 2 nine times as likely as a 4."""
        empty = count_bits(self.board & ~taken(s.cells))
        return (FOUR if a & 1 else 1 - FOUR) / empty

    def is_terminal(self, s: Tiles) -> bool:
        """Whether the target was reached, or no push is left."""
        if self.target != 0 and self.is_reached(s.cells):
            return True
        return s.pushes == 0

    def utility(self, s: Tiles, p: int) -> float:
        """1 if the target was reached, or the score; the adversary gets what is left of 1, or loses as much."""
        worth = s.score if self.target == 0 else 1 if self.is_reached(s.cells) else 0
        return worth if p == 0 else self.total - worth

    def is_reached(self, cells: np.uint64) -> bool:
        """Whether one of the tiles is the target: none is beyond it, so that it is the one with all of its bits."""
        found = ONES
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

    # Knowledge.

    def evaluate(self, s: Tiles, p: int) -> float:
        """How good the rows and the columns are, from 0 to 1; of a score, what it is and is likely to become."""
        health = self.health(s.cells)
        guess = health if self.target != 0 else s.score + 4 * health * self.sum_of(s.cells)
        return guess if p == 0 else self.total - guess

    def health(self, cells: np.uint64) -> float:
        """How good the rows and the columns are, between 0 and 1."""
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
        for i in range(7 if square else 3):  # two that alternate go through all
            if i % 2 == 0:
                cells = mirrored(cells, self.beyond)
            elif square:
                cells = transposed(cells)
            else:
                cells = transposed(mirrored(transposed(cells), self.below))
            least = min(least, cells)
        return Tiles(least, SPAWN if s.pushes == SPAWN else self.moving(least), s.score)

    # For people.

    @property
    def name(self) -> str:
        """A module cannot have the name that the game has."""
        return "2048"

    @property
    def kind(self) -> Kind:
        """There is no chance in it where an adversary brings the tiles."""
        return replace(super().kind, stochastic=self.spawner == "chance")

    def show(self, s: Tiles) -> str:
        """The board as text, whose turn it is, and the score if it counts."""
        rows = [" ".join(f"{tile or '.':>5}" for tile in row) for row in self._rows(s)]
        return "\n".join([*rows, self._turn(s)])

    def parse(self, text: str) -> Tiles:
        """The board from what `show` gives, or in one line, "2 . / 4 8"; where nothing says so, a push comes next."""
        board, turn = re.findall("^([^a-z]*)(.*)$", text.casefold(), re.DOTALL)[0]
        rows = [row.split() for row in re.split(r"[/\n]", board.strip(" \t/\n,"))]
        says = re.fullmatch(r"(?:(max|min|chance)(?: to move)?)? ?(?:score ([0-9]{1,9}))?", _words(turn))
        if says is None or [len(row) for row in rows] != [self.width] * self.height:
            raise ParseError(
                f"{quote(text)} is not a position: expected {self.height} rows of {self.width} tiles or dots, like "
                f"{quote(' / '.join([' '.join('.' * self.width)] * self.height))}, and whose turn it is"
            )
        powers = [[self._power(text, tile) for tile in row] for row in rows]
        cells = np.uint64(sum(p << 4 * (4 * r + c) for r, row in enumerate(powers) for c, p in enumerate(row)))
        s = Tiles(cells, self.moving(cells) if says[1] in (None, "max") else SPAWN, int(says[2] or 0))
        self._refuse_impossible(text, s, says[1])
        return s

    def show_action(self, s: Tiles, a: int) -> str:
        """The push, or the tile and its cell: "up", "2 at b3"."""
        if s.pushes != SPAWN:
            return WAYS[a]
        return f"{4 if a & 1 else 2} at {cell_name(a >> 2, 4)}"

    def label(self, s: Tiles) -> str:
        """The board in one line, where it is small: "2 ./4 8"."""
        return if_short("/".join(" ".join(str(tile or ".") for tile in row) for row in self._rows(s)))

    def draw(self, s: Tiles) -> str:
        """The board with its tiles, darker the greater they are, and how things stand."""
        width, height = self.width * SQUARE, self.height * SQUARE
        tiles = [
            shape
            for r, row in enumerate(self._rows(s))
            for c, tile in enumerate(row)
            if tile
            for shape in _tile(r, c, tile)
        ]
        says = words((10 + width / 2, height + 34), self._says(s))
        shapes = [*tiles, *grid((10, 10), self.width, self.height, SQUARE), says, *self._ways(s)]
        return picture(max(width, 180) + 20, height + 44, f"2048: {' '.join(self.show(s).split())}", shapes)

    def _ways(self, s: Tiles) -> list[str]:
        """What a player may do, to be clicked: the edge to push to, or an empty cell."""
        if self.is_terminal(s) or self.player(s) == CHANCE:
            return []
        if s.pushes == SPAWN:
            cells = sorted({a >> 2 for a in self.actions(s)})
            corners = [(10 + cell % 4 * SQUARE, 10 + cell // 4 * SQUARE) for cell in cells]
            return [clickable(cell_name(n, 4), at, (SQUARE, SQUARE)) for n, at in zip(cells, corners, strict=True)]
        width, height, depth = self.width * SQUARE, self.height * SQUARE, SQUARE / 3
        edges = {
            UP: ((10 + depth, 10), (width - 2 * depth, depth)),
            RIGHT: ((10 + width - depth, 10), (depth, height)),
            DOWN: ((10 + depth, 10 + height - depth), (width - 2 * depth, depth)),
            LEFT: ((10, 10), (depth, height)),
        }
        return [clickable(WAYS[a], *edges[a]) for a in self.actions(s)]

    def _rows(self, s: Tiles) -> list[list[int]]:
        """The tiles of each row; an empty cell is a 0."""
        powers = [[int(s.cells) >> 4 * (4 * r + c) & 15 for c in range(self.width)] for r in range(self.height)]
        return [[1 << power if power else 0 for power in row] for row in powers]

    def _turn(self, s: Tiles) -> str:
        mover = "MAX" if s.pushes != SPAWN else "chance" if self.spawning_player == CHANCE else "MIN"
        return f"{mover} to move" + (f", score {s.score}" if self.target == 0 else "")

    def _says(self, s: Tiles) -> str:
        if not self.is_terminal(s):
            return self._turn(s)
        if self.target == 0:
            return f"no push is left, score {s.score}"
        return f"{self.target} is reached" if self.is_reached(s.cells) else "no push is left"

    def _power(self, text: str, tile: str) -> int:
        """Which power of 2 a tile is; 0 for an empty cell."""
        if tile == ".":
            return 0
        greatest = self.target or 1 << GREATEST
        value = int(tile) if re.fullmatch("[0-9]{1,5}", tile) else 0
        if not 2 <= value <= greatest or value & value - 1:
            raise ParseError(
                f"{quote(text)} is not a position: {quote(tile)} is no tile; there are 2, 4, 8 to {greatest}"
            )
        return value.bit_length() - 1

    def _refuse_impossible(self, text: str, s: Tiles, mover: str | None) -> None:
        who = "chance" if self.spawning_player == CHANCE else "MIN"
        if s.pushes == SPAWN and mover != who.casefold():
            raise ParseError(f"{quote(text)} is not a position: new tiles come from {who}, not from {mover}")
        if self.target != 0 and s.score:
            raise ParseError(f"{quote(text)} is not a position: the score only counts where there is no target")
        if s.pushes != SPAWN and s.cells == NONE:
            raise ParseError(f"{quote(text)} is not a position: on an empty board it is for {who} to move")
        if s.pushes == SPAWN and not self.board & ~taken(s.cells) and not self.is_terminal(s):
            raise ParseError(f"{quote(text)} is not a position: no cell is empty, so that it is not for {who} to move")


def taken(cells: np.uint64) -> np.uint64:
    """The lowest bit of each cell that is not empty."""
    pairs = cells | (cells >> BIT)
    return (pairs | (pairs >> TWO_BITS)) & ONES


def moving_rows(cells: np.uint64, table: int) -> int:
    """Which pushes move one of the rows, as MOVING has it."""
    moving = 0
    for row in range(4):
        moving |= int(MOVING[table, int((cells >> np.uint64(16 * row)) & LINE)])
    return moving


def pushed_rows(cells: np.uint64, table: int) -> tuple[np.uint64, int]:
    """All rows pushed, by one of the tables, and the sum of the tiles that were made."""
    out, gain = NONE, 0
    for row in range(4):
        shift = np.uint64(16 * row)
        tiles = int((cells >> shift) & LINE)
        out |= np.uint64(PUSHED[table, tiles]) << shift
        gain += int(GAINED[tiles])
    return out, gain


def mirrored(cells: np.uint64, beyond: np.uint64) -> np.uint64:
    """The board with left and right exchanged; beyond it to the right there are so many bits of each row."""
    cells = swapped(cells, CELL, EVEN_CELLS)
    return swapped(cells, PAIR, EVEN_PAIRS) >> beyond


def transposed(cells: np.uint64) -> np.uint64:
    """The board with rows and columns exchanged: in blocks of 2 by 2, and then the blocks."""
    return swapped(swapped(cells, ASLANT, ABOVE), FAR_ASLANT, FAR_ABOVE)


def good_of(cells: np.uint64) -> float:
    """How good the four rows are in all."""
    # Two sums of two: machine code finds them at the same time.
    first, second = GOOD[int(cells & LINE)], GOOD[int((cells >> ROW) & LINE)]
    third, fourth = GOOD[int((cells >> TWO_ROWS) & LINE)], GOOD[int(cells >> THREE_ROWS)]
    return float((first + second) + (third + fourth))


def _mask(cells: list[tuple[int, int]]) -> np.uint64:
    """The lowest bit of each of the cells, given by row and column."""
    return np.uint64(sum(1 << 4 * (4 * r + c) for r, c in cells))


def _words(text: str) -> str:
    """The words of a text with one space between them, and no commas."""
    return " ".join(text.replace(",", " ").split())


def _check_target(target: int) -> None:
    check_whole("target", target, 0, 1 << GREATEST)
    if target and (target < 8 or target & target - 1):
        raise ValueError(f"target must be a power of 2 from 8 to {1 << GREATEST}, or 0 for none, not {target!r}")


def _tile(row: int, column: int, tile: int) -> list[str]:
    x, y = 10 + column * SQUARE, 10 + row * SQUARE
    shade = 0.03 * tile.bit_length()
    size = 24 if tile < 100 else 20 if tile < 1000 else 16
    shapes = [
        f'<rect x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}" fill="{FIRST}" opacity="{shade:.2f}"/>',
        words((x + SQUARE / 2, y + SQUARE / 2 + size * 0.36), str(tile), size=size),
    ]
    return piece(str(tile), shapes, on=f"{row}.{column}")
