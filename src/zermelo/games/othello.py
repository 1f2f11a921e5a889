"""Othello on a board of 4, 6 or 8 squares a side.

  a b c d e f g h
1 . . . . . . . .
2 . . . . . . . .
3 . . . . . . . .
4 . . . O X . . .       where play begins: X may take d3, c4, f5 or e6
5 . . . X O . . .
6 . . . . . . . .
7 . . . . . . . .
8 . . . . . . . .
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from zermelo.bits import count_bits, each_bit
from zermelo.errors import ParseError, quote
from zermelo.game import MAX, MIN, Game
from zermelo.games._boards import lettered, letters, numbered, rows_of, without_header
from zermelo.games._labels import if_short
from zermelo.games._svg import FAINT, FIRST, SECOND, clickable, line, panel, picture, piece, words

SIZES = (4, 6, 8)
"""The sides that a board may have."""

PASS = 64
"""The action of a player who has no move."""

CORNER = 8
"""What a corner counts in the evaluation, where a move to choose from counts 1."""

SQUARE = 48
"""The side of a square in the picture."""

# Numbers that meet a board: a plain int would make it signed in machine code.
NONE, ONE = np.uint64(0), np.uint64(1)
ALONG, DOWN, FALLING, RISING = np.uint64(1), np.uint64(8), np.uint64(9), np.uint64(7)
BLACK, WHITE = np.uint64(1 << 28 | 1 << 35), np.uint64(1 << 27 | 1 << 36)

# The two steps beyond DOWN and the halves that turn rows round; steps and parts that swap rows with columns.
TWO_ROWS, FOUR_ROWS = np.uint64(16), np.uint64(32)
ODD_ROWS, ODD_PAIRS, UPPER = np.uint64(0x00FF00FF00FF00FF), np.uint64(0x0000FFFF0000FFFF), np.uint64(0x00000000FFFFFFFF)
BY_ONE, BY_TWO, BY_FOUR = np.uint64(7), np.uint64(14), np.uint64(28)
ONES, TWOS, FOURS = np.uint64(0x00AA00AA00AA00AA), np.uint64(0x0000CCCC0000CCCC), np.uint64(0x00000000F0F0F0F0)


class Board(NamedTuple):
    """The discs of the player to move and those of the other, a bit each; whose turn it is, and where it may move."""

    mine: np.uint64
    theirs: np.uint64
    mover: int
    moves: np.uint64


class Othello(Game):
    """Place a disc so that discs of the other lie in a straight line between it and one of yours: they become yours.

    X, who has the black discs, is player 0 and begins. Who has no move passes, and when neither has one play is over.
    The utility is the difference in discs as they lie: squares left empty count for nobody, unless `empty_to_winner`
    says that they are the winner's, as they are in tournaments.

    The squares are numbered in reading order, and so are the actions: a1 is 0, h1 is 7 and h8 is 63; 64 is a pass.
    A smaller board lies in the middle of the 64 squares, so that the same shifts and mirrors serve every size:

         0  1  2  3  4  5  6  7
         8  9 10 11 12 13 14 15
        16 17┌18─19─20─21┐22 23
        24 25│26 27 28 29│30 31     the board of 4 by 4: its a1 is 18
        32 33│34 35 36 37│38 39
        40 41└42─43─44─45┘46 47
        48 49 50 51 52 53 54 55
        56 57 58 59 60 61 62 63
    """

    scored = True

    def __init__(self, size: int = 8, empty_to_winner: bool = False) -> None:
        if isinstance(size, bool) or size not in SIZES:
            raise ValueError(f"size must be 4, 6 or 8, not {size!r}")
        self.size = size
        self.empty_to_winner = empty_to_winner
        self.bounds = (-size * size, size * size)
        self.margin = (8 - size) // 2
        first, last = self.margin, 7 - self.margin
        self.board = _squares(range(first, last + 1), range(first, last + 1))
        self.inner = _squares(range(first, last + 1), range(first + 1, last))
        self.corners = _squares((first, last), (first, last))

    # The rules.

    def initial(self) -> Board:
        """Two discs each in the middle, X to move."""
        return self.board_of(BLACK, WHITE, 0)

    def player(self, s: Board) -> int:
        """Who is to place a disc, or to pass."""
        return s.mover

    def actions(self, s: Board) -> Iterator[int]:
        """The squares that the mover may take, in reading order, or a pass alone."""
        if s.moves == NONE:
            yield PASS
        yield from each_bit(s.moves)

    def result(self, s: Board, a: int) -> Board:
        """A disc of the mover on square a, and those of the other that it closes in turned over."""
        if a == PASS:
            return self.board_of(s.theirs, s.mine, 1 - s.mover)
        disc = ONE << np.uint64(a)
        turned = self.turned(disc, s.mine, s.theirs)
        return self.board_of(s.theirs ^ turned, s.mine | disc | turned, 1 - s.mover)

    def is_terminal(self, s: Board) -> bool:
        """Whether neither player has a move."""
        if s.moves != NONE:
            return False
        return bool(self.moves(s.theirs, s.mine) == NONE)

    def utility(self, s: Board, p: int) -> float:
        """The player's discs less the other's."""
        for_mover = count_bits(s.mine) - count_bits(s.theirs)
        if self.empty_to_winner:
            empty = self.size * self.size - count_bits(s.mine | s.theirs)
            for_mover += empty if for_mover > 0 else -empty if for_mover < 0 else 0
        return for_mover if p == s.mover else -for_mover

    def board_of(self, mine: np.uint64, theirs: np.uint64, mover: int) -> Board:
        """The board with these discs; where the mover may go is found once, and asked for often."""
        return Board(mine, theirs, mover, self.moves(mine, theirs))

    def moves(self, mine: np.uint64, theirs: np.uint64) -> np.uint64:
        """The squares that the player with these discs may take."""
        return closing_squares(mine, theirs, theirs & self.inner) & self.board & ~(mine | theirs)

    def turned(self, disc: np.uint64, mine: np.uint64, theirs: np.uint64) -> np.uint64:
        """Their discs that a new disc of mine turns over."""
        return all_closed_in(disc, mine, theirs, theirs & self.inner)

    # Knowledge.

    def order(self, s: Board, a: int) -> float:
        """Corners first, then what leaves the other the fewest moves, of which a corner counts as several."""
        replies = self.result(s, a).moves
        left = count_bits(replies) + CORNER * count_bits(replies & self.corners)
        corner = a != PASS and (ONE << np.uint64(a)) & self.corners != NONE
        return (PASS if corner else 0) - left

    def evaluate(self, s: Board, p: int) -> float:
        """Moves to choose from and corners; in the last quarter of the game the discs as well, and more and more."""
        moves = count_bits(s.moves) - count_bits(self.moves(s.theirs, s.mine))
        corners = count_bits(s.mine & self.corners) - count_bits(s.theirs & self.corners)
        discs = count_bits(s.mine) - count_bits(s.theirs)
        squares = self.size * self.size
        late = max(0, 4 * count_bits(s.mine | s.theirs) - 3 * squares)
        guess = moves + CORNER * corners + discs * late // squares
        for_mover = max(-squares, min(squares, guess))
        return for_mover if p == s.mover else -for_mover

    def canonical(self, s: Board) -> Board:
        """The least of the eight boards that turns and mirrors make."""
        mine, theirs = s.mine, s.theirs
        least_mine, least_theirs = mine, theirs
        for i in range(7):  # a flip and a transposition by turns go through all eight
            mine, theirs = (flipped(mine), flipped(theirs)) if i % 2 == 0 else (transposed(mine), transposed(theirs))
            if mine < least_mine or (mine == least_mine and theirs < least_theirs):
                least_mine, least_theirs = mine, theirs
        return self.board_of(least_mine, least_theirs, s.mover)

    def key(self, s: Board) -> tuple[np.uint64, np.uint64, int]:
        """The discs and the mover: the moves follow from them."""
        return s.mine, s.theirs, s.mover

    # For people.

    def show(self, s: Board) -> str:
        """The board as text, columns lettered and rows numbered from the top left, and whose turn it is."""
        rows = numbered(self._rows(s), range(1, self.size + 1))
        return "\n".join([lettered(self.size, self.size), *rows, f"{'XO'[s.mover]} to move"])

    def parse(self, text: str) -> Board:
        """The board from the moves played, "f5d6c3" (none: where play begins), or from what `show` gives.

        A board may also be written in one line, its squares in reading order and then whose turn it is: black discs
        are X or *, white ones O, empty squares a dot or a dash. A pass among the moves may be written or left out.
        """
        folded = text.casefold()
        if re.fullmatch(rf"(?:{self._move()}|[\s,])*", folded):
            return self._played(text, re.findall(self._move(), folded))
        match = re.fullmatch(rf"((?:[\s/1-8]*[xo*._-]){{{self.size**2}}})[\s,/;]*(.*?)[\s;]*", self._headless(folded))
        cells, mover = (self._read(match[1]), _mover(match[2])) if match else (None, None)
        if cells is None or mover is None:
            raise ParseError(
                f"{quote(text)} is not a position: expected moves, such as {quote(self._example())}, "
                f"or {self.size} rows of {self.size} squares, each X, O or a dot, and whose turn it is, X or O"
            )
        return self._board(text, cells, mover)

    def show_action(self, s: Board, a: int) -> str:
        """The square by its column's letter and its row's number, or "pass"."""
        if a == PASS:
            return "pass"
        return f"{letters(self.size)[a % 8 - self.margin]}{a // 8 - self.margin + 1}"

    def label(self, s: Board) -> str:
        """The board in one line, where it is small."""
        return if_short("".join(self._rows(s)))

    def draw(self, s: Board) -> str:
        """The board with its discs, a dot where the mover may go, letters, numbers, and how things stand."""
        edge, far = 28, 28 + self.size * SQUARE
        lines = [28 + i * SQUARE for i in range(self.size + 1)]
        middles = [28 + (i + 0.5) * SQUARE for i in range(self.size)]
        return picture(
            far + 8,
            far + 32,
            f"Othello: {' '.join(self._rows(s))}, {self._says(s)}",
            [
                panel((edge, edge), (far - edge, far - edge), 0),
                *(line((edge, y), (far, y), opacity=FAINT) for y in lines),
                *(line((x, edge), (x, far), opacity=FAINT) for x in lines),
                *(words((x, 20), c) for x, c in zip(middles, letters(self.size), strict=True)),
                *(words((14, y + 5), str(n)) for n, y in enumerate(middles, 1)),
                *self._discs(s, middles),
                words(((edge + far) / 2, far + 22), self._says(s)),
                *(clickable(self.show_action(s, a), self._corner(a, lines), (SQUARE, SQUARE)) for a in self._places(s)),
            ],
        )

    def _squares(self) -> list[int]:
        """The numbers of the squares in reading order."""
        return list(each_bit(self.board))

    def _rows(self, s: Board) -> list[str]:
        """The letters of each row: X, O or a dot."""
        xs, os = (int(s.mine), int(s.theirs)) if s.mover == MAX else (int(s.theirs), int(s.mine))
        cells = "".join("X" if xs >> i & 1 else "O" if os >> i & 1 else "." for i in self._squares())
        return rows_of(cells, self.size)

    def _move(self) -> str:
        """A pattern of what stands for a move."""
        return rf"(?:[a-{letters(self.size)[-1]}][1-{self.size}]|pass)"

    def _example(self) -> str:
        s = self.initial()
        return self.show_action(s, next(iter(self.actions(s))))

    def _played(self, text: str, moves: list[str]) -> Board:
        """The board after the moves; who cannot move passes."""
        s = self.initial()
        for number, move in enumerate(moves, 1):
            s = self._after_pass(s) if move != "pass" else s
            names = {} if self.is_terminal(s) else {self.show_action(s, a): a for a in self.actions(s)}
            if move not in names:
                problem = f"{'XO'[s.mover]} has no such move" if names else "play is over"
                raise ParseError(f"{quote(text)} is not a position: at move {number}, {move}, {problem}")
            s = self.result(s, names[move])
        return s

    def _after_pass(self, s: Board) -> Board:
        passes = s.moves == NONE and not self.is_terminal(s)
        return self.result(s, PASS) if passes else s

    def _headless(self, folded: str) -> str:
        """The text without the letters of the columns, and on one line."""
        return without_header(folded, self.size).strip().replace("\n", "/")

    def _read(self, board: str) -> str | None:
        """The letters of the squares in reading order, x, o or a dot; None if the rows are not as they should be."""
        numbers = re.findall("[1-8]", board)
        rows = ["".join(row.split()) for row in re.split("[/1-8]", board)]
        rows = [row for row in rows if row]
        if numbers and numbers != [str(n + 1) for n in range(self.size)]:
            return None
        if len(rows) > 1 and {len(row) for row in rows} != {self.size}:
            return None
        return re.sub("[-_]", ".", "".join(rows).replace("*", "x"))

    def _board(self, text: str, cells: str, mover: int) -> Board:
        """The board with these squares, if its middle is taken, as it is from the start."""
        xs, os = (sum(1 << i for i, c in zip(self._squares(), cells, strict=True) if c == disc) for disc in "xo")
        if ~(xs | os) & int(BLACK | WHITE):
            raise ParseError(f"{quote(text)} is not a position: the four squares in the middle are never empty")
        mine, theirs = (xs, os) if mover == MAX else (os, xs)
        return self.board_of(np.uint64(mine), np.uint64(theirs), mover)

    def _discs(self, s: Board, middles: list[float]) -> list[str]:
        """The discs, and dots where the mover may go."""
        cells = "".join(self._rows(s))
        moves = int(s.moves)
        shapes = []
        for i, square in enumerate(self._squares()):
            x, y = middles[i % self.size], middles[i // self.size]
            if moves >> square & 1:
                shapes.append(f'<circle cx="{x:g}" cy="{y:g}" r="3" fill="currentColor" opacity="0.5"/>')
            elif cells[i] != ".":
                shapes += piece(cells[i], [_disc(cells[i], x, y)], on=square)
        return shapes

    def _places(self, s: Board) -> list[int]:
        """The squares that the mover may take."""
        return [] if self.is_terminal(s) else [a for a in self.actions(s) if a != PASS]

    def _corner(self, square: int, lines: list[int]) -> tuple[float, float]:
        return lines[square % 8 - self.margin], lines[square // 8 - self.margin]

    def _says(self, s: Board) -> str:
        if not self.is_terminal(s):
            return f"{'XO'[s.mover]} to move"
        xs, os = (sum(row.count(disc) for row in self._rows(s)) for disc in "XO")
        return f"drawn, {xs} to {os}" if xs == os else f"X wins, {xs} to {os}" if xs > os else f"O wins, {os} to {xs}"


def run_up(start: np.uint64, through: np.uint64, step: np.uint64) -> np.uint64:
    """The discs of `through` that follow one another from the start, each a step higher: six at most."""
    run = through & (start << step)
    run |= through & (run << step)
    pairs = through & (through << step)
    run |= pairs & (run << (step + step))
    return run | (pairs & (run << (step + step)))


def run_down(start: np.uint64, through: np.uint64, step: np.uint64) -> np.uint64:
    """The discs of `through` that follow one another from the start, each a step lower: six at most."""
    run = through & (start >> step)
    run |= through & (run >> step)
    pairs = through & (through >> step)
    run |= pairs & (run >> (step + step))
    return run | (pairs & (run >> (step + step)))


def closing_squares(mine: np.uint64, theirs: np.uint64, inner: np.uint64) -> np.uint64:
    """The ends of all lines over their discs from mine; one that leaves its row goes on over inner discs alone.

    Inner are those away from the left and the right edge.
    """
    ends = ends_of_runs(mine, inner, ALONG) | ends_of_runs(mine, theirs, DOWN)
    return ends | ends_of_runs(mine, inner, FALLING) | ends_of_runs(mine, inner, RISING)


def all_closed_in(disc: np.uint64, mine: np.uint64, theirs: np.uint64, inner: np.uint64) -> np.uint64:
    """Their discs in all lines between a new disc and another of mine."""
    out = closed_in(disc, mine, inner, ALONG) | closed_in(disc, mine, theirs, DOWN)
    return out | closed_in(disc, mine, inner, FALLING) | closed_in(disc, mine, inner, RISING)


def ends_of_runs(mine: np.uint64, theirs: np.uint64, step: np.uint64) -> np.uint64:
    """The squares one step beyond runs of their discs that begin next to one of mine, both ways."""
    return (run_up(mine, theirs, step) << step) | (run_down(mine, theirs, step) >> step)


def closed_in(disc: np.uint64, mine: np.uint64, theirs: np.uint64, step: np.uint64) -> np.uint64:
    """Their discs in a run from the new disc to one of mine, both ways."""
    up, down = run_up(disc, theirs, step), run_down(disc, theirs, step)
    if (up << step) & mine == NONE:
        up = NONE
    if (down >> step) & mine == NONE:
        down = NONE
    return up | down


def flipped(discs: np.uint64) -> np.uint64:
    """The discs with top and bottom exchanged."""
    discs = swapped(discs, DOWN, ODD_ROWS)
    discs = swapped(discs, TWO_ROWS, ODD_PAIRS)
    return swapped(discs, FOUR_ROWS, UPPER)


def transposed(discs: np.uint64) -> np.uint64:
    """The discs with rows and columns exchanged: in blocks of 2 by 2, of these in blocks of 4 by 4, and of those."""
    discs = swapped(discs, BY_ONE, ONES)
    discs = swapped(discs, BY_TWO, TWOS)
    return swapped(discs, BY_FOUR, FOURS)


def swapped(discs: np.uint64, step: np.uint64, part: np.uint64) -> np.uint64:
    """The discs with those squares that are in the part exchanged for those a step higher."""
    differ = (discs ^ (discs >> step)) & part
    return discs ^ differ ^ (differ << step)


def _squares(rows: range | tuple[int, ...], columns: range | tuple[int, ...]) -> np.uint64:
    """The squares where these rows and columns of all 64 meet."""
    return np.uint64(sum(1 << r * 8 + c for r in rows for c in columns))


def _mover(text: str) -> int | None:
    """The player whose turn the text says it is; None where it makes no sense."""
    name = re.sub(r"\s+to\s+(move|play)$", "", text)
    names = {"x": MAX, "*": MAX, "b": MAX, "black": MAX, "o": MIN, "w": MIN, "white": MIN, "max": MAX, "min": MIN}
    return names.get(name)


def _disc(kind: str, x: float, y: float) -> str:
    """A full disc for X, a ring for O."""
    r = SQUARE * 0.36
    if kind == "X":
        return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{FIRST}"/>'
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r - 3:g}" fill="none" stroke="{SECOND}" stroke-width="6"/>'
