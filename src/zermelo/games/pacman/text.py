"""Pacman as text: the maze, and a line for what it does not show."""

from __future__ import annotations

import re
from collections.abc import Iterator

from zermelo.core.errors import ParseError, quote
from zermelo.core.game import Cell
from zermelo.games.pacman.mazes import CAPSULE, FOOD, NOTHING, PACMAN, STEPS, STOP, WALL, Layout, Place, read_layout
from zermelo.games.pacman.rules import Rules, Scene
from zermelo.native.bits import each_bit

WAYS = ("north", "east", "south", "west", "stop")
"""The names of the actions."""

_WAY = "(?: (?P<way>north|east|south|west))?"
_GHOST = re.compile(
    rf"ghost (?P<ghost>[1-9]) at (?P<column>[0-9]{{1,3}}), ?(?P<row>[0-9]{{1,3}}){_WAY}"
    r"(?:, scared (?P<scared>[0-9]{1,4}))?(?:, on (?P<on>food|a capsule))?"
)
_STATUS = re.compile(
    r"(?:pacman|ghost (?P<ghost>[1-9])) (?P<does>to move|is caught)(?:, score (?P<score>-?[0-9]{1,9}))?"
    rf"(?:, (?P<left>[0-9]{{1,7}}) moves? left)?(?:, looking{_WAY})?"
)


class Text(Rules):
    """States and directions, read and written."""

    chance_name = "ghost"

    @property
    def player_names(self) -> tuple[str, ...]:
        """Pacman, and the ghosts if they do not move by chance."""
        return ("Pacman", "ghosts")[: self.players]

    def show(self, s: Scene) -> str:
        """The maze as text, whose turn it is, how things stand, and a line about each ghost."""
        grid = [[WALL if kind == WALL else NOTHING for kind in row] for row in self._rows]
        things = [(place, FOOD) for place in self._food_of(s)]
        things += [(place, CAPSULE) for place in self._capsules_of(s)]
        things += [(self._place_of(s, ghost), str(ghost + 1)) for ghost in reversed(range(self.number))]
        for (r, c), kind in [*things, (self._squares[s.pacman], PACMAN)]:
            grid[r][c] = kind
        return "\n".join([*("".join(row) for row in grid), self._status(s), *self._ghost_lines(s)])

    def parse(self, text: str) -> Scene:
        """The state from the output of `show`; the maze alone, with any food and places, is an initial state.

        There may be slashes between the lines. A line "ghost 1 at 5,2 west, scared 12, on food" gives the column and
        row of a ghost, and what the maze does not show of it.
        """
        lines = re.split(r"[\n/]", text.strip("\r\n/"))
        rows = [row for row in lines if WALL in row]
        if not rows:
            raise ParseError(f"{quote(text)} is not a position: expected the maze, with walls of {WALL!r}")
        layout = read_layout("\n".join(rows))
        if [_walls_of(row) for row in layout.rows] != [_walls_of(row) for row in self._rows]:
            row = next(
                (a for a, b in zip(layout.rows, self._rows, strict=False) if _walls_of(a) != _walls_of(b)), rows[-1]
            )
            raise ParseError(f"{quote(row)} is not a row of this game's maze: it has walls in other places")
        said = [" ".join(said.split()).casefold() for said in lines if WALL not in said and said.strip()]
        return self._described(layout, said)

    def show_action(self, s: Scene, a: int) -> str:
        """The name of the direction, or "stop"."""
        return WAYS[a]

    def action_cells(self, s: Scene, a: int) -> tuple[Cell, ...]:
        """From where to where Pacman or the ghost goes; one cell if it stops."""
        row, column = self._squares[s.pacman] if s.turn == 0 else self._place_of(s, s.turn - 1)
        if a == STOP:
            return ((row, column),)
        down, right = STEPS[a]
        return (row, column), (row + down, column + right)

    # Writing a state.

    def _food_of(self, s: Scene) -> list[Place]:
        """The squares with food."""
        return [self._squares[64 * i + bit] for i, word in enumerate(s.food) for bit in each_bit(word)]

    def _capsules_of(self, s: Scene) -> list[Place]:
        """The squares with capsules."""
        return [place for n, place in enumerate(self._capsules) if s.capsules >> n & 1]

    def _place_of(self, s: Scene, ghost: int) -> Place:
        return self._squares[self.ghost(s, ghost).square]

    def _status(self, s: Scene) -> str:
        """Whose turn it is and the status, in words that `parse` understands."""
        turn = "Pacman is caught" if s.caught else f"{f'ghost {s.turn}' if s.turn else 'Pacman'} to move"
        looks = "" if s.heading == STOP else f", looking {WAYS[s.heading]}"
        return f"{turn}, score {s.score}, {s.left} move{'s' * (s.left != 1)} left{looks}"

    def _ghost_lines(self, s: Scene) -> Iterator[str]:
        """A line about each ghost, in words that `parse` understands."""
        food, capsules = self._food_of(s), self._capsules_of(s)
        for i in range(self.number):
            ghost, (r, c) = self.ghost(s, i), self._place_of(s, i)
            on = ", on food" if (r, c) in food else ", on a capsule" if (r, c) in capsules else ""
            way = "" if ghost.heading == STOP else f" {WAYS[ghost.heading]}"
            scared = f", scared {ghost.scared}" if ghost.scared else ""
            yield f"ghost {i + 1} at {c + 1},{r + 1}{way}{scared}{on}"

    def _says(self, s: Scene) -> str:
        """Whose turn it is and the status, or how play ended."""
        if not self.is_terminal(s):
            return self._status(s).partition(", looking")[0]
        how = "Pacman is caught" if s.caught else "all is eaten" if self.is_eaten(s.food) else "no move is left"
        return f"{how}, score {s.score}"

    # Reading a state.

    def _described(self, layout: Layout, said: list[str]) -> Scene:
        """The state that the maze shows and the other lines describe."""
        ghosts, food, capsules = dict(layout.ghosts), set(layout.food), set(layout.capsules)
        lines = [_GHOST.fullmatch(text) or _STATUS.fullmatch(text) for text in said]
        if None in lines:
            raise ParseError(
                f"{quote(said[lines.index(None)])} does not belong to a position: expected something like "
                f"{quote(self._status(self.start))}, or {quote('ghost 1 at 5,2 west, scared 12, on food')}"
            )
        known = [found for found in lines if found]
        about_ghosts = [found for found in known if found.re is _GHOST]
        for found in about_ghosts:
            place = int(found["row"]) - 1, int(found["column"]) - 1
            if place not in self._number_of:
                raise ParseError(f"{quote(found[0])} does not belong to a position: that is not inside the maze")
            ghosts[int(found["ghost"])] = place
            food |= {place} if found["on"] == "food" else set()
            capsules |= {place} if found["on"] == "a capsule" else set()
        self._refuse_other_things(layout, ghosts, capsules)
        s = self.scene(layout.pacman, ghosts, food, capsules)
        for found in about_ghosts:
            s = self._with_ghost(s, found)
        for found in known:
            s = self._with_status(s, found) if found.re is _STATUS else s
        return s

    def _refuse_other_things(self, layout: Layout, ghosts: dict[int, Place], capsules: set[Place]) -> None:
        """Raises ParseError if the ghosts are not those of the game, or a capsule is where the game has none."""
        if sorted(ghosts) != list(range(1, self.number + 1)):
            raise ParseError(
                f"the position {quote(' / '.join(layout.rows))} has {len(ghosts)} ghosts, and the game's maze has "
                f"{self.number}"
            )
        for r, c in sorted(capsules - set(self._capsules)):
            raise ParseError(
                f"{quote(layout.rows[r])} has a capsule in column {c + 1}, and the game's maze has none there"
            )

    def _with_ghost(self, s: Scene, found: re.Match[str]) -> Scene:
        """The state updated by a line about a ghost."""
        i, scared = int(found["ghost"]) - 1, int(found["scared"] or 0)
        if scared > self.scared:
            raise ParseError(
                f"{quote(found[0])} does not belong to a position: ghosts are scared for {self.scared} moves"
            )
        way = WAYS.index(found["way"] or "stop")
        return self.with_ghost(s, i, self.ghost(s, i)._replace(heading=way, scared=scared))

    def _with_status(self, s: Scene, found: re.Match[str]) -> Scene:
        """The state updated by the line about the turn and the status."""
        turn, left = int(found["ghost"] or 0), int(found["left"] or self.moves)
        caught = found["does"] == "is caught"
        if turn > self.number or left > self.moves:
            raise ParseError(
                f"{quote(found[0])} does not belong to a position: "
                f"there are {self.number} ghosts, and at most {self.moves} moves left"
            )
        ghosts = [self.ghost(s, i) for i in range(self.number)]
        if caught and all(ghost.scared for ghost in ghosts if ghost.square == s.pacman):
            raise ParseError(f"{quote(found[0])} does not belong to a position: no ghost is there to catch him")
        heading = WAYS.index(found["way"] or "stop")
        return s._replace(turn=turn, left=left, caught=int(caught), score=int(found["score"] or 0), heading=heading)


def _walls_of(row: str) -> str:
    """The row with only its walls."""
    return "".join(WALL if kind == WALL else NOTHING for kind in row)
