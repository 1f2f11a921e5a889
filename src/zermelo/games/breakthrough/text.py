"""Breakthrough as text."""

from __future__ import annotations

import re

import numpy as np

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import MAX, MIN, Cell
from zermelo.games.breakthrough.rules import Pawns, Rules
from zermelo.games.shared.boards import cell_name, lettered, letters, numbered, read_rows, rows_of, split_turn
from zermelo.games.shared.labels import if_short
from zermelo.native.bits import count_bits

NAMES = ("White", "Black")
"""The names of the two players."""


class Text(Rules):
    """Boards and moves, read and written."""

    player_names = NAMES

    def show(self, s: Pawns) -> str:
        """The board as text, seen by White, with columns lettered and rows numbered, and whose turn it is."""
        rows = numbered(self._rows(s), range(self.height, 0, -1))
        return "\n".join([*rows, lettered(self.width, self.height), f"{NAMES[s.mover]} to move"])

    def parse(self, text: str) -> Pawns:
        """The state from the output of `show`, or from "bbb/.../.w./w.w, black".

        If nothing says whose turn it is, White is to move, unless White has won.
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
            raise ParseError(f"{quote(text)} is not a position: play ended before it reached this position")
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

    def action_cells(self, s: Pawns, a: int) -> tuple[Cell, ...]:
        """From where to where the pawn moves."""
        return self._place(a // 3), self._place(self.target(s, a))

    def label(self, s: Pawns) -> str:
        """The board in one line, if it is small: "bbb/.w./w.w"."""
        return if_short("/".join(self._rows(s)))

    def _rows(self, s: Pawns) -> list[str]:
        """The rows of the board from the top: w, b or a dot for each cell."""
        white, black = int(s.white), int(s.black)
        cells = "".join(
            "w" if white >> i & 1 else "b" if black >> i & 1 else "." for i in range(self.width * self.height)
        )
        return rows_of(cells, self.width)[::-1]

    def _place(self, cell: int) -> Cell:
        """The row, counted from the top, and the column of a cell."""
        return self.height - 1 - cell // self.width, cell % self.width

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
        """Raises ParseError if a side has more pawns than it began with."""
        most = count_bits(self.whites)
        for name, pawns in zip(NAMES, (s.white, s.black), strict=True):
            if count_bits(pawns) > most:
                raise ParseError(
                    f"{quote(text)} is not a position: {name}, who began with {most} pawns, has {count_bits(pawns)}"
                )

    def _example(self) -> str:
        return "/".join(self._rows(self.initial()))

    def _says(self, s: Pawns) -> str:
        """Whose turn it is, or who has won."""
        if self.is_terminal(s):
            return f"{NAMES[MAX if self.has_won(s, MAX) else MIN]} wins"
        return f"{NAMES[s.mover]} to move"
