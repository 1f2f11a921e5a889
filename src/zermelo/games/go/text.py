"""Go as text: boards with coordinates, points such as D4, and moves that were played.

Columns have letters from the left, without I; rows have numbers from the bottom. X is Black, O is White.
"""

from __future__ import annotations

import re

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import MAX, MIN, Cell
from zermelo.core.repetition import refuse_repetition
from zermelo.games.go.rules import NONE, Board, Rules
from zermelo.games.shared.boards import numbered
from zermelo.games.shared.labels import if_short
from zermelo.native.wide import Wide, as_integer, as_wide, only_point, overlap

COLUMNS = "ABCDEFGHJKLMNOPQRST"
"""The letters of the columns: I is left out, because it looks like a 1."""

PASS = "pass"

_STONES = {"x": "X", "b": "X", "#": "X", "●": "X", "o": "O", "w": "O", "○": "O", ".": ".", "+": ".", "-": ".", "_": "."}
_KINDS = re.escape("".join(_STONES))
_NAMES = {"black": MAX, "b": MAX, "x": MAX, "max": MAX, "white": MIN, "w": MIN, "o": MIN, "min": MIN}
_BOTH_PASSED = "both passed"


class Text(Rules):
    """Boards and points, read and written."""

    title = "Go"
    player_names = ("Black", "White")

    def show(self, s: Board) -> str:
        """The board with coordinates; then whose turn it is, the last move, and the point that ko forbids."""
        header = " ".join([" " * len(str(self.size)), *COLUMNS[: self.size]])
        rows = numbered(self.rows(s), range(self.size, 0, -1))
        return "\n".join([header, *rows, self._status(s)])

    def parse(self, text: str) -> Board:
        """The state from the moves played, "D4 E5 pass" (none: the empty board), or from the output of `show`.

        Rows may also be divided by slashes, and their coordinates be left out. Black stones are X, B or #, white ones O
        or W, empty points dots, plus signs or dashes. Whose turn it is has to be said only if it is White's.
        """
        return self.parse_play(text)[-1]

    def parse_play(self, text: str) -> list[Board]:
        """The states from the empty board on, if the text has the moves; otherwise only the state that it shows."""
        words = text.split()
        if all(self._looks_like_move(word) for word in words):
            return self._played(text, words)
        return [self._shown(text)]

    def _shown(self, text: str) -> Board:
        """The state from the output of `show`, or from its rows."""
        folded = text.casefold()
        header = r"\s+".join(COLUMNS[: self.size].casefold())
        folded = re.sub(rf"^\s*{header}\s*\n", "", folded).strip()
        separator = r"(?:\s*[/\n]\s*)"
        row = rf"(?:[0-9]+\s+)?[{_KINDS}](?:[ \t]*[{_KINDS}]){{{self.size - 1}}}"
        match = re.fullmatch(rf"({row}(?:{separator}{row}){{{self.size - 1}}})(?:{separator}|\s*,|\s|$)\s*(.*)", folded)
        if match is None:
            raise ParseError(
                f"{quote(text)} is not a position: expected moves, such as {quote(f'{self.point_name(0)} pass')}, or "
                f"{self.size} rows of {self.size} points, each X, O or a dot, and whose turn it is, Black or White"
            )
        return self._checked(text, self._read_rows(text, match[1]), match[2])

    def show_action(self, s: Board, a: int) -> str:
        """The point by the letter of its column and the number of its row, or "pass"."""
        return PASS if a == self.passing else self.point_name(a)

    def parse_action(self, s: Board, text: str) -> int:
        """The move that the text names, in any case. Raises ParseError, which says why a point cannot be taken."""
        name = text.strip().casefold()
        point = self.passing if name == PASS else self.point_named(name)
        if point is None:
            expected = f"expected a point from A1 to {COLUMNS[self.size - 1]}{self.size}, or pass"
            raise ParseError(f"{quote(text)} is not a move: {expected}")
        if point != self.passing:
            self._refuse_illegal(s, point, text)
        return point

    def action_cells(self, s: Board, a: int) -> tuple[Cell, ...]:
        """The point on which the stone is placed; none for a pass."""
        return () if a == self.passing else (divmod(a, self.stride),)

    def label(self, s: Board) -> str:
        """The board in one line, if it is small."""
        return if_short("/".join(self.rows(s)))

    # Points and rows.

    def point_name(self, point: int) -> str:
        """The name of a point: "D4"."""
        row, column = divmod(point, self.stride)
        return f"{COLUMNS[column]}{self.size - row}"

    def point_named(self, text: str) -> int | None:
        """The point with this name, in any case; None if there is none."""
        match = re.fullmatch(r"([a-hj-t])([1-9][0-9]?)", text.strip().casefold())
        column, row = (COLUMNS.index(match[1].upper()), int(match[2])) if match else (self.size, 0)
        return (self.size - row) * self.stride + column if column < self.size and row <= self.size else None

    def rows(self, s: Board) -> list[str]:
        """The letters of each row, from the top: X, O or a dot."""
        xs, os = as_integer(s.black), as_integer(s.white)
        return [
            "".join("X" if xs >> i & 1 else "O" if os >> i & 1 else "." for i in range(start, start + self.size))
            for start in range(0, self.passing, self.stride)
        ]

    def says(self, s: Board) -> str:
        """Whose turn it is, or how the game ended."""
        if not self.is_terminal(s):
            return f"{self.player_names[s.mover]} to move"
        margin = self.margin(s)
        return "drawn" if margin == 0 else f"{self.player_names[margin < 0]} wins by {abs(margin):g}"

    def _status(self, s: Board) -> str:
        parts = [f"{self.player_names[s.mover]} to move"]
        if s.passes >= 2:
            parts.append(_BOTH_PASSED)
        elif s.last != NONE:
            parts.append(f"last {self.show_action(s, s.last)}")
        if s.ko != NONE:
            parts.append(f"ko {self.point_name(s.ko)}")
        return ", ".join(parts)

    # Reading moves.

    def _looks_like_move(self, word: str) -> bool:
        return word.casefold() == PASS or re.fullmatch("[A-Za-z][0-9]{1,2}", word) is not None

    def _played(self, text: str, words: list[str]) -> list[Board]:
        states = [self.initial()]
        for number, word in enumerate(words, 1):
            s = states[-1]
            if self.is_terminal(s):
                raise ParseError(f"{quote(text)} is not a position: at move {number}, {word}, play is over")
            try:
                a = self.parse_action(s, word)
                refuse_repetition(self, states, a)
            except ParseError as error:
                raise ParseError(f"{quote(text)} is not a position: at move {number}, {error}") from None
            states.append(self.result(s, a))
        return states

    def _refuse_illegal(self, s: Board, point: int, text: str) -> None:
        """Raises ParseError if the mover may not place a stone on the point, whatever was on the board before."""
        if self.is_taken(s, point):
            raise ParseError(f"{quote(text)} is not a legal move: there is a stone on this point")
        if point == s.ko:
            raise ParseError(f"{quote(text)} is not a legal move: it would recapture the ko at once")
        if not self.is_legal(s, point):
            raise ParseError(f"{quote(text)} is not a legal move: the stone would have no liberty")

    # Reading boards.

    def _read_rows(self, text: str, board: str) -> list[str]:
        """The letters of each row. Raises ParseError if the rows have the wrong numbers."""
        lines = [line.split(None, 1) for line in re.split(r"[/\n]", board)]
        numbers = [int(words[0]) for words in lines if words[0].isdigit()]
        if numbers and numbers != list(range(self.size, 0, -1)):
            raise ParseError(f"{quote(text)} is not a position: its rows have to be numbered from {self.size} to 1")
        cells = ["".join(words[1:] if words[0].isdigit() else words) for words in lines]
        return ["".join(_STONES[c] for c in "".join(row.split())) for row in cells]

    def _checked(self, text: str, rows: list[str], status: str) -> Board:
        """The state with these rows. Raises ParseError for stones without a liberty, and for an impossible status."""
        black, white = (self._points_of(rows, kind) for kind in "XO")
        s = self._with_status(text, Board(black, white, MAX, NONE, 0, NONE), status)
        for stones in (black, white):
            if overlap(stones, self.board) and self.alive(stones, self.empty(s)) != stones:
                dead = as_integer(stones) & ~as_integer(self.alive(stones, self.empty(s)))
                name = self.point_name((dead & -dead).bit_length() - 1)
                raise ParseError(f"{quote(text)} is not a position: the stone on {name} has no liberty")
        return s

    def _points_of(self, rows: list[str], kind: str) -> Wide:
        points = [r * self.stride + c for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == kind]
        return as_wide(sum(1 << point for point in points), self.words)

    def _with_status(self, text: str, s: Board, status: str) -> Board:
        """The state with the mover, the last move, the passes and ko that the last line names."""
        for part in [part.strip() for part in re.split("[,;]", status) if part.strip()]:
            word, _, rest = part.partition(" ")
            point = self.point_named(rest)
            if word in _NAMES and rest in ("", "to move", "to play"):
                s = s._replace(mover=_NAMES[word])
            elif part == _BOTH_PASSED:
                s = s._replace(passes=2, last=self.passing)
            elif word == "last" and rest == PASS:
                s = s._replace(passes=1, last=self.passing)
            elif word == "last" and point is not None:
                s = s._replace(last=point)
            elif word == "ko" and point is not None and not self.is_taken(s, point):
                s = s._replace(ko=point)
            else:
                raise ParseError(f"{quote(text)} is not a position: {quote(part)} is not a status of this board")
        theirs = self.theirs(s)
        if self.is_point(s.last) and not self.suicide and not overlap(theirs, only_point(s.last, theirs)):
            raise ParseError(
                f"{quote(text)} is not a position: the last move, {self.point_name(s.last)}, left no stone of "
                f"{self.player_names[1 - s.mover]}"
            )
        return s
