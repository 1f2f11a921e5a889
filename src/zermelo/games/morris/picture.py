"""Morris as a picture."""

from __future__ import annotations

from zermelo.games.morris.lines import Place
from zermelo.games.morris.rules import Men
from zermelo.games.morris.text import NAMES, Text
from zermelo.games.shared.boards import letters
from zermelo.games.shared.svg import FAINT, clickable, line, picture, piece, stone, words

GAP = 48
"""The distance of points on a grid."""

LEFT, TOP = 40, 24
"""The position of the first point."""


class Picture(Text):
    """The board drawn."""

    def draw(self, s: Men) -> str:
        """The lines, the men, X's round and O's square, letters, numbers, and the status."""
        size = self.layout.size
        far = (size - 1) * GAP
        points = self.layout.points
        return picture(
            LEFT + max(far, 150) + 28,
            TOP + far + 76,
            f"{self.title}: {self._letters(s)}, {self._says(s)}",
            [
                *(line(_at(points[road[0]]), _at(points[road[-1]]), opacity=FAINT) for road in self.layout.roads),
                *(words((LEFT + i * GAP, TOP + far + 38), c, size=12) for i, c in enumerate(letters(size))),
                *(words((14, TOP + i * GAP + 4), str(size - i), size=12) for i in range(size)),
                *(shape for i, letter in enumerate(self._letters(s)) for shape in _man(letter, i, _at(points[i]))),
                words((LEFT - 16, TOP + far + 64), self._says(s), anchor="start"),
                *(_touched(self._name(i), _at(place)) for i, place in enumerate(points)),
            ],
        )


def _at(place: Place) -> tuple[float, float]:
    return LEFT + place[1] * GAP, TOP + place[0] * GAP


def _man(letter: str, point: int, at: tuple[float, float]) -> list[str]:
    """The man on a point, or a dot on an empty one."""
    if letter == ".":
        return [f'<circle cx="{at[0]:g}" cy="{at[1]:g}" r="4" fill="currentColor" fill-opacity="0.5"/>']
    return piece(letter, [stone(NAMES.index(letter), at, 14)], on=point)


def _touched(name: str, at: tuple[float, float]) -> str:
    return clickable(name, (at[0] - 20, at[1] - 20), (40, 40))
