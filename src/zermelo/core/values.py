"""Values: how wins and losses are ranked against evaluations, and how numbers are written.

A depth-limited search compares utilities with evaluations, and authors choose their numbers freely: a win may have
utility 1 and a good position the evaluation 50. So in such a search a value has a tier, and tiers are compared first:
losses that were found, then all undecided values, then wins.
"""

from __future__ import annotations

import math
import sys
from decimal import Decimal
from fractions import Fraction
from numbers import Real
from typing import Any, NamedTuple, TypeAlias

Vector: TypeAlias = tuple[float, ...]
"""A value for each player."""


class Ranked(NamedTuple):
    """A value in a search that has evaluations: `tier` is -1 for a loss, 1 for a win, else 0. Tiers compare first."""

    tier: int
    value: float


LOWEST, HIGHEST = Ranked(-2, 0), Ranked(2, 0)
"""Minus and plus infinity among ranked values."""


class Unknown(float):
    """The lectures' "?": the value of a loop, better than a loss and worse than a win. As a number, infinite play's."""

    def __repr__(self) -> str:
        return "?"


Value: TypeAlias = "float | Ranked | Vector"
"""The value that a search backs up: MAX's value, or in max^n a value for each player."""


def rank(utility: float, draw: float) -> Ranked:
    """The rank of a utility: above all evaluations if it is better than a draw, below them if it is worse."""
    return Ranked((utility > draw) - (utility < draw), utility)


def unrank(value: Value) -> float | Vector:
    """The number without its tier."""
    return value.value if isinstance(value, Ranked) else value


def is_finite(number: Any) -> bool:
    """Whether a number is neither infinite nor NaN; an integer always is, however large."""
    try:
        return math.isfinite(number)
    except OverflowError:
        return True


def is_float(number: Any) -> bool:
    """Whether a float equals the number exactly: 1/2 does, 2**53 + 1, Decimal("0.1") and Fraction(1, 3) do not."""
    try:
        return bool(float(number) == number)
    except OverflowError:
        return False


def is_interval(ends: Any) -> bool:
    """Whether `ends` are two numbers in ascending order, equal ones included; NaN is not accepted."""
    try:
        low, high = map(exact_number, ends)
        return isinstance(low, Real) and isinstance(high, Real) and low <= high
    except (TypeError, ValueError):
        return False


def plain_number(value: Any) -> Any:
    """The number as a Python int or float; numpy numbers, fractions and decimals are converted."""
    exact = exact_number(value)
    return exact if exact is None or isinstance(exact, (int, float)) else float(exact)


def exact_number(value: Any) -> Any:
    """The same number in a type that mixes with floats: numpy numbers as Python's, decimals as ints or fractions."""
    if type(value) in (int, float):
        return value
    if hasattr(value, "item"):
        return value.item()
    if not isinstance(value, Decimal):
        return value
    if not value.is_finite():
        return float(value)
    return int(value) if value == value.to_integral_value() else Fraction(value)


def show_value(value: Value | None, digits: int = 4) -> str:
    """The value as text: 3, 7.667, +∞, "win" or "<1, 2, 0>"."""
    if value is None or isinstance(value, Unknown):
        return "?"
    if isinstance(value, Ranked):
        return _show_ranked(value, digits)
    if isinstance(value, tuple):
        return f"<{', '.join(show_value(v, digits) for v in value)}>"
    return _show_number(plain_number(value), digits)


def _show_number(number: float, digits: int) -> str:
    if isinstance(number, int) and abs(number) > sys.float_info.max:
        return f"{Decimal(number):.{digits - 1}e}"
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


RESOLUTION = 2**44
"""Two values tie if they differ by at most 1 / RESOLUTION of the magnitude of values.

Means are rounded: two that are mathematically equal may differ in the last bits. The error of a mean of n numbers is at
most about n · 2^-53 of their magnitude, so this covers means of means of dozens of numbers, several plies deep.
Distinct whole numbers up to 2^44 never tie.
"""


def size_of(bounds: tuple[Any, Any] | None) -> Any:
    """The greatest absolute utility that a game's bounds allow; 0 if there are no finite bounds."""
    return max((abs(exact_number(b)) for b in bounds or () if is_finite(b)), default=0)


def is_tie(value: Any, best: Any, size: Any) -> bool:
    """Whether `value` ties with `best`. `size` is the greatest magnitude among the game's bounds and the node's values.

    At both speeds and in the textbook it decides which actions of an opponent of a given level are best.
    """
    return bool((best - value) * RESOLUTION <= size)


def squeeze(guess: float, draw: float, least: float, greatest: float) -> float:
    """An evaluation that is not on the scale of utilities, mapped between the least and the greatest utility.

    The mapping is monotonic, and a draw is mapped to itself.
    """
    gain = guess - draw
    return draw + (greatest - draw if gain > 0 else draw - least) * gain / (1 + abs(gain))
