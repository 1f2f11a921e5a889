"""Checkers as a picture."""

from __future__ import annotations

from zermelo.games.checkers.rules import Pieces
from zermelo.games.checkers.squares import ROWS, bit_of, number_of
from zermelo.games.checkers.text import NAMES, Text, cell_of, squares_on_path
from zermelo.games.shared.svg import FAINT, clickable, grid, panel, picture, piece, stone, words

SIZE = 44
"""The side of a square in the picture."""

EDGE = 8
"""Where the board begins."""


class Picture(Text):
    """The board drawn."""

    def draw(self, s: Pieces) -> str:
        """The board with its pieces, Black's round and White's square, kings with a crown, and whose turn it is."""
        far = EDGE + ROWS * SIZE
        moves = [] if self.is_terminal(s) else list(self.actions(s))
        touched = sorted({bit for a in moves for bit in squares_on_path(a)})
        return picture(
            far + 8,
            far + 36,
            f"Checkers: {self.fen(s)}, {self._says(s)}",
            [
                *(panel(_corner(bit_of(number)), (SIZE, SIZE), 0, 0.1) for number in range(1, 33)),
                *grid((EDGE, EDGE), ROWS, ROWS, SIZE),
                *(_number(number) for number in range(1, 33)),
                *(shape for number in range(1, 33) for shape in _piece(s, bit_of(number))),
                words((EDGE, far + 24), self._says(s), anchor="start"),
                *(clickable(str(number_of(bit)), _corner(bit), (SIZE, SIZE)) for bit in touched),
            ],
        )


def _corner(bit: int) -> tuple[float, float]:
    """The upper left corner of a square."""
    row, column = cell_of(bit)
    return EDGE + column * SIZE, EDGE + row * SIZE


def _number(number: int) -> str:
    """The number of a square in its corner."""
    x, y = _corner(bit_of(number))
    text = words((x + 3, y + 10), str(number), size=9, anchor="start")
    return text.replace("<text ", f'<text fill-opacity="{2 * FAINT:g}" ', 1)


def _piece(s: Pieces, bit: int) -> list[str]:
    """The piece on a square, if there is one."""
    player = 0 if s.black >> bit & 1 else 1
    if not (s.black | s.white) >> bit & 1:
        return []
    left, top = _corner(bit)
    x, y = left + SIZE / 2, top + SIZE / 2
    is_king = bool(s.kings >> bit & 1)
    mark = _crown(x, y) if is_king else words((x, y + 5), NAMES[player][0], colour="#ffffff", size=15)
    return piece(NAMES[player], [stone(player, (x, y), SIZE * 0.31), mark], on=bit)


def _crown(x: float, y: float) -> str:
    """A crown with three points."""
    outline = f"M{x - 9:g} {y + 7:g}l-2 -13l6 6l5 -9l5 9l6 -6l-2 13z"
    return f'<path d="{outline}" fill="#ffffff"/>'
