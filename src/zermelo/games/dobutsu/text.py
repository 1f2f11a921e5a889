"""Dobutsu shogi as text."""

from __future__ import annotations

import re

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import MAX, MIN, Cell
from zermelo.games.dobutsu.rules import (
    CELLS,
    CHICK,
    DROPS,
    EMPTY,
    HEIGHT,
    IN_HAND,
    LETTERS,
    LION,
    SKY,
    WIDTH,
    Animals,
    Rules,
    placed,
)
from zermelo.games.shared.boards import cell_name, lettered, numbered, rows_of

NAMES = ("Forest", "Sky")
"""The names of the two players."""

HAND = "in hand:"
"""What is before the letters of the animals in hand."""

EXAMPLE = "gle/.c./.C./ELG, in hand: -, Forest"

_POSITION = re.compile(
    rf"(?P<board>.*?)(?:[\s,]+{HAND}\s*(?P<hands>[cegCEG]+|-))?(?:[\s,]+(?P<turn>[A-Za-z]+)(?:\s+to\s+move)?)?\s*",
    re.DOTALL,
)
_TURNS = {"forest": MAX, "max": MAX, "sky": MIN, "min": MIN}


class Text(Rules):
    """Boards and moves, read and written."""

    board_signs = "CEGHLceghl"

    player_names = NAMES

    def show(self, s: Animals) -> str:
        """The board as Forest sees it, the animals in hand, and whose turn it is: Forest's animals are capitals."""
        rows = numbered(self._rows(s), range(HEIGHT, 0, -1))
        return "\n".join([*rows, lettered(WIDTH, HEIGHT), f"{HAND} {self._hands(s)}", f"{NAMES[s.mover]} to move"])

    def parse(self, text: str) -> Animals:
        """The state from the output of `show`, or from "gle/.c./.C./ELG, in hand: Cc, Sky"."""
        match = _POSITION.fullmatch(text.strip())
        turn = "forest" if match is None or match["turn"] is None else match["turn"].casefold()
        if match is None or turn not in _TURNS:
            raise ParseError(f"{quote(text)} is not a position: expected something like {quote(EXAMPLE)}")
        hands = match["hands"] or "-"
        s = Animals(placed("/".join(self._read(text, match["board"]))), self._read_hands(text, hands), _TURNS[turn])
        self._refuse(text, s)
        return s

    def show_action(self, s: Animals, a: int) -> str:
        """Two cells, as in "b2xb3", with a plus if a chick becomes a hen; "C*a2" is the drop of a chick."""
        end = cell_name(a % CELLS, WIDTH)
        if a >= DROPS:
            return f"{LETTERS[(a - DROPS) // CELLS + 1]}*{end}"
        start = a // CELLS
        promotes = self.at(s, start) == CHICK | SKY * s.mover and self.is_far(a % CELLS, s.mover)
        captures = self.at(s, a % CELLS) != EMPTY
        return f"{cell_name(start, WIDTH)}{'x' if captures else ''}{end}{'+' if promotes else ''}"

    def parse_action(self, s: Animals, text: str) -> int:
        """The action from "b2xb3", also without the x or the plus, or with a dash; or from "C*a2"."""
        plain = re.sub(r"[\sx+-]", "", text.casefold())
        for a in self.actions(s):
            if plain == re.sub(r"[x+]", "", self.show_action(s, a).casefold()):
                return a
        return int(super().parse_action(s, text))

    def action_cells(self, s: Animals, a: int) -> tuple[Cell, ...]:
        """From where to where the animal moves, or where it is dropped."""
        end = self._place(a % CELLS)
        return (end,) if a >= DROPS else (self._place(a // CELLS), end)

    def label(self, s: Animals) -> str:
        """The board in one line: "gle/.c./.C./ELG"."""
        return "/".join(self._rows(s))

    def _rows(self, s: Animals) -> list[str]:
        """The rows of the board from the top."""
        letters = [LETTERS[self.at(s, i) & ~SKY] for i in range(CELLS)]
        cells = "".join(c.lower() if self.at(s, i) & SKY else c for i, c in enumerate(letters))
        return rows_of(cells, WIDTH)[::-1]

    def _hands(self, s: Animals) -> str:
        held = "".join(LETTERS[animal] * self.held(s, 0, animal) for animal in IN_HAND)
        held += "".join(LETTERS[animal].lower() * self.held(s, 1, animal) for animal in IN_HAND)
        return held or "-"

    def _place(self, cell: int) -> Cell:
        """The row, counted from the top, and the column of a cell."""
        return HEIGHT - 1 - cell // WIDTH, cell % WIDTH

    def _read(self, text: str, board: str) -> list[str]:
        """The rows of the board from the top, from any of the forms that `parse` takes."""
        body = re.sub(r"\s+a\s+b\s+c\s*$", "", board)
        rows = ["".join(re.sub(r"^\s*[1-4]\s", "", row).split()) for row in re.split(r"[/\n]", body)]
        if [len(row) for row in rows] != [WIDTH] * HEIGHT or not set("".join(rows).upper()) <= set(LETTERS):
            raise ParseError(
                f"{quote(text)} is not a position: expected {HEIGHT} rows of {WIDTH} cells, like {quote(EXAMPLE)}"
            )
        return rows

    def _read_hands(self, text: str, letters: str) -> int:
        hands = 0
        for letter in letters.strip("-"):
            p, animal = int(letter.islower()), LETTERS.index(letter.upper())
            if hands >> 6 * p + 2 * (animal - 1) & 3 == 2:
                raise ParseError(f"{quote(text)} is not a position: there are only two of {quote(letter.upper())}")
            hands += self.one(p, animal)
        return hands

    def _refuse(self, text: str, s: Animals) -> None:
        """Raises ParseError for a position that cannot be: two of each animal, and a lion on each side."""
        shown = "".join(self._rows(s)) + self._hands(s)
        kinds = shown.upper().replace("H", "C")
        for animal in IN_HAND:
            if (count := kinds.count(LETTERS[animal])) != 2:
                raise ParseError(f"{quote(text)} is not a position: it has {count} of {quote(LETTERS[animal])}, not 2")
        lions = [shown.count(LETTERS[LION]), shown.count(LETTERS[LION].lower())]
        captured = [0, 1] if s.mover == MAX else [1, 0]
        if lions not in ([1, 1], captured):
            raise ParseError(
                f"{quote(text)} is not a position: expected a lion on each side, or that of the mover captured"
            )

    def _says(self, s: Animals) -> str:
        """Whose turn it is, or who has won."""
        winner = self.winner(s)
        return f"{NAMES[s.mover]} to move" if winner < 0 else f"{NAMES[winner]} wins"
