"""Connect Four on a board of any size up to 63 bits.

. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . O . . .       X began; O is to move, and must play 2 or 5
. . X X . . .
1 2 3 4 5 6 7
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np

from zermelo.bits import count_bits, each_bit, lowest_bit
from zermelo.errors import ParseError, quote
from zermelo.game import Game
from zermelo.games._boards import rows_of
from zermelo.games._labels import if_short
from zermelo.games._parameters import check_whole
from zermelo.games._svg import FAINT, FIRST, SECOND, clickable, line, panel, picture, piece, words

CENTRAL, GOOD_THREAT, WEAK_THREAT, HOPE, FORCING = 5, 50, 20, 12, 100
"""What counts in the order of actions, and how much: chosen by the nodes that it takes to solve random positions."""

THREAT, LASTING = 3, 6
"""What a square that would complete a four counts in the evaluation, where a four still to be made counts 1; and how
much more it counts in a row where time is on its side."""

PATIENCE = 50_000
"""So many positions are looked at to find how play came to a board; where that is not enough, the board is taken."""

SIZE = 60
"""The side of a square in the picture."""


class Board(NamedTuple):
    """The stones of the player to move, and those of both, a bit each. Whose turn it is, their number tells."""

    mine: int
    taken: int


class Connect4(Game):
    """Drop stones into columns by turns; who first has four in a straight line wins. X is player 0.

    Each column is kept in `height + 1` bits, of which the highest, a guard, is never set. So a line cannot run over
    the edge, and a stone dropped into a column is the bit that carries when 1 is added to its foot. On the usual board:

        6 13 20 27 34 41 48     guards
        5 12 19 26 33 40 47
        4 11 18 25 32 39 46     shifts: 1 up a column, 7 along a row,
        3 10 17 24 31 38 45             8 and 6 along the diagonals
        2  9 16 23 30 37 44
        1  8 15 22 29 36 43
        0  7 14 21 28 35 42

    Actions number the columns from 0; people count them from 1, and write a position as the columns played so far:
    "45461667".
    """

    bounds = (-1, 1)

    def __init__(self, width: int = 7, height: int = 6) -> None:
        _check_size(width, height)
        self.width, self.height = width, height
        self.stride = height + 1
        self.column = (1 << height) - 1
        self.bottom_row = sum(1 << c * self.stride for c in range(width))
        self.full = self.column * self.bottom_row
        self.leading = self.bottom_row * sum(1 << r for r in range(height) if (height - r) % 2 == 0)
        self.following = self.full ^ self.leading
        self.lines_through = self._lines_through()
        # Where columns of even height fill up by pairs of stones, X comes to have the odd rows, and O the others.
        odd_rows = self.bottom_row * sum(1 << r for r in range(0, height, 2))
        self.rows_of_first = 0 if height % 2 else odd_rows
        self.rows_of_second = 0 if height % 2 else self.full ^ odd_rows

    # The rules.

    def initial(self) -> Board:
        """The empty board, X to move."""
        return Board(0, 0)

    def player(self, s: Board) -> int:
        """Who is to drop a stone."""
        return count_bits(s.taken) & 1

    def actions(self, s: Board) -> Iterator[int]:
        """The columns that have room, from the left."""
        for square in each_bit(self.landings(s.taken)):
            yield square // self.stride

    def result(self, s: Board, a: int) -> Board:
        """A stone of the mover dropped into column a."""
        return Board(s.mine ^ s.taken, s.taken | (s.taken + (1 << a * self.stride)))

    def is_terminal(self, s: Board) -> bool:
        """Whether the last mover has four, or the board is full."""
        return self.has_four(s.mine ^ s.taken) or s.taken == self.full

    def utility(self, s: Board, p: int) -> float:
        """1 to the player with four, −1 to the other, 0 if there is none."""
        if not self.has_four(s.mine ^ s.taken):
            return 0
        return -1 if p == self.player(s) else 1

    def landings(self, taken: int) -> int:
        """The squares on which a stone can come to rest."""
        return (taken + self.bottom_row) & self.full

    def has_four(self, stones: int) -> bool:
        """Whether the stones hold four in any direction."""
        up, along = fours_from(stones, 1), fours_from(stones, self.stride)
        rising, falling = fours_from(stones, self.stride + 1), fours_from(stones, self.stride - 1)
        return (up | along | rising | falling) != 0

    # Knowledge.

    def threats(self, stones: int, taken: int) -> int:
        """The free squares, in reach or not, on which one more stone would make four of the stones."""
        found = (stones << 1) & (stones << 2) & (stones << 3)
        found |= fourths(stones, self.stride)
        found |= fourths(stones, self.stride + 1)
        found |= fourths(stones, self.stride - 1)
        return found & self.full & ~taken

    def order(self, s: Board, a: int) -> float:
        """Threats first, above all in rows that the mover gets in the end, then squares in many lines."""
        stone = self.landings(s.taken) & (self.column << a * self.stride)
        mine, theirs, taken = s.mine | stone, s.mine ^ s.taken, s.taken | stone
        first = self.player(s) == 0
        my_rows = self.leading if first else self.following
        my_threats, their_threats = self.threats(mine, taken), self.threats(theirs, taken)
        guess = CENTRAL * int(self.lines_through[lowest_bit(stone)])
        guess += GOOD_THREAT * count_bits(my_threats & my_rows) + WEAK_THREAT * count_bits(my_threats & ~my_rows)
        guess -= GOOD_THREAT * count_bits(their_threats & ~my_rows) + WEAK_THREAT * count_bits(their_threats & my_rows)
        # What the first player could still complete if the second answered each stone with the one above.
        hopes = self.lines_in((mine if first else theirs) | (self.full & ~taken & self.leading))
        guess += HOPE * hopes if first else -HOPE * hopes
        return guess + FORCING if my_threats & self.landings(taken) else guess

    def candidates(self, s: Board) -> Iterator[int]:
        """A win if there is one, else the reply that is forced, else the columns that do not lose at once."""
        for square in each_bit(self.sensible(s)):
            yield square // self.stride

    def sensible(self, s: Board) -> int:
        """The squares of the candidates. The moves left out are no better, and lose no later."""
        landings = self.landings(s.taken)
        wins = landings & self.threats(s.mine, s.taken)
        if wins != 0:
            return wins & -wins
        theirs = self.threats(s.mine ^ s.taken, s.taken)
        forced = landings & theirs
        if forced != 0:
            return forced & -forced  # of two only one can be stopped: all is lost, and one is as good as another
        safe = landings & ~(theirs >> 1)  # a stone below their threat would lift them onto it
        return safe if safe != 0 else landings & -landings

    def limits(self, s: Board) -> tuple[float, float]:
        """Who has no line left that is free of the other's stones cannot win; and who can follow up need not lose."""
        theirs = s.mine ^ s.taken
        hopes, fears = self.threats(s.mine, s.taken), self.threats(theirs, s.taken)
        best = 1 if self.has_four(self.full & ~theirs) else 0
        worst = -1 if self.has_four(self.full & ~s.mine) else 0
        if worst < best and fears & self.landings(s.taken) == 0:  # else something has to be done at once
            best = min(best, self.best_against_follow_up(s.mine, theirs, s.taken, hopes, fears))
            worst = min(worst, best)
        return (worst, best) if self.player(s) == 0 else (-best, -worst)

    def best_against_follow_up(self, mine: int, theirs: int, taken: int, hopes: int, fears: int) -> int:
        """The most that the mover can hope for if the other answers each stone with the one above it.

        Free squares are numbered down from the top of their column: of each pair the mover gets the lower, the leading
        one, and the other gets the following one. So the mover can only complete fours of stones and leading squares,
        none of them above a square on which the other, following, wins. Where the lowest free square of a column is
        a following one, that column is out of step; such columns make pairs of their own, in which the mover may have
        either square. If the number of free squares is odd the other cannot follow to the end, unless a threat of
        his on a leading square brings him into step: in that column he plays the leading squares up to it, and wins.
        """
        free = self.full & ~taken
        landings = self.landings(taken)
        winning = fears & self.following
        reachable = self.leading & free & ~self.above(winning)
        if hopes & landings:
            return 1  # there is nothing to follow up: the mover wins at once
        if count_bits(free) & 1 == 0:
            out_of_step = landings & self.following
            if self.has_four(mine | reachable | out_of_step):
                return 1
            return -1 if winning or self.has_four(theirs | (free & self.following & ~out_of_step)) else 0
        waiting = fears & self.leading
        while waiting:
            threat = waiting & -waiting
            column = self.column << lowest_bit(threat) // self.stride * self.stride
            waiting &= ~column
            below = free & column & self.following & (threat - 1)
            out_of_step = (landings & self.following & ~column) | (landings & self.leading & column)
            if not self.has_four(mine | (reachable & ~column) | below | out_of_step):
                return -1
        return 1

    def above(self, squares: int) -> int:
        """The squares above these in their columns."""
        found = squares << 1 & self.full
        for _ in range(self.height - 2):
            found |= found << 1 & self.full
        return found

    def lines_in(self, squares: int) -> int:
        """How many fours the squares hold."""
        found = count_bits(fours_from(squares, 1)) + count_bits(fours_from(squares, self.stride))
        return (
            found + count_bits(fours_from(squares, self.stride + 1)) + count_bits(fours_from(squares, self.stride - 1))
        )

    def evaluate(self, s: Board, p: int) -> float:
        """Threats and fours that can still be made, less those of the opponent."""
        theirs = s.mine ^ s.taken
        first, second = (s.mine, theirs) if self.player(s) == 0 else (theirs, s.mine)
        for_first = self.promise(first, second, self.rows_of_first) - self.promise(second, first, self.rows_of_second)
        return for_first if p == 0 else -for_first

    def promise(self, mine: int, theirs: int, rows: int) -> int:
        """What a side may hope for: its threats, those in its rows above all, and lines free of their stones."""
        lines = self.lines_in(self.full & ~theirs)
        threats = self.threats(mine, mine | theirs)
        return lines + THREAT * count_bits(threats) + LASTING * count_bits(threats & rows)

    def key(self, s: Board) -> int:
        """One number for each position: in every column the mover's stones, and a bit that tells how high it is."""
        return s.mine + s.taken

    def canonical(self, s: Board) -> Board:
        """The board or its mirror image, whichever has the lesser key."""
        key = s.mine + s.taken
        if key <= self.mirrored(key):  # a key keeps each column to its own bits, as a board does
            return s
        return Board(self.mirrored(s.mine), self.mirrored(s.taken))

    def mirrored(self, columns: int) -> int:
        """The columns from right to left, guards and all."""
        whole = 2 * self.column + 1
        out = 0
        for c in range(self.width):
            out = out << self.stride | columns >> c * self.stride & whole
        return out

    def _lines_through(self) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """For each bit of a board, how many fours go through its square."""
        counts = np.zeros(self.width * self.stride, np.int64)
        for start in each_bit(self.full):
            for step in (1, self.stride, self.stride + 1, self.stride - 1):
                four = [start + i * step for i in range(4)]
                if all(self.full >> square & 1 for square in four):
                    counts[four] += 1
        return counts

    # For people.

    def show(self, s: Board) -> str:
        """The board as text, columns numbered below."""
        margin = len(str(self.width))
        lines = [*self._rows(s), map(str, range(1, self.width + 1))]
        return "\n".join(" ".join(f"{cell:>{margin}}" for cell in cells) for cells in lines)

    def parse(self, text: str) -> Board:
        """The board from the columns played, "45461667" (none: the empty board), or from what `show` gives.

        Where there are ten columns or more, spaces or commas stand between their numbers. A board may also be written
        in one line, "......./......./......./......./...O.../..XX...".
        """
        if re.fullmatch(r"[0-9\s,]*", text):
            return self._played(text)
        s = self._board(text, self._read(text))
        if not self._can_arise(s):
            raise ParseError(f"{quote(text)} is not a position: no play comes to it")
        return s

    def show_action(self, s: Board, a: int) -> str:
        """The column, counted from 1."""
        return str(a + 1)

    def label(self, s: Board) -> str:
        """The board in one line, where it is small."""
        return if_short(self._compact(s))

    def draw(self, s: Board) -> str:
        """The board with its stones, a band under every four, and the numbers of the columns."""
        width, height = self.width * SIZE, self.height * SIZE
        open_columns = [] if self.is_terminal(s) else self.actions(s)
        return picture(
            width + 4,
            height + 28,
            f"Connect Four: {self._compact(s)}",
            [
                panel((2, 2), (width, height), 10),
                *self._bands(s.mine ^ s.taken),
                *(line((2 + i * SIZE, 2), (2 + i * SIZE, height + 2), opacity=FAINT) for i in range(self.width + 1)),
                line((2, height + 2), (width + 2, height + 2)),
                *(shape for at in self._cells() for shape in self._stone(s, *at)),
                *(words((2 + (i + 0.5) * SIZE, height + 22), str(i + 1)) for i in range(self.width)),
                *(clickable(str(a + 1), (2 + a * SIZE, 2), (SIZE, height)) for a in open_columns),
            ],
        )

    def _cells(self) -> Iterator[tuple[int, int]]:
        """Row, from the top, and column of every square in reading order."""
        return product(range(self.height), range(self.width))

    def _bit(self, row: int, column: int) -> int:
        return 1 << column * self.stride + self.height - 1 - row

    def _letter(self, s: Board, row: int, column: int) -> str:
        """X, O or a dot."""
        bit = self._bit(row, column)
        if not s.taken & bit:
            return "."
        return "XO"[self.player(s) if s.mine & bit else 1 - self.player(s)]

    def _stone(self, s: Board, row: int, column: int) -> list[str]:
        """The stone on a square, which falls in from above; nothing where there is none."""
        letter, (x, y) = self._letter(s, row, column), self._centre(row, column)
        return piece(letter, _stone(letter, x, y), on=f"{row}.{column}", comes_from=(x, -SIZE / 2))

    def _rows(self, s: Board) -> list[str]:
        return ["".join(self._letter(s, r, c) for c in range(self.width)) for r in range(self.height)]

    def _compact(self, s: Board) -> str:
        return "/".join(self._rows(s))

    def _played(self, text: str) -> Board:
        """The board after the columns that the text names."""
        s = self.initial()
        for number, column in enumerate(re.findall("[0-9]" if self.width < 10 else "[0-9]+", text), 1):
            problem = self._problem(s, column)
            if problem:
                raise ParseError(f"{quote(text)} is not a position: at move {number}, {column}, {problem}")
            s = self.result(s, int(column) - 1)
        return s

    def _problem(self, s: Board, column: str) -> str:
        """Why no stone can be dropped into this column, or nothing."""
        if self.is_terminal(s):
            return "play is over"
        if column not in map(str, range(1, self.width + 1)):
            return f"there is no such column among 1 to {self.width}"
        return "" if int(column) - 1 in self.actions(s) else "the column is full"

    def _read(self, text: str) -> list[str]:
        """The rows from the top in the letters x, o and dot, from any of the forms of a board that `parse` takes."""
        numbers = r"\s+".join(str(c + 1) for c in range(self.width))
        body = re.sub(rf"\s{numbers}\s*$", "", text.casefold())
        rows = [re.sub(r"[-_]", ".", "".join(row.split())) for row in re.split(r"[/\n]", body)]
        cells = "".join(rows)
        rows = [row for row in rows if row]
        if len(rows) == 1:
            rows = rows_of(cells, self.width)
        if re.search(r"[^xo.]", cells) or [len(row) for row in rows] != [self.width] * self.height:
            raise ParseError(
                f"{quote(text)} is not a position: expected the columns played, such as {quote(self._example())}, "
                f"or {self.height} rows of {self.width} squares, each X, O or a dot"
            )
        return rows

    def _example(self) -> str:
        return " ".join(["1", str(self.width)]) if self.width > 9 else f"1{self.width}"

    def _board(self, text: str, rows: list[str]) -> Board:
        """The board of the rows, if X and O have moved by turns and no stone hangs in the air."""
        xs, os = (sum(self._bit(r, c) for r, c in self._cells() if rows[r][c] == letter) for letter in "xo")
        surplus, taken = count_bits(xs) - count_bits(os), xs | os
        if surplus not in (0, 1):
            raise ParseError(
                f"{quote(text)} is not a position: X, who begins, has {count_bits(xs)} and O {count_bits(os)}"
            )
        floating = taken & ~(taken << 1 | self.bottom_row)
        if floating:
            column = lowest_bit(floating) // self.stride + 1
            raise ParseError(f"{quote(text)} is not a position: a stone hangs in the air in column {column}")
        return Board(os if surplus else xs, taken)

    def _can_arise(self, s: Board) -> bool:
        """Whether the stones can be taken off again by turns, through positions in which play was not over."""
        stack, seen = [s], {s}
        while stack:
            now = stack.pop()
            if now.taken == 0 or len(seen) > PATIENCE:
                return True
            for before in self._before(now):
                if before not in seen and not self.is_terminal(before):
                    seen.add(before)
                    stack.append(before)
        return False

    def _before(self, s: Board) -> Iterator[Board]:
        """The boards from which one move leads to this one."""
        last = s.mine ^ s.taken
        tops = self.landings(s.taken) >> 1 | (s.taken & self.bottom_row << self.height - 1)
        for square in each_bit(tops & last):
            yield Board(last ^ 1 << square, s.taken ^ 1 << square)

    def _centre(self, row: int, column: int) -> tuple[float, float]:
        return 2 + (column + 0.5) * SIZE, 2 + (row + 0.5) * SIZE

    def _bands(self, stones: int) -> list[str]:
        """A broad band from the first to the last square of each four that the stones hold."""
        steps = ((1, -1, 0), (self.stride, 0, 1), (self.stride + 1, -1, 1), (self.stride - 1, 1, 1))
        bands = []
        for shift, down, right in steps:
            starts = fours_from(stones, shift)
            for row, column in self._cells():
                if starts & self._bit(row, column):
                    end = self._centre(row + 3 * down, column + 3 * right)
                    bands.append(line(self._centre(row, column), end, thick=SIZE * 0.8))
        return ['<g opacity="0.2">', *bands, "</g>"] if bands else []


def fours_from(stones: int, shift: int) -> int:
    """The stones at which a four begins and goes on in the direction of the shift."""
    pairs = stones & stones >> shift
    return pairs & pairs >> 2 * shift


def fourths(stones: int, shift: int) -> int:
    """The squares that have three of the stones with them in a line of four, wherever in it the gap is."""
    two_before = (stones << shift) & (stones << 2 * shift)
    two_after = (stones >> shift) & (stones >> 2 * shift)
    return two_before & (stones << 3 * shift | stones >> shift) | two_after & (stones >> 3 * shift | stones << shift)


def _check_size(width: int, height: int) -> None:
    check_whole("width", width, 1, 31)
    check_whole("height", height, 1, 19)  # in machine code no shift may reach 64, and the longest is 3 × (height + 2)
    if (height + 1) * width > 63:
        raise ValueError(
            f"width {width} and height {height} make a board too big for 63 bits: "
            f"(height + 1) × width may be at most 63, not {(height + 1) * width}"
        )


def _stone(letter: str, x: float, y: float) -> list[str]:
    """A disc with a cross or with a ring on it, or nothing."""
    if letter == ".":
        return []
    colour, r = FIRST if letter == "X" else SECOND, SIZE * 0.15
    disc = f'<circle cx="{x:g}" cy="{y:g}" r="{SIZE * 0.4:g}" fill="{colour}"/>'
    if letter == "X":
        return [disc, *(line((x - r, y - d), (x + r, y + d), "#ffffff", 5) for d in (r, -r))]
    return [disc, f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="none" stroke="#ffffff" stroke-width="5"/>']
