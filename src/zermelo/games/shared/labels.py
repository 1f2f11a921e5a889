"""Labels of states beside the nodes of a drawn tree."""

from __future__ import annotations

LONGEST = 16
"""The maximum number of characters."""


def if_short(text: str) -> str:
    """The text, or an empty one if it is too long."""
    return text if len(text) <= LONGEST else ""
