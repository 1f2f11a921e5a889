"""Breakthrough: pawns that step forward and capture diagonally; who first reaches the far row wins.

6 b b b b b
5 b b b b b
4 . . . . .         white begins, and goes up
3 . . . . .
2 w w w w w
1 w w w w w
  a b c d e
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from zermelo.bits import count_bits, each_bit
from zermelo.errors import ParseError, quote
from zermelo.game import MAX, MIN, Game
from zermelo.games._boards import cell_name, check_cells, lettered, letters, numbered, read_rows, rows_of, split_turn
from zermelo.games._labels import if_short
from zermelo.games._parameters import check_whole
from zermelo.games._svg import FIRST, SECOND, clickable, grid, panel, picture, piece, words

ONE = np.uint64(1)
"""What meets a set of cells has to be of its type."""

STRAIGHT = 1
"""The direction of a step straight ahead; 0 is to the left, as white sees the board, and 2 to the right."""

NAMES = ("White", "Black")
"""The two players, as people call them."""

SIZE = 40
"""The side of a cell in the picture."""


class Pawns(NamedTuple):
    """The cells of the white and of the black pawns, a bit each, and whose turn it is."""

    white: np.uint64
    black: np.uint64
    mover: int


class Breakthrough(Game):
    """Step forward, straight or diagonally, to an empty cell, or capture diagonally. White is player 0.

    Who reaches the far row, or has captured every pawn, wins. Each side begins with two rows of pawns; with one, if
    the board has fewer than six rows. There is always a move: nothing of its own stands before the foremost pawn, and
    at least one of the two cells diagonally ahead of it is on the board.

    The cells are the bits of a number, from a1 along the rows. An action is a cell and a direction in one integer:
    `cell * 3 + direction`, with the directions 0 to the left, 1 straight ahead, 2 to the right, as White sees them.
    """

    bounds = (-1, 1)

    def __init__(self, width: int = 8, height: int = 8) -> None:
        _check_size(width, height)
        self.width, self.height = width, height
        bottom_row = (1 << width) - 1
        left_column = sum(1 << r * width for r in range(height))
        rows = 2 if height >= 6 else 1
        at_start = (1 << rows * width) - 1
        self.whites, self.blacks = np.uint64(at_start), np.uint64(at_start << (height - rows) * width)
        self.board = np.uint64(bottom_row * left_column)
        self.left_column = np.uint64(left_column)
        self.not_left = np.uint64((bottom_row - 1) * left_column)
        self.not_right = np.uint64((bottom_row >> 1) * left_column)
        self.bottom_row = np.uint64(bottom_row)
        self.top_row = np.uint64(bottom_row << (height - 1) * width)
        self.up = np.uint64(width)

    # The rules.

    def initial(self) -> Pawns:
        """All pawns in their rows, White to move."""
        return Pawns(self.whites, self.blacks, 0)

    def player(self, s: Pawns) -> int:
        """Whose pawn moves."""
        return s.mover

    def actions(self, s: Pawns) -> Iterator[int]:
        """The moves to the left, then those straight ahead, then those to the right; each from a1 on."""
        return self.moves_into(s, self.board)

    def result(self, s: Pawns, a: int) -> Pawns:
        """The pawn moved, and what it captures taken off."""
        start = ONE << np.uint64(a // 3)
        end = ONE << np.uint64(self.target(s, a))
        if s.mover == 0:
            return Pawns(s.white ^ start | end, s.black & ~end, 1)
        return Pawns(s.white & ~end, s.black ^ start | end, 0)

    def is_terminal(self, s: Pawns) -> bool:
        """Whether a pawn has reached the far row, or one side has no pawns."""
        return self.has_won(s, 0) or self.has_won(s, 1)

    def utility(self, s: Pawns, p: int) -> float:
        """1 to the winner, −1 to the other."""
        winner = 0 if self.has_won(s, 0) else 1
        return 1 if p == winner else -1

    def has_won(self, s: Pawns, p: int) -> bool:
        """Whether player p has broken through or captured every pawn."""
        if p == 0:
            return not s.black or bool(s.white & self.top_row)
        return not s.white or bool(s.black & self.bottom_row)

    def moves_into(self, s: Pawns, cells: np.uint64) -> Iterator[int]:
        """The actions that end on these cells."""
        ahead = self.width if s.mover == 0 else -self.width
        for direction in range(3):
            for end in each_bit(self.targets(s, direction) & cells):
                yield (end - ahead - direction + 1) * 3 + direction

    def targets(self, s: Pawns, direction: int) -> np.uint64:
        """The cells that the mover's pawns can go to in this direction."""
        mine, theirs = (s.white, s.black) if s.mover == 0 else (s.black, s.white)
        ends = self.step(mine, s.mover, direction) & ~mine
        return ends & ~theirs if direction == STRAIGHT else ends

    def step(self, cells: np.uint64, p: int, direction: int) -> np.uint64:
        """The cells, each moved as a pawn of player p moves. What leaves the board is gone."""
        if direction < STRAIGHT:
            cells = (cells & self.not_left) >> ONE
        elif direction > STRAIGHT:
            cells = (cells & self.not_right) << ONE
        return cells << self.up & self.board if p == 0 else cells >> self.up

    def target(self, s: Pawns, a: int) -> int:
        """The cell on which action a ends."""
        return a // 3 + a % 3 - 1 + (self.width if s.mover == 0 else -self.width)

    # Knowledge.

    def evaluate(self, s: Pawns, p: int) -> float:
        """The worth of White's pawns less that of Black's."""
        for_white = 0
        for r in range(self.height):
            row = self.bottom_row << np.uint64(r * self.width)
            for_white += self.worth(r) * count_bits(s.white & row)
            for_white -= self.worth(self.height - 1 - r) * count_bits(s.black & row)
        return for_white if p == 0 else -for_white

    def worth(self, rows: int) -> int:
        """What a pawn counts that has gone so many rows from its own edge: the nearer to the goal, the more."""
        return self.height + rows * rows

    def order(self, s: Pawns, a: int) -> float:
        """What the move gains by this evaluation; a move that ends the game comes first."""
        end = self.target(s, a)
        rows = end // self.width if s.mover == 0 else self.height - 1 - end // self.width
        if rows == self.height - 1:
            return self.height**3
        gain = self.worth(rows) - self.worth(rows - 1)
        theirs = s.black if s.mover == 0 else s.white
        if theirs >> np.uint64(end) & ONE:
            gain += self.worth(self.height - 1 - rows)
        return gain

    def noisy(self, s: Pawns) -> Iterator[int]:
        """Captures, and moves to the far row."""
        theirs, goal = (s.black, self.top_row) if s.mover == 0 else (s.white, self.bottom_row)
        return self.moves_into(s, theirs | goal)

    def candidates(self, s: Pawns) -> Iterator[int]:
        """The moves that win at once, or else those that stop the other side from it; all, where there are none.

        A pawn one row from its goal cannot be blocked, for it can always go there diagonally: it has to be captured.
        """
        cells = self.board
        if s.mover == 0:
            goal, threats = self.top_row, s.black & self.bottom_row << self.up
        else:
            goal, threats = self.bottom_row, s.white & self.top_row >> self.up
        if self.reaches(s, goal):
            cells = goal
        elif threats and self.reaches(s, threats):
            cells = threats
        return self.moves_into(s, cells)

    def reaches(self, s: Pawns, cells: np.uint64) -> bool:
        """Whether the mover has a move that ends on one of these cells."""
        return bool((self.targets(s, 0) | self.targets(s, 1) | self.targets(s, 2)) & cells)

    def canonical(self, s: Pawns) -> Pawns:
        """The lesser of the board and its mirror image, left and right exchanged."""
        white, black = self.mirrored(s.white), self.mirrored(s.black)
        if white < s.white or (white == s.white and black < s.black):
            return Pawns(white, black, s.mover)
        return s

    def mirrored(self, cells: np.uint64) -> np.uint64:
        """The cells with left and right exchanged."""
        out = np.uint64(0)
        for _ in range(self.width):
            out = out << ONE | cells & self.left_column
            cells = cells >> ONE
        return out

    # For people.

    def show(self, s: Pawns) -> str:
        """The board as text, seen by White, with columns lettered and rows numbered, and whose turn it is."""
        rows = numbered(self._rows(s), range(self.height, 0, -1))
        return "\n".join([*rows, lettered(self.width, self.height), f"{NAMES[s.mover]} to move"])

    def parse(self, text: str) -> Pawns:
        """The state from what `show` gives, or from "bbb/.../.w./w.w, black".

        Where nothing says whose turn it is, it is White's, unless White has won.
        """
        board, mover = split_turn(text, NAMES)
        cells = self._read(text, board)
        white, black = (np.uint64(sum(1 << i for i, c in enumerate(cells) if c == pawn)) for pawn in "wb")
        if mover is None:
            mover = MIN if self.has_won(Pawns(white, black, MAX), MAX) else MAX
        s = Pawns(white, black, mover)
        self._refuse_crowds(text, s)
        last = s.white & self.top_row if s.mover == MIN else s.black & self.bottom_row
        if self.has_won(s, s.mover) or count_bits(last) > 1:
            raise ParseError(f"{quote(text)} is not a position: play ended before it came to this")
        return s

    def show_action(self, s: Pawns, a: int) -> str:
        """The cells from which and to which the pawn moves, and an x between them if it captures: "a2a3", "a2xb3"."""
        end = self.target(s, a)
        captures = int(s.black if s.mover == MAX else s.white) >> end & 1
        return f"{self._cell(a // 3)}{'x' if captures else ''}{self._cell(end)}"

    def parse_action(self, s: Pawns, text: str) -> int:
        """The action from "a2xb3", or without the x, or with a dash, or with a star after a capture."""
        plain = re.sub(r"[\s*x-]", "", text.casefold()) if self.width < 24 else text  # with 24 columns, x is one
        for a in self.actions(s):
            if plain == self._cell(a // 3) + self._cell(self.target(s, a)):
                return a
        return int(super().parse_action(s, text))

    def label(self, s: Pawns) -> str:
        """The board in one line, where it is small: "bbb/.w./w.w"."""
        return if_short("/".join(self._rows(s)))

    def draw(self, s: Pawns) -> str:
        """The board with its pawns, White's round and Black's square, and whose turn it is."""
        left, top = 24, 8
        right, bottom = left + self.width * SIZE, top + self.height * SIZE
        moves = [] if self.is_terminal(s) else list(self.actions(s))
        touched = {a // 3 for a in moves} | {self.target(s, a) for a in moves}
        return picture(
            max(right + 8, 130),
            bottom + 52,
            f"Breakthrough: {'/'.join(self._rows(s))}, {self._says(s)}",
            [
                *(panel(self._corner(left, bottom, i), (SIZE, SIZE), 0) for i in self._dark()),
                *grid((left, top), self.width, self.height, SIZE),
                *(words((left + (i + 0.5) * SIZE, bottom + 18), c, size=12) for i, c in enumerate(letters(self.width))),
                *(words((12, bottom - (i + 0.5) * SIZE + 4), str(i + 1), size=12) for i in range(self.height)),
                *(
                    shape
                    for player, pawns in enumerate((s.white, s.black))
                    for i in each_bit(pawns)
                    for shape in _pawn(player, i, *self._centre(left, bottom, i))
                ),
                words((left, bottom + 42), self._says(s), anchor="start"),
                *(clickable(self._cell(i), self._corner(left, bottom, i), (SIZE, SIZE)) for i in sorted(touched)),
            ],
        )

    def _rows(self, s: Pawns) -> list[str]:
        """The rows of the board from the top: w, b or a dot for each cell."""
        white, black = int(s.white), int(s.black)
        cells = "".join(
            "w" if white >> i & 1 else "b" if black >> i & 1 else "." for i in range(self.width * self.height)
        )
        return rows_of(cells, self.width)[::-1]

    def _cell(self, cell: int) -> str:
        return cell_name(cell, self.width)

    def _read(self, text: str, board: str) -> str:
        """A letter for each cell from a1 on, w, b or a dot, from any of the forms that `parse` takes."""
        footer = r"\s+".join(letters(self.width))
        body = re.sub(rf"\s{footer}\s*$", "", board)
        rows = read_rows(
            text, body, numbers=range(self.height, 0, -1), width=self.width, kinds="wb.", example=self._example()
        )
        return "".join(rows[::-1])

    def _refuse_crowds(self, text: str, s: Pawns) -> None:
        most = count_bits(self.whites)
        for name, pawns in zip(NAMES, (s.white, s.black), strict=True):
            if count_bits(pawns) > most:
                raise ParseError(
                    f"{quote(text)} is not a position: {name}, who began with {most} pawns, has {count_bits(pawns)}"
                )

    def _example(self) -> str:
        return "/".join(self._rows(self.initial()))

    def _centre(self, left: float, bottom: float, cell: int) -> tuple[float, float]:
        return left + (cell % self.width + 0.5) * SIZE, bottom - (cell // self.width + 0.5) * SIZE

    def _corner(self, left: float, bottom: float, place: int) -> tuple[float, float]:
        return left + place % self.width * SIZE, bottom - (place // self.width + 1) * SIZE

    def _dark(self) -> list[int]:
        """Every other cell, as on a chessboard: a1 is dark."""
        return [i for i in range(self.width * self.height) if (i % self.width + i // self.width) % 2 == 0]

    def _says(self, s: Pawns) -> str:
        if self.is_terminal(s):
            return f"{NAMES[MAX if self.has_won(s, MAX) else MIN]} wins"
        return f"{NAMES[s.mover]} to move"


def _check_size(width: int, height: int) -> None:
    check_whole("width", width, 2, 26)  # a column has one letter; in a single one, pawns could block each other
    check_whole("height", height, 2, 32)
    check_cells(width, height)


def _pawn(player: int, cell: int, x: float, y: float) -> list[str]:
    r = SIZE * 0.34
    shape = (
        f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{FIRST}"/>'
        if player == MAX
        else f'<rect x="{x - r:g}" y="{y - r:g}" width="{2 * r:g}" height="{2 * r:g}" rx="3" fill="{SECOND}"/>'
    )
    letter = words((x, y + 5), NAMES[player][0], colour="#ffffff", size=15)
    return piece(NAMES[player], [shape, letter], on=cell)
