"""Pacman as a picture."""

from __future__ import annotations

from zermelo.core.game import CHANCE
from zermelo.games.pacman.mazes import EAST, NORTH, SOUTH, STEPS, STOP, WALL, WEST, Place
from zermelo.games.pacman.rules import Scene
from zermelo.games.pacman.text import WAYS, Text
from zermelo.games.shared.svg import FIRST, SECOND, Point, clickable, line, picture, piece, words

SIZE = 24
"""The side of a square in the picture."""

YELLOW = "#E69F00"
GHOST_COLOURS = (SECOND, "#009E73", "#CC79A7", FIRST, "#56B4E9", "#999999")
"""From the Okabe-Ito palette, which colour-blind people can distinguish; ghosts also have numbers."""


class Picture(Text):
    """The maze drawn."""

    def draw(self, s: Scene) -> str:
        """The maze, Pacman with his mouth to where he heads, ghosts with their numbers, and the status."""
        width, height = len(self._rows[0]) * SIZE, len(self._rows) * SIZE
        shapes = [
            *self._walls(),
            *(shape for place in self._food_of(s) for shape in _dot("food", place, 3, "currentColor")),
            *(shape for place in self._capsules_of(s) for shape in _dot("capsule", place, 7, YELLOW)),
            *piece("pacman", [_pacman(self._squares[s.pacman], s.heading)]),
            *(
                shape
                for ghost in reversed(range(self.number))
                for shape in _ghost(self._place_of(s, ghost), ghost, self.ghost(s, ghost).scared > 0)
            ),
            words((SIZE / 2, height + 20), self._says(s), anchor="start"),
            *self._ways(s),
        ]
        return picture(max(width, 330), height + 30, f"Pacman: {self._says(s)}", shapes)

    def _ways(self, s: Scene) -> list[str]:
        """The squares to which a player may go, which can be clicked."""
        if self.is_terminal(s) or self.player(s) == CHANCE:
            return []
        r, c = self._squares[s.pacman] if s.turn == 0 else self._place_of(s, s.turn - 1)
        steps = [(WAYS[a], STEPS[a] if a != STOP else (0, 0)) for a in self.actions(s)]
        return [clickable(way, ((c + right) * SIZE, (r + down) * SIZE), (SIZE, SIZE)) for way, (down, right) in steps]

    def _walls(self) -> list[str]:
        """Thick lines from each wall to its neighbours; where there are none, a dot."""
        walls = {(r, c) for r, row in enumerate(self._rows) for c, kind in enumerate(row) if kind == WALL}
        lines = [
            line(_middle(place), _middle(other), FIRST, SIZE * 0.5)
            for place in sorted(walls)
            for other in ((place[0], place[1] + 1), (place[0] + 1, place[1]), place)
            if other in walls and (other != place or not any((place[0] + d, place[1] + r) in walls for d, r in STEPS))
        ]
        return ['<g opacity="0.45">', *lines, "</g>"]


def _middle(place: Place) -> Point:
    return (place[1] + 0.5) * SIZE, (place[0] + 0.5) * SIZE


def _dot(name: str, place: Place, radius: float, colour: str) -> list[str]:
    x, y = _middle(place)
    return piece(name, [f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{colour}"/>'], on=place)


def _pacman(place: Place, heading: int) -> str:
    """A disc with a mouth; he looks east until he has moved."""
    x, y = _middle(place)
    r = SIZE * 0.44
    turn = {NORTH: -90, EAST: 0, SOUTH: 90, WEST: 180, STOP: 0}[heading]
    a, b = r * 0.82, r * 0.57  # the mouth opens 35 degrees to either side
    path = f"M0,0 L{a:.2f},{-b:.2f} A{r:.2f},{r:.2f} 0 1 0 {a:.2f},{b:.2f} Z"
    return (
        f'<path d="{path}" transform="translate({x:g},{y:g}) rotate({turn})" fill="{YELLOW}" stroke="currentColor" '
        'stroke-width="1.5" stroke-linejoin="round"/>'
    )


def _ghost(place: Place, ghost: int, scared: bool) -> list[str]:
    """A sheet with a hem of three waves and the ghost's number; a scared one is hollow."""
    x, y = _middle(place)
    r = SIZE * 0.42
    wave = 2 * r / 3
    hem = " ".join(f"q{-wave / 2:.2f},{-wave * 0.9:.2f} {-wave:.2f},0" for _ in range(3))
    colour = GHOST_COLOURS[ghost]
    look = f'fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="3 2"' if scared else f'fill="{colour}"'
    path = f"M{x - r:.2f},{y:.2f} a{r:.2f},{r:.2f} 0 0 1 {2 * r:.2f},0 v{r:.2f} {hem} Z"
    number = words((x, y + 5), str(ghost + 1), "currentColor" if scared else "white", size=13)
    return piece(f"ghost {ghost + 1}", [f'<path d="{path}" {look}/>', number])
