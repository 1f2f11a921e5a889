"""Hex as text: boards, cells, and the moves that were played."""

from __future__ import annotations

import re

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import MAX, MIN, Cell
from zermelo.games.hex.rules import NOWHERE, SWAP, Rules, Stones
from zermelo.games.shared.boards import (
    after_moves,
    cell_name,
    cell_named,
    last_stone,
    letters,
    numbered,
    read_rows,
    split_turn,
    without_header,
)
from zermelo.games.shared.labels import if_short
from zermelo.native.wide import as_integer, both, either, has_point, lowest_point

NAMES = ("Red", "Blue")
"""The names of the two players."""

SWAPS = ("swap", "swap-pieces", "swap-sides")
"""The name of the swap in other programs."""


class Text(Rules):
    """Boards and moves, read and written."""

    player_names = NAMES

    def show(self, s: Stones) -> str:
        """The board as text, each row half a cell further to the right, and whose turn it is.

        Red's stones are r and Blue's b; the last stone is a capital letter.
        """
        margin = len(str(self.size))
        rows = numbered(self._rows(s), range(1, self.size + 1))
        slanted = [f"{' ' * i}{row}" for i, row in enumerate(rows)]
        return "\n".join([f"{' ' * margin} {' '.join(letters(self.size))}", *slanted, f"{NAMES[s.mover]} to move"])

    def parse(self, text: str) -> Stones:
        """The state after the moves played, "c2 b3" (none: where play begins), or from the output of `show`.

        A board may also be written in one line, "r../.b./..., red". If nothing says whose turn it is, Blue is to move
        if Red has more stones.
        """
        if re.fullmatch(rf"(?:\s|,|{self._move()})*", text, re.IGNORECASE):
            played: Stones = after_moves(self, text, re.findall(self._move(), text, re.IGNORECASE))
            return played
        body, mover = split_turn(text, NAMES)
        rows = self._read(text, text[: len(body)])
        stones = {letter: self._cells(rows, letter) for letter in "rbRB"}
        reds, blues = (stones[kind] + stones[kind.upper()] for kind in "rb")
        if mover is None:
            mover = MIN if len(reds) > len(blues) else MAX
        last = last_stone(text, NAMES, mover, (stones["R"], stones["B"]))
        return self._state(text, reds, blues, mover, *(r * self.stride + c for r, c in last))

    def show_action(self, s: Stones, a: int) -> str:
        """The cell by the letter of its column and the number of its row, or "swap"."""
        return "swap" if a == SWAP else self._name(a)

    def parse_action(self, s: Stones, text: str) -> int:
        """The action from "c2" or "swap"; programs also call it swap-pieces."""
        if text.strip().casefold() in SWAPS and self.may_swap(s):
            return SWAP
        place = cell_named(text, self.size, self.size)
        if place is not None and has_point(self.free(s), self._inside(*place)):
            return self._inside(*place)
        return int(super().parse_action(s, text))  # which says what is legal

    def action_cells(self, s: Stones, a: int) -> tuple[Cell, ...]:
        """The cell on which the stone is placed; for a swap, that of the stone that is taken over."""
        cell = lowest_point(both(s.red, self.board)) if a == SWAP else a
        return ((cell // self.stride - 1, cell % self.stride - 1),)

    def label(self, s: Stones) -> str:
        """The board in one line, if it is small: "r../.b./..."."""
        return if_short("/".join(self._rows(s)).lower())

    def _name(self, cell: int) -> str:
        """A cell as people call it: "a1" is in the upper left corner."""
        return cell_name((cell // self.stride - 1) * self.size + cell % self.stride - 1, self.size)

    def _inside(self, row: int, column: int) -> int:
        """The cell in this row and column, both counted from 0."""
        return (row + 1) * self.stride + column + 1

    def _rows(self, s: Stones) -> list[str]:
        """The letters of each row: r, b or a dot, and a capital for the last stone."""
        reds, blues = as_integer(s.red), as_integer(s.blue)

        def letter(cell: int) -> str:
            found = "r" if reds >> cell & 1 else "b" if blues >> cell & 1 else "."
            return found.upper() if cell == s.last else found

        places = range(self.size)
        return ["".join(letter(self._inside(r, c)) for c in places) for r in places]

    def _says(self, s: Stones) -> str:
        """Whose turn it is, or who has won."""
        return f"{NAMES[1 - s.mover]} wins" if self.is_terminal(s) else f"{NAMES[s.mover]} to move"

    # Reading.

    def _move(self) -> str:
        """The pattern of a move."""
        return rf"[a-{letters(self.size)[-1]}][0-9]{{1,2}}(?![0-9])|{'|'.join(sorted(SWAPS, key=len, reverse=True))}"

    def _read(self, text: str, board: str) -> list[str]:
        """The rows of the board."""
        body = without_header(board, self.size)
        example = "/".join(["." * self.size] * self.size)
        numbers = range(1, self.size + 1)
        return read_rows(text, body, numbers=numbers, width=self.size, kinds="rbRB.", example=example)

    def _cells(self, rows: list[str], letter: str) -> list[tuple[int, int]]:
        """The rows and columns of the cells with this letter, counted from the rim."""
        return [(r + 1, c + 1) for r, row in enumerate(rows) for c, found in enumerate(row) if found == letter]

    def _state(
        self, text: str, reds: list[tuple[int, int]], blues: list[tuple[int, int]], mover: int, last: int = NOWHERE
    ) -> Stones:
        """The state with these stones, unless play ended before it."""
        red, blue = either(self.red_rim, self.cells_at(reds)), either(self.blue_rim, self.cells_at(blues))
        s = Stones(red, blue, self.connected(self.above, red), self.connected(self.left, blue), mover, last)
        if self.is_terminal(s._replace(mover=1 - mover)):
            raise ParseError(f"{quote(text)} is not a position: {NAMES[mover]}, who is to move, has already won")
        return s
