"""A game in progress: its current state and its history."""

from __future__ import annotations

from random import Random

from zermelo.core.game import CHANCE, Action, Game, State
from zermelo.core.repetition import actions_along, play_to, refuse_repetition
from zermelo.core.rules import as_listed, legal_actions
from zermelo.core.values import plain_number
from zermelo.play.record import Record, not_an_action, record_of


class Playing:
    """A game in progress, from a state or its text. Chance outcomes are drawn automatically, from `seed`."""

    def __init__(self, game: Game, state: State | str | None = None, seed: int = 0) -> None:
        self.game = game
        *self.before, self.state = [game.initial()] if state is None else play_to(game, state)
        """The states before the first one, if the text tells how it was reached."""

        self._chance = Random(seed)
        self._past: list[tuple[State, Action]] = []
        self._let_chance_move()

    @property
    def is_over(self) -> bool:
        """Whether a terminal state is reached."""
        return self.game.is_terminal(self.state)

    @property
    def mover(self) -> int:
        """The player to move."""
        return self.game.player(self.state)

    @property
    def past(self) -> list[tuple[State, Action]]:
        """The previous states, each with the action or chance outcome that followed."""
        return list(self._past)

    @property
    def start(self) -> State:
        """The state in which this game began."""
        return self._past[0][0] if self._past else self.state

    @property
    def states(self) -> list[State]:
        """All states so far, up to the current one, also those before the start as far as they are known."""
        return [*self.before, *(s for s, _ in self._past), self.state]

    @property
    def actions(self) -> list[str]:
        """All actions and outcomes so far, as the game shows them."""
        return [self.game.show_action(s, a) for s, a in self._past]

    @property
    def record(self) -> Record:
        """The record of the game so far, with the moves before the start, as far as they are known."""
        opening = [*self.before, self.start]
        actions = [*actions_along(self.game, opening), *(a for _, a in self._past)]
        return record_of(self.game, opening[0], actions)

    @property
    def utilities(self) -> list[float] | None:
        """The utility of each player once play is over; None before."""
        return [self.game.utility(self.state, p) for p in range(self.game.players)] if self.is_over else None

    def play(self, action: Action) -> None:
        """Plays the action, and then draws the chance outcomes that follow. Raises ParseError if it is not legal."""
        legal = [] if self.is_over else legal_actions(self.game, self.state)
        if action not in legal:
            raise not_an_action(self.game, self.state, action)
        action = as_listed(action, legal)
        refuse_repetition(self.game, self.states, action)
        self._step(action)
        self._let_chance_move()

    def undo(self, player: int) -> bool:
        """Goes back to the last state in which `player` chose; False if there is none."""
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
    """A random outcome in the chance node s."""
    outcomes = legal_actions(game, s)
    return chance.choices(outcomes, [plain_number(game.probability(s, a)) for a in outcomes])[0]
