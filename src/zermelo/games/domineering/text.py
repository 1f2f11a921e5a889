"""Domineering as text."""

from __future__ import annotations

import re

import numpy as np

from zermelo.core.game import MAX, Cell
from zermelo.games.domineering.rules import Cells, Rules
from zermelo.games.shared.boards import cell_name, lettered, numbered, read_rows, rows_of, split_turn, without_header
from zermelo.games.shared.labels import if_short

NAMES = ("Vertical", "Horizontal")
"""The names of the two players."""


class Text(Rules):
    """Boards and dominoes, read and written."""

    player_names = NAMES

    def show(self, s: Cells) -> str:
        """The board as text, columns lettered and rows numbered from the top left, and whose turn it is."""
        rows = numbered(self._rows(s), range(1, self.height + 1))
        return "\n".join([lettered(self.width, self.height), *rows, f"{NAMES[s.mover]} to move"])

    def parse(self, text: str) -> Cells:
        """The state from the output of `show`, or from "..#/..#/..., horizontal".

        Any cells may be covered, as in problems. If nothing says whose turn it is, the player who begins is to move.
        """
        board, mover = split_turn(text, NAMES)
        board = without_header(board, self.width)
        rows = read_rows(
            text, board, numbers=range(1, self.height + 1), width=self.width, kinds=".#", example=self._example()
        )
        taken = sum(1 << i for i, cell in enumerate("".join(rows)) if cell == "#")
        return Cells(np.uint64(taken), self.first if mover is None else mover)

    def show_action(self, s: Cells, a: int) -> str:
        """The two cells of the domino: "a1-a2"."""
        return f"{self._cell(a)}-{self._cell(a + (self.width if s.mover == MAX else 1))}"

    def parse_action(self, s: Cells, text: str) -> int:
        """The action from "a1-a2", "a1a2", or the upper or left cell alone: "a1"."""
        wanted = re.sub(r"[\s-]", "", text).casefold()
        for a in self.actions(s):
            near, far = self.show_action(s, a).split("-")
            if wanted in (near, near + far):
                return a
        return int(super().parse_action(s, text))

    def action_cells(self, s: Cells, a: int) -> tuple[Cell, ...]:
        """The two cells of the domino."""
        row, column = divmod(a, self.width)
        return (row, column), (row + 1, column) if s.mover == MAX else (row, column + 1)

    def label(self, s: Cells) -> str:
        """The board in one line, if it is small: "#../#../..."."""
        return if_short("/".join(self._rows(s)))

    def _rows(self, s: Cells) -> list[str]:
        """The rows of the board: # where a cell is covered, a dot where it is free."""
        cells = "".join("#" if int(s.taken) >> i & 1 else "." for i in range(self.width * self.height))
        return rows_of(cells, self.width)

    def _cell(self, cell: int) -> str:
        return cell_name(cell, self.width)

    def _example(self) -> str:
        return "/".join(["." * self.width] * self.height)

    def _says(self, s: Cells) -> str:
        """Whose turn it is, or who has won."""
        return f"{NAMES[1 - s.mover]} wins" if self.is_terminal(s) else f"{NAMES[s.mover]} to move"
