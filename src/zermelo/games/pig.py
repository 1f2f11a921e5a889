"""Pig: roll a die as often as you like and hold the sum; a 1 loses all points that you have not held.

MAX  ████████████▒▒▒▒░░░░░░░░░░░░░░░░░░░░░░  31, and 12 in this turn
MIN  █████████████████░░░░░░░░░░░░░░░░░░░░░  45              the goal: 100
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import CHANCE, MAX, MIN, Game
from zermelo.core.people import seat_name
from zermelo.games.shared.labels import if_short
from zermelo.games.shared.parameters import check_whole
from zermelo.games.shared.sides import parse_side
from zermelo.games.shared.svg import FIRST, SECOND, Point, clickable, line, panel, picture, words

ROLL, HOLD = 0, 1
"""The actions of a player."""

LENGTH = 320
"""The length of the way to the goal in the picture."""


class Points(NamedTuple):
    """The points that each player holds, the points of this turn, whose turn it is, and whether the die is rolling."""

    first: int
    second: int
    turn: int
    mover: int
    rolling: int


class Pig(Game):
    """Roll, or hold the points of this turn; a 1 loses them. The first to hold `goal` points wins.

    A turn begins with a roll, and a player with enough points has to hold. With two `sides` the die is a coin, of which
    one face counts 1 and the other loses the turn: with a goal of 2 that is Piglet (Neller and Presser, "Optimal Play
    of the Dice Game Pig", 2004).

    Utility is 1 for the winner and 0 for the other, so that a value is a probability.

    Encoding: a roll of n is the action n.
    """

    total = 1
    bounds = (0, 1)
    scored = True
    chance_name = "die"

    def __init__(self, goal: int = 100, sides: int = 6) -> None:
        check_whole("goal", goal, 1, 100_000)
        check_whole("sides", sides, 2, 1000)
        self.goal, self.sides = goal, sides
        self.base = 2 * goal + sides  # more than a player ever holds or has in a turn

    # The rules.

    def initial(self) -> Points:
        """Nobody holds a point, MAX to move."""
        return Points(0, 0, 0, 0, 0)

    def player(self, s: Points) -> int:
        """Chance while the die is in the air, or else whose turn it is."""
        return CHANCE if s.rolling == 1 else s.mover

    def actions(self, s: Points) -> Iterator[int]:
        """The faces of the die; or to roll and to hold, where there is a choice."""
        if s.rolling == 1:
            yield from range(1, self.sides + 1)
        else:
            if self.held(s) + s.turn < self.goal:
                yield ROLL
            if s.turn > 0:
                yield HOLD

    def result(self, s: Points, a: int) -> Points:
        """The die thrown, its points added or the turn lost, or the turn's points held."""
        if s.rolling == 1:
            if a == 1:
                return Points(s.first, s.second, 0, 1 - s.mover, 0)
            return Points(s.first, s.second, s.turn + self.face_points(a), s.mover, 0)
        if a == ROLL:
            return Points(s.first, s.second, s.turn, s.mover, 1)
        if s.mover == 0:
            return Points(s.first + s.turn, s.second, 0, 1, 0)
        return Points(s.first, s.second + s.turn, 0, 0, 0)

    def probability(self, s: Points, a: int) -> float:
        """The faces are equally likely."""
        return 1 / self.sides

    def is_terminal(self, s: Points) -> bool:
        """Whether a player holds enough points."""
        return max(s.first, s.second) >= self.goal

    def utility(self, s: Points, p: int) -> float:
        """1 to the player who has reached the goal, 0 to the other."""
        return 1 if (s.first >= self.goal) == (p == 0) else 0

    def held(self, s: Points) -> int:
        """The points that the player to move holds."""
        return s.first if s.mover == 0 else s.second

    def face_points(self, face: int) -> int:
        """The points of a face that does not lose the turn."""
        return face if self.sides > 2 else 1

    # Knowledge.

    def key(self, s: Points) -> int:
        """The state as one number, which makes lookups faster."""
        return 4 * ((s.first * self.base + s.second) * self.base + s.turn) + 2 * s.mover + s.rolling

    def evaluate(self, s: Points, p: int) -> float:
        """One half, adjusted by the lead; points of the turn are weighted by the probability that a roll keeps them."""
        at_hand = s.turn * (1 - 1 / self.sides) + 0.05 * self.goal  # having the turn is an advantage
        lead = s.first - s.second + (at_hand if s.mover == 0 else -at_hand)
        chance = min(1.0, max(0.0, 0.5 + 0.5 * lead / self.goal))
        return chance if p == 0 else 1 - chance

    # For people.

    def show(self, s: Points) -> str:
        """The state as text: "31 to 45, 12 in this turn, MAX to move", or "MAX rolls"."""
        does = "rolls" if s.rolling else "to move"
        return f"{s.first} to {s.second}, {s.turn} in this turn, {self.player_names[s.mover]} {does}"

    def parse(self, text: str) -> Points:
        """The state from the output of `show`; "31 to 45" alone is the beginning of MAX's turn."""
        match = re.fullmatch(
            r"\s*([0-9]{1,9})\s*(?:to|-|:)\s*([0-9]{1,9})(?:[\s,]+([0-9]{1,9})(?:\s+in\s+this\s+turn)?)?(?:[\s,]+(.*))?",
            text,
            re.IGNORECASE | re.DOTALL,
        )
        turn, rolls = re.subn(r"\s*rolls\s*$", "", (match[4] or "") if match else "", flags=re.IGNORECASE)
        mover = parse_side(turn, self.player_names)
        if match is None or mover is None:
            raise ParseError(
                f"{quote(text)} is not a position: expected something like {quote(self.show(Points(31, 45, 12, 0, 0)))}"
            )
        s = Points(int(match[1]), int(match[2]), int(match[3] or 0), mover, rolls)
        self._refuse_impossible(text, s)
        return s

    def show_action(self, s: Points, a: int) -> str:
        """The face that came, or "roll" or "hold"."""
        return str(a) if s.rolling else ("roll", "hold")[a]

    def label(self, s: Points) -> str:
        """Only the points: "31:45+12"."""
        return if_short(f"{s.first}:{s.second}" + (f"+{s.turn}" if s.turn else ""))

    def draw(self, s: Points) -> str:
        """How far each player has come, the turn's points as a thinner line, and the status."""
        tracks = [
            *self._track((70, 30), MAX, s),
            *self._track((70, 70), MIN, s),
            line((70 + LENGTH, 14), (70 + LENGTH, 86)),
            words((70 + LENGTH, 104), str(self.goal), size=12),
            words((70, 112), self._says(s), anchor="start"),
            *self._buttons(s),
        ]
        return picture(70 + LENGTH + 70, 124, f"Pig: {self.show(s)}", tracks)

    def _refuse_impossible(self, text: str, s: Points) -> None:
        greatest = self.goal - 1 + self.face_points(self.sides)
        most = max(s.first, s.second, self.held(s) + s.turn)
        if most > greatest:
            raise ParseError(
                f"{quote(text)} is not a position: a player can have at most {greatest} points, not {most}"
            )
        if s.first >= self.goal and s.second >= self.goal:
            raise ParseError(f"{quote(text)} is not a position: play ends when one player holds {self.goal}")
        if self.is_terminal(s) and (s.turn or s.rolling):
            raise ParseError(f"{quote(text)} is not a position: play is over, so nobody rolls")
        if s.rolling and self.held(s) + s.turn >= self.goal:
            raise ParseError(
                f"{quote(text)} is not a position: {self.player_names[s.mover]} has enough points, and must hold"
            )

    def _track(self, start: Point, player: int, s: Points) -> list[str]:
        """The way to the goal, and how far one player has come on it."""
        colour, points = (FIRST, s.first) if player == MAX else (SECOND, s.second)
        x, y = start
        shapes = [
            words((12, y + 5), seat_name(self, player), colour, anchor="start"),
            line(start, (x + LENGTH, y), thick=1),
            line(start, (self._at(x, points), y), colour, 12) if points else "",
            words((x + LENGTH + 12, y + 5), str(points), colour, anchor="start"),
        ]
        if s.turn and s.mover == player:
            shapes += [
                line((self._at(x, points), y), (self._at(x, points + s.turn), y), colour, 5),
                words((x + LENGTH + 40, y + 5), f"+{s.turn}", colour, size=12, anchor="start"),
            ]
        return [shape for shape in shapes if shape]

    def _buttons(self, s: Points) -> list[str]:
        """The actions of the player, as cells that can be clicked."""
        if s.rolling or self.is_terminal(s):
            return []
        return [shape for a in self.actions(s) for shape in _button(("roll", "hold")[a], (190 + 70 * a, 94))]

    def _at(self, x: float, points: int) -> float:
        return x + LENGTH * min(points, self.goal) / self.goal

    def _says(self, s: Points) -> str:
        if self.is_terminal(s):
            return f"{seat_name(self, MAX if s.first >= self.goal else MIN)} wins"
        return f"{seat_name(self, s.mover)} {'rolls' if s.rolling else 'to move'}"


def _button(name: str, corner: Point) -> list[str]:
    x, y = corner
    return [panel(corner, (60, 26)), words((x + 30, y + 18), name), clickable(name, corner, (60, 26))]
