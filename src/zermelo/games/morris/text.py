"""Morris as text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import Action, Cell
from zermelo.games.morris.rules import FEWEST, Men, Rules
from zermelo.games.shared.boards import lettered, letters, places_of
from zermelo.native.bits import count_bits

NAMES = ("X", "O")
"""The names of the players, and the letters of their men."""

_TURN = re.compile(r"([xo]) to move(?:, (\d{1,2}) (?:man|men) to place)?\s*$", re.IGNORECASE)


class Text(Rules):
    """Boards and moves, read and written."""

    player_names = NAMES

    @property
    def title(self) -> str:
        """The name of the game with this number of men."""
        return f"{ {3: 'Three', 6: 'Six', 9: 'Nine'}[self.men] } men's morris"

    def show(self, s: Men) -> str:
        """The board as text with letters and numbers, whose turn it is, and how many men are yet to be placed."""
        size = self.layout.size
        rows = [[" "] * size for _ in range(size)]
        for (row, column), letter in zip(self.layout.points, self._letters(s), strict=True):
            rows[row][column] = letter
        lines = [f"{size - i} {' '.join(row).rstrip()}" for i, row in enumerate(rows)]
        return "\n".join([*lines, lettered(size, size), self._turn(s)])

    def board_places(self, text: str) -> list[list[tuple[int, int]]]:
        """The points, in their rows."""
        return places_of("[XO.]", text, self.layout.size)

    def parse(self, text: str) -> Men:
        """The state from the output of `show`, or with the points in reading order in one line.

        If the text does not say how many men are yet to be placed, all have been placed.
        """
        turn = _TURN.search(text)
        board = text[: turn.start()] if turn else ""
        footer = r"\s+".join(letters(self.layout.size))
        body = re.sub(rf"\s{footer}\s*$", " ", board)
        men = "".join(re.sub(r"(?m)^\s*\d ", " ", body).upper().replace("/", " ").replace(",", " ").split())
        if turn is None or len(men) != len(self.layout.points) or not set(men) <= set("XO."):
            example = f"{'.' * len(self.layout.points)} X to move, {2 * self.men} men to place"
            raise ParseError(f"{quote(text)} is not a position: expected something like {quote(example)}")
        xs, os = (sum(1 << i for i, man in enumerate(men) if man == letter) for letter in NAMES)
        mover = NAMES.index(turn[1].upper())
        mine, theirs = (xs, os) if mover == 0 else (os, xs)
        s = Men(mine, theirs, mover, int(turn[2] or 0))
        self._check(text, s)
        return s

    def show_action(self, s: Men, a: Action) -> str:
        """The point, or the two points, and the man that is taken: "d2", "a1-a4", "a1-a4xd6"."""
        to, start, taken = a & 31, (a >> 5 & 31) - 1, (a >> 10) - 1
        move = self._name(to) if start < 0 else f"{self._name(start)}-{self._name(to)}"
        return move if taken < 0 else f"{move}x{self._name(taken)}"

    def action_cells(self, s: Men, a: Action) -> tuple[Cell, ...]:
        """From where to where the man goes, and the man that is taken."""
        touched = ((a >> 5 & 31) - 1, a & 31, (a >> 10) - 1)
        return tuple(self.layout.points[point] for point in touched if point >= 0)

    def label(self, s: Men) -> str:
        """The points in reading order, if they are few."""
        return self._letters(s) if self.men == 3 else ""

    def _letters(self, s: Men) -> str:
        """The points in reading order: X, O or a dot."""
        xs, os = (s.mine, s.theirs) if s.mover == 0 else (s.theirs, s.mine)
        points = range(len(self.layout.points))
        return "".join("X" if xs >> i & 1 else "O" if os >> i & 1 else "." for i in points)

    def _name(self, point: int) -> str:
        row, column = self.layout.points[point]
        return f"{letters(self.layout.size)[column]}{self.layout.size - row}"

    def _turn(self, s: Men) -> str:
        placing = f", {s.to_place} {'man' if s.to_place == 1 else 'men'} to place" if s.to_place else ""
        return f"{NAMES[s.mover]} to move{placing}"

    def _says(self, s: Men) -> str:
        """Whose turn it is, or who has won."""
        return f"{NAMES[1 - s.mover]} wins" if self.is_terminal(s) else self._turn(s)

    def _check(self, text: str, s: Men) -> None:
        """Raises ParseError unless the numbers of men are possible and play is not over before the last move."""
        fault = next(self._faults(s), None)
        if fault:
            raise ParseError(f"{quote(text)} is not a position: {fault}")

    def _faults(self, s: Men) -> Iterator[str]:
        """Yields why this cannot be a position."""
        mover, other = NAMES[s.mover], NAMES[1 - s.mover]
        if s.to_place > 2 * self.men or (s.to_place and s.to_place % 2 != s.mover):
            yield f"{mover} cannot be to move with {s.to_place} men to place"
        for men, to_place in ((s.mine, (s.to_place + 1) // 2), (s.theirs, s.to_place // 2)):
            if count_bits(men) + to_place > self.men:
                yield f"each player has at most {self.men} men"
        if self.mill_wins and self.has_mill(s.mine):
            yield f"{mover} has a mill, so play would be over"
        if count_bits(s.theirs) + s.to_place // 2 < FEWEST:
            yield f"{other} has fewer than {FEWEST} men, so play would be over"
