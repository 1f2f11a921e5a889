"""Knowledge for searching Pacman: how near food and ghosts are."""

from __future__ import annotations

from zermelo.games.pacman.mazes import STOP
from zermelo.games.pacman.rules import Rules, Scene
from zermelo.native.bits import each_bit

EVALUATIONS = ("food", "score")
"""The available evaluations: see `Knowledge.evaluate`."""

NEAR_FOOD = 9.0
"""The weight of the distance to the nearest food in the evaluation: less than food itself, so that it is eaten."""

NEAR_GHOST, NEAR_SCARED = 30.0, 100.0
"""The weights of a ghost beside Pacman in the evaluation: of a dangerous one, and of a scared one."""


class Knowledge(Rules):
    """Evaluation, and the key of a state."""

    scored = True

    def __init__(
        self,
        maze: str = "small",
        ghosts: tuple[str, ...] = ("directional",),
        evaluation: str = "food",
        scared: int = 40,
        moves: int = 500,
    ) -> None:
        super().__init__(maze, ghosts, scared, moves)
        if evaluation not in EVALUATIONS:
            raise ValueError(f"evaluation must be {' or '.join(EVALUATIONS)}, not {evaluation!r}")
        self.evaluation = evaluation
        self.uses_surroundings = evaluation == "food"
        self.longest = int(self.far.max())

    def evaluate(self, s: Scene, p: int) -> float:
        """The score; with the evaluation "food", also how near food and ghosts are."""
        value = s.score + (self.surroundings(s) if self.uses_surroundings else 0.0)
        return value if p == 0 else -value

    def surroundings(self, s: Scene) -> float:
        """The value of the nearest food and the ghosts nearby."""
        value = -NEAR_FOOD * self.to_food(s) / (self.longest + 1)
        for i in range(self.number):
            ghost = self.ghost(s, i)
            distance = int(self.far[ghost.square, s.pacman])
            if ghost.scared > distance:
                value += NEAR_SCARED / (distance + 1)
            elif distance <= 2:
                value -= NEAR_GHOST / (distance + 1)
        return value

    def to_food(self, s: Scene) -> int:
        """The distance to the nearest food, in moves."""
        nearest = self.longest
        base = 0
        for word in s.food:
            for bit in each_bit(word):
                nearest = min(nearest, int(self.far[s.pacman, base + bit]))
            base += 64
        return nearest

    def key(self, s: Scene) -> Scene:
        """The state without Pacman's direction, which only matters for the picture."""
        return s._replace(heading=STOP)
