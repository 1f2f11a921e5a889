"""Checks of the parameters of games."""

from __future__ import annotations

LARGEST = 10**9
"""The greatest number that a parameter may be, so that products of two of them fit 63 bits."""


def check_whole(name: str, value: object, least: int, greatest: int = LARGEST) -> None:
    """Raises ValueError unless the parameter is a whole number from the least to the greatest."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= greatest:
        raise ValueError(f"{name} must be a whole number from {least} to {greatest:,}, not {value!r}")


def check_flag(name: str, value: object) -> None:
    """Raises ValueError unless the parameter is True or False."""
    if not isinstance(value, bool):
        raise ValueError(f"{name} must be True or False, not {value!r}")
