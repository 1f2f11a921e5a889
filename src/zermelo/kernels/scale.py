"""The values of a search as single floats, which encode utilities, distances and evaluations.

In a game that is not scored, a win ranks above every evaluation. A utility that is better than a draw by d, and n plies
from the root, has the value d·WIN − n·PLY: greater wins rank higher, then sooner ones; losses have the opposite sign,
so later losses rank higher. Both factors are powers of two, so no digit is lost for utilities that are multiples of
1/32 and below 2^20 in magnitude, and for distances below FAR. For other utilities PLY is replaced by 0, and there are
no distances. If not even the difference from a draw is exact, WIN is replaced by 0 too, and a value is the utility
itself, as in a scored game.
"""

from __future__ import annotations

from math import ceil, inf

WIN, PLY = 2.0**600, 2.0**580
"""The value of one point more than a draw, and the cost of a ply."""

EDGE = 2.0**500
"""The limit between evaluations, which are at most this in magnitude, and wins and losses, which are greater."""

GRAIN = 2.0**-5
"""Utilities have to be multiples of this for distances to be counted."""

MOST = 2.0**20
"""Utilities have to be below this in magnitude for distances to be counted."""

ROUNDING = 1.5 * 2.0**52 * GRAIN
"""Floats of this magnitude are multiples of the grain: adding and subtracting this rounds a number to the grain."""

FAR = 2**13
"""A distance in plies beyond any search; that of infinite play is twice as far."""


def worth(utility: float, plies: int, draw: float, win: float, ply: float) -> float:
    """The value of a play that ends `plies` plies from the root."""
    if win == 0.0 or utility == draw:
        return utility
    if utility > draw:
        return (utility - draw) * win - plies * ply
    return (utility - draw) * win + plies * ply


def at_least(utility: float, plies: int, draw: float, win: float, ply: float) -> float:
    """The least value of a play that has at least this utility and does not end in fewer than `plies` plies."""
    if win == 0.0:
        return utility
    more = utility - draw
    if ply != 0.0:
        rounded = min(more, MOST) + ROUNDING - ROUNDING
        more = rounded - GRAIN if rounded > more else rounded
    elif not is_exact(utility, draw, win):
        return -inf  # a utility that cannot be recovered from its value must not be converted
    if more > 0.0:
        return more * win - FAR * ply
    if more == 0.0:
        return draw
    return more * win + plies * ply


def at_most(utility: float, plies: int, draw: float, win: float, ply: float) -> float:
    """The greatest value of a play that has at most this utility and does not end in fewer than `plies` plies."""
    return -at_least(-utility, plies, -draw, win, ply)


def counts_plies(utility: float, draw: float) -> bool:
    """Whether the value of this utility can encode a distance."""
    more = utility - draw
    return more + ROUNDING - ROUNDING == more and abs(more) < MOST


def is_exact(utility: float, draw: float, win: float) -> bool:
    """Whether a utility can be recovered from its value, and the value is distinct from all evaluations."""
    size = abs((utility - draw) * win)
    return (size == 0.0 or EDGE < size < inf) and utility - draw + draw == utility


def holds(utility: float, draw: float, win: float, ply: float) -> bool:
    """Whether a utility can be recovered from its value on this scale, with its distance if the scale counts plies."""
    return (ply == 0.0 or counts_plies(utility, draw)) and (win == 0.0 or is_exact(utility, draw, win))


def farther(v: float, plies: int, win: float, ply: float) -> float:
    """The value seen from `plies` plies nearer to the root, farther if negative. Infinite play stays as far."""
    if -EDGE < v < EDGE or win == 0.0 or ply == 0.0:
        return v
    size = abs(v)
    behind = ceil(size / (GRAIN * WIN)) * (GRAIN * WIN) - size
    if behind >= FAR * PLY:
        return v
    return v - plies * ply if v > 0 else v + plies * ply


def utility_in(v: float, draw: float, win: float, ply: float) -> tuple[float, int | None]:
    """The utility that a value encodes, and its distance in plies; None if that is not known."""
    if win == 0.0 or -EDGE < v < EDGE:
        return v, None
    if abs(v) == EDGE:  # an infinite evaluation, which was clipped
        return inf if v > 0 else -inf, None
    size = abs(v)
    grains = ceil(size / (GRAIN * win)) * GRAIN if ply else size / win
    plies = int((grains * win - size) / ply) if ply else FAR
    return draw + (grains if v > 0 else -grains), plies if plies < FAR else None
