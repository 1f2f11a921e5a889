"""Blind tic-tac-toe: neither player sees the other's stones.

      a b c
    1 X . .      the board as the referee sees it
    2 . O .
    3 . . .
    X: a1        the cells that X has tried, in their order
    O: a1! b2    a1 was taken, as the exclamation mark says; then O took b2

A player who tries a cell that is taken is told so. With `retry` the player tries another cell; without it the turn is
lost. These are OpenSpiel's phantom_ttt in its versions "classical" and "abrupt".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import Cell, Game, put
from zermelo.games.shared.boards import cell_name, lettered, numbered, rows_of
from zermelo.games.shared.parameters import check_flag
from zermelo.games.shared.svg import clickable, cross_or_nought, line, picture, words

SIDE, CELLS, FULL = 3, 9, (1 << 9) - 1
NONE = -1
ROWS = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)
"""The eight rows of three, as bits."""

SIZE = 60
STONES = "XO"

Tries: TypeAlias = tuple[int, ...]
"""The cells that a player has tried in their order, 2 * cell, plus 1 if it was taken; NONE for those still to come."""


class Boards(NamedTuple):
    """The stones of both players as bits, what each has tried and how often, and who is to move."""

    stones: tuple[int, int]
    tries: tuple[Tries, Tries]
    counts: tuple[int, int]
    mover: int


class BlindTicTacToe(Game):
    """Three in a row on a board on which players see only their own stones."""

    bounds = (-1, 1)
    player_names = ("X", "O")
    preferred_method = "ismcts"
    title = "Blind tic-tac-toe"

    def __init__(self, retry: bool = True) -> None:
        check_flag("retry", retry)
        self.retry = retry
        self.nothing = (NONE,) * CELLS

    def initial(self) -> Boards:
        """An empty board."""
        return Boards((0, 0), (self.nothing, self.nothing), (0, 0), 0)

    def player(self, s: Boards) -> int:
        """The player to try a cell."""
        return s.mover

    def actions(self, s: Boards) -> Iterator[int]:
        """The cells that the mover has not tried."""
        tried = 0
        for i in range(CELLS):
            if s.tries[s.mover][i] != NONE:
                tried |= 1 << (s.tries[s.mover][i] // 2)
        for cell in range(CELLS):
            if not (tried >> cell) & 1:
                yield cell

    def result(self, s: Boards, a: int) -> Boards:
        """The state after the mover has tried a cell."""
        p = s.mover
        is_taken = (s.stones[1 - p] >> a) & 1
        own = put(s.tries[p], s.counts[p], 2 * a + is_taken)
        tries = (own, s.tries[1]) if p == 0 else (s.tries[0], own)
        stones = s.stones if is_taken else put(s.stones, p, s.stones[p] | (1 << a))
        mover = p if is_taken and self.retry else 1 - p
        return Boards(stones, tries, put(s.counts, p, s.counts[p] + 1), mover)

    def is_terminal(self, s: Boards) -> bool:
        """A row is made, or the board is full."""
        return has_row(s.stones[0]) or has_row(s.stones[1]) or (s.stones[0] | s.stones[1]) == FULL

    def utility(self, s: Boards, p: int) -> float:
        """1 to the player with a row, -1 to the other; 0 for a draw."""
        if has_row(s.stones[p]):
            return 1
        return -1 if has_row(s.stones[1 - p]) else 0

    def observe(self, s: Boards, p: int) -> Tries:
        """What the player has tried, with the referee's answers."""
        return s.tries[p]

    def precedes(self, seen: Tries, later: Tries, p: int) -> bool:
        """What was tried before is the beginning of what was tried later."""
        return all(not (seen[i] != NONE and seen[i] != later[i]) for i in range(CELLS))

    # For people.

    def show(self, s: Boards, viewer: int | None = None) -> str:
        """The board and the tries of both; for a viewer only what that player knows."""
        rows = numbered(rows_of(self._cells(s, viewer), SIDE), range(1, SIDE + 1))
        tries = [f"{STONES[p]}: {self.show_view(p, s.tries[p])}" for p in range(2) if viewer in (None, p)]
        return "\n".join([lettered(SIDE, SIDE), *rows, *tries])

    def _cells(self, s: Boards, viewer: int | None) -> str:
        """The cells in reading order."""
        own = range(2) if viewer is None else (viewer,)
        cells = ["."] * CELLS
        for p in own:
            for attempt in s.tries[p]:
                if attempt != NONE:
                    cells[attempt // 2] = STONES[p if attempt % 2 == 0 else 1 - p]
        return "".join(cells)

    def parse(self, text: str) -> Boards:
        """The state from the output of `show` without a viewer: the tries of both players determine it."""
        found = re.search(r"X:([a-c1-3!\s-]*)O:([a-c1-3!\s-]*)$", text)
        if found is None:
            raise ParseError(f"{quote(text)} is not a position: expected something like {quote('X: a1 O: a1! b2')}")
        left = [[t for t in self.parse_view(p, found[p + 1].strip()) if t != NONE] for p in range(2)]
        s = self.initial()
        while left[0] or left[1]:
            if self.is_terminal(s) or not left[s.mover]:
                raise ParseError(f"{quote(text)} is not a position: the tries of X and O do not fit together")
            attempt = left[s.mover].pop(0)
            if (s.stones[1 - s.mover] >> attempt // 2) & 1 != attempt % 2:
                cell = cell_name(attempt // 2, SIDE)
                raise ParseError(f"{quote(text)} is not a position: whether {cell} was taken does not fit")
            s = self.result(s, attempt // 2)
        return s

    def show_view(self, p: int, seen: Tries) -> str:
        """The cells that were tried: "a1 b2!", with an exclamation mark if a cell was taken; "-" for none."""
        shown = [cell_name(attempt // 2, SIDE) + "!" * (attempt % 2) for attempt in seen if attempt != NONE]
        return " ".join(shown) or "-"

    def parse_view(self, p: int, text: str) -> Tries:
        """What was tried, from the output of `show_view`."""
        names = [] if text.strip() == "-" else text.split()
        known = [cell_name(cell, SIDE) for cell in range(CELLS)]
        cells = [name.rstrip("!") for name in names]
        if not set(cells) <= set(known) or len(set(cells)) < len(cells) or any(n.count("!") > 1 for n in names):
            raise ParseError(
                f"{quote(text)} is not a list of different cells: expected something like 'a1 b2!', or '-'"
            )
        tries = [2 * known.index(cell) + ("!" in name) for cell, name in zip(cells, names, strict=True)]
        return (*tries, *self.nothing)[:CELLS]

    def show_action(self, s: Boards, a: int) -> str:
        """The cell by the letter of its column and the number of its row."""
        return cell_name(a, SIDE)

    def action_cells(self, s: Boards, a: int) -> tuple[Cell, ...]:
        """The cell that is tried."""
        return (divmod(a, SIDE),)

    def label(self, s: Boards) -> str:
        """The board in one line."""
        return "/".join(rows_of(self._cells(s, None), SIDE))

    def draw(self, s: Boards, viewer: int | None = None) -> str:
        """The board; for a viewer only what that player knows."""
        cells = self._cells(s, viewer)
        free = [] if self.is_terminal(s) or viewer not in (None, s.mover) else list(self.actions(s))
        whole = SIDE * SIZE
        unknown = [
            words(_centre(cell, 6), "?", size=16)
            for cell, sign in enumerate(cells)
            if sign == "." and viewer is not None
        ]
        return picture(
            whole,
            whole,
            f"Blind tic-tac-toe: {'/'.join(rows_of(cells, SIDE))}",
            [
                *(line((i * SIZE, 4), (i * SIZE, whole - 4), opacity=0.5) for i in range(1, SIDE)),
                *(line((4, i * SIZE), (whole - 4, i * SIZE), opacity=0.5) for i in range(1, SIDE)),
                *unknown,
                *(shape for cell, sign in enumerate(cells) for shape in cross_or_nought(sign, *_centre(cell), SIZE)),
                *(clickable(cell_name(i, SIDE), (i % SIDE * SIZE, i // SIDE * SIZE), (SIZE, SIZE)) for i in free),
            ],
        )


def has_row(stones: int) -> bool:
    """Whether the stones have three in a row."""
    return any(stones & row == row for row in ROWS)


def _centre(cell: int, lower: float = 0) -> tuple[float, float]:
    return (cell % SIDE + 0.5) * SIZE, (cell // SIDE + 0.5) * SIZE + lower
