"""Whether the values found by a search with perfect information are also those of the game with imperfect information.

They are if at every later information set some action is optimal in all of its states: then each player can play that
action without knowing more, and no player can do better against it. The information sets of the other players are
taken as they see them: with the worlds that only they consider possible.
"""

from __future__ import annotations

from zermelo.core.game import CHANCE, Action, Game, State
from zermelo.core.limits import Budget, OutOfBudget
from zermelo.core.rules import legal_actions
from zermelo.core.views import View
from zermelo.hidden.worlds import Worlds, enumerate_worlds

MOST_NODES = 5_000
"""The most nodes that are visited for a proof."""


def is_open(game: Game, worlds: Worlds, budget: Budget) -> bool:
    """Whether hidden information changes no value below these worlds; false also if that takes too many nodes.

    The root itself is not examined.
    """
    check = _Check(game, budget.part(nodes=MOST_NODES))
    try:
        for s in worlds.states:
            for a in legal_actions(game, s):
                if not check.below(game.result(s, a)):
                    return False
    except OutOfBudget:
        return False
    return True


class _Check:
    def __init__(self, game: Game, budget: Budget) -> None:
        self.game, self.budget = game, budget
        self._values: dict[State, float] = {}
        self._settled: dict[View, bool] = {}

    def below(self, s: State) -> bool:
        """Whether every information set from s on has an action that is optimal in all of its states."""
        waiting = [s]
        while waiting:
            t = waiting.pop()
            self.budget.spend()
            if self.game.is_terminal(t):
                continue
            if self.game.player(t) != CHANCE and not self._has_common_action(View.of(self.game, t)):
                return False
            waiting += [self.game.result(t, a) for a in legal_actions(self.game, t)]
        return True

    def _has_common_action(self, view: View) -> bool:
        if view not in self._settled:
            worlds = enumerate_worlds(self.game, view, budget=self.budget)
            if worlds is None:
                raise OutOfBudget
            common = set.intersection(*(self._optimal(s) for s in worlds.states))
            self._settled[view] = bool(common)
        return self._settled[view]

    def _optimal(self, s: State) -> set[Action]:
        actions = legal_actions(self.game, s)
        values = [self._value(self.game.result(s, a)) for a in actions]
        best = max(values) if self.game.player(s) == 0 else min(values)
        return {a for a, v in zip(actions, values, strict=True) if v == best}

    def _value(self, s: State) -> float:
        """Player 0's value of s with perfect information."""
        if s not in self._values:
            self.budget.spend()
            self._values[s] = self._computed(s)
        return self._values[s]

    def _computed(self, s: State) -> float:
        game = self.game
        if game.is_terminal(s):
            return float(game.utility(s, 0))
        actions = legal_actions(game, s)
        values = [self._value(game.result(s, a)) for a in actions]
        if game.player(s) == CHANCE:
            return sum(float(game.probability(s, a)) * v for a, v in zip(actions, values, strict=True))
        return max(values) if game.player(s) == 0 else min(values)
