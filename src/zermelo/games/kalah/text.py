"""Kalah as text."""

from __future__ import annotations

import re

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import MAX, MIN, Cell
from zermelo.core.people import seat_name
from zermelo.games.kalah.rules import Rules, Sides
from zermelo.games.shared.boards import places_of
from zermelo.games.shared.labels import if_short
from zermelo.games.shared.sides import parse_side


class Text(Rules):
    """Boards, read and written."""

    @property
    def board_signs(self) -> tuple[str, ...]:
        """Any number of seeds."""
        return tuple(map(str, range(self.all_seeds + 1)))

    def show(self, s: Sides) -> str:
        """The board as text, as MAX sees it, and whose turn it is."""
        mine, theirs = self._numbers(s.max_side), self._numbers(s.min_side)
        size = len(str(self.all_seeds))
        above, below = (" ".join(f"{n:>{size}}" for n in row) for row in (theirs[-2::-1], mine[:-1]))
        stores = f"{theirs[-1]:>{size}} {' ' * len(above)} {mine[-1]:>{size}}"
        return "\n".join(
            [f"{' ' * size} {above}", stores, f"{' ' * size} {below}", f"{self.player_names[s.mover]} to move"]
        )

    def board_places(self, text: str) -> list[list[tuple[int, int]]]:
        """MIN's pits, the two stores, and MAX's pits."""
        return places_of("[0-9]+", text, 3)

    def parse(self, text: str) -> Sides:
        """The state from the output of `show`, or from the same numbers in one line.

        The order is: MIN's pits as MAX sees them from the left, MIN's store, MAX's store, MAX's pits. If nothing
        says whose turn it is, MAX is to move.
        """
        match = re.fullmatch(r"([\s,/]*(?:[0-9]+(?:[\s,/]+|$))+)(.*)", text, re.DOTALL)
        mover = parse_side(match[2], self.player_names) if match else None
        if match is None or mover is None:
            raise ParseError(
                f"{quote(text)} is not a position: expected something like {quote(self.show(self.initial()))}"
            )
        numbers = re.findall("[0-9]+", match[1])
        places = 2 * self.pits + 2
        if len(numbers) != places:
            raise ParseError(
                f"{quote(text)} is not a position: it has {len(numbers)} numbers, not {places} for the pits and stores"
            )
        inside = [int(n) if len(n) <= 12 else self.all_seeds + 1 for n in numbers]
        if sum(inside) != self.all_seeds:
            raise ParseError(f"{quote(text)} is not a position: there should be {self.all_seeds} seeds in all")
        mine, theirs = inside[self.pits + 1 :], inside[self.pits :: -1]
        return Sides(self._pack(mine[1:] + mine[:1]), self._pack(theirs[1:] + theirs[:1]), mover)

    def show_action(self, s: Sides, a: int) -> str:
        """The number of the pit, from 1, as its owner counts them in the order of sowing."""
        return str(a + 1)

    def action_cells(self, s: Sides, a: int) -> tuple[Cell, ...]:
        """The pit that is sown: the upper row has MIN's pits, from the right, the lower one MAX's, from the left."""
        return ((1, a) if s.mover == MAX else (0, self.pits - 1 - a),)

    def label(self, s: Sides) -> str:
        """The numbers alone, MIN's pits and store and then MAX's store and pits, if they are few: "1 1 0/0 1 1"."""
        mine, theirs = self._numbers(s.max_side), self._numbers(s.min_side)
        above = " ".join(map(str, [*theirs[-2::-1], theirs[-1]]))
        return if_short(f"{above}/{' '.join(map(str, [mine[-1], *mine[:-1]]))}")

    def _numbers(self, packed: int) -> list[int]:
        """The seeds in each pit of one side, and in its store."""
        return [self.inside(packed, place) for place in range(self.pits + 1)]

    def _pack(self, numbers: list[int]) -> int:
        return sum(n << i * self.bits for i, n in enumerate(numbers))

    def _says(self, s: Sides) -> str:
        """Whose turn it is, or who has won."""
        if not self.is_terminal(s):
            return f"{seat_name(self, s.mover)} to move"
        lead = self.utility(s, MAX)
        return f"{seat_name(self, MAX if lead > 0 else MIN)} wins" if lead else "a draw"
