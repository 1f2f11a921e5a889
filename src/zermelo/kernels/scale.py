"""Values as one float, inside a search: which utilities count as won, and how far away they are.

In a game that is not scored a win ranks beyond every evaluation. What is better than a draw by d is worth
d·WIN − n·PLY if it is n plies from the root, so that greater wins come first, then sooner ones; of losses the
later are better. Both factors are powers of two, and no digit is lost: of utilities that are multiples of 1/32 and
below 2^20 in size, and of distances below FAR. Where a utility is not such a number, PLY is taken as 0 and there are no
distances; where not even its difference from a draw is exact, so is WIN, and a value is the utility itself, as it is
in a scored game.
"""

from __future__ import annotations

from math import ceil, inf

WIN, PLY = 2.0**600, 2.0**580
"""What one point more than a draw is worth, and what a ply costs."""

EDGE = 2.0**500
"""No evaluation is beyond it, and no win within."""

GRAIN = 2.0**-5
"""Utilities have to be multiples of it for distances to be counted."""

MOST = 2.0**20
"""And below it in size."""

ROUNDING = 1.5 * 2.0**52 * GRAIN
"""Floats of this size are multiples of the grain: what is added to it and taken from it again has been rounded."""

FAR = 2**13
"""A distance in plies beyond any search; play that never ends is twice as far."""


def worth(utility: float, plies: int, draw: float, win: float, ply: float) -> float:
    """The value of a play that ends so many plies from the root."""
    if win == 0.0 or utility == draw:
        return utility
    if utility > draw:
        return (utility - draw) * win - plies * ply
    return (utility - draw) * win + plies * ply


def at_least(utility: float, plies: int, draw: float, win: float, ply: float) -> float:
    """The least value of a play that has this utility or a better one, and does not end before so many plies."""
    if win == 0.0:
        return utility
    more = utility - draw
    if ply != 0.0:
        rounded = min(more, MOST) + ROUNDING - ROUNDING
        more = rounded - GRAIN if rounded > more else rounded
    elif not is_exact(utility, draw, win):
        return -inf  # what could not be had back from its value must not become one
    if more > 0.0:
        return more * win - FAR * ply
    if more == 0.0:
        return draw
    return more * win + plies * ply


def at_most(utility: float, plies: int, draw: float, win: float, ply: float) -> float:
    """The greatest value of a play that has this utility or a worse one, and does not end before so many plies."""
    return -at_least(-utility, plies, -draw, win, ply)


def counts_plies(utility: float, draw: float) -> bool:
    """Whether distances can be told from utilities such as this one."""
    more = utility - draw
    return more + ROUNDING - ROUNDING == more and abs(more) < MOST


def is_exact(utility: float, draw: float, win: float) -> bool:
    """Whether a utility can be had back from its value, and is told from evaluations."""
    size = abs((utility - draw) * win)
    return (size == 0.0 or EDGE < size < inf) and utility - draw + draw == utility


def holds(utility: float, draw: float, win: float, ply: float) -> bool:
    """Whether a utility can be recovered from its value on this scale, and where plies count, its distance too."""
    return (ply == 0.0 or counts_plies(utility, draw)) and (win == 0.0 or is_exact(utility, draw, win))


def farther(v: float, plies: int, win: float, ply: float) -> float:
    """A value, seen from so many plies nearer to the root (or fewer than none); play without end stays as far."""
    if -EDGE < v < EDGE or win == 0.0 or ply == 0.0:
        return v
    size = abs(v)
    behind = ceil(size / (GRAIN * WIN)) * (GRAIN * WIN) - size
    if behind >= FAR * PLY:
        return v
    return v - plies * ply if v > 0 else v + plies * ply


def utility_in(v: float, draw: float, win: float, ply: float) -> tuple[float, int | None]:
    """The utility that a value stands for, and how many plies away it is; None where that is not known."""
    if win == 0.0 or -EDGE < v < EDGE:
        return v, None
    if abs(v) == EDGE:  # an evaluation beyond all others
        return inf if v > 0 else -inf, None
    size = abs(v)
    grains = ceil(size / (GRAIN * win)) * GRAIN if ply else size / win
    plies = int((grains * win - size) / ply) if ply else FAR
    return draw + (grains if v > 0 else -grains), plies if plies < FAR else None
