"""EinStein as text."""

from __future__ import annotations

import re

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import MAX, MIN, Cell
from zermelo.games.einstein.placing import packed
from zermelo.games.einstein.rules import PLACING, Rules, Stones
from zermelo.games.shared.boards import cell_name, letters
from zermelo.games.shared.labels import if_short

NAMES = ("X", "O")
"""The two players, MAX and MIN."""


class Text(Rules):
    """Boards and moves, read and written."""

    player_names = NAMES
    chance_name = "die"

    def show(self, s: Stones) -> str:
        """The board as text, columns lettered and rows numbered from the top left, and what is to be done."""
        wide = 1 + len(str(self.stones))
        rows = [f"{i} {' '.join(f'{c:>{wide}}' for c in row)}" for i, row in enumerate(self._rows(s), 1)]
        return "\n".join([" ".join([" ", *(f"{c:>{wide}}" for c in letters(self.size))]), *rows, self._says(s)])

    def parse(self, text: str) -> Stones:
        """The state from the output of `show`, or from "X1 X2 ./X3 . O3/. O2 O1, X to play 3".

        If nothing says whose turn it is, X is to roll.
        """
        found = re.fullmatch(
            r"(.*?)[\s,/]*(?:(x|o|max|min)\s+(wins|to\s+roll|to\s+(?:play|place)\s+([0-9]{1,2})))?\s*",
            text.casefold(),
            re.DOTALL,
        )
        assert found is not None
        board = re.sub(r"^\s*" + r"\s+".join(letters(self.size)) + r"(?=\s)", "", found[1])
        rows = [re.sub(r"^\s*[0-9]+\s", "", row).split() for row in re.split(r"[\n/]", board) if row.strip()]
        cells = [cell for row in rows for cell in row]
        fits = [len(row) for row in rows] == [self.size] * self.size
        if not fits or not all(re.fullmatch(r"\.|[xo][0-9]{1,2}", cell) for cell in cells):
            raise ParseError(
                f"{quote(text)} is not a position: expected {self.size} rows of {self.size} cells, "
                f"like {quote(self._example())}"
            )
        x, o = (self._read(text, cells, name) for name in "xo")
        mover = MIN if found[2] in ("o", "min") else MAX
        return self._state(text, Stones(x, o, mover, int(found[4] or 0)), "place" in (found[3] or ""))

    def show_action(self, s: Stones, a: int) -> str:
        """From where to where the stone goes, an x between them if it captures; a cell; or what the die shows."""
        if s.die == 0:
            return str(a)
        if s.die == PLACING:
            return cell_name(a, self.size)
        start, end = self.cell(self.mine(s), a // 3), self.target(self.mine(s), s.mover, a)
        captures = self.at(s.max_stones, end) >= 0 or self.at(s.min_stones, end) >= 0
        return f"{cell_name(start, self.size)}{'x' if captures else ''}{cell_name(end, self.size)}"

    def parse_action(self, s: Stones, text: str) -> int:
        """The action from "b2xc3", or without the x, or with a dash."""
        plain = re.sub(r"[\s*x-]", "", text.casefold())
        for a in self.actions(s):
            if plain == self.show_action(s, a).replace("x", ""):
                return a
        return int(super().parse_action(s, text))

    def action_cells(self, s: Stones, a: int) -> tuple[Cell, ...]:
        """From where to where the stone goes, or where it is placed; none where the die is rolled."""
        if s.die == 0:
            return ()
        if s.die == PLACING:
            return (divmod(a, self.size),)
        start, end = self.cell(self.mine(s), a // 3), self.target(self.mine(s), s.mover, a)
        return divmod(start, self.size), divmod(end, self.size)

    def label(self, s: Stones) -> str:
        """The board in one line, if it is small."""
        return if_short("/".join("".join(row) for row in self._rows(s)))

    def _rows(self, s: Stones) -> list[list[str]]:
        """The rows of the board: X1 or O1 or a dot in each cell."""
        cells = ["."] * self.size**2
        for name, stones in zip(NAMES, (s.max_stones, s.min_stones), strict=True):
            for stone in self._on_board(stones):
                cells[self.cell(stones, stone)] = f"{name}{stone + 1}"
        return [cells[i : i + self.size] for i in range(0, self.size**2, self.size)]

    def _on_board(self, stones: int) -> list[int]:
        return [stone for stone in range(self.stones) if self.cell(stones, stone) >= 0]

    def _says(self, s: Stones) -> str:
        """The player to move and the kind of action, or who has won."""
        if self.is_terminal(s):
            return f"{NAMES[MAX if self.has_won(s, MAX) else MIN]} wins"
        if s.die == PLACING:
            return f"{NAMES[s.mover]} to place {self.number(self.mine(s)) + 1}"
        return f"{NAMES[s.mover]} to {f'play {s.die}' if s.die else 'roll'}"

    # Reading a board.

    def _example(self) -> str:
        fixed = Text(self.size, self.stones)
        return "/".join(" ".join(row) for row in fixed._rows(fixed.initial())) + ", X to roll"

    def _read(self, text: str, cells: list[str], name: str) -> int:
        """The stones of one player."""
        where = {int(cell[1:]): i for i, cell in enumerate(cells) if cell[0] == name}
        if len(where) < sum(cell[0] == name for cell in cells):
            raise ParseError(f"{quote(text)} is not a position: {name.upper()} has a stone twice")
        if not all(1 <= n <= self.stones for n in where):
            raise ParseError(f"{quote(text)} is not a position: the stones are numbered from 1 to {self.stones}")
        return packed(where)

    def _state(self, text: str, s: Stones, is_placing: bool) -> Stones:
        """The state, if play can reach it. When play is over, the loser is the mover."""
        if is_placing:
            return self._state_of_placing(text, s)
        if not 0 <= s.die <= self.stones:
            raise ParseError(f"{quote(text)} is not a position: the die has {self.stones} sides")
        winners = [p for p in (MAX, MIN) if self.has_won(s, p)]
        if len(winners) > 1:
            raise ParseError(f"{quote(text)} is not a position: only one player can have won")
        return Stones(s.max_stones, s.min_stones, 1 - winners[0], 0) if winners else s

    def _state_of_placing(self, text: str, s: Stones) -> Stones:
        """The state in which stones are being placed: X's first, 1 before 2, each in its own corner."""
        here = Stones(s.max_stones, s.min_stones, s.mover, PLACING)
        numbers = [len(self._on_board(stones)) for stones in (s.max_stones, s.min_stones)]
        in_order = all(
            self.cell(stones, i) in [self.corner_cell(p, j) for j in range(self.stones)]
            for p, stones in enumerate((s.max_stones, s.min_stones))
            for i in range(numbers[p])
        )
        turn = numbers[MIN] == 0 if s.mover == MAX else numbers[MAX] == self.stones
        if self.placing == "fixed" or not in_order or not turn or s.die != numbers[s.mover] + 1 or s.die > self.stones:
            raise ParseError(f"{quote(text)} is not a position: stones cannot be placed like this")
        return here
