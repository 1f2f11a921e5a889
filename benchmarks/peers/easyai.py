"""easyAI's Negamax with alpha-beta, on its own connect four."""

from __future__ import annotations

from functools import cache
from typing import Any

from easyAI import Negamax
from easyAI.games.ConnectFour import ConnectFour


class Counting(ConnectFour):
    """Counts the nodes: each is reached by a move."""

    made = 0

    def make_move(self, column: int) -> None:
        """Makes the move, and counts it."""
        Counting.made += 1
        super().make_move(column)


def _position(kind: type[ConnectFour], moves: str) -> Any:
    game = kind([None, None])
    for move in moves:
        game.make_move(int(move) - 1)
        game.switch_player()
    return game


def search(moves: str, depth: int) -> None:
    """Searches the position after the moves, without counting."""
    Negamax(depth)(_position(ConnectFour, moves))


@cache
def nodes(moves: str, depth: int) -> int:
    """The number of nodes of such a search, including the root."""
    game = _position(Counting, moves)
    Counting.made = 0
    Negamax(depth)(game)
    return Counting.made + 1
