"""EinStein as a picture."""

from __future__ import annotations

from zermelo.core.game import CHANCE
from zermelo.games.einstein.rules import PLACING, Stones
from zermelo.games.einstein.text import NAMES, Text
from zermelo.games.shared.boards import cell_name, letters
from zermelo.games.shared.svg import clickable, grid, picture, piece, stone, words

SIZE = 48
"""The side of a cell in the picture."""


class Picture(Text):
    """The board drawn."""

    def draw(self, s: Stones) -> str:
        """The board with its stones, X's round and O's square, and what is to be done."""
        left, top, far = 24, 24, self.size * SIZE
        return picture(
            max(left + far + 8, 150),
            top + far + 36,
            f"EinStein: {'/'.join(' '.join(row) for row in self._rows(s))}, {self._says(s)}",
            [
                *grid((left, top), self.size, self.size, SIZE),
                *(words((left + (i + 0.5) * SIZE, 16), c, size=12) for i, c in enumerate(letters(self.size))),
                *(words((12, top + (i + 0.5) * SIZE + 4), str(i + 1), size=12) for i in range(self.size)),
                *(
                    shape
                    for player, stones in enumerate((s.max_stones, s.min_stones))
                    for i in self._on_board(stones)
                    for shape in _stone(player, *self._place(stones, i), i + 1)
                ),
                words((left, top + far + 26), self._says(s), anchor="start"),
                *(clickable(name, *self._square(cell)) for name, cell in self._cells_of_actions(s)),
            ],
        )

    def _place(self, stones: int, stone: int) -> tuple[float, float]:
        """The middle of the stone's cell in the picture."""
        (x, y), _ = self._square(self.cell(stones, stone))
        return x + SIZE / 2, y + SIZE / 2

    def _square(self, cell: int) -> tuple[tuple[float, float], tuple[float, float]]:
        return (24 + cell % self.size * SIZE, 24 + cell // self.size * SIZE), (SIZE, SIZE)

    def _cells_of_actions(self, s: Stones) -> list[tuple[str, int]]:
        """The cells that the player's actions name."""
        if self.is_terminal(s) or self.player(s) == CHANCE:
            return []
        cells = set()
        for a in self.actions(s):
            cells |= (
                {a} if s.die == PLACING else {self.cell(self.mine(s), a // 3), self.target(self.mine(s), s.mover, a)}
            )
        return [(cell_name(cell, self.size), cell) for cell in sorted(cells)]


def _stone(player: int, x: float, y: float, number: int) -> list[str]:
    """A stone with its number."""
    shape = stone(player, (x, y), SIZE * 0.36)
    return piece(f"{NAMES[player]}{number}", [shape, words((x, y + 6), str(number), colour="#ffffff", size=17)])
