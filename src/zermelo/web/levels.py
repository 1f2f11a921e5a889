"""The playing strengths of the computer: each level with its limits and a description."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.core.limits import Limits


@dataclass(frozen=True)
class Level:
    """The limits for one move of the computer, and their description."""

    words: str
    limits: Limits


LEVELS = (
    Level("looks 1 ply ahead", Limits(depth=1)),
    Level("looks 2 plies ahead", Limits(depth=2)),
    Level("looks 4 plies ahead", Limits(depth=4, seconds=10.0)),
    Level("reads 3,000 nodes", Limits(nodes=3_000, seconds=10.0)),
    Level("thinks for 0.3 seconds", Limits(seconds=0.3)),
    Level("thinks for 1 second", Limits(seconds=1.0)),
    Level("thinks for 4 seconds", Limits(seconds=4.0)),
    Level("thinks for 15 seconds", Limits(seconds=15.0)),
)
