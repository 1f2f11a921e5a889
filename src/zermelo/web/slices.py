"""Searches in slices, while the rules are being compiled: the next one may run at the native speed."""

from __future__ import annotations

from zermelo.engines.engine import Engine

SLICE = 0.3
"""How long a search goes on at the plain speed before it looks whether the compiler is ready, in seconds."""


def is_compiling(engine: Engine) -> bool:
    """Whether it is not yet known at which speed the rules will run."""
    return engine.speed != "native" and engine.why_plain is None


def seconds_for(engine: Engine, left: float) -> float:
    """How long the next search may take, of what is left."""
    return max(min(left, SLICE) if is_compiling(engine) else left, 0.001)
