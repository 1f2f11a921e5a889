"""Zermelo: write a game in plain Python; play it, solve it, and see why.

import zermelo

game = zermelo.load("tictactoe")
zermelo.solve(game).value                      # 0: a draw
zermelo.analyse(game, depth=2).action          # the best action, two plies deep
zermelo.tree("((3 12 8) (2 4 6) (14 5 2))")    # the tree, drawn in a notebook
"""

from importlib.metadata import version

from zermelo.errors import KindError, LimitError, LoadError, ParseError, RuleError, ZermeloError
from zermelo.game import CHANCE, MAX, MIN, Action, Game, Kind, State, put
from zermelo.loading import load
from zermelo.questions import SearchTree, analyse, solve, tree
from zermelo.results import Analysis, Solution
from zermelo.soundness import check
from zermelo.trees import Tree

__version__ = version("zermelo")

__all__ = [
    "CHANCE",
    "MAX",
    "MIN",
    "Action",
    "Analysis",
    "Game",
    "Kind",
    "KindError",
    "LimitError",
    "LoadError",
    "ParseError",
    "RuleError",
    "SearchTree",
    "Solution",
    "State",
    "Tree",
    "ZermeloError",
    "analyse",
    "check",
    "load",
    "put",
    "solve",
    "tree",
]
