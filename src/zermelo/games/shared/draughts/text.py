"""Draughts as text: boards, positions in FEN, and moves."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Sequence

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import MAX, Action, Cell
from zermelo.games.shared.boards import rows_of, split_turn
from zermelo.games.shared.draughts.rules import DraughtsRules, Pieces
from zermelo.games.shared.draughts.squares import bit_of, cell_of, count_of, number_of
from zermelo.games.shared.labels import if_short
from zermelo.native.bits import count_bits

_FEN = re.compile(r'\s*(?:\[fen\s+")?(?P<turn>[bw]):(?P<sides>[bw][k\d,\s-]*(?::[bw][k\d,\s-]*)?)\.?(?:"\])?\s*')
_SIDES = re.compile(r"\s*[bw]k?\d[k\d,\s-]*(:[bw][k\d,\s-]*)?\.?\s*")
"""FEN without the side to move."""
_SQUARES = re.compile(r"(k?)(\d{1,2})(?:-(\d{1,2}))?")


class DraughtsText(DraughtsRules):
    """Boards and moves, read and written. A game says which squares an action visits."""

    player_names: tuple[str, str]
    board_signs = "bwBW"

    @abstractmethod
    def paths_of(self, s: Pieces, a: Action) -> Iterable[Sequence[int]]:
        """The bits of the squares that the piece visits, from where it starts to where it ends, in every possible way.

        The first way is the one that is shown.
        """

    @abstractmethod
    def is_jump(self, a: Action) -> bool:
        """Whether the action captures."""

    def squares_on_path(self, s: Pieces, a: Action) -> Sequence[int]:
        """The bits of the squares that the piece visits, from where it starts to where it ends."""
        return next(iter(self.paths_of(s, a)))

    def show(self, s: Pieces) -> str:
        """The board as text: b and w are men, B and W kings; beside each row stand the numbers of its squares."""
        each = self.in_row
        rows = [f"{_spaced(row, i)}  {each * i + 1:>3}-{each * i + each}" for i, row in enumerate(self._rows(s))]
        quiet = f" after {s.quiet} quiet plies" if s.quiet else ""
        return "\n".join([*rows, f"{self.player_names[s.mover]} to move{quiet}"])

    def parse(self, text: str) -> Pieces:
        """The position from the output of `show`, or from FEN, such as "B:W21,22,K30:B1-4,K9".

        A board may also be written with a slash after each row. If nothing says whose turn it is, the first player is
        to move.
        """
        fen = _FEN.fullmatch(text.casefold())
        s = self._from_fen(text, fen) if fen else self._from_board(text)
        return self._checked(text, s)

    def fen(self, s: Pieces) -> str:
        """The position in the FEN of the PDN standard."""
        sides = (("W", s.white), ("B", s.black))
        listed = (letter + ",".join(self._squares(pieces, s.kings)) for letter, pieces in sides)
        return ":".join([self.player_names[s.mover][0], *listed])

    def show_action(self, s: Pieces, a: Action) -> str:
        """The numbers of the squares: "11-15" for a move, "22x15x8" for jumps."""
        return ("x" if self.is_jump(a) else "-").join(map(str, self._numbers(self.squares_on_path(s, a))))

    def parse_action(self, s: Pieces, text: str) -> int:
        """The action from "11-15" or "22x15x8"; squares between the first and the last may be left out."""
        given = [int(number) for number in re.findall(r"\d{1,6}", text)]
        if len(given) > 1 and re.fullmatch(r"[\d\s:x-]+", text.casefold()):
            ways = [(a, self._numbers(path)) for a in self.actions(s) for path in self.paths_of(s, a)]
            found = {a for a, path in ways if _fits(path, given)}
            whole = {a for a, path in ways if path == given}
            if len(whole or found) == 1:
                return int(*(whole or found))
            if found:
                named = ", ".join(self.show_action(s, a) for a in self.actions(s) if a in found)
                raise ParseError(f"{quote(text)} is ambiguous here: it may be {named}")
        return int(super().parse_action(s, text))

    def action_cells(self, s: Pieces, a: Action) -> tuple[Cell, ...]:
        """The squares that the piece visits, from where it starts to where it ends."""
        return tuple(cell_of(bit, self.in_row) for bit in self.squares_on_path(s, a))

    def label(self, s: Pieces) -> str:
        """The position in FEN, if it is short."""
        return if_short(self.fen(s))

    def _numbers(self, bits: Sequence[int]) -> list[int]:
        return [number_of(bit, self.in_row) for bit in bits]

    def _rows(self, s: Pieces) -> list[str]:
        """The dark squares of each row from the top: b, w, B, W or a dot."""
        return rows_of("".join(_letter(s, bit) for bit in self._bits()), self.in_row)

    def _bits(self) -> list[int]:
        """The bits of all squares in the order of their numbers."""
        return [bit_of(number, self.in_row) for number in range(1, count_of(self.in_row) + 1)]

    def _says(self, s: Pieces) -> str:
        """Whose turn it is, or how the game ended."""
        if not self.is_terminal(s):
            return f"{self.player_names[s.mover]} to move"
        return f"{self.player_names[1 - s.mover]} wins" if self.utility(s, s.mover) else "drawn"

    def _squares(self, pieces: int, kings: int) -> list[str]:
        """The squares of the pieces as FEN lists them."""
        return [f"{'K' if kings >> b & 1 else ''}{number_of(b, self.in_row)}" for b in self._bits() if pieces >> b & 1]

    # Reading.

    def _from_fen(self, text: str, fen: re.Match[str]) -> Pieces:
        sides = {"b": 0, "w": 0}
        kings = 0
        for side in fen["sides"].split(":"):
            for king, first, last in _listed(text, side[1:]):
                for number in range(first, last + 1):
                    bit = self._bit(text, number)
                    if (sides["b"] | sides["w"]) & bit:
                        raise ParseError(f"{quote(text)} is not a position: square {number} is given twice")
                    sides[side[0]] |= bit
                    kings |= bit if king else 0
        mover = self.black_player if fen["turn"] == "b" else 1 - self.black_player
        return Pieces(sides["b"], sides["w"], kings, mover, 0)

    def _bit(self, text: str, number: int) -> int:
        last = count_of(self.in_row)
        if not 1 <= number <= last:
            raise ParseError(
                f"{quote(text)} is not a position: there is no square {number}; they are numbered 1 to {last}"
            )
        return 1 << bit_of(number, self.in_row)

    def _from_board(self, text: str) -> Pieces:
        body, quiet = self._split_quiet(text)
        board, mover = split_turn(body, self.player_names)
        board = re.sub(r"\d+-\d+", " ", body[: len(board)])
        letters = "".join(board.replace("/", " ").split())
        if len(letters) != count_of(self.in_row) or not set(letters) <= set("bwBW."):
            if _SIDES.fullmatch(text.casefold()):
                fault = 'it does not say whose turn it is: FEN begins with "B:" or "W:"'
                raise ParseError(f"{quote(text)} is not a position: {fault}")
            raise ParseError(
                f"{quote(text)} is not a position: expected FEN, such as {quote(self.fen(self.initial()))}, or "
                f"{2 * self.in_row} rows of {self.in_row} dark squares, each b, w, B, W or a dot, and whose turn it is"
            )
        squares = list(zip(self._bits(), letters, strict=True))
        of = {kind: sum(1 << bit for bit, letter in squares if letter in kind) for kind in ("bB", "wW", "BW")}
        return Pieces(of["bB"], of["wW"], of["BW"], MAX if mover is None else mover, quiet)

    def _split_quiet(self, text: str) -> tuple[str, int]:
        """The text without the number of quiet plies, and that number."""
        said = re.search(r"\s+after (\d{1,4}) quiet plies\s*$", text)
        if said is None:
            return text.rstrip(), 0
        if int(said[1]) > self.quiet_plies:
            raise ParseError(f"{quote(text)} is not a position: at most {self.quiet_plies} quiet plies can be counted")
        return text[: said.start()], int(said[1])

    def _checked(self, text: str, s: Pieces) -> Pieces:
        """The position, if it can be one. Raises ParseError."""
        most = count_bits(self.initial().black)
        for name, pieces, far_row in (("Black", s.black, self.bottom_row), ("White", s.white, self.top_row)):
            if count_bits(pieces) > most:
                fault = f"{name} has {count_bits(pieces)} pieces, and at most {most} are possible"
            elif uncrowned := pieces & ~s.kings & far_row:
                square = number_of(uncrowned.bit_length() - 1, self.in_row)
                fault = f"the man on square {square} would have been crowned there"
            else:
                continue
            raise ParseError(f"{quote(text)} is not a position: {fault}")
        if not s.black | s.white:
            raise ParseError(f"{quote(text)} is not a position: there are no pieces")
        return s


def _fits(squares: list[int], given: list[int]) -> bool:
    """Whether the given squares are the first, the last and some between in order."""
    rest = iter(squares)
    return squares[0] == given[0] and squares[-1] == given[-1] and all(number in rest for number in given)


def _letter(s: Pieces, bit: int) -> str:
    for letter, pieces in (("b", s.black), ("w", s.white)):
        if pieces >> bit & 1:
            return letter.upper() if s.kings >> bit & 1 else letter
    return "."


def _spaced(row: str, i: int) -> str:
    """A row with its light squares as spaces."""
    cells = "   ".join(row)
    return f"{cells}  " if i % 2 else f"  {cells}"


def _listed(text: str, squares: str) -> list[tuple[bool, int, int]]:
    """The entries of a list of squares: whether they are kings, the first and the last."""
    entries = []
    for entry in filter(None, re.sub(r"\s", "", squares).split(",")):
        match = _SQUARES.fullmatch(entry)
        if match is None:
            raise ParseError(
                f"{quote(text)} is not a position: {quote(entry)} is not a square, such as 12, K12 or 1-12"
            )
        entries.append((bool(match[1]), int(match[2]), int(match[3] or match[2])))
    return entries
