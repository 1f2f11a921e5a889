"""Whose turn it is, in words: "MAX to move", "player 2 to move"."""

from __future__ import annotations

from zermelo.core.game import MAX, MIN


def side(player: int, players: int = 2) -> str:
    """The name of a player: MAX or MIN if there are two players, "player 0" and so on if there are more."""
    return f"player {player}" if players > 2 else "MIN" if player == MIN else "MAX"


def parse_side(text: str, players: int = 2) -> int | None:
    """The player whose turn the text says it is; MAX if it is empty, None if it makes no sense."""
    words = text.casefold().replace(",", " ").split()
    name = " ".join(words[:-2] if words[-2:] == ["to", "move"] else words)
    if not words:
        return MAX
    known = {f"player {p}": p for p in range(players)} | {side(p, players).casefold(): p for p in range(players)}
    return known.get(name)
