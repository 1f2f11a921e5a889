"""Values: how a win is told from a good evaluation, and how numbers are written.

A depth-limited search compares utilities with evaluations, and authors choose their numbers freely: a win may be
worth 1 and a good position 50. So inside such a search a won terminal state counts WIN more than its utility, a lost
one WIN less, and evaluations are kept between. Outside, the offset is taken away again.
"""

from __future__ import annotations

import math
from typing import TypeAlias

Vector: TypeAlias = tuple[float, ...]
"""A value for each player."""

Value: TypeAlias = "float | Vector"
"""What a search backs up: MAX's value, or in max^n one for each player."""

WIN = 10**15
"""Beyond every evaluation, and small enough that a float still tells 0.25 of utility on top of it."""


def rank(utility: float, draw: float) -> float:
    """A terminal state's utility, moved beyond all evaluations if it is better or worse than a draw."""
    return utility + WIN if utility > draw else utility - WIN if utility < draw else utility


def keep_between(evaluation: float) -> float:
    """An evaluation, held below every win and above every loss."""
    return max(-WIN // 2, min(WIN // 2, evaluation))


def is_decided(value: float) -> bool:
    """Whether the value is a win or a loss that was found, and not an evaluation."""
    return abs(value) > WIN // 2 and math.isfinite(value)


def unrank(value: float) -> float:
    """The utility or evaluation that `rank` or `keep_between` was given."""
    if not is_decided(value):
        return value
    return value - WIN if value > 0 else value + WIN


def show_value(value: Value | None, digits: int = 4) -> str:
    """A value for people: 3, 7.667, +∞, "win" or "<1, 2, 0>"."""
    if value is None:
        return "?"
    if isinstance(value, tuple):
        return f"<{', '.join(show_value(v, digits) for v in value)}>"
    if is_decided(value):
        size = show_value(abs(unrank(value)), digits)
        return ("win" if value > 0 else "loss") + ("" if size == "1" else f" {size}")
    if math.isinf(value):
        return "+∞" if value > 0 else "-∞"
    if float(value).is_integer() and abs(value) < 10**15:
        return str(int(value))
    return f"{value:.{digits}g}" if abs(value) < 10 ** (digits - 1) else f"{value:.1f}"
