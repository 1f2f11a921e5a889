"""Connect Four as text: boards, and the columns that were played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import Cell
from zermelo.games.connect4.rules import Board, Rules
from zermelo.games.shared.boards import rows_of
from zermelo.games.shared.labels import if_short
from zermelo.native.bits import count_bits, each_bit, lowest_bit

PATIENCE = 50_000
"""The maximum number of positions that are searched to see if a board can be reached; beyond that, it is accepted."""


class Text(Rules):
    """Boards and columns, read and written."""

    player_names = ("X", "O")

    def show(self, s: Board) -> str:
        """The board as text, with the columns numbered below."""
        margin = len(str(self.width))
        lines = [*self._rows(s), map(str, range(1, self.width + 1))]
        return "\n".join(" ".join(f"{cell:>{margin}}" for cell in cells) for cells in lines)

    def parse(self, text: str) -> Board:
        """The board from the columns played, "45461667" (none: the empty board), or from the output of `show`.

        On ten columns or more, there are spaces or commas between their numbers. A board may also be written in one
        line, "......./......./......./......./...O.../..XX...".
        """
        if re.fullmatch(r"[0-9\s,]*", text):
            return self._played(text)
        s = self._board(text, self._read(text))
        if not self._can_arise(s):
            raise ParseError(f"{quote(text)} is not a position: no legal play reaches it")
        return s

    def show_action(self, s: Board, a: int) -> str:
        """The column, counted from 1."""
        return str(a + 1)

    def action_cells(self, s: Board, a: int) -> tuple[Cell, ...]:
        """The square on which the stone comes to rest."""
        stones = count_bits(s.taken >> a * self.stride & self.column)
        return ((self.height - 1 - stones, a),)

    def label(self, s: Board) -> str:
        """The board in one line, if it is small."""
        return if_short(self._compact(s))

    # Squares by row, counted from the top, and column.

    def _cells(self) -> Iterator[tuple[int, int]]:
        """The row and column of every square, in reading order."""
        return product(range(self.height), range(self.width))

    def _bit(self, row: int, column: int) -> int:
        return 1 << column * self.stride + self.height - 1 - row

    def _letter(self, s: Board, row: int, column: int) -> str:
        """X, O or a dot."""
        bit = self._bit(row, column)
        if not s.taken & bit:
            return "."
        return "XO"[self.player(s) if s.mine & bit else 1 - self.player(s)]

    def _rows(self, s: Board) -> list[str]:
        return ["".join(self._letter(s, r, c) for c in range(self.width)) for r in range(self.height)]

    def _compact(self, s: Board) -> str:
        return "/".join(self._rows(s))

    # Reading the columns played.

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
        """The reason why no stone can be dropped into this column; empty if one can."""
        if self.is_terminal(s):
            return "play is over"
        if column not in map(str, range(1, self.width + 1)):
            return f"there is no such column among 1 to {self.width}"
        return "" if int(column) - 1 in self.actions(s) else "the column is full"

    # Reading a board.

    def _read(self, text: str) -> list[str]:
        """The rows from the top, in the letters x, o and dot, from any form of a board that `parse` takes."""
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
        """The board with these rows, if X and O have moved alternately and every stone rests on something."""
        xs, os = (sum(self._bit(r, c) for r, c in self._cells() if rows[r][c] == letter) for letter in "xo")
        surplus, taken = count_bits(xs) - count_bits(os), xs | os
        if surplus not in (0, 1):
            raise ParseError(
                f"{quote(text)} is not a position: X, who begins, has {count_bits(xs)} and O {count_bits(os)}"
            )
        floating = taken & ~(taken << 1 | self.bottom_row)
        if floating:
            column = lowest_bit(floating) // self.stride + 1
            raise ParseError(f"{quote(text)} is not a position: a stone in column {column} has nothing below it")
        return Board(os if surplus else xs, taken)

    def _can_arise(self, s: Board) -> bool:
        """Whether the stones can be taken back alternately, through nonterminal positions."""
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
