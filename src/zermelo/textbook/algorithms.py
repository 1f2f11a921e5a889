"""The textbook's algorithms by name."""

from __future__ import annotations

from typing import Any

from zermelo.core.errors import KindError, nearest, quote
from zermelo.core.game import Game
from zermelo.core.limits import Budget
from zermelo.textbook.alphabeta import AlphaBeta
from zermelo.textbook.expectimax import Expectimax
from zermelo.textbook.expectiminimax import Expectiminimax
from zermelo.textbook.maxn import MaxN
from zermelo.textbook.minimax import Minimax
from zermelo.textbook.paranoid import BestReply, Paranoid
from zermelo.textbook.recorder import Recorder
from zermelo.textbook.search import Search

ALGORITHMS: dict[str, type[Search]] = {
    algorithm.name: algorithm
    for algorithm in (Minimax, AlphaBeta, Expectiminimax, Expectimax, MaxN, Paranoid, BestReply)
}


def make_search(
    game: Game,
    algorithm: str,
    *,
    depth: int | None = None,
    budget: Budget | None = None,
    recorder: Recorder | None = None,
    **options: Any,
) -> Search:
    """A search by the algorithm of that name. Raises KindError if there is none, or if it does not fit the game."""
    if algorithm not in ALGORITHMS:
        raise KindError(f"there is no algorithm {quote(algorithm)}: {nearest(algorithm, ALGORITHMS)}")
    return ALGORITHMS[algorithm](game, depth=depth, budget=budget, recorder=recorder, **options)
