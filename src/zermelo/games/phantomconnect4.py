"""Phantom connect four: the discs of the other player are not seen.

    . . . . . . .
    . . . . . . .
    . . . . . . .      the board as the referee sees it; columns are numbered from 1
    . . . . . . .
    . . . O . . .
    . . X X . . .
    X: 4.1 3.1         X has dropped a disc into column 4, where it fell to row 1, and one into column 3
    O: 4.2             row 2: so O knows that there is one disc of X below

Players see where their own discs come to rest. A player who tries a full column is told so, and tries another: 4.7 is
such a try where there are six rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import Cell, Game, put
from zermelo.games.shared.boards import rows_of
from zermelo.games.shared.parameters import check_whole
from zermelo.games.shared.svg import clickable, grid, picture, stone, words

NONE = -1
BASE = 16
"""A try is column * BASE + the row where the disc came to rest, or the height of the board if the column was full."""

SIZE, MARGIN = 48, 22
STONES = "XO"

Tries: TypeAlias = tuple[int, ...]


class Grid(NamedTuple):
    """The discs of both players as bits, column by column; what each has tried and how often; and the mover."""

    discs: tuple[int, int]
    tries: tuple[Tries, Tries]
    counts: tuple[int, int]
    mover: int


class PhantomConnect4(Game):
    """Four in a row on a board on which players see only their own discs."""

    bounds = (-1, 1)
    player_names = ("X", "O")
    preferred_method = "ismcts"
    title = "Phantom connect four"

    def __init__(self, width: int = 7, height: int = 6, row: int = 4) -> None:
        check_whole("width", width, 1, 9)
        check_whole("height", height, 1, 9)
        check_whole("row", row, 2, 9)
        if width * (height + 1) > 62:
            raise ValueError(f"width {width} and height {height} make a board too big for 62 bits")
        self.width, self.height, self.row = width, height, row
        self.most_tries = (width * height + 1) // 2 + width
        self.nothing = (NONE,) * self.most_tries

    def initial(self) -> Grid:
        """An empty board."""
        return Grid((0, 0), (self.nothing, self.nothing), (0, 0), 0)

    def player(self, s: Grid) -> int:
        """The player to drop a disc."""
        return s.mover

    def actions(self, s: Grid) -> Iterator[int]:
        """The columns that the mover does not know to be full."""
        full = 0
        for i in range(self.most_tries):
            attempt = s.tries[s.mover][i]
            if attempt != NONE and attempt % BASE >= self.height - 1:
                full |= 1 << (attempt // BASE)
        for column in range(self.width):
            if not (full >> column) & 1:
                yield column

    def result(self, s: Grid, a: int) -> Grid:
        """The state after a disc was dropped into a column, or after the referee said that it is full."""
        p = s.mover
        row = self.discs_in(s, a)
        own = put(s.tries[p], s.counts[p], a * BASE + row)
        tries = (own, s.tries[1]) if p == 0 else (s.tries[0], own)
        counts = put(s.counts, p, s.counts[p] + 1)
        if row == self.height:
            return Grid(s.discs, tries, counts, p)
        return Grid(put(s.discs, p, s.discs[p] | (1 << self.bit(a, row))), tries, counts, 1 - p)

    def discs_in(self, s: Grid, column: int) -> int:
        """The number of discs in a column."""
        both = s.discs[0] | s.discs[1]
        for row in range(self.height):
            if not (both >> self.bit(column, row)) & 1:
                return row
        return self.height

    def bit(self, column: int, row: int) -> int:
        """The bit of a cell; above each column there is one that is never set."""
        return column * (self.height + 1) + row

    def is_terminal(self, s: Grid) -> bool:
        """A row is made, or the board is full."""
        if self.has_row(s.discs[0]) or self.has_row(s.discs[1]):
            return True
        return all(self.discs_in(s, column) >= self.height for column in range(self.width))

    def has_row(self, discs: int) -> bool:
        """Whether the discs have enough in a row."""
        for shift in (1, self.height, self.height + 1, self.height + 2):
            line = discs
            for i in range(1, self.row):
                line &= discs >> (i * shift)
            if line:
                return True
        return False

    def utility(self, s: Grid, p: int) -> float:
        """1 to the player with a row, -1 to the other; 0 for a draw."""
        if self.has_row(s.discs[p]):
            return 1
        return -1 if self.has_row(s.discs[1 - p]) else 0

    def observe(self, s: Grid, p: int) -> Tries:
        """The player's own tries, with the row where each disc came to rest."""
        return s.tries[p]

    def precedes(self, seen: Tries, later: Tries, p: int) -> bool:
        """What was tried before is the beginning of what was tried later."""
        return all(not (seen[i] != NONE and seen[i] != later[i]) for i in range(self.most_tries))

    # For people.

    def show(self, s: Grid, viewer: int | None = None) -> str:
        """The board and the tries of both; for a viewer only what that player knows."""
        rows = [" ".join(row) for row in rows_of(self._cells(s, viewer), self.width)]
        tries = [f"{STONES[p]}: {self.show_view(p, s.tries[p])}" for p in range(2) if viewer in (None, p)]
        return "\n".join([*rows, *tries])

    def _cells(self, s: Grid, viewer: int | None) -> str:
        """The cells in reading order: viewers know their own discs, and that the cells below these are taken."""
        cells = {}
        for p in range(2) if viewer is None else (viewer,):
            for attempt in s.tries[p]:
                column, row = divmod(attempt, BASE)
                if attempt != NONE and row < self.height:
                    cells[column, row] = STONES[p]
        if viewer is not None:
            known = {column: max(r for c, r in cells if c == column) for column, _ in cells}
            known |= {t // BASE: self.height for t in s.tries[viewer] if t != NONE and t % BASE == self.height}
            for column, top in known.items():
                for row in range(top):
                    cells.setdefault((column, row), STONES[1 - viewer])
        return "".join(
            cells.get((column, row), ".") for row in reversed(range(self.height)) for column in range(self.width)
        )

    def parse(self, text: str) -> Grid:
        """The state from the output of `show` without a viewer: the tries of both players determine it."""
        found = re.search(r"X:([0-9.\s-]*)O:([0-9.\s-]*)$", text)
        if found is None:
            raise ParseError(f"{quote(text)} is not a position: expected something like {quote('X: 4.1 O: 4.2')}")
        left = [[t for t in self.parse_view(p, found[p + 1].strip()) if t != NONE] for p in range(2)]
        s = self.initial()
        while left[0] or left[1]:
            if self.is_terminal(s) or not left[s.mover]:
                raise ParseError(f"{quote(text)} is not a position: the tries of X and O do not fit together")
            column, row = divmod(left[s.mover].pop(0), BASE)
            if self.discs_in(s, column) != row:
                raise ParseError(f"{quote(text)} is not a position: the disc in {column + 1}.{row + 1} cannot be there")
            s = self.result(s, column)
        return s

    def show_view(self, p: int, seen: Tries) -> str:
        """The tries: "4.1 4.3", column and row, both from 1; "-" for none."""
        return " ".join(f"{t // BASE + 1}.{t % BASE + 1}" for t in seen if t != NONE) or "-"

    def parse_view(self, p: int, text: str) -> Tries:
        """The tries from the output of `show_view`."""
        tries = []
        for name in [] if text.strip() == "-" else text.split():
            found = re.fullmatch(r"(\d)\.(\d+)", name)
            if not found or not (1 <= int(found[1]) <= self.width and 1 <= int(found[2]) <= self.height + 1):
                raise ParseError(f"{quote(text)} is not a list of tries: expected something like '4.1 4.3', or '-'")
            tries.append((int(found[1]) - 1) * BASE + int(found[2]) - 1)
        if len(tries) > self.most_tries:
            raise ParseError(f"{quote(text)} has {len(tries)} tries; at most {self.most_tries} are possible")
        return (*tries, *self.nothing)[: self.most_tries]

    def show_action(self, s: Grid, a: int) -> str:
        """The number of the column."""
        return str(a + 1)

    def action_cells(self, s: Grid, a: int) -> tuple[Cell, ...]:
        """The topmost cell of the column."""
        return ((0, a),)

    def draw(self, s: Grid, viewer: int | None = None) -> str:
        """The board; for a viewer only what that player knows."""
        cells = self._cells(s, viewer)
        free = [] if self.is_terminal(s) or viewer not in (None, s.mover) else list(self.actions(s))
        width, height = self.width * SIZE, self.height * SIZE
        return picture(
            width,
            height + MARGIN,
            f"Phantom connect four: {'/'.join(rows_of(cells, self.width))}",
            [
                *(words(((i + 0.5) * SIZE, 15), str(i + 1)) for i in range(self.width)),
                *grid((0, MARGIN), self.width, self.height, SIZE),
                *(
                    stone(
                        STONES.index(sign),
                        ((i % self.width + 0.5) * SIZE, (i // self.width + 0.5) * SIZE + MARGIN),
                        SIZE * 0.36,
                    )
                    for i, sign in enumerate(cells)
                    if sign != "."
                ),
                *(clickable(str(a + 1), (a * SIZE, MARGIN), (SIZE, height)) for a in free),
            ],
        )
