"""Where the stones of EinStein begin: in a corner, as the parameters define."""

from __future__ import annotations

import re

PLACINGS = ("fixed", "players", "chance")
"""Who places the stones: nobody (a fixed order); the players, one stone after another; or chance, likewise."""

IN_ORDER = "usual"
"""The default order of the stones: 1 in the corner, and the others in reading order."""

ROWS = {1: 1, 3: 2, 6: 3, 10: 4}
"""The number of rows that the stones occupy in their corner, by their number."""

BITS = 6
"""The number of bits of each stone in the number that holds all stones of a side."""


def corner_cells(size: int, stones: int) -> tuple[int, ...]:
    """The cells in which X begins, in reading order."""
    return tuple(r * size + c for r in range(size) for c in range(size) if r + c < ROWS[stones])


def placed_in_order(order: str, cells: tuple[int, ...]) -> int:
    """The stones of a side that stand in these cells, in the order that the text gives."""
    return packed(dict(zip(_numbers(order, len(cells)), cells, strict=True)))


def packed(where: dict[int, int]) -> int:
    """The stones of a side as one number, from the cell of each, the stones numbered from 1."""
    return sum(cell + 1 << (n - 1) * BITS for n, cell in where.items())


def check_placing(size: int, stones: int, placing: str, x_order: str, o_order: str) -> None:
    """Raises ValueError if these parameters are not valid."""
    if isinstance(stones, bool) or stones not in ROWS:
        raise ValueError(f"stones must be 1, 3, 6 or 10, to fill a corner, not {stones!r}")
    if ROWS[stones] >= size:
        raise ValueError(f"stones {stones} take {ROWS[stones]} rows of a corner, too many for size {size}")
    if placing not in PLACINGS:
        raise ValueError(f"placing must be {', '.join(PLACINGS[:-1])} or {PLACINGS[-1]}, not {placing!r}")
    for name, order in (("x_order", x_order), ("o_order", o_order)):
        if sorted(_numbers(order, stones)) != list(range(1, stones + 1)):
            raise ValueError(f"{name} must be {IN_ORDER!r} or have each number from 1 to {stones} once, not {order!r}")
        if order != IN_ORDER and placing != "fixed":
            raise ValueError(f"{name} is only valid with placing fixed, not {placing!r}")


def _numbers(order: str, stones: int) -> list[int]:
    """The numbers of the stones in reading order; none if the text has no numbers."""
    if order == IN_ORDER:
        return list(range(1, stones + 1))
    numbers = re.fullmatch(r"\s*[0-9]{1,9}(?:[\s,]+[0-9]{1,9})*\s*", str(order))
    return [int(n) for n in re.findall("[0-9]+", numbers[0])] if numbers else []
