"""Nim: take any number of sticks from one pile; the player who takes the last stick loses (in normal play, wins).

pile 1   │ │
pile 2   │ │        II-Nim, where play begins
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import Cell, Game, put
from zermelo.core.people import seat_name
from zermelo.games.shared.boards import places_of
from zermelo.games.shared.labels import if_short
from zermelo.games.shared.parameters import check_whole
from zermelo.games.shared.sides import parse_side
from zermelo.games.shared.svg import clickable, line, picture, piece, words

DRAWN = 30
"""The maximum number of sticks of a pile that are drawn; for the rest the picture shows the number."""


class Piles(NamedTuple):
    """The sticks of each pile, and whose turn it is."""

    piles: tuple[int, ...]
    mover: int


class Nim(Game):
    """Take sticks from one pile. The player who takes the last stick loses with `misere`, and wins without.

    For 2 to 8 players, who move in turn. A loser pays 1 to each of the others; a winner gets 1 from each of the others.

    Encoding: an action is a pile and a number of sticks in one integer: `pile * largest + number - 1`.
    """

    zero_sum = True

    def __init__(self, piles: tuple[int, ...] = (2, 2), misere: bool = True, players: int = 2) -> None:
        check_whole("players", players, 2, 8)
        self.piles, self.misere, self.players = tuple(piles), misere, players
        self.bounds = (1 - players, 1) if misere else (-1, players - 1)
        if not any(self.piles):
            raise ValueError(f"piles must hold at least one stick, not {self.piles!r}")
        for pile in self.piles:
            check_whole("each of piles", pile, 0)
        self.largest = max(self.piles)

    def initial(self) -> Piles:
        """All piles whole, MAX to move."""
        return Piles(self.piles, 0)

    def player(self, s: Piles) -> int:
        """The player to take sticks."""
        return s.mover

    def actions(self, s: Piles) -> Iterator[int]:
        """From each pile in turn, one stick, two sticks and so on."""
        for pile in range(len(s.piles)):
            for number in range(1, s.piles[pile] + 1):
                yield pile * self.largest + number - 1

    def result(self, s: Piles, a: int) -> Piles:
        """The pile of action a made smaller."""
        pile = a // self.largest
        number = a % self.largest + 1
        return Piles(put(s.piles, pile, s.piles[pile] - number), (s.mover + 1) % self.players)

    def is_terminal(self, s: Piles) -> bool:
        """Whether no stick is left."""
        return max(s.piles) == 0

    def utility(self, s: Piles, p: int) -> float:
        """The payments to or from the player who took the last stick, who precedes the player to move."""
        one, each = (1 - self.players, 1) if self.misere else (self.players - 1, -1)
        return one if p == (s.mover + self.players - 1) % self.players else each

    def canonical(self, s: Piles) -> Piles:
        """The piles in ascending order: their order does not matter."""
        piles = s.piles
        for end in range(len(piles) - 1, 0, -1):
            for i in range(end):
                low, high = piles[i], piles[i + 1]
                if low > high:
                    piles = put(put(piles, i, high), i + 1, low)
        return Piles(piles, s.mover)

    def show(self, s: Piles) -> str:
        """The state as text: "2 2, MAX to move"."""
        return f"{' '.join(map(str, s.piles))}, {self.player_names[s.mover]} to move"

    @property
    def board_signs(self) -> tuple[str, ...]:
        """The sizes of piles that can be drawn."""
        return tuple(map(str, range(min(self.largest, DRAWN) + 1)))

    def board_places(self, text: str) -> list[list[tuple[int, int]]]:
        """The piles."""
        return places_of("[0-9]+", text, 1)

    def parse(self, text: str) -> Piles:
        """The state from the output of `show`, or from "3 4 5" (MAX to move), or from "3 4 5 min"."""
        match = re.fullmatch(r"[\s,]*((?:[0-9]+(?:[\s,]+|$))+)(.*)", text, re.IGNORECASE)
        mover = parse_side(match[2], self.player_names) if match else None
        if match is None or mover is None:
            raise ParseError(
                f"{quote(text)} is not a position: expected something like {quote(self.show(self.initial()))}"
            )
        sizes = match[1].replace(",", " ").split()
        if len(sizes) != len(self.piles):
            raise ParseError(f"{quote(text)} is not a position: it has {len(sizes)} piles, the game {len(self.piles)}")
        for size in sizes:
            if len(size) > 12 or int(size) > self.largest:
                raise ParseError(f"{quote(text)} is not a position: no pile has more than {self.largest} sticks")
        return Piles(tuple(map(int, sizes)), mover)

    def show_action(self, s: Piles, a: int) -> str:
        """The action as text: "2 from pile 1"."""
        return f"{a % self.largest + 1} from pile {a // self.largest + 1}"

    def parse_action(self, s: Piles, text: str) -> int:
        """The action from "2 from pile 1", or pile and number alone: "1:2"."""
        short = re.fullmatch(r"\s*([0-9]+)\s*:\s*([0-9]+)\s*", text)
        return int(super().parse_action(s, f"{short[2]} from pile {short[1]}" if short else text))

    def action_cells(self, s: Piles, a: int) -> tuple[Cell, ...]:
        """The sticks that are taken: the last ones of the row that is their pile."""
        pile, number = a // self.largest, a % self.largest + 1
        return tuple((pile, stick) for stick in range(s.piles[pile] - number, s.piles[pile]))

    def label(self, s: Piles) -> str:
        """Only the piles, if they are few: "2 2"."""
        return if_short(" ".join(map(str, s.piles)))

    def draw(self, s: Piles) -> str:
        """A row of sticks for each pile, and whose turn it is."""
        width = max(150, 48 + 12 * min(self.largest, DRAWN) + (90 if self.largest > DRAWN else 0))
        rows = [shape for i, pile in enumerate(s.piles) for shape in _sticks(i, pile)]
        height = 44 * len(s.piles) + 32
        footer = words((36, height - 10), self._says(s), anchor="start")
        ways = [shape for i, pile in enumerate(s.piles) for shape in self._ways(s, i, pile)]
        return picture(width, height, f"Nim: {self.show(s)}", [*rows, footer, *ways])

    def _ways(self, s: Piles, row: int, pile: int) -> list[str]:
        """A cell on each stick of a pile: a click takes it and those to its right."""
        top, drawn = 8 + 44 * row, min(pile, DRAWN)
        first = row * self.largest
        return [
            clickable(self.show_action(s, first + pile - i - 1), (36 + 12 * i, top), (12, 36)) for i in range(drawn)
        ]

    def _says(self, s: Piles) -> str:
        if not self.is_terminal(s):
            return f"{seat_name(self, s.mover)} to move"
        last = (s.mover - 1) % self.players
        if self.players == 2 and self.misere:
            return f"{seat_name(self, 1 - last)} wins"
        return f"{seat_name(self, last)} {'loses' if self.misere else 'wins'}"


def _sticks(row: int, number: int) -> list[str]:
    """One pile: its number in the row of piles, its sticks, and how many more there are than could be drawn."""
    top = 8 + 44 * row
    drawn = min(number, DRAWN)
    shapes = [words((16, top + 23), str(row + 1), size=12)]
    for i in range(drawn):
        shapes += piece("stick", [line((42 + 12 * i, top + 2), (42 + 12 * i, top + 34), thick=4)], on=f"{row}.{i}")
    if number > drawn:
        shapes.append(words((42 + 12 * drawn, top + 23), f"and {number - drawn:,} more", size=12, anchor="start"))
    return shapes
