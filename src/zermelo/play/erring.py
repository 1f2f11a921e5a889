"""Two players based on the computer: one that errs as a given opponent does, and one that sets traps for it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from random import Random
from threading import Event
from typing import Any

from zermelo.core.errors import KindError, quote
from zermelo.core.game import State
from zermelo.core.limits import Budget, OutOfBudget
from zermelo.core.opponents import Opponent
from zermelo.core.results import Line
from zermelo.core.rules import state_of
from zermelo.engine.opponent_models import OpponentModel
from zermelo.play.computer import Computer
from zermelo.play.player import Choice, Player, Turn
from zermelo.textbook.opponents import foreseen


class Model:
    """The probabilities with which an opponent takes its actions.

    The probabilities depend on the values of expectimax against this same opponent, who errs later in the game too, so
    that it plays as `analyse` assumes. Expectimax is for two players whose utilities have a fixed sum; in other games,
    and for an opponent who never errs, the values are those of the computer.
    """

    def __init__(self, computer: Computer, opponent: Opponent) -> None:
        self.game = computer.game
        self._opponent = opponent
        self._judge = _judge(computer, opponent)
        self._proved: dict[Any, list[Line]] = {}

    def begin(self, seed: int) -> None:
        """Forgets previous games."""
        self._judge.begin(seed)
        self._proved.clear()

    def odds(self, s: State, budget: Budget | None = None) -> list[tuple[Line, float]]:
        """Every action of s with its probability; without enough time, some actions are missing.

        If the opponent uses a search of its own and there is no time left for it, it takes the best action.
        """
        budget = budget or self._judge.budget()
        game = self._judge.game
        mover, key = game.player(s), game.key(s)
        choices = self._proved.get(key) or self._judge.weigh(s, budget=budget)
        if all(choice.proved for choice in choices):
            self._proved[key] = choices
        worth = [float(choice.values[mover]) for choice in choices]
        actions = [choice.action for choice in choices]
        if self._opponent.foresight:
            with suppress(OutOfBudget):
                worth = foreseen(game, s, actions, self._opponent.foresight, budget.closing())
        return list(zip(choices, self._opponent.odds(game, s, actions, worth), strict=True))


def _judge(computer: Computer, opponent: Opponent) -> Computer:
    """The computer that evaluates the opponent's actions."""
    game = computer.game
    if not opponent.weighs or opponent.is_perfect or game.players != 2 or not game.kind.one_number:
        return computer
    return computer.against(OpponentModel.erring(opponent, mover_errs=True))


class Erring(Player):
    """Plays like the opponent."""

    def __init__(self, computer: Computer, opponent: Opponent, seed: int = 0) -> None:
        self.game = computer.game
        self._computer = computer
        self._model = Model(computer, opponent)
        self._random = Random(seed)

    def begin(self, seed: int = 0) -> None:
        """Resets the random generator to this seed, and empties the tables."""
        self._random.seed(seed)
        self._model.begin(seed)

    def close(self) -> None:
        """Ends what its computer has begun."""
        self._computer.close()

    def decide(self, turn: Turn) -> Choice:
        """A random action, with the opponent's probabilities."""
        budget = self._computer.budget(turn.stop, turn)
        odds = self._model.odds(turn.state, budget)
        line = self._random.choices([choice for choice, _ in odds], [p for _, p in odds])[0]
        return Choice(line.action, line, nodes=budget.nodes, waited=budget.compile_seconds)


@dataclass(frozen=True)
class Trap:
    """An action, and the probability that the opponent answers it with an error."""

    choice: Line
    chance: float


class TrapSetter(Player):
    """Plays the minimax-optimal action that the opponent is most likely to answer with an error."""

    def __init__(self, computer: Computer, opponent: Opponent) -> None:
        game = computer.game
        if game.players != 2 or not game.kind.zero_sum:
            raise KindError(f"traps are for two-player zero-sum games, which {quote(game)} is not")
        if game.kind.hidden:
            raise KindError(f"traps need perfect information, which {quote(game)} does not have")
        self.game = game
        self._computer = computer
        self._model = Model(computer, opponent)

    def begin(self, seed: int = 0) -> None:
        """Empties the tables."""
        self._computer.begin(seed)
        self._model.begin(seed)

    def close(self) -> None:
        """Ends what its computer has begun."""
        self._computer.close()

    def decide(self, turn: Turn) -> Choice:
        """The best trap; on ties the first."""
        line = max(self.traps(turn.state, turn.stop, turn), key=lambda trap: trap.chance).choice
        return Choice(line.action, line)

    def traps(self, s: State | str, stop: Event | None = None, turn: Turn | None = None) -> list[Trap]:
        """The minimax-optimal actions, each with the probability of an error in the answer.

        Half of the time is for finding them, and the rest for the answers; without time, the probability is 0.
        """
        s = state_of(self._computer.game, s)
        budget = self._computer.budget(stop, turn)
        choices = self._computer.weigh(s, budget=_share(budget, 2))
        mover = self._computer.game.player(s)
        best = [c for c in choices if c.values[mover] == choices[0].values[mover]]
        shares = range(len(best), 0, -1)
        return [Trap(c, self._chance(s, c, _share(budget, left))) for left, c in zip(shares, best, strict=True)]

    def _chance(self, s: State, choice: Line, budget: Budget) -> float:
        """The probability that the value of the answer is below that of the best one."""
        if budget.is_over:
            return 0.0
        game = self._computer.game
        after = game.result(s, choice.action)
        if game.is_terminal(after) or game.player(after) != 1 - game.player(s):
            return 0.0
        answers = self._computer.weigh(after, budget=_share(budget, 2))
        answerer = game.player(after)
        best = answers[0].values[answerer]
        mistakes = {answer.action for answer in answers if answer.values[answerer] < best}
        return sum(p for answer, p in self._model.odds(after, budget) if answer.action in mistakes)


def _share(budget: Budget, parts: int) -> Budget:
    """The budget for the next of `parts` searches that share the time; each has all the nodes."""
    return budget.part(budget.remaining() / parts, budget.most_nodes)
