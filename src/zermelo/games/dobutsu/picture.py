"""Dobutsu shogi as a picture."""

from __future__ import annotations

from zermelo.core.game import MAX
from zermelo.games.dobutsu.rules import CELLS, HEIGHT, IN_HAND, LETTERS, SKY, STEPS, WIDTH, Animals
from zermelo.games.dobutsu.text import NAMES, Text
from zermelo.games.shared.boards import cell_name, letters
from zermelo.games.shared.svg import FIRST, SECOND, Point, clickable, grid, panel, picture, piece, words

SIZE = 64
"""The side of a cell in the picture."""

TILE = 50
"""The side of an animal's tile."""

LEFT, TOP = 28, 10
RIGHT, BOTTOM = LEFT + WIDTH * SIZE, TOP + HEIGHT * SIZE
"""The edges of the board."""

SMALL = 0.56
"""The size of an animal in hand, compared with one on the board."""


class Picture(Text):
    """The board drawn."""

    def draw(self, s: Animals) -> str:
        """The board with its animals, each with dots where it goes, the hands beside it, and whose turn it is."""
        return picture(
            RIGHT + 96,
            BOTTOM + 52,
            f"Dobutsu shogi: {self.label(s)}, {self._hands(s)} in hand, {self._says(s)}",
            [
                panel((LEFT, TOP), (WIDTH * SIZE, SIZE), 0),
                panel((LEFT, BOTTOM - SIZE), (WIDTH * SIZE, SIZE), 0),
                *grid((LEFT, TOP), WIDTH, HEIGHT, SIZE),
                *(words((LEFT + (i + 0.5) * SIZE, BOTTOM + 18), c, size=12) for i, c in enumerate(letters(WIDTH))),
                *(words((14, BOTTOM - (i + 0.5) * SIZE + 4), str(i + 1), size=12) for i in range(HEIGHT)),
                *(shape for i in range(CELLS) if self.at(s, i) for shape in self._animal(s, i)),
                *self._drawn_hands(s),
                words((LEFT, BOTTOM + 42), self._says(s), anchor="start"),
                *(clickable(cell_name(i, WIDTH), _corner(i), (SIZE, SIZE)) for i in sorted(self._touched(s))),
            ],
        )

    def _touched(self, s: Animals) -> set[int]:
        """The cells from which or to which an animal can go."""
        actions = [] if self.is_terminal(s) else list(self.actions(s))
        return {a % CELLS for a in actions} | {a // CELLS for a in actions if a < CELLS * CELLS}

    def _animal(self, s: Animals, cell: int) -> list[str]:
        x, y = _corner(cell)
        animal = self.at(s, cell)
        shapes = _tile(animal, (x + SIZE / 2, y + SIZE / 2), 1)
        return piece(f"{NAMES[self.owner(animal)]} {LETTERS[animal & ~SKY]}", shapes, on=cell)

    def _drawn_hands(self, s: Animals) -> list[str]:
        """The animals in hand: Sky's beside the upper half of the board, Forest's beside the lower."""
        shapes = []
        for p in range(2):
            y = BOTTOM - 2 * SIZE + 14 if p == MAX else TOP + 14
            shapes.append(words((RIGHT + 12, y), f"{NAMES[p]}'s hand", size=11, anchor="start"))
            held = [animal for animal in IN_HAND for _ in range(self.held(s, p, animal))]
            for i, animal in enumerate(held):
                at = (RIGHT + 28 + i % 2 * 36, y + 24 + i // 2 * 36)
                shapes += piece(f"{NAMES[p]} {LETTERS[animal]}", _tile(animal | SKY * p, at, SMALL), on=f"hand{i}")
        return shapes


def _corner(cell: int) -> Point:
    """The upper left corner of a cell."""
    return LEFT + cell % WIDTH * SIZE, BOTTOM - (cell // WIDTH + 1) * SIZE


def _tile(animal: int, centre: Point, scale: float) -> list[str]:
    """A tile with the letter of the animal and dots where it goes: Forest's tiles are round, Sky's square."""
    x, y = centre
    side = TILE * scale
    up = 1 if animal & SKY else -1
    colour, radius = (SECOND, side * 0.12) if animal & SKY else (FIRST, side * 0.3)
    frame = (
        f'<rect x="{x - side / 2:g}" y="{y - side / 2:g}" width="{side:g}" height="{side:g}" '
        f'rx="{radius:g}" fill="{colour}"/>'
    )
    dots = [
        f'<circle cx="{x + columns * side * 0.34:g}" cy="{y + up * rows * side * 0.34:g}" r="{2.6 * scale:g}" '
        'fill="#ffffff"/>'
        for rows, columns in STEPS[animal & ~SKY]
    ]
    letter = words((x, y + 7 * scale), LETTERS[animal & ~SKY], "#ffffff", round(20 * scale))
    return [frame, *dots, letter]
