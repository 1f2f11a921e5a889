"""The initial position of the checkers in backgammon."""

from __future__ import annotations

import re

from zermelo.games.shared.parameters import check_whole

MOST_POINTS = 24
"""The points of the usual board; others are smaller."""

STANDARD = (6,) * 5 + (8,) * 3 + (13,) * 5 + (24,) * 2
"""The initial places of the fifteen checkers on the usual board."""

USUAL = "usual"
"""The default initial position."""


def starting_points(points: int, start: str) -> list[int]:
    """The points of a player's checkers, from the text that says where they stand. Raises ValueError."""
    if start == USUAL:
        return list(STANDARD if points == MOST_POINTS else range(points - points // 4 + 1, points + 1))
    numbers = re.fullmatch(r"\s*[0-9]{1,9}(?:[\s,]+[0-9]{1,9}){0,14}\s*", str(start))
    if numbers is None:
        raise ValueError(
            f"start must be {USUAL!r} or the points of at most 15 checkers, like '24,23,22', not {start!r}"
        )
    stand = [int(point) for point in re.findall("[0-9]+", numbers[0])]
    for point in stand:
        check_whole("a point in start", point, 1, points)
    shared = [point for point in stand if points + 1 - point in stand]
    if shared:
        raise ValueError(
            f"start has both players on one point, for {shared[0]} is {points + 1 - shared[0]} to the other"
        )
    return stand
