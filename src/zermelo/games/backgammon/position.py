"""A position of backgammon as people read it: what pictures, texts and IDs are made from."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import MAX, MIN
from zermelo.games.backgammon.rules import NOBODY

NAMES = ("X", "O")
"""The two players, MAX and MIN."""


@dataclass(frozen=True)
class Position:
    """The number of checkers on each point, the player to move, or NOBODY, and the dice, if they are rolled.

    Each player's points are counted from that player's home: 0 is off the board, and the last one is the bar.
    """

    x: tuple[int, ...]
    o: tuple[int, ...]
    mover: int
    dice: tuple[int, ...] = ()

    @property
    def points(self) -> int:
        """The number of points of the board."""
        return len(self.x) - 2

    @property
    def winner(self) -> int | None:
        """The player who has borne off every checker."""
        return MAX if not any(self.x[1:]) else MIN if not any(self.o[1:]) else None

    @property
    def says(self) -> str:
        """Whose turn it is and what is to be done, in words."""
        if self.winner is not None:
            return f"{NAMES[self.winner]} wins"
        if self.mover == NOBODY:
            return "opening roll"
        does = f"play {self.dice[0]}-{self.dice[1]}" if self.dice else "roll"
        return f"{NAMES[self.mover]} to {does}"


def position_of(text: str, *, x: list[int], o: list[int], checkers: int, mover: int, dice: tuple[int, ...]) -> Position:
    """The position with these checkers on the points from 1 on and on the bar; the others are off the board.

    The text is what they were read from. Raises ParseError where there are too many checkers, or two players on one
    point, or no checkers at all.
    """
    for name, numbers in zip(NAMES, (x, o), strict=True):
        if sum(numbers) > checkers:
            raise ParseError(f"{quote(text)} is not a position: {name} has {sum(numbers)} checkers, not {checkers}")
    for point, (mine, theirs) in enumerate(zip(x[:-1], o[-2::-1], strict=True), 1):
        if mine and theirs:
            raise ParseError(f"{quote(text)} is not a position: both players are on X's point {point}")
    if not any(x) and not any(o):
        raise ParseError(f"{quote(text)} is not a position: play ended before all checkers were off")
    read = Position((checkers - sum(x), *x), (checkers - sum(o), *o), mover, dice)
    if read.winner is not None:  # then it is the other's turn
        return Position(read.x, read.o, MIN if read.winner == MAX else MAX)
    return read
