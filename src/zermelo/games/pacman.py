"""Pacman: eat all the food in the maze, and don't be caught by the ghosts.

%%%%%%%%%%%%%%%
%o...%...%...o%      %  a wall
%.%%.%.%.%.%%.%      .  food
%.....  1.....%      o  a capsule: the ghosts are scared for a while
%.%.%%% %%%.%.%      P  Pacman, who moves first
%.%... 2 ...%.%      1  a ghost, and another one
%.%.%.%%%.%.%.%
%...%..P..%...%
%%%%%%%%%%%%%%%
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.bits import count_bits, each_bit
from zermelo.errors import ParseError, quote
from zermelo.game import CHANCE, MIN, Game, Kind, put
from zermelo.games._mazes import CAPSULE, FOOD, NOTHING, PACMAN, WALL, Layout, find_maze, read_layout
from zermelo.games._parameters import check_whole
from zermelo.games._svg import FIRST, SECOND, clickable, line, picture, piece, words

NORTH, EAST, SOUTH, WEST, STOP = range(5)
"""The actions; STOP is also the way that somebody heads who has not moved yet."""

WAYS = ("north", "east", "south", "west", "stop")
"""What they are called."""

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Down and to the right, for each way."""

TIME, EATEN_FOOD, EATEN_GHOST, WON, CAUGHT = -1, 10, 200, 500, -500
"""What counts for the score: a move of Pacman, what he eats, and how it ends."""

POLICIES = {"random": 0.0, "directional": 0.8, "chasing": 1.0, "minimax": -1.0}
"""How likely a ghost of each kind goes the way that is best for it; below 0: a player chooses its way."""

EVALUATIONS = ("food", "score")
"""What there is to judge a state by."""

NEAR_FOOD = 9.0
"""What all of the way to the nearest food counts in the evaluation: less than food itself, so that it is eaten."""

NEAR_GHOST, NEAR_SCARED = 30.0, 100.0
"""What a ghost beside Pacman counts in the evaluation: if he is to fear it, and if it is scared."""

SQUARE_BITS, WAY_BITS, SCARED_BITS = 10, 3, 10
"""How many bits each ghost has in the numbers that hold what all of them do."""

NONE, ONE = np.uint64(0), np.uint64(1)
"""Numbers that meet a word of food: a plain int would make it signed in machine code."""

SIZE = 24
"""The side of a square in the picture."""

YELLOW = "#E69F00"
GHOST_COLOURS = (SECOND, "#009E73", "#CC79A7", FIRST, "#56B4E9", "#999999")
"""Of Okabe and Ito's palette, which colour-blind people tell apart; ghosts have numbers as well."""


class Scene(NamedTuple):
    """Where everybody is and heads, what is left to eat, the moves that are left, the score, and whose turn it is.

    Squares are numbered in reading order without the walls. The numbers of all ghosts are packed into one, the first
    in the lowest bits: their squares, the ways they head, and for how many moves they are still scared.
    """

    pacman: int
    heading: int
    ghosts: int
    headings: int
    scared: int
    food: tuple[np.uint64, ...]
    capsules: int
    left: int
    score: int
    turn: int
    caught: int


class Pacman(Game):
    """Eat all the food and don't be caught: Pacman is MAX, and the ghosts move by chance or are MIN.

    Pacman moves a square or stops; then each ghost moves a square, and turns back only in a dead end. `ghosts` says
    how, for all or for each of them: "random", all ways are equally likely; "chasing", a shortest way to Pacman;
    "directional", as chasing with probability 0.8 and else at random, or any other probability, "0.5"; "minimax", MIN
    chooses. When Pacman eats a capsule, the ghosts are `scared` for so many moves: each moves every second time only,
    chasing ghosts run away, and Pacman can eat them. An eaten ghost goes on from where it began.

    The utility is the score: −1 for each move of Pacman, 10 for food, 200 for a ghost, 500 for all the food, and −500
    if he is caught, as in the projects of Berkeley's course CS 188. Play also ends after so many `moves` of his.

    `maze` is the name of a maze, a file with one, or the text itself. `evaluation` is "food", which has him go to the
    nearest food, or "score", the score alone.
    """

    scored = True

    def __init__(
        self,
        maze: str = "small",
        ghosts: tuple[str, ...] = ("directional",),
        evaluation: str = "food",
        scared: int = 40,
        moves: int = 500,
    ) -> None:
        layout = find_maze(maze)
        check_whole("scared", scared, 0, (1 << SCARED_BITS) - 1)
        check_whole("moves", moves, 1, 1_000_000)
        if evaluation not in EVALUATIONS:
            raise ValueError(f"evaluation must be {' or '.join(EVALUATIONS)}, not {evaluation!r}")
        if not layout.food:
            raise ValueError(f"the maze has no food, so that nothing is left to do: {quote('/'.join(layout.rows))}")
        self.maze, self.ghosts, self.evaluation = maze, ghosts, evaluation
        self.scared, self.moves = scared, moves
        self.looks_round = evaluation == "food"
        self.number = len(layout.ghosts)
        self.chase = _chances(ghosts, self.number)
        self.players = 2 if (self.chase < 0).any() else 1
        self._rows = layout.rows
        self._squares = layout.squares
        self._capsules = sorted(layout.capsules)
        self._lay_out(layout)
        least = CAUGHT + TIME * moves
        most = EATEN_FOOD * len(layout.food) + EATEN_GHOST * self.number * len(layout.capsules) + WON
        self.bounds = (least, most) if self.players == 1 else (min(least, -most), max(most, -least))
        self.start = self._scene(layout.pacman, layout.ghosts, layout.food, layout.capsules)

    def _lay_out(self, layout: Layout) -> None:
        """Keeps what the rules need of the maze: neighbours, distances, and where ghosts and capsules are."""
        self._number_of = {place: n for n, place in enumerate(self._squares)}
        self.near = np.array(
            [[self._number_of.get((r + down, c + right), -1) for down, right in STEPS] for r, c in self._squares],
            np.int16,
        )
        self.far = _distances(self.near)
        self.longest = int(self.far.max())
        self.homes = np.array([self._number_of[place] for place in layout.ghosts.values()], np.int16)
        self.capsule_at = np.full(len(self._squares), -1, np.int16)
        for n, place in enumerate(self._capsules):
            self.capsule_at[self._number_of[place]] = n
        self.all_scared = sum(self.scared << SCARED_BITS * i for i in range(self.number))

    # The rules.

    def initial(self) -> Scene:
        """Everybody where the maze has them, Pacman to move."""
        return self.start

    def player(self, s: Scene) -> int:
        """Pacman is player 0; a ghost is player 1 or moves by chance."""
        if s.turn == 0:
            return 0
        return MIN if self.chase[s.turn - 1] < 0 else CHANCE

    def actions(self, s: Scene) -> Iterator[int]:
        """The ways that are open; Pacman may stop, and a ghost does where it has to."""
        ways = self.open_ways(s.pacman) | 1 << STOP if s.turn == 0 else self.ghost_ways(s)
        if s.turn > 0 and self.chase[s.turn - 1] == 1:
            ways = self.best_ways(s, ways)
        for way in range(5):
            if ways >> way & 1:
                yield way

    def result(self, s: Scene, a: int) -> Scene:
        """Pacman or a ghost moved, and what comes of it."""
        return self.after_pacman(s, a) if s.turn == 0 else self.after_ghost(s, a)

    def probability(self, s: Scene, a: int) -> float:
        """With the probability of its policy a ghost goes one of the best ways for it, and else any."""
        ways = self.ghost_ways(s)
        best = self.best_ways(s, ways)
        chase = float(self.chase[s.turn - 1])
        likely = (1 - chase) / count_bits(ways)
        return likely + chase / count_bits(best) if best >> a & 1 else likely

    def is_terminal(self, s: Scene) -> bool:
        """Whether Pacman is caught, has eaten everything, or has no move left."""
        return s.caught == 1 or (s.left == 0 and s.turn == 0) or self.is_eaten(s.food)

    def utility(self, s: Scene, p: int) -> float:
        """The score is Pacman's gain, and the ghosts' loss."""
        return s.score if p == 0 else -s.score

    def is_eaten(self, food: tuple[np.uint64, ...]) -> bool:
        """Whether no food is left."""
        left = NONE
        for word in food:
            left |= word
        return bool(left == NONE)

    def open_ways(self, square: int) -> int:
        """The ways on from a square, a bit each."""
        ways = 0
        for way in range(4):
            if self.near[square, way] >= 0:
                ways |= 1 << way
        return ways

    def ghost_ways(self, s: Scene) -> int:
        """The ways that the ghost to move may go: not back, if there is another; a scared one goes every other time."""
        ghost = s.turn - 1
        if part(s.scared, ghost, SCARED_BITS) & 1:
            return 1 << STOP
        ways = self.open_ways(part(s.ghosts, ghost, SQUARE_BITS))
        heading = part(s.headings, ghost, WAY_BITS)
        back = 1 << (heading + 2) % 4 if heading != STOP else 0
        if ways & ~back:
            ways &= ~back
        return ways if ways else 1 << STOP

    def best_ways(self, s: Scene, ways: int) -> int:
        """Of these ways the ones that lead the ghost nearest to Pacman, or farthest from him if it is scared."""
        if ways == 1 << STOP:
            return ways
        ghost = s.turn - 1
        square = part(s.ghosts, ghost, SQUARE_BITS)
        sign = -1 if part(s.scared, ghost, SCARED_BITS) else 1
        best, nearest = 0, 1 << 20
        for way in range(4):
            if ways >> way & 1:
                distance = sign * int(self.far[self.near[square, way], s.pacman])
                if distance < nearest:
                    best, nearest = 0, distance
                if distance == nearest:
                    best |= 1 << way
        return best

    def after_pacman(self, s: Scene, a: int) -> Scene:
        """Pacman moved: he eats what is there, and meets the ghosts that are."""
        square = s.pacman if a == STOP else int(self.near[s.pacman, a])
        heading = s.heading if a == STOP else a
        food, capsules, scared, score = s.food, s.capsules, s.scared, s.score + TIME
        word, bit = food[square >> 6], ONE << np.uint64(square & 63)
        if word & bit:
            food = put(food, square >> 6, word ^ bit)
            score += EATEN_FOOD
            if self.is_eaten(food):
                return Scene(
                    square, heading, s.ghosts, s.headings, scared, food, capsules, s.left - 1, score + WON, 0, 0
                )
        capsule = int(self.capsule_at[square])
        if capsule >= 0 and capsules >> capsule & 1:
            capsules ^= 1 << capsule
            scared = self.all_scared
        turn = 1 if self.number else 0
        t = Scene(square, heading, s.ghosts, s.headings, scared, food, capsules, s.left - 1, score, turn, 0)
        for ghost in range(self.number):
            if t.caught == 0 and part(t.ghosts, ghost, SQUARE_BITS) == square:
                t = self.met(t, ghost)
        return t

    def after_ghost(self, s: Scene, a: int) -> Scene:
        """The ghost whose turn it is moved; it meets Pacman, if he is there."""
        ghost = s.turn - 1
        square = part(s.ghosts, ghost, SQUARE_BITS)
        heading = part(s.headings, ghost, WAY_BITS)
        scared = part(s.scared, ghost, SCARED_BITS)
        if a != STOP:
            square, heading = int(self.near[square, a]), a
        t = Scene(
            s.pacman,
            s.heading,
            with_part(s.ghosts, ghost, SQUARE_BITS, square),
            with_part(s.headings, ghost, WAY_BITS, heading),
            with_part(s.scared, ghost, SCARED_BITS, max(0, scared - 1)),
            s.food,
            s.capsules,
            s.left,
            s.score,
            s.turn + 1 if s.turn < self.number else 0,
            0,
        )
        return self.met(t, ghost) if square == s.pacman else t

    def met(self, s: Scene, ghost: int) -> Scene:
        """The same, once Pacman and this ghost have met: he eats it if it is scared, and else he is caught."""
        if part(s.scared, ghost, SCARED_BITS) == 0:
            return Scene(
                s.pacman, s.heading, s.ghosts, s.headings, s.scared, s.food, s.capsules, s.left, s.score + CAUGHT, 0, 1
            )
        return Scene(
            s.pacman,
            s.heading,
            with_part(s.ghosts, ghost, SQUARE_BITS, int(self.homes[ghost])),
            with_part(s.headings, ghost, WAY_BITS, STOP),
            with_part(s.scared, ghost, SCARED_BITS, 0),
            s.food,
            s.capsules,
            s.left,
            s.score + EATEN_GHOST,
            s.turn,
            0,
        )

    # Knowledge.

    def evaluate(self, s: Scene, p: int) -> float:
        """The score; and unless it is to be the score alone, how near food and ghosts are."""
        worth = s.score + (self.hope(s) if self.looks_round else 0.0)
        return worth if p == 0 else -worth

    def hope(self, s: Scene) -> float:
        """How near the nearest food is, and the ghosts."""
        hope = -NEAR_FOOD * self.to_food(s) / (self.longest + 1)
        for ghost in range(self.number):
            distance = int(self.far[part(s.ghosts, ghost, SQUARE_BITS), s.pacman])
            if part(s.scared, ghost, SCARED_BITS) > distance:
                hope += NEAR_SCARED / (distance + 1)
            elif distance <= 2:
                hope -= NEAR_GHOST / (distance + 1)
        return hope

    def to_food(self, s: Scene) -> int:
        """How many moves away the nearest food is."""
        nearest = self.longest
        base = 0
        for word in s.food:
            for bit in each_bit(word):
                nearest = min(nearest, int(self.far[s.pacman, base + bit]))
            base += 64
        return nearest

    def key(self, s: Scene) -> Scene:
        """The same with Pacman looking nowhere: that is only for the picture."""
        return Scene(
            s.pacman, STOP, s.ghosts, s.headings, s.scared, s.food, s.capsules, s.left, s.score, s.turn, s.caught
        )

    # For people.

    @property
    def kind(self) -> Kind:
        """There is chance in it where a ghost moves by chance."""
        return replace(super().kind, stochastic=bool((self.chase >= 0).any()))

    def show(self, s: Scene) -> str:
        """The maze as text, whose turn it is, how things stand, and what is to be known of each ghost."""
        grid = [[WALL if kind == WALL else NOTHING for kind in row] for row in self._rows]
        things = [(place, FOOD) for place in self._food_of(s)]
        things += [(place, CAPSULE) for n, place in enumerate(self._capsules) if s.capsules >> n & 1]
        things += [(self._place_of(s, ghost), str(ghost + 1)) for ghost in reversed(range(self.number))]
        for (r, c), kind in [*things, (self._squares[s.pacman], PACMAN)]:
            grid[r][c] = kind
        return "\n".join([*("".join(row) for row in grid), self._status(s), *self._ghost_lines(s)])

    def parse(self, text: str) -> Scene:
        """The state from what `show` gives; the maze alone, with any food and places, is the beginning of a game.

        Lines may also be parted by slashes. A line "ghost 1 at 5,2 west, scared 12, on food" says what the maze does
        not show of a ghost, its column and row among it.
        """
        lines = re.split(r"[\n/]", text.strip("\r\n/"))
        rows = [row for row in lines if WALL in row]
        layout = read_layout("\n".join(rows))
        if [_walls_of(row) for row in layout.rows] != [_walls_of(row) for row in self._rows]:
            row = next(
                (a for a, b in zip(layout.rows, self._rows, strict=False) if _walls_of(a) != _walls_of(b)), rows[-1]
            )
            raise ParseError(f"{quote(row)} is not a row of this game's maze: it has walls in other places")
        said = [" ".join(said.split()).casefold() for said in lines if WALL not in said and said.strip()]
        return self._described(layout, said)

    def show_action(self, s: Scene, a: int) -> str:
        """The way, or "stop"."""
        return WAYS[a]

    def draw(self, s: Scene) -> str:
        """The maze, Pacman with his mouth to where he heads, ghosts with their numbers, and how things stand."""
        width, height = len(self._rows[0]) * SIZE, len(self._rows) * SIZE
        shapes = [
            *self._walls(),
            *(shape for place in self._food_of(s) for shape in _dot("food", place, 3, "currentColor")),
            *(shape for place in self._capsules_of(s) for shape in _dot("capsule", place, 7, YELLOW)),
            *piece("pacman", [_pacman(self._squares[s.pacman], s.heading)]),
            *(
                shape
                for ghost in reversed(range(self.number))
                for shape in _ghost(self._place_of(s, ghost), ghost, bool(part(s.scared, ghost, SCARED_BITS)))
            ),
            words((SIZE / 2, height + 20), self._says(s), anchor="start"),
            *self._ways(s),
        ]
        return picture(max(width, 330), height + 30, f"Pacman: {self._says(s)}", shapes)

    def _ways(self, s: Scene) -> list[str]:
        """The squares to which a player may go, to be clicked."""
        if self.is_terminal(s) or self.player(s) == CHANCE:
            return []
        r, c = self._squares[s.pacman] if s.turn == 0 else self._place_of(s, s.turn - 1)
        steps = [(WAYS[a], STEPS[a] if a != STOP else (0, 0)) for a in self.actions(s)]
        return [clickable(way, ((c + right) * SIZE, (r + down) * SIZE), (SIZE, SIZE)) for way, (down, right) in steps]

    def _scene(
        self,
        pacman: tuple[int, int],
        ghosts: dict[int, tuple[int, int]],
        food: set[tuple[int, int]],
        capsules: set[tuple[int, int]],
    ) -> Scene:
        """The beginning of a game with things in these places."""
        words_of_food = [0] * ((len(self._squares) + 63) // 64)
        for place in food:
            square = self._number_of[place]
            words_of_food[square >> 6] |= 1 << (square & 63)
        return Scene(
            pacman=self._number_of[pacman],
            heading=STOP,
            ghosts=sum(self._number_of[place] << SQUARE_BITS * (n - 1) for n, place in ghosts.items()),
            headings=sum(STOP << WAY_BITS * i for i in range(self.number)),
            scared=0,
            food=tuple(np.uint64(word) for word in words_of_food),
            capsules=sum(1 << n for n, place in enumerate(self._capsules) if place in capsules),
            left=self.moves,
            score=0,
            turn=0,
            caught=0,
        )

    def _food_of(self, s: Scene) -> list[tuple[int, int]]:
        """Where food is left."""
        return [self._squares[64 * i + bit] for i, word in enumerate(s.food) for bit in each_bit(word)]

    def _capsules_of(self, s: Scene) -> list[tuple[int, int]]:
        """Where capsules are left."""
        return [place for n, place in enumerate(self._capsules) if s.capsules >> n & 1]

    def _place_of(self, s: Scene, ghost: int) -> tuple[int, int]:
        return self._squares[part(s.ghosts, ghost, SQUARE_BITS)]

    def _status(self, s: Scene) -> str:
        """Whose turn it is and how things stand, in the words that `parse` knows."""
        turn = "Pacman is caught" if s.caught else f"{f'ghost {s.turn}' if s.turn else 'Pacman'} to move"
        looks = "" if s.heading == STOP else f", looking {WAYS[s.heading]}"
        return f"{turn}, score {s.score}, {s.left} move{'s' * (s.left != 1)} left{looks}"

    def _ghost_lines(self, s: Scene) -> Iterator[str]:
        """What is to be known of each ghost, in the words that `parse` knows."""
        food = self._food_of(s)
        for ghost in range(self.number):
            r, c = self._place_of(s, ghost)
            heading, scared = part(s.headings, ghost, WAY_BITS), part(s.scared, ghost, SCARED_BITS)
            capsule = int(self.capsule_at[part(s.ghosts, ghost, SQUARE_BITS)])
            on = (
                ", on food"
                if (r, c) in food
                else ", on a capsule"
                if capsule >= 0 and s.capsules >> capsule & 1
                else ""
            )
            way = "" if heading == STOP else f" {WAYS[heading]}"
            yield f"ghost {ghost + 1} at {c + 1},{r + 1}{way}{f', scared {scared}' if scared else ''}{on}"

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
        s = self._scene(layout.pacman, ghosts, food, capsules)
        for found in about_ghosts:
            s = self._with_ghost(s, found)
        for found in known:
            s = self._with_status(s, found) if found.re is _STATUS else s
        return s

    def _refuse_other_things(
        self, layout: Layout, ghosts: dict[int, tuple[int, int]], capsules: set[tuple[int, int]]
    ) -> None:
        """Raises ParseError for other ghosts than the game has, or capsules where it has none."""
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
        """The state with what a line says of a ghost."""
        ghost, scared = int(found["ghost"]) - 1, int(found["scared"] or 0)
        if scared > self.scared:
            raise ParseError(
                f"{quote(found[0])} does not belong to a position: ghosts are scared for {self.scared} moves"
            )
        way = WAYS.index(found["way"] or "stop")
        return s._replace(
            headings=with_part(s.headings, ghost, WAY_BITS, way), scared=with_part(s.scared, ghost, SCARED_BITS, scared)
        )

    def _with_status(self, s: Scene, found: re.Match[str]) -> Scene:
        """The state with what a line says of whose turn it is and how things stand."""
        turn, left = int(found["ghost"] or 0), int(found["left"] or self.moves)
        caught = found["does"] == "is caught"
        if turn > self.number or left > self.moves:
            raise ParseError(
                f"{quote(found[0])} does not belong to a position: "
                f"there are {self.number} ghosts, and at most {self.moves} moves left"
            )
        ghosts = [ghost for ghost in range(self.number) if part(s.ghosts, ghost, SQUARE_BITS) == s.pacman]
        if caught and all(part(s.scared, ghost, SCARED_BITS) for ghost in ghosts):
            raise ParseError(f"{quote(found[0])} does not belong to a position: no ghost is there to catch him")
        heading = WAYS.index(found["way"] or "stop")
        return s._replace(turn=turn, left=left, caught=int(caught), score=int(found["score"] or 0), heading=heading)

    def _says(self, s: Scene) -> str:
        if not self.is_terminal(s):
            return self._status(s).partition(", looking")[0]
        how = "Pacman is caught" if s.caught else "all is eaten" if self.is_eaten(s.food) else "no move is left"
        return f"{how}, score {s.score}"

    def _walls(self) -> list[str]:
        """Thick lines from each wall to its neighbours; where there are none, a dot."""
        walls = {(r, c) for r, row in enumerate(self._rows) for c, kind in enumerate(row) if kind == WALL}
        lines = [
            line(_middle(place), _middle(other), FIRST, SIZE * 0.5)
            for place in sorted(walls)
            for other in ((place[0], place[1] + 1), (place[0] + 1, place[1]), place)
            if other in walls and (other != place or not any((place[0] + d, place[1] + r) in walls for d, r in STEPS))
        ]
        return ['<g opacity="0.45">', *lines, "</g>"]


_WAY = "(?: (?P<way>north|east|south|west))?"
_GHOST = re.compile(
    rf"ghost (?P<ghost>[1-9]) at (?P<column>[0-9]{{1,3}}), ?(?P<row>[0-9]{{1,3}}){_WAY}"
    r"(?:, scared (?P<scared>[0-9]{1,4}))?(?:, on (?P<on>food|a capsule))?"
)
_STATUS = re.compile(
    r"(?:pacman|ghost (?P<ghost>[1-9])) (?P<does>to move|is caught)(?:, score (?P<score>-?[0-9]{1,9}))?"
    rf"(?:, (?P<left>[0-9]{{1,7}}) moves? left)?(?:, looking{_WAY})?"
)


def part(packed: int, ghost: int, bits: int) -> int:
    """What a packed number has for a ghost."""
    return packed >> bits * ghost & (1 << bits) - 1


def with_part(packed: int, ghost: int, bits: int, value: int) -> int:
    """The packed number with another value for a ghost."""
    return packed ^ (part(packed, ghost, bits) ^ value) << bits * ghost


def _chances(ghosts: tuple[str, ...], number: int) -> NDArray[np.float64]:
    """How likely each ghost goes the way that is best for it; below 0: a player chooses its way."""
    if not isinstance(ghosts, tuple) or len(ghosts) not in (1, number):
        raise ValueError(f"ghosts must be one policy for all or one for each of {number}, not {ghosts!r}")
    chances = [_chance(policy) for policy in ghosts]
    return np.array(chances * number if len(chances) == 1 else chances)


def _chance(policy: str) -> float:
    if policy in POLICIES:
        return POLICIES[policy]
    try:
        chance = float(policy)
    except (TypeError, ValueError):
        chance = -1
    if not 0 <= chance <= 1:
        raise ValueError(f"a ghost's policy is {', '.join(POLICIES)} or a probability from 0 to 1, not {policy!r}")
    return chance


def _distances(near: NDArray[np.int16]) -> NDArray[np.int16]:
    """How many moves each square is from each other; more than any way is long where there is no way."""
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


def _walls_of(row: str) -> str:
    """The row with nothing but its walls."""
    return "".join(WALL if kind == WALL else NOTHING for kind in row)


def _middle(place: tuple[int, int]) -> tuple[float, float]:
    return (place[1] + 0.5) * SIZE, (place[0] + 0.5) * SIZE


def _dot(name: str, place: tuple[int, int], radius: float, colour: str) -> list[str]:
    x, y = _middle(place)
    return piece(name, [f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{colour}"/>'], on=place)


def _pacman(place: tuple[int, int], heading: int) -> str:
    """A disc with a mouth; he looks east until he has moved."""
    x, y = _middle(place)
    r = SIZE * 0.44
    turn = {NORTH: -90, EAST: 0, SOUTH: 90, WEST: 180, STOP: 0}[heading]
    a, b = r * 0.82, r * 0.57  # the mouth opens 35 degrees to either side
    path = f"M0,0 L{a:.2f},{-b:.2f} A{r:.2f},{r:.2f} 0 1 0 {a:.2f},{b:.2f} Z"
    return (
        f'<path d="{path}" transform="translate({x:g},{y:g}) rotate({turn})" fill="{YELLOW}" stroke="currentColor" '
        'stroke-width="1.5" stroke-linejoin="round"/>'
    )


def _ghost(place: tuple[int, int], ghost: int, scared: bool) -> list[str]:
    """A sheet with a hem of three waves and the ghost's number; a scared one is hollow."""
    x, y = _middle(place)
    r = SIZE * 0.42
    wave = 2 * r / 3
    hem = " ".join(f"q{-wave / 2:.2f},{-wave * 0.9:.2f} {-wave:.2f},0" for _ in range(3))
    colour = GHOST_COLOURS[ghost]
    look = f'fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="3 2"' if scared else f'fill="{colour}"'
    path = f"M{x - r:.2f},{y:.2f} a{r:.2f},{r:.2f} 0 0 1 {2 * r:.2f},0 v{r:.2f} {hem} Z"
    number = words((x, y + 5), str(ghost + 1), "currentColor" if scared else "white", size=13)
    return piece(f"ghost {ghost + 1}", [f'<path d="{path}" {look}/>', number])
