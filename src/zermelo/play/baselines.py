"""Baseline players that do not search, which every other player should beat."""

from __future__ import annotations

from random import Random

from zermelo.core.game import Game
from zermelo.core.results import Line
from zermelo.core.values import exact_number, rank
from zermelo.play.player import Choice, Player, Turn, legal_in


class RandomPlayer(Player):
    """Takes every legal action with the same probability."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self._random = Random(seed)

    def begin(self, seed: int = 0) -> None:
        """Resets the random generator to this seed."""
        self._random.seed(seed)

    def decide(self, turn: Turn) -> Choice:
        """A random legal action."""
        legal = legal_in(self.game, turn)
        return Choice(legal[int(self._random.random() * len(legal))])


class FirstPlayer(Player):
    """Takes the first action that the rules list."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def decide(self, turn: Turn) -> Choice:
        """The first legal action."""
        return Choice(legal_in(self.game, turn)[0])


class GreedyPlayer(Player):
    """Looks one ply ahead: takes the action with the best evaluation of its result; on ties the first.

    A win ranks beyond every evaluation and a loss below, as in a search.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    def decide(self, turn: Turn) -> Choice:
        """The best action one ply deep."""
        game, s = self.game, turn.state
        mover = game.player(s)
        best = max(legal_in(game, turn), key=lambda a: self._ranked(game.result(s, a), mover))
        after = game.result(s, best)
        worth = game.utility if game.is_terminal(after) else game.evaluate
        values = tuple(exact_number(worth(after, p)) for p in range(game.players))
        return Choice(best, Line(values=values, actions=(best,), proved=game.is_terminal(after)), depth=1)

    def _ranked(self, after: object, mover: int) -> tuple[int, float]:
        game = self.game
        if not game.is_terminal(after):
            return 0, game.evaluate(after, mover)
        utility = game.utility(after, mover)
        return (0, utility) if game.scored else rank(utility, game.fair_share)
