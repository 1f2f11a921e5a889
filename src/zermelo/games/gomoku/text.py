"""Gomoku as text: boards, points, and the moves that were played."""

from __future__ import annotations

import re

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import MAX, MIN, Cell
from zermelo.games.gomoku.rules import NOWHERE, Rules, Stones
from zermelo.games.shared.boards import (
    after_moves,
    cell_name,
    cell_named,
    last_stone,
    lettered,
    letters,
    numbered,
    read_rows,
    split_turn,
)
from zermelo.games.shared.labels import if_short
from zermelo.native.wide import Wide, as_integer, as_wide, each_point, has_point

NAMES = ("Black", "White")
"""The names of the two players."""


class Text(Rules):
    """Boards and moves, read and written."""

    player_names = NAMES

    def show(self, s: Stones) -> str:
        """The board as text, columns lettered and rows numbered from the bottom left, and whose turn it is.

        Black's stones are x and White's o; the last stone is a capital letter.
        """
        rows = numbered(self._rows(s), range(self.size, 0, -1))
        return "\n".join([*rows, lettered(self.size, self.size), f"{NAMES[s.mover]} to move"])

    def parse(self, text: str) -> Stones:
        """The state after the moves played, "h8 i9" (none: where play begins), or from the output of `show`.

        A board may also be written in one line, its rows from the top with slashes between them. If nothing says whose
        turn it is, White is to move if Black has more stones.
        """
        if re.fullmatch(rf"(?:\s|,|{self._move()})*", text, re.IGNORECASE):
            played: Stones = after_moves(self, text, re.findall(self._move(), text, re.IGNORECASE))
            return played
        body, mover = split_turn(text, NAMES)
        rows = self._read(text, text[: len(body)])
        points = {letter: self._points(rows, letter) for letter in "xoXO"}
        blacks, whites = (points[kind] + points[kind.upper()] for kind in "xo")
        if mover is None:
            mover = MIN if len(blacks) > len(whites) else MAX
        last = last_stone(text, NAMES, mover, (points["X"], points["O"]))
        return self._state(text, self._set(blacks), self._set(whites), mover, *last)

    def show_action(self, s: Stones, a: int) -> str:
        """The point by the letter of its column and the number of its row."""
        return self._name(a)

    def parse_action(self, s: Stones, text: str) -> int:
        """The action from "h8"."""
        place = cell_named(text, self.size, self.size)
        if place is not None and has_point(self.free(s), place[0] * self.stride + place[1]):
            return place[0] * self.stride + place[1]
        return int(super().parse_action(s, text))  # which says what is legal

    def action_cells(self, s: Stones, a: int) -> tuple[Cell, ...]:
        """The point on which the stone is placed."""
        return ((self.size - 1 - a // self.stride, a % self.stride),)

    def label(self, s: Stones) -> str:
        """The last move."""
        return if_short("" if s.last == NOWHERE else self._name(s.last))

    def _name(self, point: int) -> str:
        return cell_name(point // self.stride * self.size + point % self.stride, self.size)

    def _rows(self, s: Stones) -> list[str]:
        """The letters of each row from the top: x, o or a dot, and a capital for the last stone."""
        blacks, whites = as_integer(s.black), as_integer(s.white)

        def letter(point: int) -> str:
            found = "x" if blacks >> point & 1 else "o" if whites >> point & 1 else "."
            return found.upper() if point == s.last else found

        starts = range(0, self.points, self.stride)
        return ["".join(letter(point) for point in range(start, start + self.size)) for start in starts][::-1]

    def _says(self, s: Stones) -> str:
        """Whose turn it is, or how the game ended."""
        if s.won:
            return f"{NAMES[1 - s.mover]} wins"
        return "drawn" if self.is_terminal(s) else f"{NAMES[s.mover]} to move"

    # Reading.

    def _move(self) -> str:
        """The pattern of a move."""
        return rf"[a-{letters(self.size)[-1]}][0-9]{{1,2}}(?![0-9])"

    def _read(self, text: str, board: str) -> list[str]:
        """The rows of the board, from the top."""
        footer = r"\s+".join(letters(self.size))
        body = re.sub(rf"\s{footer}\s*$", "", board)
        example = "/".join(["." * self.size] * self.size)
        numbers = range(self.size, 0, -1)
        return read_rows(text, body, numbers=numbers, width=self.size, kinds="xoXO.", example=example)

    def _points(self, rows: list[str], letter: str) -> list[int]:
        """The points with this letter."""
        upwards = enumerate(rows[::-1])
        return [r * self.stride + c for r, row in upwards for c, found in enumerate(row) if found == letter]

    def _set(self, points: list[int]) -> Wide:
        return as_wide(sum(1 << point for point in points), self.words)

    def _state(self, text: str, black: Wide, white: Wide, mover: int, last: int = NOWHERE) -> Stones:
        """The state with these stones, unless play ended before it."""
        to_move, other = (black, white) if mover == MAX else (white, black)
        if any(self.has_row(to_move, point) for point in each_point(to_move)):
            raise ParseError(f"{quote(text)} is not a position: {NAMES[mover]}, who is to move, has already won")
        won = [point for point in each_point(other) if self.has_row(other, point)]
        if won and last != NOWHERE and last not in won:
            raise ParseError(f"{quote(text)} is not a position: play ended before {self._name(last)}")
        return Stones(black, white, mover, last, bool(won))
