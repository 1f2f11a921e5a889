"""Mazes for Pacman: the built-in ones, and a reader for others. The notation is that of Berkeley's course.

%%%%%%%      %  a wall          o  a capsule
%P...o%      .  food            P  Pacman
%.%%%.%         nothing         G  a ghost, or 1, 2, 3 ... to say which
%..G..%
%%%%%%%
"""

from __future__ import annotations

import re
from collections import deque
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from zermelo.core.errors import LoadError, ParseError, nearest, quote

MAZES = {
    "starving": """
%%%%%%%%%%%%
%.  P     .%
%%%%%%%%%%%%
""",
    "corner": """
%%%%%%%
%P.   %
% %%% %
%.G  .%
%%%%%%%
""",
    "court": """
%%%%%%%%%%
%........%
%.o.GG.o.%
%........%
%...P....%
%%%%%%%%%%
""",
    "small": """
%%%%%%%%%%%%%%%
%o...%...%...o%
%.%%.%.%.%.%%.%
%.....  G.....%
%.%.%%% %%%.%.%
%.%... G ...%.%
%.%.%.%%%.%.%.%
%...%..P..%...%
%%%%%%%%%%%%%%%
""",
    "medium": """
%%%%%%%%%%%%%%%%%%%%%
%o....%.......%....o%
%.%%%.%.%%%%%.%.%%%.%
%...................%
%.%%.%.%% G %%.%.%%.%
%....%.%G   G%.%....%
%%%%.%.%%%%%%%.%.%%%%
%......... .........%
%.%%%.%.%%%%%.%.%%%.%
%o....%...P...%....o%
%%%%%%%%%%%%%%%%%%%%%
""",
    "trap": """
%%%%%%%%%
%   .   %
%G%%%%%.%
%  P   G%
%.%%%%% %
%   .   %
%%%%%%%%%
""",
}
"""The built-in mazes, by name."""

MOST_SQUARES = 512
"""The maximum number of squares without walls: the distances between all of them are stored."""

MOST_GHOSTS = 6
"""The maximum number of ghosts."""

MOST_CAPSULES = 60
"""The maximum number of capsules: each is a bit of one number."""

LONGEST = 100_000
"""The maximum number of characters that are read of a file: no maze is longer."""

NORTH, EAST, SOUTH, WEST, STOP = range(5)
"""The directions of Pacman and the ghosts. STOP is also the direction of a figure that has not moved yet."""

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Steps down and to the right, for each direction except STOP."""

WALL, FOOD, CAPSULE, GHOST, PACMAN, NOTHING = "%.oGP "
_NUMBERS = "123456789"


Place: TypeAlias = tuple[int, int]
"""The row and the column of a square, from 0."""


class Layout(NamedTuple):
    """A maze as it was written: its rows, and where things are, by row and column."""

    rows: tuple[str, ...]
    pacman: Place
    ghosts: dict[int, Place]
    food: set[Place]
    capsules: set[Place]

    @property
    def squares(self) -> list[Place]:
        """The squares without walls, in reading order."""
        return [(r, c) for r, row in enumerate(self.rows) for c, kind in enumerate(row) if kind != WALL]


def find_maze(maze: str) -> Layout:
    """The maze from its text, its name if it is built in, or a file. Raises LoadError or ParseError."""
    layout = read_layout(maze if WALL in maze else MAZES[maze] if maze in MAZES else _read_file(maze))
    numbers = list(layout.ghosts)
    if numbers != list(range(1, len(numbers) + 1)):
        row = layout.rows[layout.ghosts[numbers[-1]][0]]
        raise ParseError(f"the maze has {len(numbers)} ghosts, and one of them is number {numbers[-1]}: {quote(row)}")
    return layout


def _read_file(name: str) -> str:
    """The text of a file. Its name contains a dot or a slash: a single word is the name of a maze."""
    try:
        if not set(name) & set("./\\"):
            raise FileNotFoundError
        with Path(name).open(encoding="utf-8") as file:
            return file.read(LONGEST)
    except (OSError, ValueError):  # a name with a null character, or a file that is not text
        raise LoadError(f"there is no maze {quote(name)}, and no file with one: {nearest(name, MAZES)}") from None


def read_layout(text: str) -> Layout:
    """The maze that the text shows; its rows end at a new line or a slash. Raises ParseError."""
    rows = tuple(row.strip("\r") for row in re.split(r"[\n/]", text.strip("\r\n/")))
    if rows == ("",):
        raise ParseError(f"{quote(text)} is not a maze: it is empty")
    _refuse_odd_rows(rows)
    at = {(r, c): kind for r, row in enumerate(rows) for c, kind in enumerate(row)}
    places = {kind: [place for place, other in at.items() if other == kind] for kind in set(at.values())}
    if len(places.get(PACMAN, ())) != 1:
        found = "no Pacman" if PACMAN not in places else f"{len(places[PACMAN])} Pacmen"
        raise ParseError(f"the maze has {found}, but needs exactly one P: {quote(_quoted(rows, places.get(PACMAN)))}")
    layout = Layout(
        rows, places[PACMAN][0], _ghosts(rows, places), set(places.get(FOOD, ())), set(places.get(CAPSULE, ()))
    )
    _refuse_too_much(layout)
    return layout


def _refuse_odd_rows(rows: tuple[str, ...]) -> None:
    """Raises ParseError for rows of unequal length, with unknown letters, or not closed by walls."""
    for number, row in enumerate(rows, 1):
        name = f"row {number} of the maze, {quote(row)},"
        if len(row) != len(rows[0]):
            raise ParseError(f"{name} has {len(row)} squares, and the first row has {len(rows[0])}")
        for place, kind in enumerate(row):
            if kind not in WALL + FOOD + CAPSULE + GHOST + PACMAN + NOTHING + _NUMBERS:
                raise ParseError(f"{name} has {quote(kind)} in it, which is not one of % . o P G and space", row, place)
        inner = range(1, len(row) - 1) if 1 < number < len(rows) else ()
        open_at = [place for place, kind in enumerate(row) if kind != WALL and place not in inner]
        if open_at:
            raise ParseError(f"{name} is not closed: the maze needs a wall, %, all around", row, open_at[0])


def _ghosts(rows: tuple[str, ...], places: dict[str, list[Place]]) -> dict[int, Place]:
    """The place of each ghost by its number; ghosts without one get the numbers that are left, in reading order."""
    numbered = {int(n): found for n, found in places.items() if n in _NUMBERS}
    for number, found in numbered.items():
        if len(found) > 1:
            raise ParseError(f"the maze has ghost {number} in {len(found)} places: {quote(_quoted(rows, found))}")
    others = places.get(GHOST, [])
    left = [n for n in range(1, len(numbered) + len(others) + 1) if n not in numbered]
    ghosts = {number: found[0] for number, found in numbered.items()} | dict(zip(left, others, strict=False))
    return dict(sorted(ghosts.items()))


def _refuse_too_much(layout: Layout) -> None:
    """Raises ParseError for a maze that is larger than the game can hold."""
    for what, number, most in (
        ("squares without walls", len(layout.squares), MOST_SQUARES),
        ("ghosts", len(layout.ghosts), MOST_GHOSTS),
        ("capsules", len(layout.capsules), MOST_CAPSULES),
    ):
        if number > most:
            raise ParseError(f"the maze {quote(layout.rows[0])} … has {number} {what}, but may have at most {most}")


def _quoted(rows: tuple[str, ...], places: list[Place] | None) -> str:
    """The row that an error quotes: the one with the last of the places, or the first row."""
    return rows[places[-1][0]] if places else rows[0]


# How the squares of a maze are connected.


def neighbours(squares: list[Place]) -> NDArray[np.int16]:
    """For each square and each direction the number of the next square, or −1 if there is a wall."""
    number_of = {place: n for n, place in enumerate(squares)}
    return np.array([[number_of.get((r + down, c + right), -1) for down, right in STEPS] for r, c in squares], np.int16)


def distances(near: NDArray[np.int16]) -> NDArray[np.int16]:
    """The distance in moves between all pairs of squares; the number of squares if there is no path."""
    number = len(near)
    far = np.full((number, number), number, np.int16)
    for start in range(number):
        far[start, start] = 0
        waiting = deque([start])
        while waiting:
            square = waiting.popleft()
            for beside in near[square]:
                if beside >= 0 and far[start, beside] == number:
                    far[start, beside] = far[start, square] + 1
                    waiting.append(int(beside))
    return far
