"""Tic-tac-toe as text."""

from __future__ import annotations

import re

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import MIN, Cell
from zermelo.games.shared.boards import cell_name, lettered, numbered, read_rows, rows_of, without_header
from zermelo.games.shared.labels import if_short
from zermelo.games.tictactoe.rules import Board, Rules


class Text(Rules):
    """Boards and cells, read and written."""

    player_names = ("X", "O")

    def show(self, s: Board) -> str:
        """The board as text, columns lettered and rows numbered from the top left."""
        rows = numbered(rows_of(self._cells(s), self.width), range(1, self.height + 1))
        return "\n".join([lettered(self.width, self.height), *rows])

    def parse(self, text: str) -> Board:
        """The board from the output of `show`, or from "X.O/.X./..." or "X.O.X....". The stones determine the turn."""
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
            raise ParseError(f"{quote(text)} is not a position: play ended before it reached this position")
        return s

    def show_action(self, s: Board, a: int) -> str:
        """The cell by the letter of its column and the number of its row: "a1" is at the top left."""
        return cell_name(a, self.width)

    def action_cells(self, s: Board, a: int) -> tuple[Cell, ...]:
        """The cell that is taken."""
        return (divmod(a, self.width),)

    def label(self, s: Board) -> str:
        """The board in one line, if it is small: "X.O/.X./..."."""
        return if_short(self._compact(s))

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
