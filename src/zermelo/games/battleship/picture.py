"""Battleship as a picture: both seas side by side."""

from __future__ import annotations

from zermelo.core.game import CHANCE
from zermelo.games.battleship.rules import NONE, Sea, has
from zermelo.games.battleship.text import Text
from zermelo.games.shared.boards import cell_name, letters
from zermelo.games.shared.svg import FIRST, SECOND, clickable, grid, line, panel, picture, words

SIZE, MARGIN = 28, 30
"""The side of a cell, and the space for the names of rows and columns."""


class Picture(Text):
    """Both seas drawn."""

    def draw(self, s: Sea, viewer: int | None = None) -> str:
        """Both seas, for a viewer without the other's ships."""
        across = self.width * SIZE + MARGIN + 12
        shapes = [
            shape
            for owner in range(2)
            for shape in self._sea_shapes(s, owner, viewer in (None, owner), MARGIN + owner * across)
        ]
        label = "Battleship: " + ", ".join(
            f"{self.player_names[p]} has sunk {sum(cell != NONE for cell in s.sunk[1 - p])} ships" for p in range(2)
        )
        return picture(2 * across + 6, self.height * SIZE + MARGIN + 30, label, shapes)

    def _sea_shapes(self, s: Sea, owner: int, is_open: bool, left: int) -> list[str]:
        top = MARGIN + 16
        title = f"{self.player_names[owner]}'s sea"
        number = self.unplaced(s.ships[owner])
        if is_open and owner == s.mover and number < self.fleet_size:
            title += f": a ship of {self.fleet[number]}"
        shapes = [words((left + self.width * SIZE / 2, 14), title, size=14)]
        for column, letter in enumerate(letters(self.width)):
            shapes.append(words((left + (column + 0.5) * SIZE, top - 6), letter, size=11))
        for row in range(self.height):
            shapes.append(words((left - 6, top + (row + 0.7) * SIZE), str(row + 1), size=11, anchor="end"))
        if is_open:
            shapes += [shape for i in range(self.fleet_size) for shape in self._ship_shape(s, owner, i, left, top)]
        shapes += grid((left, top), self.width, self.height, SIZE)
        for cell in range(self.cells):
            shapes += self._shot(s, owner, cell, left + cell % self.width * SIZE, top + cell // self.width * SIZE)
        return shapes

    def _ship_shape(self, s: Sea, owner: int, number: int, left: int, top: int) -> list[str]:
        ship, length = s.ships[owner][number], self.fleet[number]
        if ship == NONE:
            return []
        row, column = divmod(ship // 2, self.width)
        size = (SIZE - 6, length * SIZE - 6) if ship % 2 else (length * SIZE - 6, SIZE - 6)
        return [panel((left + column * SIZE + 3, top + row * SIZE + 3), size, 10, 0.3)]

    def _shot(self, s: Sea, owner: int, cell: int, x: float, y: float) -> list[str]:
        """A cross for a hit, a dot for a miss, the number of the ship that was sunk there; or a cell to click."""
        middle, r = (x + SIZE / 2, y + SIZE / 2), SIZE * 0.26
        if has(s.misses[1 - owner], cell):
            return [f'<circle cx="{middle[0]:g}" cy="{middle[1]:g}" r="3.5" fill="{FIRST}"/>']
        if has(s.hits[1 - owner], cell):
            cross = [line((middle[0] - r, middle[1] - d), (middle[0] + r, middle[1] + d), SECOND, 4) for d in (r, -r)]
            if cell in s.sunk[owner]:
                number = str(s.sunk[owner].index(cell) + 1)
                return [*cross, words((x + SIZE - 3, y + 10), number, size=10, anchor="end")]
            return cross
        is_over = self.is_terminal(s) or self.player(s) == CHANCE
        is_placing = self.unplaced(s.ships[s.mover]) < self.fleet_size
        if is_over or owner != (s.mover if is_placing else 1 - s.mover):
            return []
        return [clickable(cell_name(cell, self.width), (x, y), (SIZE, SIZE))]
