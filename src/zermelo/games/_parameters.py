"""Parameters of games, checked."""

from __future__ import annotations

LARGEST = 10**9
"""What a number in a game may not exceed, so that products of two of them still fit 63 bits."""


def check_whole(name: str, value: object, least: int, greatest: int = LARGEST) -> None:
    """Raises ValueError unless the parameter is a whole number between the two."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= greatest:
        raise ValueError(f"{name} must be a whole number from {least} to {greatest:,}, not {value!r}")
