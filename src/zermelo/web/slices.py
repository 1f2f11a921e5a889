"""Searches in slices, while the rules are being compiled: the next one may run at the native speed."""

from __future__ import annotations

from zermelo.engines.engine import Engine

SLICE = 0.3
"""How long a search goes on at the plain speed before it looks whether the compiler is ready, in seconds."""


def seconds_for(engine: Engine, left: float) -> float:
    """How long the next search may take, of what is left."""
    is_decided = engine.speed == "native" or engine.why_plain is not None
    return max(left if is_decided else min(left, SLICE), 0.001)
