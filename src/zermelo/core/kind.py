"""The kind of a game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """The kind of a game, as the lectures classify games: it decides which algorithms apply."""

    players: int
    stochastic: bool
    hidden: bool
    zero_sum: bool
    total: float

    @property
    def one_number(self) -> bool:
        """Whether player 0's value determines everyone's: a one-player game or a two-player zero-sum game."""
        return self.players == 1 or (self.players == 2 and self.zero_sum)

    def __str__(self) -> str:
        """For people: "deterministic, perfect information, 2 players, zero-sum"."""
        sums = "general-sum" if not self.zero_sum else "zero-sum" if self.total == 0 else "constant-sum"
        words = [
            "stochastic" if self.stochastic else "deterministic",
            "imperfect information" if self.hidden else "perfect information",
            f"{self.players} player{'s' * (self.players != 1)}",
            *([sums] if self.players > 1 else []),
        ]
        return ", ".join(words)
