"""The ghosts of Pacman: where they may go, and where they want to go. Sets of directions have a bit for each."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.core.game import Game
from zermelo.games.pacman.mazes import STOP, Layout, distances, neighbours

POLICIES = {"random": 0.0, "directional": 0.8, "chasing": 1.0, "minimax": -1.0}
"""The probability that a ghost of each kind takes its best direction; below 0: a player chooses its direction."""

SQUARE_BITS, WAY_BITS, SCARED_BITS = 10, 3, 10
"""How many bits each ghost has in the numbers that hold the squares, directions and fear of all of them."""


class Ghost(NamedTuple):
    """The square of a ghost, its direction, and for how many moves it is still scared."""

    square: int
    heading: int
    scared: int


class Ghosts(Game):
    """The ghosts of a maze, each with its policy."""

    def __init__(self, layout: Layout, policies: tuple[str, ...]) -> None:
        self._rows, self._squares = layout.rows, layout.squares
        self._number_of = {place: n for n, place in enumerate(self._squares)}
        self.near = neighbours(self._squares)
        self.far = distances(self.near)
        self.number = len(layout.ghosts)
        self.homes = np.array([self._number_of[place] for place in layout.ghosts.values()], np.int16)
        self.chase = _chances(policies, self.number)

    def open_ways(self, square: int) -> int:
        """The open directions from a square, a bit each."""
        ways = 0
        for way in range(4):
            if self.near[square, way] >= 0:
                ways |= 1 << way
        return ways

    def ghost_ways(self, ghost: Ghost) -> int:
        """The directions that a ghost may take: not back, if there is another. A scared one moves every second turn."""
        if ghost.scared & 1:
            return 1 << STOP
        ways = self.open_ways(ghost.square)
        back = 1 << (ghost.heading + 2) % 4 if ghost.heading != STOP else 0
        if ways & ~back:
            ways &= ~back
        return ways if ways else 1 << STOP

    def best_ways(self, ghost: Ghost, ways: int, pacman: int) -> int:
        """The directions that lead nearest to Pacman's square; if the ghost is scared, farthest from it."""
        if ways == 1 << STOP:
            return ways
        sign = -1 if ghost.scared else 1
        best, nearest = 0, 1 << 20
        for way in range(4):
            if ways >> way & 1:
                distance = sign * int(self.far[self.near[ghost.square, way], pacman])
                if distance < nearest:
                    best, nearest = 0, distance
                if distance == nearest:
                    best |= 1 << way
        return best


def part(packed: int, ghost: int, bits: int) -> int:
    """The value of a ghost in a packed number."""
    return packed >> bits * ghost & (1 << bits) - 1


def with_part(packed: int, ghost: int, bits: int, value: int) -> int:
    """The packed number with another value for a ghost."""
    return packed ^ (part(packed, ghost, bits) ^ value) << bits * ghost


def _chances(ghosts: tuple[str, ...], number: int) -> NDArray[np.float64]:
    """The probability that each ghost takes its best direction; below 0: a player chooses its direction."""
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
