"""Battleship as text.

first's sea       the ships of the first player, as letters: a is the first ship of the fleet
a b c d
1 a a A .        A, a cell of ship a that was hit
2 . - . .        -, a shot that missed
3 . . 2 .        2, the cell at which the second ship was sunk; x, another hit, where the ship is not seen
"""

from __future__ import annotations

import re
from collections.abc import Callable

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import Cell
from zermelo.games.battleship.rules import NONE, Cells, Ints, Rules, Sea, Seen, has, plus
from zermelo.games.shared.boards import cell_name, lettered, letters, numbered, rows_of

SHIPS = "abcdefghi"
WATER, MISS, HIT = ".", "-", "x"


class Text(Rules):
    """Seas, ships and shots, read and written."""

    player_names = ("first", "second")

    def show(self, s: Sea, viewer: int | None = None) -> str:
        """Both seas; a viewer does not see the other's ships."""
        return "\n".join(
            line
            for owner in range(2)
            for line in (f"{self.player_names[owner]}'s sea", *self._sea_rows(s, owner, viewer in (None, owner)))
        )

    def _sea_rows(self, s: Sea, owner: int, is_open: bool) -> list[str]:
        rows = rows_of(self.sea_text(s, owner, is_open), self.width)
        return [lettered(self.width, self.height), *numbered(rows, range(1, self.height + 1))]

    def sea_text(self, s: Sea, owner: int, is_open: bool) -> str:
        """The cells of a sea in reading order, with its ships if it is open."""
        return "".join(self._sign(s, owner, cell, is_open) for cell in range(self.cells))

    def _sign(self, s: Sea, owner: int, cell: int, is_open: bool) -> str:
        if cell in s.sunk[owner]:
            return str(s.sunk[owner].index(cell) + 1)
        number = self.ship_at(s.ships[owner], cell) if is_open else NONE
        if has(s.hits[1 - owner], cell):
            return SHIPS[number].upper() if number != NONE else HIT
        if has(s.misses[1 - owner], cell):
            return MISS
        return SHIPS[number] if number != NONE else WATER

    def parse(self, text: str) -> Sea:
        """The state from the output of `show` without a viewer. The ships and shots determine the turn."""
        seas = self._read(text)
        ships = (self._ships(text, seas[0]), self._ships(text, seas[1]))
        return self._with_turn(text, self._with_shots(seas, ships))

    def show_view(self, p: int, seen: Seen) -> str:
        """Both seas as the player sees them."""
        none = self.nowhere
        ships = (seen.ships, none) if p == 0 else (none, seen.ships)
        return self.show(Sea(ships, seen.misses, seen.hits, seen.sunk, p), p)

    def parse_view(self, p: int, text: str) -> Seen:
        """What the player has seen, from the output of `show_view`."""
        seas = self._read(text)
        none = self.nowhere
        own = self._ships(text, seas[p])
        s = self._with_shots(seas, (own, none) if p == 0 else (none, own))
        seen = Seen(own, s.misses, s.hits, s.sunk)
        if contradiction := self._contradiction(p, seen):
            raise ParseError(f"no state of {quote(self)} agrees with the view {quote(f'{p}: {text}')}: {contradiction}")
        return seen

    def _contradiction(self, p: int, seen: Seen) -> str:
        """An announcement about the other's fleet that no ship agrees with, whatever the other ships are, or ""."""
        ships: list[list[int]] = []
        for number, at in enumerate(seen.sunk[1 - p]):
            ships.append([ship for ship in range(2 * self.cells) if self._is_possible(number, ship, p, seen)])
            if not ships[-1]:
                sunk = "" if at == NONE else f", although it was sunk at {cell_name(at, self.width)}"
                return f"no place is left for ship {number + 1}, of length {self.fleet[number]}{sunk}"
        for cell in range(self.cells):
            covers = any(has(self.cells_of(i, ship), cell) for i, places in enumerate(ships) for ship in places)
            if has(seen.hits[p], cell) and not covers:
                return f"no ship can cover the hit at {cell_name(cell, self.width)}"
        return ""

    def _is_possible(self, number: int, ship: int, p: int, seen: Seen) -> bool:
        at = seen.sunk[1 - p][number]
        if not self.fits(number, ship, seen.misses[p]) or self.is_covered(number, ship, seen.hits[p]) != (at != NONE):
            return False
        return at == NONE or has(self.cells_of(number, ship), at)

    def _read(self, text: str) -> tuple[str, str]:
        """The cells of both seas. Raises ParseError."""
        header = r"\s+".join(letters(self.width))
        board = re.sub(rf"(first|second)'s sea|(?<!\S){header}(?!\S)", " ", text)
        lines = [line for line in re.split(r"[/\n]", board) if line.split()]
        rows = ["".join(re.sub(r"^\s*\d+\s+(?=\S)", "", line).split()) for line in lines]
        signs = WATER + MISS + HIT + SHIPS + SHIPS.upper() + "123456789"
        if [len(row) for row in rows] != [self.width] * (2 * self.height) or not set(signs).issuperset("".join(rows)):
            raise ParseError(
                f"{quote(text)} is not a position: expected two seas of {self.height} rows with {self.width} cells "
                f"each, of water ({WATER}), ships ({SHIPS[: self.fleet_size]}), misses ({MISS}) and hits ({HIT})"
            )
        return "".join(rows[: self.height]), "".join(rows[self.height :])

    def _ships(self, text: str, sea: str) -> Ints:
        """The ships of an open sea: of each the cells with its letter, hit or not, or its number."""
        ships = []
        for i, length in enumerate(self.fleet):
            cells = [cell for cell, sign in enumerate(sea) if sign.lower() == SHIPS[i] or sign == str(i + 1)]
            ship = self._ship(cells, length)
            if ship is None:
                names = ", ".join(cell_name(cell, self.width) for cell in cells)
                raise ParseError(f"{quote(text)} is not a position: ship {SHIPS[i]} of length {length} covers {names}")
            ships.append(ship)
        return tuple(ships)

    def _ship(self, cells: list[int], length: int) -> int | None:
        """The ship that covers exactly these cells; NONE if there are no cells, None if there is no such ship."""
        if not cells:
            return NONE
        for ship in (2 * cells[0], 2 * cells[0] + 1):
            if self.is_inside(ship, length) and cells == [cells[0] + i * self.step(ship) for i in range(length)]:
                return ship
        return None

    def _with_shots(self, seas: tuple[str, str], ships: tuple[Ints, Ints]) -> Sea:
        """The state with the shots into both seas, the first player to move."""
        misses = [_cells(sea, lambda sign: sign == MISS) for sea in seas]
        hits = [_cells(sea, lambda sign: sign in HIT + SHIPS.upper() + "123456789") for sea in seas]
        sunk = [tuple(sea.find(str(i + 1)) for i in range(self.fleet_size)) for sea in seas]
        return Sea(ships, (misses[1], misses[0]), (hits[1], hits[0]), (sunk[0], sunk[1]), 0)

    def _with_turn(self, text: str, s: Sea) -> Sea:
        shots = [sum(word.bit_count() for word in (*s.misses[p], *s.hits[p])) for p in range(2)]
        for p in range(2):
            if self.unplaced(s.ships[p]) < self.fleet_size:
                if sum(shots):
                    raise ParseError(
                        f"{quote(text)} is not a position: {self.player_names[p]} has not placed all ships"
                    )
                return s._replace(mover=p)
        if shots[0] - shots[1] not in (0, 1):
            raise ParseError(f"{quote(text)} is not a position: first has shot {shots[0]} times and second {shots[1]}")
        return s._replace(mover=shots[0] - shots[1])

    def show_action(self, s: Sea, a: int, viewer: int | None = None) -> str:
        """A shot by its cell, "b3"; a ship by its first cell and its direction, "b3 across" or "b3 down".

        The other player does not see where a ship is placed.
        """
        if self.unplaced(s.ships[s.mover]) == self.fleet_size:
            return cell_name(a, self.width)
        if viewer not in (None, s.mover):
            return "a ship"
        return f"{cell_name(a // 2, self.width)} {'down' if a % 2 else 'across'}"

    def action_cells(self, s: Sea, a: int) -> tuple[Cell, ...]:
        """The cell that is shot at; for a ship its first and its last cell."""
        number = self.unplaced(s.ships[s.mover])
        if number == self.fleet_size:
            return (divmod(a, self.width),)
        return divmod(a // 2, self.width), divmod(a // 2 + (self.fleet[number] - 1) * self.step(a), self.width)


def _cells(sea: str, is_one: Callable[[str], bool]) -> Cells:
    cells = (0, 0)
    for cell, sign in enumerate(sea):
        if is_one(sign):
            cells = plus(cells, cell)
    return cells
