"""Rolit: Othello for two, three or four, with balls that can show any of four colours.

  a b c d e f g h
1 . . . . . . . .
2 . . . . . . . .
3 . . . . . . . .
4 . . . R Y . . .       where play begins: R may take f4, d6 or f6
5 . . . B G . . .
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
from zermelo.game import Game, put
from zermelo.games._boards import lettered, letters, numbered, read_rows, rows_of, without_header
from zermelo.games._labels import if_short
from zermelo.games._parameters import check_whole
from zermelo.games._svg import FIRST, SECOND, Point, clickable, grid, picture, piece, words
from zermelo.games.othello import (
    ALONG,
    DOWN,
    NONE,
    ONE,
    Othello,
    all_closed_in,
    closing_squares,
    flipped,
    transposed,
)

COLOURS = "RYGB"
"""Red, yellow, green and blue, as they lie around the middle with the clock: the order in which they play."""

PAINTS = (SECOND, "#E69F00", "#009E73", FIRST)
"""The colours in the picture, of Okabe and Ito's palette; the balls have letters as well."""

START = (27, 28, 36, 35)
"""The square of the first ball of each colour."""

CORNER, EDGE = 6, 1
"""What a ball in a corner, and one on an edge, counts in the evaluation beside itself."""

NOT_LEFT, NOT_RIGHT = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)
"""All squares of 8 by 8 but those of the first column, and of the last."""

SIZE = 48
"""The side of a square in the picture."""


class Balls(NamedTuple):
    """The balls of each colour, a bit each, and whose turn it is."""

    balls: tuple[np.uint64, np.uint64, np.uint64, np.uint64]
    mover: int


class Rolit(Game):
    """Place a ball so that others lie in a straight line between it and one of yours: they show your colour then.

    From 2 to 4 players, by turns. A ball has to close in others, if that is possible anywhere; if not, it may go to any
    square beside another ball, aslant too. One ball of each colour lies in the middle to begin with, also of a colour
    that nobody plays. Play is over when the board is full, and who has the most balls wins. (The rules are those that
    Goliath, the maker, prints.)

    Each player gets from each other as many points as it has more balls: with two players, the difference.

    Squares are numbered as in Othello, and so are the actions.
    """

    zero_sum = True
    scored = True

    def __init__(self, players: int = 3, size: int = 8) -> None:
        check_whole("players", players, 2, 4)
        same = Othello(size)
        self.players, self.size = players, size
        self.margin, self.board, self.inner, self.corners = same.margin, same.board, same.inner, same.corners
        self.edges = _edges(same.board, size)
        self.bounds = (-size * size, (players - 1) * size * size)

    # The rules.

    def initial(self) -> Balls:
        """One ball of each colour in the middle, red to move."""
        red, yellow, green, blue = (np.uint64(1 << square) for square in START)
        return Balls((red, yellow, green, blue), 0)

    def player(self, s: Balls) -> int:
        """Who is to place a ball."""
        return s.mover

    def actions(self, s: Balls) -> Iterator[int]:
        """The squares from which other balls are closed in, in reading order; or else all squares beside a ball."""
        squares = self.closing(s.balls[s.mover], self.others(s))
        if squares == NONE:
            squares = self.beside(self.everything(s))
        yield from each_bit(squares)

    def result(self, s: Balls, a: int) -> Balls:
        """A ball of the mover on square a, and those that it closes in turned to the mover's colour."""
        ball = ONE << np.uint64(a)
        turned = self.turned(ball, s.balls[s.mover], self.others(s))
        balls = s.balls
        for colour in range(4):
            balls = put(balls, colour, balls[colour] & ~turned)
        return Balls(put(balls, s.mover, balls[s.mover] | ball | turned), (s.mover + 1) % self.players)

    def is_terminal(self, s: Balls) -> bool:
        """Whether the board is full."""
        return bool(self.everything(s) == self.board)

    def utility(self, s: Balls, p: int) -> float:
        """By how many balls the player is ahead of each other one, in all."""
        lead = 0
        for other in range(self.players):
            lead += count_bits(s.balls[p]) - count_bits(s.balls[other])
        return lead

    def everything(self, s: Balls) -> np.uint64:
        """The squares with balls."""
        return s.balls[0] | s.balls[1] | s.balls[2] | s.balls[3]

    def others(self, s: Balls) -> np.uint64:
        """The balls that are not the mover's."""
        return self.everything(s) ^ s.balls[s.mover]

    def closing(self, mine: np.uint64, others: np.uint64) -> np.uint64:
        """The squares from which a ball of mine closes in others."""
        return closing_squares(mine, others, others & self.inner) & self.board & ~(mine | others)

    def turned(self, ball: np.uint64, mine: np.uint64, others: np.uint64) -> np.uint64:
        """The balls that a new one of mine closes in."""
        return all_closed_in(ball, mine, others, others & self.inner)

    def beside(self, balls: np.uint64) -> np.uint64:
        """The empty squares next to a ball, aslant too."""
        across = balls | ((balls << ALONG) & NOT_LEFT) | ((balls >> ALONG) & NOT_RIGHT)
        return (across | (across << DOWN) | (across >> DOWN)) & self.board & ~balls

    # Knowledge.

    def order(self, s: Balls, a: int) -> float:
        """Corners first, then what turns the fewest: balls that are turned late are not turned back."""
        ball = ONE << np.uint64(a)
        corner = 64 if ball & self.corners != NONE else 0
        return corner - count_bits(self.turned(ball, s.balls[s.mover], self.others(s)))

    def evaluate(self, s: Balls, p: int) -> float:
        """The lead over each other player: corners and edges count from the start, balls more and more."""
        squares = self.size * self.size
        full = count_bits(self.everything(s)) / squares
        lead = 0.0
        for other in range(self.players):
            lead += self.worth(s.balls[p], full) - self.worth(s.balls[other], full)
        return max(-squares, min((self.players - 1) * squares, lead))

    def worth(self, balls: np.uint64, full: float) -> float:
        """What balls count for when so much of the board is full."""
        return (
            full * count_bits(balls) + EDGE * count_bits(balls & self.edges) + CORNER * count_bits(balls & self.corners)
        )

    def canonical(self, s: Balls) -> Balls:
        """The least of the eight boards that turns and mirrors make."""
        balls = least = s.balls
        for i in range(7):  # a flip and a transposition by turns go through all eight
            for colour in range(4):
                turned = flipped(balls[colour]) if i % 2 == 0 else transposed(balls[colour])
                balls = put(balls, colour, turned)
            if balls < least:  # noqa: PLR1730  (of tuples, `min` does not compile)
                least = balls
        return Balls(least, s.mover)

    # For people.

    def show(self, s: Balls) -> str:
        """The board as text, columns lettered and rows numbered from the top left, and whose turn it is."""
        rows = numbered(self._rows(s), range(1, self.size + 1))
        return "\n".join([lettered(self.size, self.size), *rows, f"{COLOURS[s.mover]} to move"])

    def parse(self, text: str) -> Balls:
        """The board from what `show` gives, or from its rows alone, "..../.RY./.BG./....": then red is to move."""
        folded = text.casefold().strip()
        turn = re.search(r"[\s,]([rygb])(?:\s+to\s+move)?$", folded)
        board = without_header(folded[: turn.start()] if turn else folded, self.size)
        mover = COLOURS.casefold().index(turn[1]) if turn else 0
        rows = read_rows(
            text,
            board.rstrip(" \t\n,/"),
            numbers=range(1, self.size + 1),
            width=self.size,
            kinds=".rygb",
            example="/".join(self._rows(self.initial())),
            unbroken=True,
        )
        if mover >= self.players:
            raise ParseError(f"{quote(text)} is not a position: {COLOURS[mover]} is not one of {self.players} players")
        cells = list(zip(each_bit(self.board), "".join(rows), strict=True))
        red, yellow, green, blue = (np.uint64(sum(1 << i for i, c in cells if c == k)) for k in COLOURS.casefold())
        s = Balls((red, yellow, green, blue), mover)
        if any(not int(self.everything(s)) >> square & 1 for square in START):
            raise ParseError(f"{quote(text)} is not a position: the four squares in the middle are never empty")
        return s

    def show_action(self, s: Balls, a: int) -> str:
        """The square by its column's letter and its row's number."""
        return f"{letters(self.size)[a % 8 - self.margin]}{a // 8 - self.margin + 1}"

    def label(self, s: Balls) -> str:
        """The board in one line, where it is small."""
        return if_short("".join(self._rows(s)))

    def draw(self, s: Balls) -> str:
        """The board with its balls, a dot where the mover may go, letters, numbers, and how things stand."""
        far = 28 + self.size * SIZE
        middles = [28 + (i + 0.5) * SIZE for i in range(self.size)]
        ways = [] if self.is_terminal(s) else list(self.actions(s))
        corners = {a: self._corner(a) for a in ways}
        return picture(
            far + 8,
            far + 32,
            f"Rolit: {' '.join(self._rows(s))}, {self._says(s)}",
            [
                *grid((28, 28), self.size, self.size, SIZE),
                *(words((x, 20), c) for x, c in zip(middles, letters(self.size), strict=True)),
                *(words((14, y + 5), str(n)) for n, y in enumerate(middles, 1)),
                *(shape for square in each_bit(self.everything(s)) for shape in self._ball(s, square)),
                *(
                    f'<circle cx="{x + SIZE / 2:g}" cy="{y + SIZE / 2:g}" r="3" fill="currentColor"/>'
                    for x, y in corners.values()
                ),
                words(((28 + far) / 2, far + 22), self._says(s)),
                *(clickable(self.show_action(s, a), corner, (SIZE, SIZE)) for a, corner in corners.items()),
            ],
        )

    def _rows(self, s: Balls) -> list[str]:
        """The letters of each row, a dot for an empty square."""
        return rows_of("".join(self._colour(s, square) for square in each_bit(self.board)), self.size)

    def _colour(self, s: Balls, square: int) -> str:
        return next((c for c, balls in zip(COLOURS, s.balls, strict=True) if int(balls) >> square & 1), ".")

    def _corner(self, square: int) -> Point:
        return 28 + (square % 8 - self.margin) * SIZE, 28 + (square // 8 - self.margin) * SIZE

    def _ball(self, s: Balls, square: int) -> list[str]:
        """A ball and its letter."""
        x, y = (at + SIZE / 2 for at in self._corner(square))
        colour = self._colour(s, square)
        paint = PAINTS[COLOURS.index(colour)]
        disc = f'<circle cx="{x:g}" cy="{y:g}" r="{SIZE * 0.4:g}" fill="{paint}"/>'
        return piece(colour, [disc, words((x, y + 6), colour, "white", size=18)], on=square)

    def _says(self, s: Balls) -> str:
        counts = {COLOURS[p]: count_bits(s.balls[p]) for p in range(self.players)}
        shown = ", ".join(f"{colour} {number}" for colour, number in counts.items())
        if not self.is_terminal(s):
            return f"{COLOURS[s.mover]} to move: {shown}"
        best = [colour for colour, number in counts.items() if number == max(counts.values())]
        return f"{' and '.join(best)} {'wins' if len(best) == 1 else 'share the win'}: {shown}"


def _edges(board: np.uint64, size: int) -> np.uint64:
    """The squares of the board's rim."""
    squares = list(each_bit(board))
    rim = (0, size - 1)
    return np.uint64(sum(1 << square for i, square in enumerate(squares) if i % size in rim or i // size in rim))
