"""Othello as text: boards, and the moves that were played."""

from __future__ import annotations

import re

import numpy as np

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import MAX, MIN, Cell
from zermelo.games.othello.rules import BLACK, PASS, WHITE, Board, Rules
from zermelo.games.shared.boards import lettered, letters, numbered, rows_of, without_header
from zermelo.games.shared.discs import NONE, square_cell, square_name
from zermelo.games.shared.labels import if_short
from zermelo.native.bits import each_bit


class Text(Rules):
    """Boards and squares, read and written."""

    player_names = ("X", "O")

    def show(self, s: Board) -> str:
        """The board as text, columns lettered and rows numbered from the top left, and whose turn it is."""
        rows = numbered(self._rows(s), range(1, self.size + 1))
        return "\n".join([lettered(self.size, self.size), *rows, f"{self.player_names[s.mover]} to move"])

    def parse(self, text: str) -> Board:
        """The board from the moves played, "f5d6c3" (none: where play begins), or from the output of `show`.

        A board may also be written in one line: its squares in reading order, and then whose turn it is. Black discs
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
        """The square by the letter of its column and the number of its row, or "pass"."""
        return "pass" if a == PASS else square_name(a, self.size)

    def action_cells(self, s: Board, a: int) -> tuple[Cell, ...]:
        """The square on which the disc is placed; none for a pass."""
        return () if a == PASS else (square_cell(a, self.size),)

    def label(self, s: Board) -> str:
        """The board in one line, if it is small."""
        return if_short("".join(self._rows(s)))

    def _squares(self) -> list[int]:
        """The numbers of the squares in reading order."""
        return list(each_bit(self.board))

    def _rows(self, s: Board) -> list[str]:
        """The letters of each row: X, O or a dot."""
        xs, os = (int(s.mine), int(s.theirs)) if s.mover == MAX else (int(s.theirs), int(s.mine))
        cells = "".join("X" if xs >> i & 1 else "O" if os >> i & 1 else "." for i in self._squares())
        return rows_of(cells, self.size)

    def _says(self, s: Board) -> str:
        """Whose turn it is, or how the game ended."""
        if not self.is_terminal(s):
            return f"{self.player_names[s.mover]} to move"
        xs, os = (sum(row.count(disc) for row in self._rows(s)) for disc in "XO")
        return f"drawn, {xs} to {os}" if xs == os else f"X wins, {xs} to {os}" if xs > os else f"O wins, {os} to {xs}"

    # Reading the moves played.

    def _move(self) -> str:
        """The pattern of a move."""
        return rf"(?:[a-{letters(self.size)[-1]}][1-{self.size}]|pass)"

    def _example(self) -> str:
        s = self.initial()
        return self.show_action(s, next(iter(self.actions(s))))

    def _played(self, text: str, moves: list[str]) -> Board:
        """The board after the moves; a player who cannot move passes."""
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

    # Reading a board.

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
        """The board with these squares, if the four in the middle are taken, as they are from the start."""
        xs, os = (sum(1 << i for i, c in zip(self._squares(), cells, strict=True) if c == disc) for disc in "xo")
        if ~(xs | os) & int(BLACK | WHITE):
            raise ParseError(f"{quote(text)} is not a position: the four squares in the middle are never empty")
        mine, theirs = (xs, os) if mover == MAX else (os, xs)
        return self.board_of(np.uint64(mine), np.uint64(theirs), mover)


def _mover(text: str) -> int | None:
    """The player to move that the text names; None if it names none."""
    name = re.sub(r"\s+to\s+(move|play)$", "", text)
    names = {"x": MAX, "*": MAX, "b": MAX, "black": MAX, "o": MIN, "w": MIN, "white": MIN, "max": MAX, "min": MIN}
    return names.get(name)
