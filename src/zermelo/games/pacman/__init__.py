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
knowledge.py    the two evaluations, which look at food and ghosts or at the score alone
text.py         states and ways, read and written
picture.py      the maze drawn
"""

from __future__ import annotations

from dataclasses import replace

from zermelo.core.game import Kind
from zermelo.games.pacman.knowledge import Knowledge
from zermelo.games.pacman.mazes import EAST, NORTH, SOUTH, STOP, WEST
from zermelo.games.pacman.picture import Picture
from zermelo.games.pacman.rules import Scene

__all__ = ["EAST", "NORTH", "SOUTH", "STOP", "WEST", "Pacman", "Scene"]


class Pacman(Knowledge, Picture):
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

    @property
    def kind(self) -> Kind:
        """It is stochastic if a ghost moves by chance."""
        return replace(super().kind, stochastic=bool((self.chase >= 0).any()))
