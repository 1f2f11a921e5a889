"""The rules of Pacman."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from zermelo.core.errors import quote
from zermelo.core.game import CHANCE, MIN, put
from zermelo.games.pacman.ghosts import SCARED_BITS, SQUARE_BITS, WAY_BITS, Ghost, Ghosts, part, with_part
from zermelo.games.pacman.mazes import STOP, Place, find_maze
from zermelo.games.shared.parameters import check_whole
from zermelo.native.bits import count_bits, each_bit

TIME, EATEN_FOOD, EATEN_GHOST, WON, CAUGHT = -1, 10, 200, 500, -500
"""The points of the score: a move of Pacman, what he eats, and how play ends."""

NONE, ONE = np.uint64(0), np.uint64(1)
"""All operands combined with a word of food must be `np.uint64`: see `bits.py`."""


class Scene(NamedTuple):
    """All squares and directions, the remaining food and capsules, the moves left, the score, and whose turn it is.

    Squares are numbered in reading order without the walls. Food has a bit for each square, 64 in a word. The numbers
    of all ghosts are packed into one, the first in the lowest bits: their squares, their directions, and for how many
    moves they are still scared. The turn is 0 for Pacman, and i for ghost i.
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


class Rules(Ghosts):
    """Eat all the food and don't be caught."""

    def __init__(
        self,
        maze: str = "small",
        ghosts: tuple[str, ...] = ("directional",),
        scared: int = 40,
        moves: int = 500,
    ) -> None:
        layout = find_maze(maze)
        check_whole("scared", scared, 0, (1 << SCARED_BITS) - 1)
        check_whole("moves", moves, 1, 1_000_000)
        if not layout.food:
            raise ValueError(f"the maze has no food: {quote('/'.join(layout.rows))}")
        super().__init__(layout, ghosts)
        self.maze, self.ghosts, self.scared, self.moves = maze, ghosts, scared, moves
        self.players = 2 if (self.chase < 0).any() else 1
        self.all_scared = sum(scared << SCARED_BITS * i for i in range(self.number))
        self._capsules = sorted(layout.capsules)
        self.capsule_at = np.full(len(self._squares), -1, np.int16)
        for n, place in enumerate(self._capsules):
            self.capsule_at[self._number_of[place]] = n
        least = CAUGHT + TIME * moves
        most = EATEN_FOOD * len(layout.food) + EATEN_GHOST * self.number * len(layout.capsules) + WON
        self.bounds = (least, most) if self.players == 1 else (min(least, -most), max(most, -least))
        self.start = self.scene(layout.pacman, layout.ghosts, layout.food, layout.capsules)

    def initial(self) -> Scene:
        """Pacman and the ghosts on their squares in the maze, Pacman to move."""
        return self.start

    def player(self, s: Scene) -> int:
        """Pacman is player 0; a ghost is player 1 or moves by chance."""
        if s.turn == 0:
            return 0
        return MIN if self.chase[s.turn - 1] < 0 else CHANCE

    def actions(self, s: Scene) -> Iterator[int]:
        """The open directions; Pacman may stop, and a ghost stops if it has to."""
        if s.turn == 0:
            ways = self.open_ways(s.pacman) | 1 << STOP
        else:
            ghost = self.ghost(s, s.turn - 1)
            ways = self.ghost_ways(ghost)
            if self.chase[s.turn - 1] == 1:
                ways = self.best_ways(ghost, ways, s.pacman)
        yield from each_bit(ways)

    def result(self, s: Scene, a: int) -> Scene:
        """The state after a move of Pacman or a ghost."""
        return self.after_pacman(s, a) if s.turn == 0 else self.after_ghost(s, a)

    def probability(self, s: Scene, a: int) -> float:
        """With the probability of its policy a ghost takes one of its best directions, and otherwise any direction."""
        ghost = self.ghost(s, s.turn - 1)
        ways = self.ghost_ways(ghost)
        best = self.best_ways(ghost, ways, s.pacman)
        chase = float(self.chase[s.turn - 1])
        likely = (1 - chase) / count_bits(ways)
        return likely + chase / count_bits(best) if best >> a & 1 else likely

    def is_terminal(self, s: Scene) -> bool:
        """Whether Pacman is caught, has eaten all the food, or has no move left."""
        return s.caught == 1 or (s.left == 0 and s.turn == 0) or self.is_eaten(s.food)

    def utility(self, s: Scene, p: int) -> float:
        """The score for Pacman, and its negative for the ghosts."""
        return s.score if p == 0 else -s.score

    def after_pacman(self, s: Scene, a: int) -> Scene:
        """Pacman moved: he eats what is on his square, and meets the ghosts that are there."""
        square = s.pacman if a == STOP else int(self.near[s.pacman, a])
        heading = s.heading if a == STOP else a
        s = s._replace(pacman=square, heading=heading, left=s.left - 1, score=s.score + TIME)
        word, bit = s.food[square >> 6], ONE << np.uint64(square & 63)
        if word & bit:
            s = s._replace(food=put(s.food, square >> 6, word ^ bit), score=s.score + EATEN_FOOD)
            if self.is_eaten(s.food):
                return s._replace(score=s.score + WON)
        capsule = int(self.capsule_at[square])
        if capsule >= 0 and s.capsules >> capsule & 1:
            s = s._replace(capsules=s.capsules ^ 1 << capsule, scared=self.all_scared)
        s = s._replace(turn=1 if self.number else 0)
        for i in range(self.number):
            if s.caught == 0 and part(s.ghosts, i, SQUARE_BITS) == square:
                s = self.met(s, i)
        return s

    def after_ghost(self, s: Scene, a: int) -> Scene:
        """The ghost whose turn it is moved; it meets Pacman if he is on its square."""
        i = s.turn - 1
        ghost = self.ghost(s, i)
        square = ghost.square if a == STOP else int(self.near[ghost.square, a])
        heading = ghost.heading if a == STOP else a
        t = self.with_ghost(s, i, Ghost(square, heading, max(0, ghost.scared - 1)))
        t = t._replace(turn=s.turn + 1 if s.turn < self.number else 0)
        return self.met(t, i) if square == s.pacman else t

    def met(self, s: Scene, i: int) -> Scene:
        """The state when Pacman and ghost i have met: if it is scared he eats it, if not he is caught."""
        if part(s.scared, i, SCARED_BITS) == 0:
            return s._replace(score=s.score + CAUGHT, turn=0, caught=1)
        t = self.with_ghost(s, i, Ghost(int(self.homes[i]), STOP, 0))
        return t._replace(score=s.score + EATEN_GHOST)

    def is_eaten(self, food: tuple[np.uint64, ...]) -> bool:
        """Whether no food is left."""
        return all(word == NONE for word in food)

    # Ghosts, counted from 0, and what is packed.

    def ghost(self, s: Scene, i: int) -> Ghost:
        """Ghost i, unpacked."""
        return Ghost(part(s.ghosts, i, SQUARE_BITS), part(s.headings, i, WAY_BITS), part(s.scared, i, SCARED_BITS))

    def with_ghost(self, s: Scene, i: int, ghost: Ghost) -> Scene:
        """The state with ghost i changed."""
        return s._replace(
            ghosts=with_part(s.ghosts, i, SQUARE_BITS, ghost.square),
            headings=with_part(s.headings, i, WAY_BITS, ghost.heading),
            scared=with_part(s.scared, i, SCARED_BITS, ghost.scared),
        )

    def scene(
        self,
        pacman: Place,
        ghosts: dict[int, Place],
        food: set[Place],
        capsules: set[Place],
    ) -> Scene:
        """The initial state with everything in these places."""
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
