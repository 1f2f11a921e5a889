"""Patterns of three by three points that are worth a stone in the middle, as a table over all surroundings.

The surroundings of a point are a number of two bytes with a bit for each of the eight points around it, in reading
order: the lower byte has the stones of the mover, the upper one those of the other, and both what is off the board.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

EMPTY, MINE, THEIRS, OFF = range(4)
"""What may be on a point beside: nothing, a stone of the mover, one of the other, or it is off the board."""

AROUND = 8
"""The number of points around a point."""

PATTERNS = (
    # Hane: against one stone, with or without support, and to cut.
    ("XOX", "...", "???"),
    ("XO.", "...", "?.?"),
    ("XO?", "X..", "x.?"),
    (".O.", "X..", "..."),
    # Cuts.
    ("XO?", "O.o", "?o?"),
    ("XO?", "O.X", "???"),
    ("?X?", "O.O", "ooo"),
    ("OX?", "o.O", "???"),
    # At the edge.
    ("X.?", "O.?", "###"),
    ("OX?", "X.O", "###"),
    ("?X?", "x.O", "###"),
    ("?XO", "x.x", "###"),
    ("?OX", "X.O", "###"),
)
"""X and O are stones of either colour, a dot is an empty point, x is anything but an X, o anything but an O, ? anything
and # a point off the board. Each stands for its turns and mirrors, and for both colours."""


def _letters(x: int, o: int) -> dict[str, NDArray[np.bool_]]:
    """For each letter of a pattern which contents of a point fit it."""
    kinds = {
        "X": [x],
        "O": [o],
        ".": [EMPTY],
        "x": [EMPTY, o, OFF],
        "o": [EMPTY, x, OFF],
        "?": [EMPTY, x, o, OFF],
        "#": [OFF],
    }
    return {letter: np.isin(np.arange(4), fitting) for letter, fitting in kinds.items()}


def _images(rows: tuple[str, ...]) -> set[tuple[str, ...]]:
    """The turns and mirrors of a pattern."""
    images = set()
    for _ in range(4):
        rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))
        images |= {rows, rows[::-1]}
    return images


def _table() -> NDArray[np.uint8]:
    """For each surroundings 1 if they are a pattern, else 0."""
    codes = np.arange(1 << 16)
    cells = [(codes >> i & 1) + 2 * (codes >> AROUND + i & 1) for i in range(AROUND)]
    found = np.zeros(1 << 16, dtype=bool)
    for rows in {image for pattern in PATTERNS for image in _images(pattern)}:
        letters = "".join(rows)[:4] + "".join(rows)[5:]
        for allowed in (_letters(MINE, THEIRS), _letters(THEIRS, MINE)):
            fits = np.ones(1 << 16, dtype=bool)
            for cell, letter in zip(cells, letters, strict=True):
                fits &= allowed[letter][cell]
            found |= fits
    return found.astype(np.uint8)


TABLE = _table()
