"""Leapfrog: two tokens on a row of cells, and each wants to reach the other's end.

    ┌───┬───┬───┬───┐
    │ A │   │   │ B │     A wins on cell 4, B on cell 1
    └───┴───┴───┴───┘
      1   2   3   4

Infinite play is possible, and is a draw.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import MAX, MIN, Cell, Game
from zermelo.games.shared.boards import places_of
from zermelo.games.shared.labels import if_short
from zermelo.games.shared.parameters import check_whole
from zermelo.games.shared.svg import FAINT, FIRST, SECOND, clickable, line, panel, picture, piece, words

SIZE = 48
"""The side of a cell in the picture."""


class Tokens(NamedTuple):
    """The cells of the two tokens, counted from 0, and whose turn it is."""

    a: int
    b: int
    mover: int


class Leapfrog(Game):
    """Step to the next cell, either way, or jump over the other token. Reach the far end to win."""

    player_names = ("A", "B")

    bounds = (-1, 1)

    def __init__(self, cells: int = 4) -> None:
        check_whole("cells", cells, 3, 10_000)
        self.cells = cells

    def initial(self) -> Tokens:
        """A and B at their own ends, A to move."""
        return Tokens(0, self.cells - 1, 0)

    def player(self, s: Tokens) -> int:
        """Whose token moves."""
        return s.mover

    def actions(self, s: Tokens) -> Iterator[int]:
        """The cells that the mover's token may go to: back first, then forward as A sees it."""
        mine, theirs = (s.a, s.b) if s.mover == 0 else (s.b, s.a)
        for step in (-1, 1):
            cell = mine + step
            if cell == theirs:
                cell += step
            if 0 <= cell < self.cells:
                yield cell

    def result(self, s: Tokens, a: int) -> Tokens:
        """The mover's token on cell a."""
        if s.mover == 0:
            return Tokens(a, s.b, 1)
        return Tokens(s.a, a, 0)

    def is_terminal(self, s: Tokens) -> bool:
        """Whether a token has reached the far end."""
        return s.a == self.cells - 1 or s.b == 0

    def utility(self, s: Tokens, p: int) -> float:
        """1 to the player whose token is at the far end, −1 to the other."""
        winner = 1 if s.b == 0 else 0
        return 1 if p == winner else -1

    def show(self, s: Tokens) -> str:
        """The state as text: "A..B, A to move"."""
        return f"{self._row(s)}, {self.player_names[s.mover]} to move"

    def board_places(self, text: str) -> list[list[tuple[int, int]]]:
        """The cells of the row."""
        return places_of("[AB.]", text.partition(",")[0], 1)

    def parse(self, text: str) -> Tokens:
        """The state from the output of `show`, or "A..B" (A to move, unless A has won), or "A..B b"."""
        match = re.fullmatch(r"\s*([ab._-]+)(?:(?:\s*,\s*|\s+)(a|b|max|min)(?:\s+to\s+move)?)?\s*", text, re.IGNORECASE)
        if match is None:
            raise ParseError(
                f"{quote(text)} is not a position: expected something like {quote(self.show(self.initial()))}"
            )
        row, mover = match[1].casefold(), (match[2] or "").casefold()
        if len(row) != self.cells or row.count("a") != 1 or row.count("b") != 1:
            raise ParseError(
                f"{quote(text)} is not a position: expected {self.cells} cells, one A and one B among them"
            )
        a, b = row.index("a"), row.index("b")
        a_won, b_won = a == self.cells - 1, b == 0
        by_default = MIN if a_won else MAX
        s = Tokens(a, b, MIN if mover in ("b", "min") else MAX if mover else by_default)
        if (a_won and b_won) or (a_won and s.mover == MAX) or (b_won and s.mover == MIN):
            raise ParseError(f"{quote(text)} is not a position: play ended before it reached this position")
        return s

    def show_action(self, s: Tokens, a: int) -> str:
        """The cell that the token goes to, counted from 1."""
        return str(a + 1)

    def action_cells(self, s: Tokens, a: int) -> tuple[Cell, ...]:
        """From where to where the token moves."""
        return (0, s.a if s.mover == 0 else s.b), (0, a)

    def label(self, s: Tokens) -> str:
        """Only the row of cells, if it is short: "A..B"."""
        return if_short(self._row(s))

    def draw(self, s: Tokens) -> str:
        """The row of cells with the two tokens, and whose turn it is."""
        middle, bottom = self.cells * SIZE / 2 + 4, SIZE + 4
        ways = [] if self.is_terminal(s) else self.actions(s)
        return picture(
            self.cells * SIZE + 8,
            SIZE + 44,
            f"Leapfrog: {self.show(s)}",
            [
                panel((4, 4), (self.cells * SIZE, SIZE), 0),
                *(line((4, y), (self.cells * SIZE + 4, y), opacity=FAINT) for y in (4, bottom)),
                *(line((4 + i * SIZE, 4), (4 + i * SIZE, bottom), opacity=FAINT) for i in range(self.cells + 1)),
                *(words((4 + (i + 0.5) * SIZE, bottom + 16), str(i + 1), size=12) for i in range(self.cells)),
                *_token(s.a, "A", FIRST),
                *_token(s.b, "B", SECOND),
                words((middle, bottom + 36), self._says(s)),
                *(clickable(str(a + 1), (4 + a * SIZE, 4), (SIZE, SIZE)) for a in ways),
            ],
        )

    def _row(self, s: Tokens) -> str:
        return "".join("A" if i == s.a else "B" if i == s.b else "." for i in range(self.cells))

    def _says(self, s: Tokens) -> str:
        if self.is_terminal(s):
            return "A wins" if self.utility(s, MAX) > 0 else "B wins"
        return f"{self.player_names[s.mover]} to move"


def _token(cell: int, letter: str, colour: str) -> list[str]:
    x, y = 4 + (cell + 0.5) * SIZE, 4 + SIZE / 2
    disc = f'<circle cx="{x:g}" cy="{y:g}" r="{SIZE * 0.36:g}" fill="{colour}"/>'
    return piece(letter, [disc, words((x, y + 7), letter, colour="#ffffff", size=20)])
