"""EinStein würfelt nicht!: six numbered stones each, and a die that says which of them may move.

   a  b  c  d  e
1 X1 X2 X3  .  .
2 X4 X5  .  .  .        X goes right, down, or both at once, to the far corner e5;
3 X6  .  .  . O6        O goes left, up, or both at once, to a1
4  .  .  . O5 O4
5  .  . O3 O2 O1
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from zermelo.errors import ParseError, quote
from zermelo.game import CHANCE, MAX, MIN, Game
from zermelo.games._boards import cell_name, letters
from zermelo.games._labels import if_short
from zermelo.games._parameters import check_whole
from zermelo.games._svg import FIRST, SECOND, clickable, grid, picture, piece, words

NAMES = ("X", "O")
"""The two players, MAX and MIN."""

PLACINGS = ("fixed", "players", "chance")
"""Who places the stones: nobody, for they stand; the players, one stone after another; or chance, in the same way."""

PLACING = -1
"""The die as long as stones are being placed."""

IN_ORDER = "usual"
"""How stones stand if nothing else is said: 1 in the corner, and the others in reading order."""

BITS = 6
"""For each stone: the number of its cell, from 1, or 0 if it is not on the board."""

SIZE = 48
"""The side of a cell in the picture."""


class Stones(NamedTuple):
    """The cells of each player's stones, packed into one number, whose turn it is, and the die, or 0."""

    max_stones: int
    min_stones: int
    mover: int
    die: int


class EinStein(Game):
    """Move the stone that the die names towards the far corner; who reaches it or captures every stone wins.

    If the stone of that number is gone, the next lower or the next higher one that is left moves. A stone goes one cell
    right, down, or both at once (O: left, up, or both), and captures whatever stands there, its own side's stones too.
    X is player 0 and begins.

    `stones` are 1, 3, 6 or 10, and the die has as many sides. They begin in the corner. With `placing=fixed` they stand
    there as `x_order` and `o_order` say: the numbers in reading order, like "6,5,4,3,2,1", for O from its own corner.
    With `players` each player places them, 1 first, X before O; with `chance` every placing is as likely.

    An action is `stone * 3 + direction`, the stones counted from 0, with the directions 0 along the column, 1 along the
    row, 2 both. Where a stone is placed it is the cell, and where the die is rolled what it shows.
    """

    scored = True
    bounds = (-1, 1)

    def __init__(
        self,
        size: int = 5,
        stones: int = 6,
        placing: str = "fixed",
        x_order: str = IN_ORDER,
        o_order: str = IN_ORDER,
    ) -> None:
        _check(size, stones, placing, x_order, o_order)
        self.size, self.stones, self.placing = size, stones, placing
        self.x_order, self.o_order = x_order, o_order
        self.last_cell = size * size - 1
        self.corner = tuple(r * size + c for r in range(size) for c in range(size) if r + c < _rows(stones))
        cells = {MAX: self.corner, MIN: tuple(self.last_cell - cell for cell in self.corner)}
        placed = [
            _packed({n: cells[p][i] for i, n in enumerate(_numbers(order, stones))})
            for p, order in ((MAX, x_order), (MIN, o_order))
        ]
        self.x_start, self.o_start = placed if placing == "fixed" else (0, 0)

    # The rules.

    def initial(self) -> Stones:
        """All stones in their corners and the die to be rolled, or all stones to be placed."""
        return Stones(self.x_start, self.o_start, 0, 0 if self.placing == "fixed" else PLACING)

    def player(self, s: Stones) -> int:
        """Chance until the die is rolled, and then who moves a stone."""
        if s.die == PLACING:
            return s.mover if self.placing == "players" else CHANCE
        return CHANCE if s.die == 0 else s.mover

    def actions(self, s: Stones) -> Iterator[int]:
        """The free cells of the corner, or what the die may show, or the ways of the stones that may move."""
        mine = self.mine(s)
        if s.die == PLACING:
            for i in range(self.stones):
                if self.at(mine, self.corner_cell(s.mover, i)) < 0:
                    yield self.corner_cell(s.mover, i)
        elif s.die == 0:
            yield from range(1, self.stones + 1)
        else:
            for stone in range(self.stones):
                if self.may_move(mine, stone, s.die):
                    for direction in range(3):
                        if self.target(mine, s.mover, stone * 3 + direction) >= 0:
                            yield stone * 3 + direction

    def probability(self, s: Stones, a: int) -> float:
        """All sides of the die are as likely, and so are all free cells."""
        return 1 / (self.stones - self.number(self.mine(s))) if s.die == PLACING else 1 / self.stones

    def result(self, s: Stones, a: int) -> Stones:
        """The die rolled; or a stone placed; or a stone moved, and what it captures taken off."""
        if s.die == 0:
            return Stones(s.max_stones, s.min_stones, s.mover, a)
        mine, theirs = self.mine(s), self.theirs(s)
        if s.die == PLACING:
            return self.placed(s, self.put(mine, self.number(mine), a))
        cell = self.target(mine, s.mover, a)
        captured = self.at(mine, cell)
        if captured >= 0:
            mine = self.put(mine, captured, -1)
        captured = self.at(theirs, cell)
        if captured >= 0:
            theirs = self.put(theirs, captured, -1)
        mine = self.put(mine, a // 3, cell)
        return Stones(mine, theirs, 1, 0) if s.mover == 0 else Stones(theirs, mine, 0, 0)

    def is_terminal(self, s: Stones) -> bool:
        """Whether a stone is in the far corner, or a player has no stones left."""
        return s.die != PLACING and (self.has_won(s, 0) or self.has_won(s, 1))

    def utility(self, s: Stones, p: int) -> float:
        """1 to the winner, −1 to the other."""
        return 1 if self.has_won(s, p) else -1

    def has_won(self, s: Stones, p: int) -> bool:
        """Whether player p is in the far corner, or has captured every stone."""
        if p == 0:
            return s.min_stones == 0 or self.at(s.max_stones, self.last_cell) >= 0
        return s.max_stones == 0 or self.at(s.min_stones, 0) >= 0

    def placed(self, s: Stones, mine: int) -> Stones:
        """The mover's stones after one more was placed, and who goes on."""
        done = self.number(mine) == self.stones
        if s.mover == 0:
            return Stones(mine, s.min_stones, 1 if done else 0, PLACING)
        return Stones(s.max_stones, mine, 0 if done else 1, 0 if done else PLACING)

    def may_move(self, mine: int, stone: int, die: int) -> bool:
        """Whether the die lets this stone move: no other that is left has a number from the die's to its own."""
        if self.cell(mine, stone) < 0:
            return False
        named = die - 1
        step = 1 if stone > named else -1
        while named != stone:
            if self.cell(mine, named) >= 0:
                return False
            named += step
        return True

    def target(self, mine: int, mover: int, a: int) -> int:
        """The cell to which the stone goes, or −1 if that is off the board."""
        direction = a % 3
        down, right = (0 if direction == 1 else 1), (0 if direction == 0 else 1)
        cell = self.cell(mine, a // 3) if mover == 0 else self.last_cell - self.cell(mine, a // 3)
        row, column = cell // self.size + down, cell % self.size + right
        if row >= self.size or column >= self.size:
            return -1
        cell = row * self.size + column
        return cell if mover == 0 else self.last_cell - cell

    def corner_cell(self, mover: int, i: int) -> int:
        """The cells in which a player begins."""
        return self.corner[i] if mover == 0 else self.last_cell - self.corner[i]

    def mine(self, s: Stones) -> int:
        """The mover's stones."""
        return s.max_stones if s.mover == 0 else s.min_stones

    def theirs(self, s: Stones) -> int:
        """The stones of the other."""
        return s.min_stones if s.mover == 0 else s.max_stones

    def cell(self, stones: int, stone: int) -> int:
        """Where a stone is, or −1 if it is not on the board."""
        return (stones >> stone * BITS & (1 << BITS) - 1) - 1

    def put(self, stones: int, stone: int, cell: int) -> int:
        """The stones with one of them in another cell; −1 takes it off."""
        return stones & ~((1 << BITS) - 1 << stone * BITS) | cell + 1 << stone * BITS

    def at(self, stones: int, cell: int) -> int:
        """The stone in a cell, or −1."""
        for stone in range(self.stones):
            if self.cell(stones, stone) == cell:
                return stone
        return -1

    def number(self, stones: int) -> int:
        """How many stones are on the board."""
        number = 0
        for stone in range(self.stones):
            if self.cell(stones, stone) >= 0:
                number += 1
        return number

    # Knowledge.

    def evaluate(self, s: Stones, p: int) -> float:
        """How much nearer X is to its corner than O, on the average of what the die may show."""
        if s.die == PLACING:
            return 0
        lead = self.way(s.min_stones, 1) - self.way(s.max_stones, 0) + (0.5 if s.mover == 0 else -0.5)
        for_max = lead / (1 + abs(lead))
        return for_max if p == 0 else -for_max

    def way(self, stones: int, p: int) -> float:
        """How far the nearest stone that may move has to go, on the average of what the die may show."""
        total = 0
        for die in range(1, self.stones + 1):
            nearest = self.size
            for stone in range(self.stones):
                if self.may_move(stones, stone, die):
                    cell = self.cell(stones, stone) if p == 0 else self.last_cell - self.cell(stones, stone)
                    nearest = min(nearest, self.size - 1 - min(cell // self.size, cell % self.size))
            total += nearest
        return total / self.stones

    def order(self, s: Stones, a: int) -> float:
        """How the board looks to the mover after the move, a win first; what chance brings is all alike."""
        if s.die <= 0:
            return 0
        after = self.result(s, a)
        return 2.0 if self.is_terminal(after) else self.evaluate(after, s.mover)

    def canonical(self, s: Stones) -> Stones:
        """The lesser of the board and its mirror image, rows and columns exchanged."""
        x, o = self.mirrored(s.max_stones), self.mirrored(s.min_stones)
        if x < s.max_stones or (x == s.max_stones and o < s.min_stones):
            return Stones(x, o, s.mover, s.die)
        return s

    def mirrored(self, stones: int) -> int:
        """The stones with rows and columns exchanged."""
        out = 0
        for stone in range(self.stones):
            cell = self.cell(stones, stone)
            if cell >= 0:
                out = self.put(out, stone, cell % self.size * self.size + cell // self.size)
        return out

    # For people.

    def show(self, s: Stones) -> str:
        """The board as text, columns lettered and rows numbered from the top left, and what is to be done."""
        wide = 1 + len(str(self.stones))
        rows = [f"{i} {' '.join(f'{c:>{wide}}' for c in row)}" for i, row in enumerate(self._rows(s), 1)]
        return "\n".join([" ".join([" ", *(f"{c:>{wide}}" for c in letters(self.size))]), *rows, self._says(s)])

    def parse(self, text: str) -> Stones:
        """The state from what `show` gives, or from "X1 X2 ./X3 . O3/. O2 O1, X to play 3".

        Where nothing says whose turn it is, X is to roll.
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

    def label(self, s: Stones) -> str:
        """The board in one line, where it is small."""
        return if_short("/".join("".join(row) for row in self._rows(s)))

    def draw(self, s: Stones) -> str:
        """The board with its stones, X's round and O's square, and what is to be done."""
        left, top, far = 24, 24, self.size * SIZE
        return picture(
            max(left + far + 8, 150),
            top + far + 36,
            f"EinStein: {'/'.join(' '.join(row) for row in self._rows(s))}, {self._says(s)}",
            [
                *grid((left, top), self.size, self.size, SIZE),
                *(words((left + (i + 0.5) * SIZE, 16), c, size=12) for i, c in enumerate(letters(self.size))),
                *(words((12, top + (i + 0.5) * SIZE + 4), str(i + 1), size=12) for i in range(self.size)),
                *(
                    shape
                    for player, stones in enumerate((s.max_stones, s.min_stones))
                    for i in self._on_board(stones)
                    for shape in _stone(player, *self._place(stones, i), i + 1)
                ),
                words((left, top + far + 26), self._says(s), anchor="start"),
                *(clickable(name, *self._square(cell)) for name, cell in self._cells_of_actions(s)),
            ],
        )

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
        if self.is_terminal(s):
            return f"{NAMES[MAX if self.has_won(s, MAX) else MIN]} wins"
        if s.die == PLACING:
            return f"{NAMES[s.mover]} to place {self.number(self.mine(s)) + 1}"
        return f"{NAMES[s.mover]} to {f'play {s.die}' if s.die else 'roll'}"

    def _example(self) -> str:
        cells = EinStein(self.size, self.stones)
        return "/".join(" ".join(row) for row in cells._rows(cells.initial())) + ", X to roll"

    def _read(self, text: str, cells: list[str], name: str) -> int:
        """The stones of one player."""
        where = {int(cell[1:]): i for i, cell in enumerate(cells) if cell[0] == name}
        if len(where) < sum(cell[0] == name for cell in cells):
            raise ParseError(f"{quote(text)} is not a position: {name.upper()} has a stone twice")
        if not all(1 <= n <= self.stones for n in where):
            raise ParseError(f"{quote(text)} is not a position: the stones are numbered from 1 to {self.stones}")
        return _packed(where)

    def _state(self, text: str, s: Stones, is_placing: bool) -> Stones:
        """The state, if play can come to it; when play is over it would be the loser's turn."""
        if is_placing:
            return self._state_of_placing(text, s)
        if not 0 <= s.die <= self.stones:
            raise ParseError(f"{quote(text)} is not a position: the die has {self.stones} sides")
        winners = [p for p in (MAX, MIN) if self.has_won(s, p)]
        if len(winners) > 1:
            raise ParseError(f"{quote(text)} is not a position: only one player can have won")
        return Stones(s.max_stones, s.min_stones, 1 - winners[0], 0) if winners else s

    def _state_of_placing(self, text: str, s: Stones) -> Stones:
        """The state in which stones are being placed: X's first, 1 before 2, all in the own corner."""
        here = Stones(s.max_stones, s.min_stones, s.mover, PLACING)
        numbers = [len(self._on_board(stones)) for stones in (s.max_stones, s.min_stones)]
        in_order = all(
            self.cell(stones, i) in [self.corner_cell(p, j) for j in range(self.stones)]
            for p, stones in enumerate((s.max_stones, s.min_stones))
            for i in range(numbers[p])
        )
        turn = numbers[MIN] == 0 if s.mover == MAX else numbers[MAX] == self.stones
        if self.placing == "fixed" or not in_order or not turn or s.die != numbers[s.mover] + 1 or s.die > self.stones:
            raise ParseError(f"{quote(text)} is not a position: stones are not placed like this here")
        return here

    def _place(self, stones: int, stone: int) -> tuple[float, float]:
        """The middle of the stone's cell in the picture."""
        (x, y), _ = self._square(self.cell(stones, stone))
        return x + SIZE / 2, y + SIZE / 2

    def _square(self, cell: int) -> tuple[tuple[float, float], tuple[float, float]]:
        return (24 + cell % self.size * SIZE, 24 + cell // self.size * SIZE), (SIZE, SIZE)

    def _cells_of_actions(self, s: Stones) -> list[tuple[str, int]]:
        """The cells that the player's actions name."""
        if self.is_terminal(s) or self.player(s) == CHANCE:
            return []
        cells = set()
        for a in self.actions(s):
            cells |= (
                {a} if s.die == PLACING else {self.cell(self.mine(s), a // 3), self.target(self.mine(s), s.mover, a)}
            )
        return [(cell_name(cell, self.size), cell) for cell in sorted(cells)]


def _packed(where: dict[int, int]) -> int:
    """The stones, numbered from 1, in these cells."""
    return sum(cell + 1 << (n - 1) * BITS for n, cell in where.items())


def _rows(stones: int) -> int:
    """How many rows the stones take in their corner: 3 for the 6 of them."""
    return {1: 1, 3: 2, 6: 3, 10: 4}[stones]


def _check(size: int, stones: int, placing: str, x_order: str, o_order: str) -> None:
    check_whole("size", size, 2, 7)
    if isinstance(stones, bool) or stones not in (1, 3, 6, 10):
        raise ValueError(f"stones must be 1, 3, 6 or 10, for they fill a corner, not {stones!r}")
    if _rows(stones) >= size:
        raise ValueError(f"stones {stones} take {_rows(stones)} rows of a corner, too many for size {size}")
    if placing not in PLACINGS:
        raise ValueError(f"placing must be {', '.join(PLACINGS[:-1])} or {PLACINGS[-1]}, not {placing!r}")
    for name, order in (("x_order", x_order), ("o_order", o_order)):
        if sorted(_numbers(order, stones)) != list(range(1, stones + 1)):
            raise ValueError(f"{name} must be {IN_ORDER!r} or have each number from 1 to {stones} once, not {order!r}")
        if order != IN_ORDER and placing != "fixed":
            raise ValueError(f"{name} is for stones that stand, with placing fixed, not {placing!r}")


def _numbers(order: str, stones: int) -> list[int]:
    """The numbers of the stones in reading order; none if they are not told in numbers."""
    if order == IN_ORDER:
        return list(range(1, stones + 1))
    told = re.fullmatch(r"\s*[0-9]{1,9}(?:[\s,]+[0-9]{1,9})*\s*", str(order))
    return [int(n) for n in re.findall("[0-9]+", told[0])] if told else []


def _stone(player: int, x: float, y: float, number: int) -> list[str]:
    r = SIZE * 0.36
    shape = (
        f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{FIRST}"/>'
        if player == MAX
        else f'<rect x="{x - r:g}" y="{y - r:g}" width="{2 * r:g}" height="{2 * r:g}" rx="3" fill="{SECOND}"/>'
    )
    return piece(f"{NAMES[player]}{number}", [shape, words((x, y + 6), str(number), colour="#ffffff", size=17)])
