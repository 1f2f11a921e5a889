"""The board of backgammon as text."""

from __future__ import annotations

import re

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import MAX, MIN
from zermelo.games.backgammon.position import NAMES, Position, position_of
from zermelo.games.backgammon.rules import NOBODY

ROWS = 5
"""The maximum number of checkers shown on a point; if there are more, the last one is their number."""

BETWEEN = "-----"
"""Above and below the bar."""


def board_text(position: Position) -> str:
    """The board as X sees it, its points numbered for the player whose turn it is."""
    half = position.points // 2
    above, below = list(range(half + 1, 2 * half + 1)), list(range(half, 0, -1))
    upper, lower = (below, above) if position.mover == MIN else (above, below)
    rows = [_row(position, above, MIN, i) for i in range(ROWS)]
    rows += [_row(position, [], None, 0, bar="BAR")]
    rows += [_row(position, below, MAX, i) for i in reversed(range(ROWS))]
    lines = [f"{_edge(upper)}  O: {position.o[0]} off", *rows, f"{_edge(lower)}  X: {position.x[0]} off"]
    return "\n".join([*lines, position.says])


def _edge(points: list[int]) -> str:
    left, right = points[: len(points) // 2], points[len(points) // 2 :]
    return f"+{''.join(f'{p:->2}-' for p in left)}{BETWEEN}{''.join(f'{p:->2}-' for p in right)}+"


def _row(position: Position, points: list[int], bar_of: int | None, row: int, bar: str = "") -> str:
    """Checker number `row` of each of X's points, and of the bar."""
    half = position.points // 4
    cells = [_cell(position.x[p], position.o[-1 - p], row) for p in points] or [" " * 3] * 2 * half
    if bar_of is not None:
        bar = _cell(position.x[-1] * (bar_of == MAX), position.o[-1] * (bar_of == MIN), row)
    return f"|{''.join(cells[:half])}|{bar}|{''.join(cells[half:])}|"


def _cell(mine: int, theirs: int, row: int) -> str:
    number, name = (mine, NAMES[MAX]) if mine else (theirs, NAMES[MIN])
    if row == ROWS - 1 and number > ROWS:
        return f"{number:^3}"
    return f" {name} " if row < number else " " * 3


def read_board(text: str, points: int, checkers: int) -> Position:
    """The position from such a text; X is to roll if nothing is said. Raises ParseError."""
    side = 3 * (points // 4)
    rows = re.findall(rf"\|([^|\n]{{{side}}})\|([^|\n]{{3}})\|([^|\n]{{{side}}})\|", text)
    if len(rows) != 2 * ROWS + 1:
        raise ParseError(
            f"{quote(text)} is not a position: expected a board of {points} points as it is shown, a position ID of "
            "GNU Backgammon or an XGID"
        )
    x, o = [0] * (points + 1), [0] * (points + 1)
    half = points // 2
    for from_above in (True, False):
        stacks = rows[:ROWS] if from_above else rows[:ROWS:-1]
        order = range(half + 1, points + 1) if from_above else range(half, 0, -1)
        columns = [_columns(left + right) for left, _, right in stacks]
        for i, p in enumerate(order):
            number, name = _stack(text, [row[i] for row in columns])
            (o if name == "o" else x)[points - p if name == "o" else p - 1] += number
        number, name = _stack(text, [bar.strip() for _, bar, _ in stacks])
        if number and (name == "o") != from_above:
            raise ParseError(f"{quote(text)} is not a position: the upper half of the bar is O's, the lower X's")
        (o if from_above else x)[-1] += number
    mover, dice = _read_turn(text)
    return position_of(text, x=x, o=o, checkers=checkers, mover=mover, dice=dice)


def _columns(cells: str) -> list[str]:
    return [cells[i : i + 3].strip() for i in range(0, len(cells), 3)]


def _stack(text: str, cells: list[str]) -> tuple[int, str]:
    """How many checkers a column shows, from its edge on, and whose."""
    column = "".join(f"{cell.casefold() or '.'} " for cell in cells)
    shown = re.fullmatch(r"((?P<name>[xo]) (?:(?P=name) )*)?(?P<number>[0-9]+ )?(?:\. )*", column)
    if shown is None or (shown["number"] and (shown[1] or "").count(shown["name"] or "?") != ROWS - 1):
        raise ParseError(f"{quote(text)} is not a position: {quote(column)} is not a stack of checkers")
    count = (shown[1] or "").count(shown["name"] or "?")
    return (int(shown["number"]) if shown["number"] else count), shown["name"] or "x"


def _read_turn(text: str) -> tuple[int, tuple[int, ...]]:
    """Whose turn it is, and the dice."""
    after = text[text.rindex("|") :].casefold()
    if "opening roll" in after:
        return NOBODY, ()
    turn = re.search(r"\b(x|o|max|min)\s+to\s+(?:(roll|move)|play\s+([1-6])\s*-?\s*([1-6]))", after)
    if turn is None:
        return MAX, ()
    dice = () if turn[2] else tuple(sorted((int(turn[3]), int(turn[4])), reverse=True))
    return MIN if turn[1] in ("o", "min") else MAX, dice
