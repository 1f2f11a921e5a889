"""Trees as games: `((3 12 8) (2 4 6) (14 5 2))` is a game of two plies."""

from zermelo.trees.efg import looks_like_efg
from zermelo.trees.examples import EXAMPLES, example
from zermelo.trees.game import Spot, Tree
from zermelo.trees.notation import looks_like_tree

__all__ = ["EXAMPLES", "Spot", "Tree", "example", "looks_like_efg", "looks_like_tree"]
