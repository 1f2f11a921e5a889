"""easyAI's tic-tac-toe, played at random by its own loop."""

from __future__ import annotations

import random
from typing import Any

from easyAI.games.TicTacToe import TicTacToe


class RandomPlayer:
    """Takes any move."""

    def ask_move(self, game: Any) -> Any:
        """Any move of the position."""
        return random.choice(game.possible_moves())


def random_games(games: int) -> None:
    """Plays this number of games to their ends."""
    for _ in range(games):
        TicTacToe([RandomPlayer(), RandomPlayer()]).play(verbose=False)
