"""Two players made of the computer: one who errs as a given opponent does, and one who sets traps for such a one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from threading import Event
from typing import Any

from zermelo.core.errors import KindError, quote
from zermelo.core.game import State, state_of
from zermelo.core.limits import Budget, OutOfBudget
from zermelo.core.results import Line
from zermelo.engine.opponent_models import OpponentModel
from zermelo.play.computer import Computer
from zermelo.play.player import Choice, Player, Turn
from zermelo.textbook.opponents import Opponent


class Model:
    """How likely an opponent is to take each of its actions.

    What they are worth to it are the values of expectimax against this same opponent, who errs later on as well: so in
    play it does what `analyse` takes it to do. Expectimax is for two players whose utilities have a fixed sum; in other
    games, and for an opponent who never errs, they are what the computer thinks.
    """

    def __init__(self, computer: Computer, opponent: Opponent) -> None:
        self.game = computer.game
        self._opponent = opponent
        self._judge = _judge(computer, opponent)
        self._proved: dict[Any, list[Line]] = {}

    def begin(self, seed: int) -> None:
        """Forgets the games before."""
        self._judge.begin(seed)
        self._proved.clear()

    def odds(self, s: State, budget: Budget | None = None) -> list[tuple[Line, float]]:
        """Every action of s, with its probability; or of very many actions those that there was time for.

        If the opponent searches for itself and there is no time left for that, it takes the best.
        """
        budget = budget or self._judge.budget()
        game = self._judge.game
        mover, key = game.player(s), game.key(s)
        choices = self._proved.get(key) or self._judge.weigh(s, budget=budget)
        if all(choice.proved for choice in choices):
            self._proved[key] = choices
        worth = [float(choice.values[mover]) for choice in choices]
        opponent = self._opponent.within(budget.closing())
        try:
            odds = opponent.odds(game, s, [choice.action for choice in choices], worth)
        except OutOfBudget:
            odds = [1.0] + [0.0] * (len(choices) - 1)
        return list(zip(choices, odds, strict=True))


def _judge(computer: Computer, opponent: Opponent) -> Computer:
    """Who says what the opponent's actions are worth to it."""
    game = computer.game
    if not opponent.weighs or opponent.is_perfect or game.players != 2 or not game.kind.one_number:
        return computer
    return computer.against(replace(OpponentModel.erring(opponent.name, opponent.number), mover_errs=True))


class Erring(Player):
    """Plays as the opponent does."""

    def __init__(self, computer: Computer, opponent: Opponent, seed: int = 0) -> None:
        self.game = computer.game
        self._computer = computer
        self._model = Model(computer, opponent)
        self._random = Random(seed)

    def begin(self, seed: int = 0) -> None:
        """Draws anew from this seed, and empties the tables."""
        self._random.seed(seed)
        self._model.begin(seed)

    def close(self) -> None:
        """Ends what its computer has begun."""
        self._computer.close()

    def decide(self, turn: Turn) -> Choice:
        """An action by chance, as likely as the opponent takes it."""
        budget = self._computer.budget(turn.stop, turn)
        odds = self._model.odds(turn.state, budget)
        line = self._random.choices([choice for choice, _ in odds], [p for _, p in odds])[0]
        return Choice(line.action, line, nodes=budget.nodes, waited=budget.compile_seconds)


@dataclass(frozen=True)
class Trap:
    """An action, and how likely the opponent is to answer it wrongly."""

    choice: Line
    chance: float


class TrapSetter(Player):
    """Plays one of the actions that are best by minimax: the one that the opponent is most likely to answer wrongly."""

    def __init__(self, computer: Computer, opponent: Opponent) -> None:
        game = computer.game
        if game.players != 2 or not game.kind.zero_sum:
            raise KindError(f"traps are for two players, of whom one gains what the other loses: not for {quote(game)}")
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
        """The best trap; of equal ones the first."""
        line = max(self.traps(turn.state, turn.stop, turn), key=lambda trap: trap.chance).choice
        return Choice(line.action, line)

    def traps(self, s: State | str, stop: Event | None = None, turn: Turn | None = None) -> list[Trap]:
        """The actions that are best by minimax, each with its chance of an error in answer.

        Half of the time is for finding them, and the rest for the answers: where there is none left, no error counts.
        """
        s = state_of(self._computer.game, s)
        budget = self._computer.budget(stop, turn)
        choices = self._computer.weigh(s, budget=_share(budget, 2))
        mover = self._computer.game.player(s)
        best = [c for c in choices if c.values[mover] == choices[0].values[mover]]
        shares = range(len(best), 0, -1)
        return [Trap(c, self._chance(s, c, _share(budget, left))) for left, c in zip(shares, best, strict=True)]

    def _chance(self, s: State, choice: Line, budget: Budget) -> float:
        """How likely the answer is to be worth less than the best one."""
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
    """The budget for the next of so many searches that share the time; each has all the nodes."""
    return budget.part(budget.remaining() / parts, budget.most_nodes)
