"""Expectimax against an opponent who errs."""

from __future__ import annotations

from typing import Any

from zermelo.core.errors import KindError
from zermelo.core.game import CHANCE, MAX, MIN, Game, State
from zermelo.core.opponents import Level, Opponent, Policy, Random, opponent as opponent_of
from zermelo.core.trace import Window
from zermelo.textbook.expectiminimax import Expectiminimax
from zermelo.textbook.opponents import foreseen


class Expectimax(Expectiminimax):
    """Best play against an opponent of a given level, or against another model of an opponent who errs.

    With probability `level` the opponent plays an action that is best for it, by the values of this search; otherwise
    one of the others, each with the same probability. Level 1 is minimax. Instead of a level there may be an `opponent`
    from `opponents`; with neither, the opponent is random. The other player is `agent`, by default the player to move
    at the root.
    """

    name = "expectimax"
    pseudocode = """
    function VALUE(s)
        if TERMINAL(s) then return UTILITY(s, MAX)
        if CUTOFF(s, depth) then return EVAL(s, MAX)
        if PLAYER(s) = CHANCE then return CHANCE-VALUE(s)
        if PLAYER(s) = MAX then return MAX-VALUE(s)
        if PLAYER(s) = MIN then return OPPONENT-VALUE(s)

    function OPPONENT-VALUE(s)
        W ← the list of VALUE(RESULT(s, a)) for each a in ACTIONS(s)
        best ← MIN(W)
        others ← the values in W that are greater than best
        if others is empty then return best
        return level · best + (1 − level) · MEAN(others)

    CHANCE-VALUE and MAX-VALUE as in expectiminimax; where MIN is the agent, with MAX and MIN exchanged
    A random opponent: return MEAN(W)
    """
    lit = Expectiminimax.lit | {
        "opponent enter": ("OPPONENT-VALUE: W ←",),
        "opponent odds": ("OPPONENT-VALUE: others ←",),
        "opponent leave": ("OPPONENT-VALUE: return level",),
    }

    def __init__(
        self,
        game: Game,
        *,
        level: float | None = None,
        opponent: Opponent | Policy | str | None = None,
        agent: int | None = None,
        **options: Any,
    ) -> None:
        super().__init__(game, **options)
        if level is not None and opponent is not None:
            raise KindError("the options 'opponent' and 'level' exclude each other: give only one of them")
        if agent is not None and agent not in range(game.players):
            raise KindError(f"the agent {agent!r} is not a player: players are numbered from 0 to {game.players - 1}")
        if level is not None:
            self.opponent: Opponent = Level(level)
        else:
            self.opponent = Random() if opponent is None else opponent_of(opponent)
        self.agent = agent

    def run(self, s: State) -> Any:
        """The value of s; the player to move there is the agent, unless one is given."""
        if self.agent is None:
            at_root = MAX if self.game.is_terminal(s) else self.game.player(s)
            self.agent = MAX if at_root == CHANCE else at_root
        return super().run(s)

    @property
    def loops_are_exact(self) -> bool:
        """True only for a perfect opponent: expected values against one who errs are not minimax values."""
        return self.opponent.is_perfect and super().loops_are_exact

    def value(self, s: State, ply: int, window: Window | None) -> Any:
        """The value of an inner node: the opponent's, or as in expectiminimax."""
        if self.game.player(s) in (MAX, MIN) and self.game.player(s) != self.agent:
            return self.opponent_value(s, ply)
        return super().value(s, ply, window)

    def opponent_value(self, s: State, ply: int) -> float:
        """The expected value over the opponent's actions."""
        actions, values = [], []
        for a in self.read(s, ply):
            actions.append(a)
            values.append(self.visit(self.result(s, a), ply + 1, a))
        if self.opponent.foresight:
            gains = foreseen(self.game, s, actions, self.opponent.foresight, self.budget)
        else:
            gains = [-v for v in values] if self.agent == MAX else values
        if self.recorder:
            self.recorder.weigh(self.opponent.odds(self.game, s, actions, gains))
        return self.opponent.mean(self.game, s, actions, values, gains)

    def chooses(self, s: State) -> bool:
        """True only for the agent's nodes: the opponent's actions are averaged."""
        return self.game.player(s) == self.agent

    def role(self, s: State) -> str:
        """As in every search, except that the opponent's nodes have the role "opponent"."""
        role = super().role(s)
        return "opponent" if role in ("max", "min") and self.game.player(s) != self.agent else role
