"""Draughts as a picture."""

from __future__ import annotations

from zermelo.games.shared.draughts.rules import Pieces
from zermelo.games.shared.draughts.squares import bit_of, cell_of, count_of, number_of
from zermelo.games.shared.draughts.text import DraughtsText
from zermelo.games.shared.svg import FAINT, clickable, grid, panel, picture, piece, stone, words

SIZE = 44
"""The side of a square in the picture."""

EDGE = 8
"""The origin of the board."""


class DraughtsPicture(DraughtsText):
    """The board drawn."""

    def draw(self, s: Pieces) -> str:
        """The board with its pieces, the first player's round, kings with a crown, and whose turn it is."""
        rows = 2 * self.in_row
        far = EDGE + rows * SIZE
        moves = [] if self.is_terminal(s) else list(self.actions(s))
        touched = sorted({bit for a in moves for bit in self.squares_on_path(s, a)})
        bits = [bit_of(number, self.in_row) for number in range(1, count_of(self.in_row) + 1)]
        return picture(
            far + 8,
            far + 36,
            f"{self.title}: {self.fen(s)}, {self._says(s)}",
            [
                *(panel(self._corner(bit), (SIZE, SIZE), 0, 0.1) for bit in bits),
                *grid((EDGE, EDGE), rows, rows, SIZE),
                *(self._number(bit) for bit in bits),
                *(shape for bit in bits for shape in self._piece(s, bit)),
                words((EDGE, far + 24), self._says(s), anchor="start"),
                *(clickable(self._named(bit), self._corner(bit), (SIZE, SIZE)) for bit in touched),
            ],
        )

    def _named(self, bit: int) -> str:
        return str(number_of(bit, self.in_row))

    def _corner(self, bit: int) -> tuple[float, float]:
        """The upper left corner of a square."""
        row, column = cell_of(bit, self.in_row)
        return EDGE + column * SIZE, EDGE + row * SIZE

    def _number(self, bit: int) -> str:
        """The number of a square in its corner."""
        x, y = self._corner(bit)
        text = words((x + 3, y + 10), self._named(bit), size=9, anchor="start")
        return text.replace("<text ", f'<text fill-opacity="{2 * FAINT:g}" ', 1)

    def _piece(self, s: Pieces, bit: int) -> list[str]:
        """The piece on a square, if there is one."""
        if not (s.black | s.white) >> bit & 1:
            return []
        player = self.black_player if s.black >> bit & 1 else 1 - self.black_player
        left, top = self._corner(bit)
        x, y = left + SIZE / 2, top + SIZE / 2
        name = self.player_names[player]
        mark = _crown(x, y) if s.kings >> bit & 1 else words((x, y + 5), name[0], colour="#ffffff", size=15)
        return piece(name, [stone(player, (x, y), SIZE * 0.31), mark], on=bit)


def _crown(x: float, y: float) -> str:
    """A crown with three points."""
    outline = f"M{x - 9:g} {y + 7:g}l-2 -13l6 6l5 -9l5 9l6 -6l-2 13z"
    return f'<path d="{outline}" fill="#ffffff"/>'
