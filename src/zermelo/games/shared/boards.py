"""Boards as text, with lettered columns and numbered rows."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeVar

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import MAX, MIN, Game, State

T = TypeVar("T")


def check_cells(width: int, height: int) -> None:
    """Raises ValueError if the board has more cells than a number has bits."""
    if width * height > 64:
        raise ValueError(
            f"width {width} and height {height} make a board too big for 64 bits: it has {width * height} cells"
        )


def letters(width: int) -> str:
    """The letters of the columns, from a."""
    return "abcdefghijklmnopqrstuvwxyz"[:width]


def cell_name(cell: int, width: int) -> str:
    """A cell by the letter of its column and the number of its row: cell 0 is "a1"."""
    return f"{letters(width)[cell % width]}{cell // width + 1}"


def cell_named(text: str, width: int, height: int) -> tuple[int, int] | None:
    """The row and the column, both counted from 0, of the cell with this name, in any case; None if there is none."""
    match = re.fullmatch(r"\s*([a-z])([1-9][0-9]?)\s*", text, re.IGNORECASE | re.ASCII)
    if match is None:
        return None
    column, row = ord(match[1].lower()) - ord("a"), int(match[2]) - 1
    return (row, column) if column < width and row < height else None


def lettered(width: int, height: int) -> str:
    """The line with the letters of the columns, above or below rows that are numbered."""
    return " ".join([" " * len(str(height)), *letters(width)])


def numbered(rows: list[str], numbers: Iterable[int]) -> list[str]:
    """The rows, each with its number before it and a space between its cells."""
    margin = len(str(len(rows)))
    return [f"{n:>{margin}} {' '.join(row)}" for n, row in zip(numbers, rows, strict=True)]


def rows_of(cells: str, width: int) -> list[str]:
    """The cells, cut into rows."""
    return [cells[i : i + width] for i in range(0, len(cells), width)]


def places_of(pattern: str, text: str, lines: int) -> list[list[tuple[int, int]]]:
    """Where what fits the pattern begins and ends in the first lines of the text, a row for each of these lines."""
    rows, start = [], 0
    for line in text.split("\n")[:lines]:
        rows.append([(start + found.start(), start + found.end()) for found in re.finditer(pattern, line)])
        start += len(line) + 1
    return rows


def split_turn(text: str, names: tuple[str, str]) -> tuple[str, int | None]:
    """The text in lower case without the words at its end that name the player to move, and that player.

    The player is None if there are no such words. Players are called by their names, or max and min.
    """
    folded = text.casefold()
    first, second = (name.casefold() for name in names)
    turn = re.search(rf"({first}|{second}|max|min)(?:\s+to\s+move)?\s*$", folded)
    if turn is None:
        return folded, None
    return folded[: turn.start()].rstrip().removesuffix(","), MAX if turn[1] in (first, "max") else MIN


def without_header(board: str, width: int) -> str:
    """The board without the letters of the columns above it."""
    header = r"\s+".join(letters(width))
    return re.sub(rf"^\s*{header}(?=\s)", "", board)


def read_rows(
    text: str, board: str, *, numbers: Iterable[int], width: int, kinds: str, example: str, unbroken: bool = False
) -> list[str]:
    """The rows of the board, which is a part of the text, in the order of the text. Raises ParseError.

    The rows may have their numbers before them, in the order given; `kinds` are the letters that a cell may have. With
    `unbroken`, all cells may also be in one line with nothing between the rows.
    """
    # Rows end at a slash, a new line, or the number of the next row.
    rows = ["".join(row.split()) for row in re.split(r"[/\n]|[0-9]+", board)]
    rows = [row for row in rows if row]
    names = [str(n) for n in numbers]
    found = re.findall("[0-9]+", board)
    if not set(kinds).issuperset("".join(rows)) or (found and found != names):
        raise ParseError(f"{quote(text)} is not a position: expected something like {quote(example)}")
    if unbroken and len(rows) == 1:
        rows = rows_of(rows[0], width)
    if [len(row) for row in rows] != [width] * len(names):
        raise ParseError(
            f"{quote(text)} is not a position: expected {width} cells in each row and {len(names)} rows, "
            f"like {quote(example)}"
        )
    return rows


def last_stone(text: str, names: tuple[str, str], mover: int, capitals: tuple[list[T], list[T]]) -> list[T]:
    """The last stone of a board on which it is a capital letter, or nothing; `capitals` has those of each player.

    Raises ParseError if there are several, or if one is the mover's.
    """
    if len(capitals[1 - mover]) > 1 or capitals[mover]:
        raise ParseError(
            f"{quote(text)} is not a position: only the last stone is a capital letter, "
            f"and it is not {names[mover]}'s, who is to move"
        )
    return capitals[1 - mover]


def after_moves(game: Game, text: str, moves: Iterable[str]) -> State:
    """The state after the moves, which are parts of the text. Raises ParseError, which names the move."""
    s = game.initial()
    for number, move in enumerate(moves, 1):
        try:
            if game.is_terminal(s):
                raise ParseError("play is over")
            s = game.result(s, game.parse_action(s, move))
        except ParseError as error:
            raise ParseError(f"{quote(text)} is not a position: at move {number}, {move}: {error}") from None
    return s
