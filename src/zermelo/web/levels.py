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
"""A clock is divided among this many moves."""

LEVELS = (
    Strength("looks 1 ply ahead", Limits(depth=1)),
    Strength("looks 2 plies ahead", Limits(depth=2)),
    Strength("looks 4 plies ahead", Limits(depth=4, seconds=10.0)),
    Strength("reads 3,000 nodes", Limits(nodes=3_000, seconds=10.0)),
    Strength("thinks for 0.3 seconds", Limits(seconds=0.3)),
    Strength("thinks for 1 second", Limits(seconds=1.0)),
    Strength("thinks for 4 seconds", Limits(seconds=4.0)),
    Strength("thinks for 15 seconds", Limits(seconds=15.0)),
)


def with_clock(limits: Limits, left: int) -> Limits:
    """The limits of a move with this many seconds left on the clock; 0 means that there is no clock."""
    if not left:
        return limits
    share = left / MOVES_LEFT
    return replace(limits, seconds=min(limits.seconds or share, share))
