"""Twenty-one: a counter starts at 1, each player adds 1, 2 or 3, and the player who says 21 or more loses.

1 ── 2 ── 3 ── 4 ── 5 ── 6 ── 7 ── … ── 20 ── 21
▲    └────┴────┘                              loses
said    may be said next
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import Game
from zermelo.games.shared.parameters import check_whole
from zermelo.games.shared.sides import parse_side


class Count(NamedTuple):
    """The number said last, and who is to go on from it."""

    said: int
    mover: int


class TwentyOne(Game):
    """Add 1 to `most` to the counter; the player who says `goal` or more loses. For 2 to 8 players.

    The loser pays 1 to each of the others.
    """

    title = "Twenty-one"

    zero_sum = True

    def __init__(self, goal: int = 21, most: int = 3, players: int = 2) -> None:
        check_whole("goal", goal, 2)
        check_whole("most", most, 1)
        check_whole("players", players, 2, 8)
        self.goal, self.most, self.players = goal, most, players
        self.bounds = (1 - players, 1)

    def initial(self) -> Count:
        """The counter at 1, and the first player to move."""
        return Count(1, 0)

    def player(self, s: Count) -> int:
        """The player to add."""
        return s.mover

    def actions(self, s: Count) -> Iterator[int]:
        """The numbers that may be added."""
        yield from range(1, self.most + 1)

    def result(self, s: Count, a: int) -> Count:
        """The counter raised by a."""
        return Count(s.said + a, (s.mover + 1) % self.players)

    def is_terminal(self, s: Count) -> bool:
        """Whether the goal has been said."""
        return s.said >= self.goal

    def utility(self, s: Count, p: int) -> float:
        """The payments of the loser, who moved last, to each of the others."""
        loser = (s.mover + self.players - 1) % self.players
        return 1 - self.players if p == loser else 1

    def show(self, s: Count) -> str:
        """The state as text: "said 4, MAX to move"."""
        return f"said {s.said}, {self.player_names[s.mover]} to move"

    def parse(self, text: str) -> Count:
        """The state from the output of `show`, or from a number alone: then the first player is to move."""
        match = re.fullmatch(r"\s*(?:said\s+)?([0-9]{1,12})(?:[\s,]+(.*))?", text, re.IGNORECASE)
        mover = parse_side(match[2] or "", self.player_names) if match else None
        if match is None or mover is None:
            raise ParseError(
                f"{quote(text)} is not a position: expected something like {quote(self.show(Count(4, 0)))}"
            )
        said, highest = int(match[1]), self.goal - 1 + self.most
        if not 1 <= said <= highest:
            raise ParseError(f"{quote(text)} is not a position: what has been said lies between 1 and {highest}")
        return Count(said, mover)

    def label(self, s: Count) -> str:
        """The number said."""
        return str(s.said)

    def show_action(self, s: Count, a: int) -> str:
        """The number added: "+3"."""
        return f"+{a}"

    def parse_action(self, s: Count, text: str) -> int:
        """The action from "+3" or "3"."""
        return int(super().parse_action(s, f"+{text.strip().removeprefix('+')}"))
