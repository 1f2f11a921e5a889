"""A player that plays from a solution: perfectly, or not at all."""

from __future__ import annotations

from zermelo.core.errors import KindError, quote
from zermelo.core.game import Game
from zermelo.core.limits import Budget
from zermelo.core.results import Line, Solution
from zermelo.methods.chooser import Chooser
from zermelo.methods.method import Question
from zermelo.play.player import Choice, Player, PlayerFault, Turn


class SolutionPlayer(Player):
    """Solves the game once if all its states can be enumerated, otherwise each state in which it is to move.

    Among optimal actions it takes the quickest win or the slowest loss. A state that cannot be solved within the limits
    is a fault.
    """

    def __init__(self, game: Game) -> None:
        if game.kind.hidden:
            raise KindError(
                f"solution plays by the values of states, and in {quote(game)} the players do not see the state: "
                "lp or cfr+ plays an equilibrium, and ismcts or pimc plays larger games"
            )
        self.game = game
        self._chooser = Chooser(game)
        self._chooser.method(Question.SOLVE)
        self._solution: Solution | None = None

    def decide(self, turn: Turn) -> Choice:
        """An optimal action."""
        s = turn.state
        if self._solution is None or self._solution.values_of(s) is None:
            self._solution = self._solve(turn)
        solution = self._solution
        if solution.table is None:  # the solution covers this state only
            values, actions = solution.values, solution.line or (solution.action,)
        else:
            values, actions = solution.values_of(s), solution.policy(s)[:1]
        assert values is not None, "a proved solution has a value"
        return Choice(actions[0], Line(values=values, actions=actions, proved=True), nodes=solution.nodes)

    def _solve(self, turn: Turn) -> Solution:
        found = self._chooser.answer(Question.SOLVE, turn.state, Budget(turn.limits, turn.stop))
        assert isinstance(found, Solution)
        if not found.proved:
            raise PlayerFault(
                "error", f"{quote(self.game.show(turn.state))} was not solved within the limits of a move"
            )
        return found
