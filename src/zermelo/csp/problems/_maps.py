"""Shared code of map colouring problems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from zermelo.core.errors import LoadError
from zermelo.csp.constraints import Constraint, Value, Variable, differ
from zermelo.csp.problem import Problem
from zermelo.games.shared.svg import Point, picture, words

COLOURS = ("red", "green", "blue", "yellow", "orange", "purple")
"""The names of colours, in the order in which a map uses them."""

PAINTS = {
    "red": "#d9654f",
    "green": "#4fae8b",
    "blue": "#5a9fd4",
    "yellow": "#f0e06a",
    "orange": "#e8a33d",
    "purple": "#b58fc4",
}
"""The colours in pictures: light enough for black letters."""

UNPAINTED = "#ececec"


class Colouring(Problem):
    """Regions with a common border get different colours."""

    borders: Mapping[str, str]
    """For each region, the neighbours that come later in the order."""

    def __init__(self, colours: int = 3) -> None:
        if not 1 <= colours <= len(COLOURS):
            raise LoadError(f"colours={colours}: the number must be from 1 to {len(COLOURS)}")
        self.colours = colours

    def variables(self) -> Iterable[Variable]:
        """The regions."""
        return self.borders

    def domain(self, x: Variable) -> Iterable[Value]:
        """The colours."""
        return COLOURS[: self.colours]

    def constraints(self) -> Iterable[Constraint]:
        """Neighbours differ."""
        for region, neighbours in self.borders.items():
            for other in neighbours.split():
                yield differ(region, other)


def painted(
    size: tuple[int, int],
    regions: Mapping[str, Sequence[Point]],
    names: Mapping[str, Point],
    assignment: Mapping[Variable, Value],
    label: str,
) -> str:
    """A map as SVG: each region a polygon in its colour, with its name in it."""
    shapes = []
    for region, corners in regions.items():
        paint = PAINTS.get(str(assignment.get(region)), UNPAINTED)
        points = " ".join(f"{x:g},{y:g}" for x, y in corners)
        shapes.append(
            f'<polygon points="{points}" fill="{paint}" stroke="#333" stroke-width="1.5" stroke-linejoin="round"/>'
        )
    shapes += [words(at, region, "#111", 12) for region, at in names.items()]
    return picture(*size, label, shapes)
