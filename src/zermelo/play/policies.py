"""A player that follows a policy from a file."""

from __future__ import annotations

from random import Random

from zermelo.core.game import Game
from zermelo.core.views import View
from zermelo.hidden.game_tree import kept_tree
from zermelo.hidden.policies import draw_action, read_policy
from zermelo.play.player import Choice, Player, Turn


class PolicyPlayer(Player):
    """Draws its actions with the probabilities that the policy in a file has for what it has seen."""

    def __init__(self, game: Game, file: str, seed: int = 0) -> None:
        self.game = game
        self._policy = read_policy(kept_tree(game), file)
        self._random = Random(seed)

    def begin(self, seed: int = 0) -> None:
        """Resets the random generator to this seed."""
        self._random.seed(seed)

    def decide(self, turn: Turn) -> Choice:
        """A random action by the policy; it depends on the mover's view only."""
        return Choice(draw_action(self._policy.at(View.of(self.game, turn.state)), self._random))
