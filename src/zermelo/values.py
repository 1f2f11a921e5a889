"""Values: how a win is told from a good evaluation, and how numbers are written.

A depth-limited search compares utilities with evaluations, and authors choose their numbers freely: a win may be
worth 1 and a good position 50. So inside such a search a value has a tier as well, and tiers are compared first: a
loss that was found, then everything that is not decided, then a win.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple, TypeAlias

Vector: TypeAlias = tuple[float, ...]
"""A value for each player."""


class Ranked(NamedTuple):
    """A value in a search that has evaluations: `tier` is -1 for a loss, 1 for a win, else 0. Tiers compare first."""

    tier: int
    value: float


LOWEST, HIGHEST = Ranked(-2, 0), Ranked(2, 0)
"""Minus and plus infinity among ranked values."""

Value: TypeAlias = "float | Ranked | Vector"
"""What a search backs up: MAX's value, or in max^n one for each player."""


def rank(utility: float, draw: float) -> Ranked:
    """A utility, beyond all evaluations if it is better than a draw, below them if it is worse."""
    return Ranked((utility > draw) - (utility < draw), utility)


def unrank(value: Value) -> float | Vector:
    """The number without its tier."""
    return value.value if isinstance(value, Ranked) else value


def plain_number(value: Any) -> Any:
    """A number as JSON and people know it: of numpy's or a fraction as Python's own."""
    if value is None or isinstance(value, (int, float)):
        return value
    return value.item() if hasattr(value, "item") else float(value)


def show_value(value: Value | None, digits: int = 4) -> str:
    """A value for people: 3, 7.667, +∞, "win" or "<1, 2, 0>"."""
    if value is None:
        return "?"
    if isinstance(value, Ranked):
        return _show_ranked(value, digits)
    if isinstance(value, tuple):
        return f"<{', '.join(show_value(v, digits) for v in value)}>"
    number = plain_number(value)
    if math.isinf(number):
        return "+∞" if number > 0 else "-∞"
    if float(number).is_integer() and abs(number) < 10**15:
        return str(int(number))
    return f"{number:.{digits}g}" if not 10 ** (digits - 1) <= abs(number) < 10**15 else f"{number:.1f}"


def _show_ranked(ranked: Ranked, digits: int) -> str:
    if abs(ranked.tier) == 2:
        return "+∞" if ranked.tier > 0 else "-∞"
    number = show_value(ranked.value, digits)
    if ranked.tier == 0:
        return number
    return ("win" if ranked.tier > 0 else "loss") + ("" if number in ("1", "-1") else f" {number}")


def squeeze(guess: float, draw: float, least: float, greatest: float) -> float:
    """An evaluation brought between the least and the greatest utility, where it was not made to compare with them.

    A draw stays one, and what was greater stays so.
    """
    gain = guess - draw
    return draw + (greatest - draw if gain > 0 else draw - least) * gain / (1 + abs(gain))
