"""The textbook's algorithms by name, and which of them fits which game."""

from __future__ import annotations

import inspect
from typing import Any

from zermelo.errors import KindError, nearest, quote
from zermelo.game import Game
from zermelo.textbook.alphabeta import AlphaBeta
from zermelo.textbook.expectimax import Expectimax
from zermelo.textbook.expectiminimax import Expectiminimax
from zermelo.textbook.maxn import MaxN
from zermelo.textbook.minimax import Minimax
from zermelo.textbook.paranoid import BestReply, Paranoid
from zermelo.textbook.search import Search

ALGORITHMS: dict[str, type[Search]] = {
    algorithm.name: algorithm
    for algorithm in (Minimax, AlphaBeta, Expectiminimax, Expectimax, MaxN, Paranoid, BestReply)
}


def default_algorithm(game: Game) -> str:
    """The algorithm that gives the game's exact value with the fewest nodes. Raises KindError where none does."""
    if game.kind.hidden:
        raise KindError(f"{quote(game)} hides information, and the textbook's searches see the whole state")
    for algorithm in (AlphaBeta, Expectiminimax):
        if algorithm.refusal(game) is None:
            return algorithm.name
    return MaxN.name


def make_search(game: Game, algorithm: str | None = None, **options: Any) -> Search:
    """A search by the algorithm of that name. Raises KindError for a name, an option or a game that does not fit."""
    name = algorithm or default_algorithm(game)
    if name not in ALGORITHMS:
        raise KindError(f"there is no algorithm '{name}': {nearest(name, ALGORITHMS)}")
    search = ALGORITHMS[name]
    known = set().union(*(inspect.signature(c.__init__).parameters for c in search.__mro__ if issubclass(c, Search)))
    for option in options:
        if option not in known:
            raise KindError(f"{name} has no option '{option}'")
    return search(game, **options)
