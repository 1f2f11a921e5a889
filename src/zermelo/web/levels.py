"""The playing strengths of the computer: each level with its limits and a description."""

from __future__ import annotations

from dataclasses import dataclass, replace

from zermelo.core.limits import Limits


@dataclass(frozen=True)
class Strength:
    """The limits for one move of the computer, and their description."""

    words: str
    limits: Limits


MOVES_LEFT = 25
"""The number of moves over which the rest of a clock is spread."""

LEVELS = (
    Strength("1 ply, or 10 playouts", Limits(depth=1, playouts=10)),
    Strength("2 plies, or 30 playouts", Limits(depth=2, playouts=30)),
    Strength("4 plies, or 100 playouts", Limits(depth=4, seconds=10.0, playouts=100)),
    Strength("3,000 nodes, or 300 playouts", Limits(nodes=3_000, seconds=10.0, playouts=300)),
    Strength("0.3 seconds", Limits(seconds=0.3)),
    Strength("1 second", Limits(seconds=1.0)),
    Strength("4 seconds", Limits(seconds=4.0)),
    Strength("15 seconds", Limits(seconds=15.0)),
)


def with_clock(limits: Limits, left: int) -> Limits:
    """The limits of a move with this many seconds left on the clock; 0 means that there is no clock."""
    if not left:
        return limits
    share = left / MOVES_LEFT
    return replace(limits, seconds=min(limits.seconds or share, share))
