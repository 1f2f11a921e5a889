"""Mazes for Pacman, in the plain text that Berkeley's students know: the ones that come with it, and how any is read.

%%%%%%%      %  a wall          o  a capsule
%P...o%      .  food            P  Pacman
%.%%%.%         nothing         G  a ghost, or 1, 2, 3 ... to say which
%..G..%
%%%%%%%
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from zermelo.errors import LoadError, ParseError, nearest, quote

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
"""The mazes that come with the game, by name."""

MOST_SQUARES = 512
"""How many squares a maze may have that are no walls: the distances between all of them are kept."""

MOST_GHOSTS = 6
"""How many ghosts there may be."""

MOST_CAPSULES = 60
"""How many capsules there may be: each is a bit of one number."""

LONGEST = 100_000
"""Longer files are no mazes."""

WALL, FOOD, CAPSULE, GHOST, PACMAN, NOTHING = "%.oGP "
_NUMBERS = "123456789"


class Layout(NamedTuple):
    """A maze as it was written: its rows, and where things are, by row and column."""

    rows: tuple[str, ...]
    pacman: tuple[int, int]
    ghosts: dict[int, tuple[int, int]]
    food: set[tuple[int, int]]
    capsules: set[tuple[int, int]]

    @property
    def squares(self) -> list[tuple[int, int]]:
        """All that is no wall, in reading order."""
        return [(r, c) for r, row in enumerate(self.rows) for c, kind in enumerate(row) if kind != WALL]


def find_maze(maze: str) -> Layout:
    """The maze that is meant: the text of one, the name of one that comes with the game, or a file."""
    layout = read_layout(maze if WALL in maze else MAZES[maze] if maze in MAZES else _read_file(maze))
    numbers = list(layout.ghosts)
    if numbers != list(range(1, len(numbers) + 1)):
        row = layout.rows[layout.ghosts[numbers[-1]][0]]
        raise ParseError(f"the maze has {len(numbers)} ghosts, and one of them is number {numbers[-1]}: {quote(row)}")
    return layout


def _read_file(name: str) -> str:
    """What stands in a file, whose name has a dot or a slash in it: a mere word is meant to be a maze of ours."""
    try:
        if not set(name) & set("./\\"):
            raise FileNotFoundError
        with Path(name).open(encoding="utf-8") as file:
            return file.read(LONGEST)
    except (OSError, ValueError):  # a name with a null in it, or a file that is no text
        raise LoadError(f"there is no maze {quote(name)}, and no file with one: {nearest(name, MAZES)}") from None


def read_layout(text: str) -> Layout:
    """The maze that the text shows; its rows end at a new line or a slash. Raises ParseError, which quotes the row."""
    rows = tuple(row.strip("\r") for row in re.split(r"[\n/]", text.strip("\r\n/")))
    if rows == ("",):
        raise ParseError(f"{quote(text)} is not a maze: it is empty")
    _refuse_odd_rows(rows)
    at = {(r, c): kind for r, row in enumerate(rows) for c, kind in enumerate(row)}
    places = {kind: [place for place, other in at.items() if other == kind] for kind in set(at.values())}
    if len(places.get(PACMAN, ())) != 1:
        found = "no Pacman" if PACMAN not in places else f"{len(places[PACMAN])} Pacmen"
        raise ParseError(f"the maze has {found}, and needs one P: {quote(_quoted(rows, places.get(PACMAN)))}")
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
                raise ParseError(f"{name} has {quote(kind)} in it, which is none of % . o P G and space", row, place)
        inner = range(1, len(row) - 1) if 1 < number < len(rows) else ()
        open_at = [place for place, kind in enumerate(row) if kind != WALL and place not in inner]
        if open_at:
            raise ParseError(f"{name} is not closed: the maze needs a wall, %, all around", row, open_at[0])


def _ghosts(rows: tuple[str, ...], places: dict[str, list[tuple[int, int]]]) -> dict[int, tuple[int, int]]:
    """Where each ghost is: those with a number by it, the others in reading order by the numbers that are left."""
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
        ("squares that are no walls", len(layout.squares), MOST_SQUARES),
        ("ghosts", len(layout.ghosts), MOST_GHOSTS),
        ("capsules", len(layout.capsules), MOST_CAPSULES),
    ):
        if number > most:
            raise ParseError(f"the maze {quote(layout.rows[0])} … has {number} {what}, and may have {most}")


def _quoted(rows: tuple[str, ...], places: list[tuple[int, int]] | None) -> str:
    """The row to blame: the one with the last of the places, or the first."""
    return rows[places[-1][0]] if places else rows[0]
