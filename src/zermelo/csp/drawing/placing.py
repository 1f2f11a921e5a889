"""Positions for the variables of a constraint graph, if the problem does not give any."""

from __future__ import annotations

from math import cos, hypot, pi, sin

from zermelo.csp.constraints import Variable
from zermelo.csp.model import Model

ROUNDS = 150
"""The number of rounds in which forces are applied; the steps become smaller from round to round."""

Place = tuple[float, float]


def placed(model: Model) -> dict[Variable, Place]:
    """A position for each variable, in units of about one node: the problem's own, or one computed per component.

    Components are placed side by side. The same problem always gets the same layout.
    """
    own = model.problem.layout()
    if own is not None and all(x in own for x in model.domains):
        return {x: (float(own[x][0]), float(own[x][1])) for x in model.domains}
    places: dict[Variable, Place] = {}
    left = 0.0
    for part in sorted(model.components, key=len, reverse=True):
        found = _by_forces(part, model)
        least = min(x for x, _ in found.values())
        top = min(y for _, y in found.values())
        for variable, (x, y) in found.items():
            places[variable] = (left + x - least, y - top)
        left = 1.4 + max(x for x, _ in places.values())
    return places


def _by_forces(part: list[Variable], model: Model) -> dict[Variable, Place]:
    """A force-directed layout (Fruchterman and Reingold) that starts from a circle."""
    count = len(part)
    radius = max(0.6, count / 5)
    at = [(radius * cos(2 * pi * i / count), radius * sin(2 * pi * i / count)) for i in range(count)]
    place = {x: i for i, x in enumerate(part)}
    pairs = {(i, place[y]) for i, x in enumerate(part) for y in model.neighbours[x] if i < place[y]}
    if len(pairs) == count * (count - 1) // 2 or count > 120:
        return dict(zip(part, at, strict=True))  # a complete graph looks best on a circle
    for n in range(ROUNDS):
        moves = [[0.0, 0.0] for _ in at]
        for i in range(count):
            for j in range(i):
                _push(at, moves, i, j, (i, j) in pairs or (j, i) in pairs)
        step = 0.4 * (1 - n / ROUNDS)
        for i, (dx, dy) in enumerate(moves):
            length = hypot(dx, dy) or 1.0
            reach = min(length, step)
            at[i] = (at[i][0] + dx / length * reach, at[i][1] + dy / length * reach)
    return {x: (1.4 * at[i][0], at[i][1]) for i, x in enumerate(part)}


def _push(at: list[Place], moves: list[list[float]], i: int, j: int, near: bool) -> None:
    dx, dy = at[i][0] - at[j][0], at[i][1] - at[j][1]
    distance = max(0.05, hypot(dx, dy))
    force = 1.3 / distance**2 - (distance / 1.3 if near else 0.0)
    for mover, sign in ((i, 1), (j, -1)):
        moves[mover][0] += sign * force * dx
        moves[mover][1] += sign * force * dy
