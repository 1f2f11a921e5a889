"""Rolit as text."""

from __future__ import annotations

import re

import numpy as np

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import Cell
from zermelo.games.rolit.rules import START, Balls, Rules
from zermelo.games.shared.boards import lettered, numbered, read_rows, rows_of, without_header
from zermelo.games.shared.discs import square_cell, square_name
from zermelo.games.shared.labels import if_short
from zermelo.native.bits import count_bits, each_bit

COLOURS = "RYGB"
"""Red, yellow, green and blue, in the order in which they play."""


class Text(Rules):
    """Boards and squares, read and written."""

    @property
    def player_names(self) -> tuple[str, ...]:
        """The letters of the colours that play."""
        return tuple(COLOURS[: self.players])

    def show(self, s: Balls) -> str:
        """The board as text, columns lettered and rows numbered from the top left, and whose turn it is."""
        rows = numbered(self._rows(s), range(1, self.size + 1))
        return "\n".join([lettered(self.size, self.size), *rows, f"{COLOURS[s.mover]} to move"])

    def parse(self, text: str) -> Balls:
        """The board from the output of `show`, or from its rows alone, "..../.RY./.BG./....": then red is to move."""
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
        """The square by the letter of its column and the number of its row."""
        return square_name(a, self.size)

    def action_cells(self, s: Balls, a: int) -> tuple[Cell, ...]:
        """The square on which the ball is placed."""
        return (square_cell(a, self.size),)

    def label(self, s: Balls) -> str:
        """The board in one line, if it is small."""
        return if_short("".join(self._rows(s)))

    def _rows(self, s: Balls) -> list[str]:
        """The letters of each row, a dot for an empty square."""
        return rows_of("".join(self._colour(s, square) for square in each_bit(self.board)), self.size)

    def _colour(self, s: Balls, square: int) -> str:
        """The letter of the ball on a square, or a dot."""
        return next((c for c, balls in zip(COLOURS, s.balls, strict=True) if int(balls) >> square & 1), ".")

    def _says(self, s: Balls) -> str:
        """Whose turn it is or who has won, and how many balls each player has."""
        counts = {COLOURS[p]: count_bits(s.balls[p]) for p in range(self.players)}
        shown = ", ".join(f"{colour} {number}" for colour, number in counts.items())
        if not self.is_terminal(s):
            return f"{COLOURS[s.mover]} to move: {shown}"
        best = [colour for colour, number in counts.items() if number == max(counts.values())]
        return f"{' and '.join(best)} {'wins' if len(best) == 1 else 'share the win'}: {shown}"
