"""Two players made of the computer: one who errs as a given opponent does, and one who sets traps for such a one."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from threading import Event
from typing import Protocol

from zermelo.engines.engine import Watch, unwatched
from zermelo.errors import KindError, quote
from zermelo.game import State
from zermelo.play.computer import Choice, Computer
from zermelo.textbook.opponents import Opponent


class Player(Protocol):
    """Whoever chooses actions."""

    def choose(self, s: State, stop: Event | None = None, watch: Watch = unwatched) -> Choice:
        """The action that it takes in s."""


class Erring:
    """Plays as the opponent does: what is good or bad it knows from the computer."""

    def __init__(self, computer: Computer, opponent: Opponent, seed: int = 0) -> None:
        self._computer = computer
        self._opponent = opponent
        self._random = Random(seed)

    def choose(self, s: State, stop: Event | None = None, watch: Watch = unwatched) -> Choice:
        """An action by chance, as likely as the opponent takes it."""
        choices = self._computer.weigh(s, stop)
        return self._random.choices(choices, odds_of(self._computer, self._opponent, s, choices))[0]


@dataclass(frozen=True)
class Trap:
    """An action, and how likely the opponent is to answer it wrongly."""

    choice: Choice
    chance: float


class TrapSetter:
    """Plays one of the actions that are best by minimax: the one that the opponent is most likely to answer wrongly."""

    def __init__(self, computer: Computer, opponent: Opponent) -> None:
        game = computer.game
        if game.players != 2 or not game.kind.zero_sum:
            raise KindError(f"traps are for two players, of whom one gains what the other loses: not for {quote(game)}")
        self._computer = computer
        self._opponent = opponent

    def choose(self, s: State, stop: Event | None = None, watch: Watch = unwatched) -> Choice:
        """The best trap; of equal ones the first."""
        return max(self.traps(s, stop), key=lambda trap: trap.chance).choice

    def traps(self, s: State, stop: Event | None = None) -> list[Trap]:
        """The actions that are best by minimax, each with its chance of an error in answer."""
        choices = self._computer.weigh(s, stop)
        mover = self._computer.game.player(s)
        best = choices[0].values[mover]
        return [Trap(c, self._chance(s, c, stop)) for c in choices if c.values[mover] == best]

    def _chance(self, s: State, choice: Choice, stop: Event | None) -> float:
        """How likely the answer is to be worth less than the best one."""
        game = self._computer.game
        after = game.result(s, choice.action)
        if game.is_terminal(after) or game.player(after) != 1 - game.player(s):
            return 0.0
        answers = self._computer.weigh(after, stop)
        answerer = game.player(after)
        best = answers[0].values[answerer]
        odds = odds_of(self._computer, self._opponent, after, answers)
        return sum(p for p, answer in zip(odds, answers, strict=True) if answer.values[answerer] < best)


def odds_of(computer: Computer, opponent: Opponent, s: State, choices: list[Choice]) -> list[float]:
    """How likely the opponent is to take each choice, by what it is worth to it."""
    mover = computer.game.player(s)
    actions, worth = [c.action for c in choices], [float(c.values[mover]) for c in choices]
    return opponent.odds(computer.game, s, actions, worth)
