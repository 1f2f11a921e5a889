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

rules.py        the states, what Pacman eats, and how play ends: begin here
ghosts.py       where a ghost may go, and where it wants to go
mazes.py        the mazes, and how any maze is read
knowledge.py    the two evaluations: by food and ghosts, or by the score only
text.py         states and directions, read and written
picture.py      the maze drawn
"""

from __future__ import annotations

from dataclasses import replace

from zermelo.core.kind import Kind
from zermelo.games.pacman.knowledge import Knowledge
from zermelo.games.pacman.mazes import EAST, NORTH, SOUTH, STOP, WEST
from zermelo.games.pacman.picture import Picture
from zermelo.games.pacman.rules import Scene

__all__ = ["EAST", "NORTH", "SOUTH", "STOP", "WEST", "Pacman", "Scene"]


class Pacman(Knowledge, Picture):
    """Eat all the food and don't be caught. The ghosts move by chance, or by the choices of a second player.

    Pacman moves a square or stops; then each ghost moves a square, and reverses only in a dead end. `ghosts` sets the
    policy, for all or for each of them: "random", all directions are equally likely; "chasing", a shortest path to
    Pacman; "directional", chasing with probability 0.8 and else random, or any other probability, "0.5"; "minimax",
    they choose. When Pacman eats a capsule, the ghosts are scared for `scared` moves: each moves only every second
    turn, chasing ghosts run away, and Pacman can eat them. An eaten ghost returns to its starting square.

    The utility is the score: −1 for each move of Pacman, 10 for food, 200 for a ghost, 500 for all the food, and −500
    if he is caught, as in the projects of Berkeley's course CS 188. Play also ends after `moves` of his moves.

    `maze` is the name of a maze, a file with one, or the text itself. `evaluation` is "food", which attracts him to
    the nearest food, or "score", only the score.
    """

    @property
    def kind(self) -> Kind:
        """It is stochastic if a ghost moves by chance."""
        return replace(super().kind, stochastic=bool((self.chase >= 0).any()))
