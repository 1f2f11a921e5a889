"""Othello as a picture."""

from __future__ import annotations

from zermelo.games.othello.rules import PASS, Board
from zermelo.games.othello.text import Text
from zermelo.games.shared.boards import letters
from zermelo.games.shared.svg import FAINT, FIRST, SECOND, clickable, line, panel, picture, piece, words

SIZE = 48
"""The side of a square in the picture."""

EDGE = 28
"""The origin of the board: to the left and above are the names of rows and columns."""


class Picture(Text):
    """The board drawn."""

    def draw(self, s: Board) -> str:
        """The board with its discs, a dot where the mover may go, letters, numbers, and the status."""
        far = EDGE + self.size * SIZE
        lines = [EDGE + i * SIZE for i in range(self.size + 1)]
        middles = [EDGE + (i + 0.5) * SIZE for i in range(self.size)]
        return picture(
            far + 8,
            far + 32,
            f"Othello: {' '.join(self._rows(s))}, {self._says(s)}",
            [
                panel((EDGE, EDGE), (far - EDGE, far - EDGE), 0),
                *(line((EDGE, y), (far, y), opacity=FAINT) for y in lines),
                *(line((x, EDGE), (x, far), opacity=FAINT) for x in lines),
                *(words((x, 20), c) for x, c in zip(middles, letters(self.size), strict=True)),
                *(words((14, y + 5), str(n)) for n, y in enumerate(middles, 1)),
                *self._discs(s, middles),
                words(((EDGE + far) / 2, far + 22), self._says(s)),
                *(clickable(self.show_action(s, a), self._corner(a), (SIZE, SIZE)) for a in self._places(s)),
            ],
        )

    def _discs(self, s: Board, middles: list[float]) -> list[str]:
        """The discs, and dots where the mover may go."""
        cells = "".join(self._rows(s))
        moves = int(s.moves)
        shapes = []
        for i, square in enumerate(self._squares()):
            x, y = middles[i % self.size], middles[i // self.size]
            if moves >> square & 1:
                shapes.append(f'<circle cx="{x:g}" cy="{y:g}" r="3" fill="currentColor" opacity="0.5"/>')
            elif cells[i] != ".":
                shapes += piece(cells[i], [_disc(cells[i], x, y)], on=square)
        return shapes

    def _places(self, s: Board) -> list[int]:
        """The squares that the mover may take."""
        return [] if self.is_terminal(s) else [a for a in self.actions(s) if a != PASS]

    def _corner(self, square: int) -> tuple[float, float]:
        """The upper left corner of a square."""
        return EDGE + (square % 8 - self.margin) * SIZE, EDGE + (square // 8 - self.margin) * SIZE


def _disc(kind: str, x: float, y: float) -> str:
    """A full disc for X, a ring for O."""
    r = SIZE * 0.36
    if kind == "X":
        return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{FIRST}"/>'
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r - 3:g}" fill="none" stroke="{SECOND}" stroke-width="6"/>'
