"""Marks rules that are compiled once and called.

All other rules are inlined into each of their callers, which is faster where a rule is short, and takes longer to
compile where it is long.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])

_MARK = "is_outlined"


def outlined(function: F) -> F:
    """Decorates a long rule outside the innermost loop: it is called, so that it is compiled only once."""
    setattr(function, _MARK, True)
    return function


def is_outlined(function: Callable[..., object]) -> bool:
    """Whether the function is marked."""
    return getattr(function, _MARK, False)
