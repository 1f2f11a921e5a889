"""2048 as text."""

from __future__ import annotations

import re

import numpy as np

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import CHANCE, Cell
from zermelo.core.people import player_name, seat_name
from zermelo.games.shared.boards import cell_name
from zermelo.games.shared.labels import if_short
from zermelo.games.twenty48.rows import GREATEST, NONE, taken
from zermelo.games.twenty48.rules import SPAWN, Rules, Tiles

WAYS = ("up", "right", "down", "left")
"""The names of the pushes."""


class Text(Rules):
    """Boards and moves, read and written."""

    @property
    def board_signs(self) -> tuple[str, ...]:
        """The tiles."""
        greatest = (self.target or 1 << GREATEST).bit_length()
        return tuple(str(1 << power) for power in range(1, greatest))

    def show(self, s: Tiles) -> str:
        """The board as text, whose turn it is, and the score if it counts."""
        mover = "chance" if self.player(s) == CHANCE else player_name(self, self.player(s))  # as `parse` reads it
        rows = [" ".join(f"{tile or '.':>5}" for tile in row) for row in self._rows(s)]
        return "\n".join([*rows, self._turn(s, mover)])

    def parse(self, text: str) -> Tiles:
        """The board from the output of `show`, or in one line, "2 . / 4 8"; by default the next action is a push."""
        board, turn = re.findall("^([^a-z]*)(.*)$", text.casefold(), re.DOTALL)[0]
        rows = [row.split() for row in re.split(r"[/\n]", board.strip(" \t/\n,"))]
        says = re.fullmatch(r"(?:(max|min|chance)(?: to move)?)? ?(?:score ([0-9]{1,9}))?", _words(turn))
        if says is None or [len(row) for row in rows] != [self.width] * self.height:
            raise ParseError(
                f"{quote(text)} is not a position: expected {self.height} rows of {self.width} tiles or dots, like "
                f"{quote(' / '.join([' '.join('.' * self.width)] * self.height))}, and whose turn it is"
            )
        powers = [[self._power(text, tile) for tile in row] for row in rows]
        cells = np.uint64(sum(p << 4 * (4 * r + c) for r, row in enumerate(powers) for c, p in enumerate(row)))
        s = Tiles(cells, self.moving(cells) if says[1] in (None, "max") else SPAWN, int(says[2] or 0))
        self._refuse_impossible(text, s, says[1])
        return s

    def show_action(self, s: Tiles, a: int) -> str:
        """The push, or the tile and its cell: "up", "2 at b3"."""
        if s.pushes != SPAWN:
            return WAYS[a]
        return f"{4 if a & 1 else 2} at {cell_name(a >> 2, 4)}"

    def action_cells(self, s: Tiles, a: int) -> tuple[Cell, ...]:
        """The cell in which a tile comes up; none for a push, which moves all of them."""
        return (divmod(a >> 2, 4),) if s.pushes == SPAWN else ()

    def label(self, s: Tiles) -> str:
        """The board in one line, if it is small: "2 ./4 8"."""
        return if_short("/".join(" ".join(str(tile or ".") for tile in row) for row in self._rows(s)))

    def _rows(self, s: Tiles) -> list[list[int]]:
        """The tiles of each row; an empty cell is a 0."""
        powers = [[int(s.cells) >> 4 * (4 * r + c) & 15 for c in range(self.width)] for r in range(self.height)]
        return [[1 << power if power else 0 for power in row] for row in powers]

    def _turn(self, s: Tiles, mover: str) -> str:
        """Whose turn it is, and the score if it counts."""
        return f"{mover} to move" + (f", score {s.score}" if self.target == 0 else "")

    def _says(self, s: Tiles) -> str:
        """Whose turn it is, or how play ended."""
        if not self.is_terminal(s):
            return self._turn(s, seat_name(self, self.player(s)))
        if self.target == 0:
            return f"no push is left, score {s.score}"
        return f"{self.target} is reached" if self.is_reached(s.cells) else "no push is left"

    # Reading a board.

    def _power(self, text: str, tile: str) -> int:
        """Which power of 2 a tile is; 0 for an empty cell."""
        if tile == ".":
            return 0
        greatest = self.target or 1 << GREATEST
        value = int(tile) if re.fullmatch("[0-9]{1,5}", tile) else 0
        if not 2 <= value <= greatest or value & value - 1:
            raise ParseError(
                f"{quote(text)} is not a position: {quote(tile)} is not a tile; tiles are 2, 4, 8 to {greatest}"
            )
        return value.bit_length() - 1

    def _refuse_impossible(self, text: str, s: Tiles, mover: str | None) -> None:
        """Raises ParseError for a state that play cannot reach."""
        who = "chance" if self.spawning_player == CHANCE else "MIN"
        if s.pushes == SPAWN and mover != who.casefold():
            raise ParseError(f"{quote(text)} is not a position: new tiles come from {who}, not from {mover}")
        if self.target != 0 and s.score:
            raise ParseError(f"{quote(text)} is not a position: a score is only valid without a target")
        if s.pushes != SPAWN and s.cells == NONE:
            raise ParseError(f"{quote(text)} is not a position: on an empty board it is for {who} to move")
        if s.pushes == SPAWN and not self.board & ~taken(s.cells) and not self.is_terminal(s):
            raise ParseError(f"{quote(text)} is not a position: no cell is empty, so {who} cannot move")


def _words(text: str) -> str:
    """The words of a text with one space between them, and no commas."""
    return " ".join(text.replace(",", " ").split())
