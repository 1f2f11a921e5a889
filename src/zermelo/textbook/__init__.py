"""Each algorithm as it is taught, on any game, with observable steps: the specification of all faster methods."""

from zermelo.textbook.algorithms import ALGORITHMS, make_search
from zermelo.textbook.alphabeta import AlphaBeta
from zermelo.textbook.analyse import analyse, deepen, record
from zermelo.textbook.expectimax import Expectimax
from zermelo.textbook.expectiminimax import Expectiminimax
from zermelo.textbook.maxn import MaxN
from zermelo.textbook.minimax import Minimax
from zermelo.textbook.paranoid import BestReply, Paranoid
from zermelo.textbook.recorder import Recorder
from zermelo.textbook.search import Search

__all__ = [
    "ALGORITHMS",
    "AlphaBeta",
    "BestReply",
    "Expectimax",
    "Expectiminimax",
    "MaxN",
    "Minimax",
    "Paranoid",
    "Recorder",
    "Search",
    "analyse",
    "deepen",
    "make_search",
    "record",
]
