"""Whose turn it is, in words: "MAX to move", "player 2 to move"."""

from __future__ import annotations

from zermelo.game import MAX, MIN


def side(player: int, players: int = 2) -> str:
    """A player's name: MAX or MIN where there are two, a number from 0 where there are more."""
    return f"player {player}" if players > 2 else "MIN" if player == MIN else "MAX"


def parse_side(text: str, players: int = 2) -> int | None:
    """The player whose turn the text says it is; MAX where it says nothing, None where it makes no sense."""
    words = text.casefold().replace(",", " ").split()
    name = " ".join(words[:-2] if words[-2:] == ["to", "move"] else words)
    if not words:
        return MAX
    known = {f"player {p}": p for p in range(players)} | {side(p, players).casefold(): p for p in range(players)}
    return known.get(name)
