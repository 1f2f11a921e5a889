"""easyAI's tic-tac-toe, played at random by its own loop."""

from __future__ import annotations

import random
from typing import Any

from easyAI.games.TicTacToe import TicTacToe


class RandomPlayer:
    """Plays a random move."""

    def ask_move(self, game: Any) -> Any:
        """A random move of the position."""
        return random.choice(game.possible_moves())


def random_games(games: int) -> None:
    """Plays this many games to the end."""
    for _ in range(games):
        TicTacToe([RandomPlayer(), RandomPlayer()]).play(verbose=False)
