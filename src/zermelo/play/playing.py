"""One play of a game while it goes on: the state that it has come to, and how it came there."""

from __future__ import annotations

from random import Random

from zermelo.core.game import CHANCE, Action, Game, State, legal_actions, state_of
from zermelo.play.record import Record, not_an_action, record_of


class Playing:
    """One play of a game, from a state or its text. Chance moves by itself, by `seed`."""

    def __init__(self, game: Game, state: State | str | None = None, seed: int = 0) -> None:
        self.game = game
        self.state = game.initial() if state is None else state_of(game, state)
        self._chance = Random(seed)
        self._past: list[tuple[State, Action]] = []
        self._let_chance_move()

    @property
    def is_over(self) -> bool:
        """Whether a terminal state is reached."""
        return self.game.is_terminal(self.state)

    @property
    def mover(self) -> int:
        """Who is to move."""
        return self.game.player(self.state)

    @property
    def past(self) -> list[tuple[State, Action]]:
        """The states that were left, each with the action that was taken there; those of chance among them."""
        return list(self._past)

    @property
    def actions(self) -> list[str]:
        """All that was played, as the game shows it."""
        return [self.game.show_action(s, a) for s, a in self._past]

    @property
    def record(self) -> Record:
        """All that was played, to be written down."""
        start = self._past[0][0] if self._past else self.state
        return record_of(self.game, start, [a for _, a in self._past])

    @property
    def utilities(self) -> list[float] | None:
        """What each player has got, once play is over."""
        return [self.game.utility(self.state, p) for p in range(self.game.players)] if self.is_over else None

    def play(self, action: Action) -> None:
        """Takes the action, and then whatever chance brings. Raises ParseError for one that is no action here."""
        if self.is_over or action not in legal_actions(self.game, self.state):
            raise not_an_action(self.game, self.state, action)
        self._step(action)
        self._let_chance_move()

    def undo(self, player: int) -> bool:
        """Goes back to the last state in which `player` chose; false where there is none."""
        for i in reversed(range(len(self._past))):
            if self.game.player(self._past[i][0]) == player:
                self.state = self._past[i][0]
                del self._past[i:]
                return True
        return False

    def _step(self, action: Action) -> None:
        self._past.append((self.state, action))
        self.state = self.game.result(self.state, action)

    def _let_chance_move(self) -> None:
        while not self.is_over and self.mover == CHANCE:
            self._step(drawn_outcome(self.game, self.state, self._chance))


def drawn_outcome(game: Game, s: State, chance: Random) -> Action:
    """What chance brings in s."""
    outcomes = legal_actions(game, s)
    return chance.choices(outcomes, [game.probability(s, a) for a in outcomes])[0]
