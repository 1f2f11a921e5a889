"""The rules of backgammon.

Each player counts the points from the player's own home: 1 to 6 are the home, and after the last point comes the bar.
The checkers of a player are two numbers (see `checkers.py`); `plays.py` finds the legal plays of a roll.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.core.game import CHANCE
from zermelo.games.backgammon.checkers import Checkers, added, count, made, occupied, on_point, packed, taken
from zermelo.games.backgammon.plays import LOW_FIRST, Plays, View
from zermelo.games.backgammon.start import MOST_POINTS, USUAL, starting_points
from zermelo.games.shared.parameters import check_flag, check_whole
from zermelo.native.bits import each_bit

NOBODY = 2
"""The mover before the opening roll, which decides who begins."""

SCORINGS = ("winloss_scoring", "enable_gammons", "full_scoring")
"""The utility of a win: always 1; or 2 for a gammon; or also 3 for a backgammon."""


class Board(NamedTuple):
    """The checkers of X, who is MAX, and of O; whose turn it is, or NOBODY's; the dice, `higher * 8 + lower`, or 0."""

    max_low: int
    max_high: int
    min_low: int
    min_high: int
    mover: int
    roll: int


class Rules(Plays):
    """Race your checkers home and off the board by the dice, and hit those that stand alone."""

    def __init__(
        self,
        points: int = 24,
        start: str = USUAL,
        sides: int = 6,
        scoring_type: str = "winloss_scoring",
        opening: bool = True,
    ) -> None:
        _check(points, sides, scoring_type, opening)
        super().__init__(points)
        self.start, self.sides, self.opening = start, sides, opening
        self.scoring_type = scoring_type
        stand = starting_points(points, start)
        self.checkers = len(stand)
        self.low, self.high = packed([stand.count(i) for i in range(self.bar + 1)])
        dice = [(i, j) for i in range(1, sides + 1) for j in range(1, sides + 1)]
        self.all_rolls = sum(1 << (i << 3 | j) for i, j in dice if i >= j)
        self.opening_rolls = sum(1 << (i << 3 | j) for i, j in dice if i != j)
        self.most = 1 + SCORINGS.index(scoring_type)
        self.bounds = (-self.most, self.most)

    def initial(self) -> Board:
        """All checkers where they start, and the dice to be rolled."""
        return Board(self.low, self.high, self.low, self.high, NOBODY if self.opening else 0, 0)

    def player(self, s: Board) -> int:
        """Chance until the dice are rolled, then who plays them."""
        return CHANCE if s.roll == 0 else s.mover

    def actions(self, s: Board) -> Iterator[int]:
        """The possible rolls; or the plays that the dice allow."""
        if s.roll == 0:
            yield from each_bit(self.rolls(s))
        else:
            yield from self.plays(self.look(s))

    def probability(self, s: Board, a: int) -> float:
        """1/36 for a double, 2/36 for two different numbers; in the opening, which has no doubles, 1/30."""
        if s.mover == NOBODY:
            return 1 / (self.sides * (self.sides - 1))
        return (1 if a >> 3 == a & 7 else 2) / (self.sides * self.sides)

    def result(self, s: Board, a: int) -> Board:
        """The dice rolled, or the checkers moved and hit and the dice handed over."""
        if s.roll == 0:
            return self.rolled(s, a)
        mine, theirs = self.mine(s), self.theirs(s)
        die, other = s.roll >> 3, s.roll & 7
        if a & LOW_FIRST:
            die, other = other, die
        starts = a & ~LOW_FIRST
        while starts:
            point = starts & 31
            mine = self.gone(mine, point, die)
            opposite = self.bar - point + die
            if point > die and on_point(theirs, opposite) == 1:
                theirs = added(taken(theirs, opposite), self.bar)
            starts >>= 6
            die = other
        if s.mover == 0:
            return Board(mine[0], mine[1], theirs[0], theirs[1], 1, 0)
        return Board(theirs[0], theirs[1], mine[0], mine[1], 0, 0)

    def is_terminal(self, s: Board) -> bool:
        """Whether a player has borne off every checker."""
        return (s.max_low | s.max_high) == 0 or (s.min_low | s.min_high) == 0

    def utility(self, s: Board, p: int) -> float:
        """The utility of the win to the winner; the negative of it to the other."""
        won = (s.max_low | s.max_high) == 0
        loser = (s.min_low, s.min_high) if won else (s.max_low, s.max_high)
        stake = 1
        if count(loser) == self.checkers:
            stake = 3 if occupied(loser) >> self.points - self.home + 1 else 2
        stake = min(stake, self.most)
        return stake if won == (p == 0) else -stake

    # The dice.

    def rolls(self, s: Board) -> int:
        """The possible rolls, as a set."""
        return self.opening_rolls if s.mover == NOBODY else self.all_rolls

    def rolled(self, s: Board, a: int) -> Board:
        """The dice on the board, and who plays them."""
        mover, roll = s.mover, a
        if s.mover == NOBODY:
            first, second = a >> 3, a & 7
            mover, roll = 0 if first > second else 1, max(first, second) << 3 | min(first, second)
        return Board(s.max_low, s.max_high, s.min_low, s.min_high, mover, roll)

    # The mover's view.

    def mine(self, s: Board) -> Checkers:
        """The mover's checkers."""
        return (s.max_low, s.max_high) if s.mover == 0 else (s.min_low, s.min_high)

    def theirs(self, s: Board) -> Checkers:
        """The checkers of the other player."""
        return (s.min_low, s.min_high) if s.mover == 0 else (s.max_low, s.max_high)

    def look(self, s: Board) -> View:
        """The mover's view of the board."""
        theirs = self.theirs(s)
        shut = self.facing(made(theirs))
        return View(self.mine(s), self.board & ~shut, self.board & self.facing(occupied(theirs)) & ~shut, s.roll)


def _check(points: int, sides: int, scoring_type: str, opening: bool) -> None:
    check_whole("points", points, 4, MOST_POINTS)
    if points % 4:
        raise ValueError(f"points must be a multiple of 4, as a quarter of them is the home board, not {points!r}")
    check_whole("sides", sides, 2, 6)
    if scoring_type not in SCORINGS:
        raise ValueError(f"scoring_type must be {', '.join(SCORINGS[:-1])} or {SCORINGS[-1]}, not {scoring_type!r}")
    check_flag("opening", opening)
