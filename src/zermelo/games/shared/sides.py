"""Whose turn it is, in words: "MAX to move", "player 2 to move"."""

from __future__ import annotations

from zermelo.core.game import MAX


def parse_side(text: str, names: tuple[str, ...]) -> int | None:
    """The player to move that the text names, by name or number; MAX for an empty text, None for any other."""
    words = text.casefold().replace(",", " ").split()
    name = " ".join(words[:-2] if words[-2:] == ["to", "move"] else words)
    if not words:
        return MAX
    known = {f"player {p}": p for p in range(len(names))} | {name.casefold(): p for p, name in enumerate(names)}
    return known.get(name)
