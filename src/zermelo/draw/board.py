"""A state as a picture: the game's own drawing, or one made from its text.

If the text has rows of signs, the same number in each, they are drawn as the cells of a board, with the numbers and
letters that name its rows and columns; any other text is drawn on a card. A sign is a character, two, or a number. As
in the games' own pictures, lines and letters take the colour of the surrounding text, so the picture is readable on
light and on dark pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import groupby

from zermelo.core.game import Game, State
from zermelo.core.people import drawn, shown
from zermelo.draw.words import ELLIPSIS, clean, columns, shorten

CELL, EDGE, LINE, COLUMN = 40, 26, 20, 8.4
"""In pixels: the side of a cell, the margin for labels, the height of a line of text, the width of a character."""

WIDEST, HIGHEST = 120, 60
"""At most this many columns and lines of a text are shown; the rest is left out."""

LONGEST_LABEL = 300
"""At most this many characters of the text go into the label for screen readers."""

EMPTY, WALL = ".·-_", "#"
"""The characters of signs for an empty cell, and the sign of a cell that cannot be used."""

MAX_CHARACTERS = 4
"""A full board, without empty cells, has at most this many different characters."""

_SANS, _MONO = "Helvetica, Arial, sans-serif", "ui-monospace, Menlo, Consolas, monospace"


def board_svg(game: Game, s: State, viewer: int | None = None) -> str:
    """The state as SVG; if a viewer (a player) is given, only what that player may see."""
    return drawn(game, s, viewer) or text_svg(shown(game, s, viewer))


def text_svg(text: str) -> str:
    """The text as SVG: as a board if it shows one, otherwise on a card."""
    lines = _lines_of(text)
    board = _board_of(lines)
    return _card(lines) if board is None else _picture_of(board)


def _lines_of(text: str) -> list[str]:
    return [shorten(_spaced(line), WIDEST) for line in text.rstrip().lstrip("\n").split("\n")[:HIGHEST]]


def _board_of(lines: list[str]) -> _Board | None:
    """The board in the lines; None if there is none, or if they were shortened."""
    return None if any(ELLIPSIS in line for line in lines) else _board_in(lines)


@dataclass(frozen=True)
class Grid:
    """The cells of a board in a text: the sign in each, and its place, where it begins and ends in the text."""

    rows: list[list[str]]
    places: list[list[tuple[int, int]]]


def is_empty(sign: str) -> bool:
    """Whether the sign is that of an empty cell, such as "." or "--"."""
    return set(sign) <= set(EMPTY)


def grid_in(text: str) -> Grid | None:
    """The board that `text_svg` draws for this text; None if it draws a card."""
    board = _board_of(_lines_of(text))
    if board is None:
        return None
    first = board.first + len(text) - len(text.lstrip("\n"))
    lines = text.split("\n")
    start = sum(len(line) + 1 for line in lines[:first])
    places: list[list[tuple[int, int]]] = []
    for line, row in zip(lines[first:], board.rows, strict=False):
        found = [*re.finditer(r"\S+", line)]
        if len(found) == 1:
            found = [*re.finditer(r"\S", line)]
        spans = [(start + each.start(), start + each.end()) for each in found]
        places.append((spans[1:] if board.row_names else spans)[: len(row)])
        start += len(line) + 1
    return Grid(board.rows, places)


@dataclass
class _Board:
    """Cells, the names of their rows and columns, the lines of text above and below, and the first row's line."""

    rows: list[list[str]]
    row_names: list[str]
    column_names: list[str]
    above: list[str]
    below: list[str]
    first: int


def _board_in(lines: list[str]) -> _Board | None:
    """The board in the text: the longest run of lines with the same number of cells. None if there is no board."""
    split = [_cells(line) for line in lines]
    runs = [list(run) for _, run in groupby(range(len(lines)), key=lambda i: len(split[i]))]
    longest = max(runs, key=len)
    first, last = longest[0], longest[-1]
    board = _Board(split[first : last + 1], [], [], lines[:first], lines[last + 1 :], first)
    if len(board.rows[0]) > 1:
        _take_names(board)
    return board if len(board.rows) > 1 and len(board.rows[0]) > 1 and not _are_words(lines[first], board) else None


def _are_words(line: str, board: _Board) -> bool:
    """Whether letters are words, not cells: a board has empty cells, or few different signs of one character."""
    signs = {sign for row in board.rows for sign in row}
    if WALL in signs or any(map(is_empty, signs)):
        return False
    return any(_is_pair(sign) for sign in signs) or (" " not in line.strip() and len(signs) > MAX_CHARACTERS)


def _is_pair(sign: str) -> bool:
    """Whether a sign consists of two characters that are no number, such as X1."""
    return len(sign) == 2 and not sign.isdecimal()


def _cells(line: str) -> list[str]:
    """The signs of a row, characters also without spaces between them; an empty list if the line is not a row."""
    words = line.split()
    if len(words) > 2 and re.fullmatch(r"\d+-\d+", words[-1]):  # the numbers of the cells, beside their row
        words.pop()
    if len(words) == 1:
        return list(words[0])
    return words if all(len(word) == 1 or word.isdecimal() or _is_pair(word) for word in words) else []


def _take_names(board: _Board) -> None:
    """Moves the names of rows and columns out of the cells, or out of the line above or below."""
    for at, beside in ((0, board.above[-1:]), (-1, board.below[:1])):
        names = beside[0].split() if beside else []
        if _is_count(names) and len(names) in (len(board.rows[0]), len(board.rows[0]) - 1):
            board.column_names = names
            (board.above if at == 0 else board.below).pop(-1 if at == 0 else 0)
        elif not board.column_names and _is_count(board.rows[at]) and len(board.rows) > 2:
            board.column_names = board.rows.pop(at)
            board.first += at == 0
    firsts = [row[0] for row in board.rows]
    if _is_count(firsts) or _is_count(firsts[::-1]):
        board.row_names = firsts
        board.rows = [row[1:] for row in board.rows]


def _is_count(names: list[str]) -> bool:
    """Whether the names are 1, 2, 3 ... or a, b, c ..."""
    numbers = [str(n) for n in range(1, len(names) + 1)]
    letters = [chr(ord("a") + n) for n in range(min(len(names), 26))]
    return len(names) > 1 and [name.lower() for name in names] in (numbers, letters)


def _picture_of(board: _Board) -> str:
    across, down = len(board.rows[0]), len(board.rows)
    left = EDGE if board.row_names else 4
    top = LINE * len(board.above) + (EDGE if board.column_names else 4)
    caption = max((columns(line) for line in board.above + board.below), default=0) * COLUMN
    width = max(left + across * CELL + 4, caption + 8)
    bottom = top + down * CELL
    return _svg(
        width,
        bottom + 8 + LINE * len(board.below),
        " / ".join(" ".join(row) for row in board.rows),
        [
            *(_written(4, LINE * i + 15, line) for i, line in enumerate(board.above)),
            *(_centred(left + (i + 0.5) * CELL, top - 8, name, 14) for i, name in enumerate(board.column_names)),
            *(_centred(left / 2, top + (i + 0.5) * CELL + 5, name, 14) for i, name in enumerate(board.row_names)),
            *_lines(left, top, across, down),
            *(shape for i, row in enumerate(board.rows) for shape in _row(left, top + i * CELL, row)),
            *(_area(i, j, left, top) for i in range(down) for j in range(across)),
            *(_written(4, bottom + LINE * (i + 1), line) for i, line in enumerate(board.below)),
        ],
    )


def _lines(left: float, top: float, across: int, down: int) -> Iterator[str]:
    yield '<g stroke="currentColor" stroke-opacity="0.35" stroke-linecap="round">'
    for i in range(across + 1):
        yield f'<path d="M{left + i * CELL:g} {top:g}v{down * CELL:g}"/>'
    for i in range(down + 1):
        yield f'<path d="M{left:g} {top + i * CELL:g}h{across * CELL:g}"/>'
    yield "</g>"


def _row(left: float, y: float, signs: list[str]) -> Iterator[str]:
    for i, sign in enumerate(signs):
        x = left + i * CELL
        if sign == WALL:
            yield f'<rect x="{x:g}" y="{y:g}" width="{CELL}" height="{CELL}" fill="currentColor" fill-opacity="0.6"/>'
        elif is_empty(sign):
            yield f'<circle cx="{x + CELL / 2:g}" cy="{y + CELL / 2:g}" r="2" fill="currentColor" fill-opacity="0.4"/>'
        else:
            yield _centred(x + CELL / 2, y + CELL / 2 + 8, sign, 22, piece=f"{sign}@{i}.{y:g}")


def _area(row: int, column: int, left: float, top: float) -> str:
    """An invisible cell that can be clicked on the page."""
    x, y = left + column * CELL, top + row * CELL
    return f'<path data-cell="{row},{column}" d="M{x:g} {y:g}h{CELL}v{CELL}h{-CELL}z" fill="none"/>'


def _card(lines: list[str]) -> str:
    width, height = max(columns(line) for line in lines) * COLUMN + 32, LINE * len(lines) + 24
    ground = (
        f'<rect x="1" y="1" width="{width - 2:g}" height="{height - 2:g}" rx="8" fill="currentColor" '
        f'fill-opacity="0.05" stroke="currentColor" stroke-opacity="0.35"/>'
    )
    texts = [_written(16, 26 + LINE * i, line) for i, line in enumerate(lines)]
    return _svg(width, height, " / ".join(lines), [ground, *texts])


def _svg(width: float, height: float, label: str, shapes: list[str]) -> str:
    said = escape(shorten(clean(label), LONGEST_LABEL)) or "nothing"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{said}">'
    return "\n".join([head, *shapes, "</svg>"])


def _centred(x: float, y: float, text: str, size: int, *, piece: str = "") -> str:
    """A text centred at x. A piece is bold, and the page animates it from one picture to the next."""
    weight = f' font-weight="bold" data-piece="{escape(clean(piece))}"' if piece else ""
    return (
        f'<text x="{x:g}" y="{y:g}" fill="currentColor" font-family="{_SANS}" font-size="{size}"{weight} '
        f'text-anchor="middle">{escape(clean(text))}</text>'
    )


def _written(x: float, y: float, line: str) -> str:
    """A line of text with all its spaces. Leading spaces become an offset, because some programs would drop them."""
    words = line.lstrip()
    x += COLUMN * (len(line) - len(words))
    kept = escape(words).replace(" ", "\u00a0")
    return f'<text x="{x:g}" y="{y:g}" fill="currentColor" font-family="{_MONO}" font-size="14">{kept}</text>'


def _spaced(line: str) -> str:
    """The line without unprintable characters, with its spaces kept."""
    return "".join(" " * len(part) if part.isspace() else clean(part) for part in re.split(r"(\s+)", line))
