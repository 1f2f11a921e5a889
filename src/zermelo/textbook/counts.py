"""Counts the nodes that minimax and alpha-beta read on the same tree, for comparison."""

from __future__ import annotations

from typing import Any

from zermelo.core.errors import LimitError
from zermelo.core.game import Game, State
from zermelo.core.limits import Budget, Limits, OutOfBudget
from zermelo.textbook.alphabeta import AlphaBeta
from zermelo.textbook.minimax import Minimax
from zermelo.textbook.search import Search

COUNTED, SECONDS = 100_000, 3.0
"""The limits of a count in nodes and seconds."""


def count_others(
    algorithm: str, game: Game, s: State, depth: int | None, options: dict[str, Any]
) -> dict[str, int | None]:
    """The numbers of nodes that minimax and alpha-beta read from s, except for the named algorithm; None if too many.

    Empty for a game that neither algorithm fits.
    """
    shared = {"symmetry": options.get("symmetry", False), "depth": depth}
    own = {name: options[name] for name in ("read_from", "fail", "window") if name in options}
    ways: list[tuple[type[Search], dict[str, Any]]] = [(Minimax, shared), (AlphaBeta, shared | own)]
    if Minimax.refusal(game) is not None:
        return {}
    return {search.name: _nodes(search, game, s, given) for search, given in ways if search.name != algorithm}


def _nodes(search: type[Search], game: Game, s: State, options: dict[str, Any]) -> int | None:
    budget = Budget(Limits(nodes=COUNTED, seconds=SECONDS))
    try:
        search(game, budget=budget, **options).run(s)
    except (OutOfBudget, LimitError):
        return None
    return budget.nodes
