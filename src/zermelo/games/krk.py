"""King and rook, or king and queen, against king: the endgame that beginners learn first.

8 . . . . . . . .
7 . . . . . . . .
6 . . k . . . . .
5 . . . . . . . .       white is to move, and mates in 16 moves at most
4 . . . . . . . .
3 . . . . . . . .
2 . R . . . . . .
1 K . . . . . . .
  a b c d e f g h
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import MAX, MIN, Action, Cell, Game
from zermelo.games.shared.boards import lettered, letters, numbered, read_rows, rows_of, split_turn
from zermelo.games.shared.parameters import check_whole
from zermelo.games.shared.svg import clickable, grid, panel, picture, piece, stone, words

NAMES = ("White", "Black")
"""The names of the two players."""

GONE = -1
"""The square of the rook or queen after Black has captured it."""

ROOK, QUEEN = 4, 8
"""The number of directions in which the piece moves."""

DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))
"""The directions of a king and of a queen, as rows and columns; the first four are a rook's."""


class Pieces(NamedTuple):
    """The squares of White's king, of White's rook or queen, and of Black's king, and whose turn it is."""

    king: int
    heavy: int
    lone: int
    mover: int


class KRK(Game):
    """Mate the lone king with king and rook, or with king and queen (`piece=queen`). White is player 0 and begins.

    Black has a draw by stalemate, by capturing the piece, or by escaping forever.

    Encoding: squares are numbered from a1 along the rows. An action is `square * 2` for a move of the king, and
    `square * 2 + 1` for one of the rook or queen.
    """

    bounds = (-1, 1)
    player_names = NAMES

    def __init__(self, piece: str = "rook", size: int = 8) -> None:
        if piece not in ("rook", "queen"):
            raise ValueError(f"piece must be rook or queen, not {piece!r}")
        check_whole("size", size, 4, 8)
        self.piece, self.size = piece, size
        self.directions = ROOK if piece == "rook" else QUEEN

    @property
    def title(self) -> str:
        """The name of the endgame."""
        return f"King and {self.piece} against king"

    def initial(self) -> Pieces:
        """White's pieces in their corner, and Black's king as far from the edges as it can be."""
        row, column = max(2, self.size - 3), 2 if self.size > 5 else 3  # not in check, on the smallest boards either
        return Pieces(0, self.size + 1, self.size * row + column, 0)

    def player(self, s: Pieces) -> int:
        """Whose piece moves."""
        return s.mover

    def actions(self, s: Pieces) -> Iterator[int]:
        """The king's moves, and then those of White's rook or queen."""
        king = s.king if s.mover == 0 else s.lone
        for direction in range(len(DIRECTIONS)):
            to = self.step(king, direction)
            if to >= 0 and self.king_may_go(s, to):
                yield 2 * to
        if s.mover == 0:
            for direction in range(self.directions):
                to = self.step(s.heavy, direction)
                while to >= 0 and to not in (s.king, s.lone):
                    yield 2 * to + 1
                    to = self.step(to, direction)

    def result(self, s: Pieces, a: int) -> Pieces:
        """The piece moved, and the rook or queen gone if Black's king captures it."""
        to = a // 2
        if s.mover == 0:
            return Pieces(s.king, to, s.lone, 1) if a & 1 else Pieces(to, s.heavy, s.lone, 1)
        return Pieces(s.king, GONE if to == s.heavy else s.heavy, to, 0)

    def is_terminal(self, s: Pieces) -> bool:
        """Whether the piece is captured, or Black has no move."""
        return s.heavy == GONE or (s.mover == 1 and not self.can_move(s))

    def utility(self, s: Pieces, p: int) -> float:
        """1 to White for mate; 0 for stalemate and a captured piece."""
        if s.heavy == GONE or not self.is_attacked(s, s.lone):
            return 0
        return 1 if p == 0 else -1

    def can_move(self, s: Pieces) -> bool:
        """Whether Black's king has a move."""
        for direction in range(len(DIRECTIONS)):
            to = self.step(s.lone, direction)
            if to >= 0 and self.king_may_go(s, to):
                return True
        return False

    def king_may_go(self, s: Pieces, to: int) -> bool:
        """Whether the mover's king may go to this square, next to the one where it is."""
        if s.mover == 0:
            return to != s.heavy and not self.are_adjacent(to, s.lone)
        if self.are_adjacent(to, s.king):
            return False
        return to == s.heavy or not self.is_attacked(s, to)

    def is_attacked(self, s: Pieces, square: int) -> bool:
        """Whether the rook or queen attacks this square. It looks through Black's king, which would leave its own."""
        for direction in range(self.directions):
            to = self.step(s.heavy, direction)
            while to >= 0 and to != s.king:
                if to == square:
                    return True
                to = self.step(to, direction)
        return False

    def are_adjacent(self, a: int, b: int) -> bool:
        """Whether two squares are the same or next to each other."""
        return abs(a // self.size - b // self.size) <= 1 and abs(a % self.size - b % self.size) <= 1

    def step(self, square: int, direction: int) -> int:
        """The next square in this direction, or −1 if it is off the board."""
        row = square // self.size + DIRECTIONS[direction][0]
        column = square % self.size + DIRECTIONS[direction][1]
        on_board = 0 <= row < self.size and 0 <= column < self.size
        return row * self.size + column if on_board else -1

    def order(self, s: Pieces, a: int) -> float:
        """Moves of the king first."""
        return -(a & 1)

    # Numbers for tables: stage 3 has all three pieces, stage 2 only the kings, where play is over.

    def stage(self, s: Pieces) -> int:
        """The number of pieces."""
        return 2 if s.heavy == GONE else 3

    def rank(self, s: Pieces) -> int:
        """Whose turn it is and the squares, each a digit to the base of the number of squares."""
        squares = self.size * self.size
        if s.heavy == GONE:
            return s.king * squares + s.lone
        return ((s.mover * squares + s.king) * squares + s.heavy) * squares + s.lone

    def unrank(self, stage: int, i: int) -> Pieces:
        """The position with this number. For a number that no legal position has, a position of another stage."""
        squares = self.size * self.size
        lone, rest = i % squares, i // squares
        if stage == 2:
            return Pieces(rest, 0 if self.are_adjacent(rest, lone) else GONE, lone, 0)
        s = Pieces(rest // squares % squares, rest % squares, lone, rest // squares // squares)
        return s if self.is_legal(s) else Pieces(s.king, GONE, lone, 0)

    def parts(self, stage: int) -> tuple[tuple[str, int], ...]:
        """One part for each stage."""
        squares = self.size**2
        sizes = {2: ("king v king", squares**2), 3: (f"king and {self.piece} v king", 2 * squares**3)}
        return (sizes[stage],) if stage in sizes else ()

    def is_legal(self, s: Pieces) -> bool:
        """Whether the pieces stand on three squares, the kings apart, and the player who has moved is not in check."""
        if s.heavy in (s.king, s.lone) or self.are_adjacent(s.king, s.lone):
            return False
        return s.mover == 1 or not self.is_attacked(s, s.lone)

    # For people.

    def show(self, s: Pieces) -> str:
        """The board as text, seen by White, and whose turn it is. Black's king is a small letter."""
        rows = numbered(self._rows(s), range(self.size, 0, -1))
        return "\n".join([*rows, lettered(self.size, self.size), f"{NAMES[s.mover]} to move"])

    def parse(self, text: str) -> Pieces:
        """The state from the output of `show`, or from rows with slashes: "8 rows of 8, black"."""
        board, mover = split_turn(text, NAMES)
        footer = r"\s+".join(letters(self.size))
        body = re.sub(rf"\s{footer}\s*$", "", text[: len(board)])
        example = "/".join(self._rows(self.initial()))
        rows = read_rows(
            text, body, numbers=range(self.size, 0, -1), width=self.size, kinds=f"K{self._letter}k.", example=example
        )
        cells = "".join(rows[::-1])
        for letter in ("K", "k"):
            if cells.count(letter) != 1:
                raise ParseError(f"{quote(text)} is not a position: it needs one {letter}, not {cells.count(letter)}")
        if cells.count(self._letter) > 1:
            raise ParseError(f"{quote(text)} is not a position: it has more than one {self._letter}")
        s = Pieces(cells.index("K"), cells.find(self._letter), cells.index("k"), MAX if mover is None else mover)
        if self.are_adjacent(s.king, s.lone):
            raise ParseError(f"{quote(text)} is not a position: the kings stand next to each other")
        if s.heavy == GONE and s.mover == MIN:
            raise ParseError(f"{quote(text)} is not a position: play was over before Black's turn")
        if s.mover == MAX and s.heavy != GONE and self.is_attacked(s, s.lone):
            raise ParseError(f"{quote(text)} is not a position: Black's king is in check, but White is to move")
        return s

    def show_action(self, s: Pieces, a: Action) -> str:
        """The piece and the square, with an x for a capture: "Kb2", "Rh3", "kxc3"."""
        to = a // 2
        letter = "k" if s.mover == MIN else self._letter if a & 1 else "K"
        return f"{letter}{'x' if to == s.heavy else ''}{self._name(to)}"

    def action_cells(self, s: Pieces, a: Action) -> tuple[Cell, ...]:
        """From where to where the piece moves."""
        start = s.lone if s.mover == MIN else s.heavy if a & 1 else s.king
        return self._cell(start), self._cell(a // 2)

    def label(self, s: Pieces) -> str:
        """The squares of the pieces: "Ka1 Rb2 kc6"."""
        heavy = "" if s.heavy == GONE else f" {self._letter}{self._name(s.heavy)}"
        return f"K{self._name(s.king)}{heavy} k{self._name(s.lone)}"

    def draw(self, s: Pieces) -> str:
        """The board with the pieces as letters, White's round and Black's square, and whose turn it is."""
        side, left, top = 44, 24, 8
        far = self.size * side
        moves = [] if self.is_terminal(s) else list(self.actions(s))
        touched = sorted({cell for a in moves for cell in self.action_cells(s, a)})

        def corner(cell: Cell) -> tuple[float, float]:
            return left + cell[1] * side, top + cell[0] * side

        cells = [(r, c) for r in range(self.size) for c in range(self.size)]
        men = [(MAX, "K", s.king), (MIN, "K", s.lone), *([] if s.heavy == GONE else [(MAX, self._letter, s.heavy)])]
        return picture(
            left + far + 8,
            top + far + 52,
            f"{self.title}: {self.label(s)}, {self._says(s)}",
            [
                *(panel(corner(cell), (side, side), 0) for cell in cells if sum(cell) % 2 != self.size % 2),
                *grid((left, top), self.size, self.size, side),
                *(
                    words((left + (i + 0.5) * side, top + far + 18), c, size=12)
                    for i, c in enumerate(letters(self.size))
                ),
                *(words((12, top + (i + 0.5) * side + 4), str(self.size - i), size=12) for i in range(self.size)),
                *(shape for p, c, square in men for shape in _piece(p, c, corner(self._cell(square)), side)),
                words((left, top + far + 42), self._says(s), anchor="start"),
                *(
                    clickable(f"{letters(self.size)[c]}{self.size - r}", corner((r, c)), (side, side), cell=(r, c))
                    for r, c in touched
                ),
            ],
        )

    @property
    def _letter(self) -> str:
        return "R" if self.piece == "rook" else "Q"

    def _rows(self, s: Pieces) -> list[str]:
        """The rows of the board from the top."""
        letter_on = {s.king: "K", s.heavy: self._letter, s.lone: "k"}
        return rows_of("".join(letter_on.get(i, ".") for i in range(self.size**2)), self.size)[::-1]

    def _name(self, square: int) -> str:
        return f"{letters(self.size)[square % self.size]}{square // self.size + 1}"

    def _cell(self, square: int) -> Cell:
        return self.size - 1 - square // self.size, square % self.size

    def _says(self, s: Pieces) -> str:
        """Whose turn it is, or how the game ended."""
        if not self.is_terminal(s):
            return f"{NAMES[s.mover]} to move"
        return "mate: White wins" if self.utility(s, MAX) else "drawn"


def _piece(player: int, letter: str, corner: tuple[float, float], side: float) -> list[str]:
    """A piece: a letter on a disc for White, on a square for Black."""
    x, y = corner[0] + side / 2, corner[1] + side / 2
    return piece(
        f"{NAMES[player]} {letter}",
        [stone(player, (x, y), side * 0.34), words((x, y + 6), letter, colour="#ffffff", size=17)],
    )
