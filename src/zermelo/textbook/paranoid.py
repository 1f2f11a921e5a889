"""Searches that reduce many players to two sides: the agent, and all others against it."""

from __future__ import annotations

from typing import Any

from zermelo.core.errors import KindError
from zermelo.core.game import CHANCE, Action, Game, State
from zermelo.core.trace import Window
from zermelo.core.values import Vector
from zermelo.textbook.maxn import MaxN


class Paranoid(MaxN):
    """The agent maximises its own value, and all others minimise the agent's value, whatever their own.

    By default the agent is the player to move at the root. Its value is what it can guarantee. In a two-player zero-sum
    game this is minimax.
    """

    name = "paranoid"
    pseudocode = """
    function VALUE(s)                                      a vector: one number for each player
        if TERMINAL(s) then return (UTILITY(s, 1), ..., UTILITY(s, n))
        if CUTOFF(s, depth) then return (EVAL(s, 1), ..., EVAL(s, n))
        if PLAYER(s) = CHANCE then return the sum of P(s, a) · VALUE(RESULT(s, a)), a in ACTIONS(s)
        v ← none
        for each a in ACTIONS(s) do
            w ← VALUE(RESULT(s, a))
            if v = none or (PLAYER(s) = agent and w[agent] > v[agent])
                        or (PLAYER(s) ≠ agent and w[agent] < v[agent]) then v ← w
        return v
    """

    def __init__(self, game: Game, *, agent: int | None = None, **options: Any) -> None:
        super().__init__(game, **options)
        if agent is not None and agent not in range(game.players):
            raise KindError(f"the agent {agent!r} is not a player: players are numbered from 0 to {game.players - 1}")
        self.agent = agent

    def run(self, s: State) -> Any:
        """The value of s; the player to move there is the agent, unless one is given."""
        if self.agent is None:
            mover = 0 if self.game.is_terminal(s) else self.game.player(s)
            self.agent = 0 if mover == CHANCE else mover
        return super().run(s)

    def prefers(self, mover: int, w: Vector, v: Vector) -> bool:
        """Whether the mover prefers w to v: the agent maximises its component, all others minimise it."""
        assert self.agent is not None
        return w[self.agent] > v[self.agent] if mover == self.agent else w[self.agent] < v[self.agent]


class BestReply(Paranoid):
    """As paranoid, but between two moves of the agent only one of the others may choose its action.

    The rest play their usual action: the first of those with the highest `order`. They could do better, so the value is
    an estimate; in return the search gets deeper. No turn is skipped: this is the BRS+ of Esser, Gras, Winands, Schadd
    and Lanctot (Improving best-reply search, 2013).
    """

    name = "bestreply"
    exact = False
    pseudocode = """
    function VALUE(s, chosen)                              chosen: one of the others has had its choice
        if TERMINAL(s) then return (UTILITY(s, 1), ..., UTILITY(s, n))
        if CUTOFF(s, depth) then return (EVAL(s, 1), ..., EVAL(s, n))
        if PLAYER(s) = CHANCE then return the sum of P(s, a) · VALUE(RESULT(s, a)), a in ACTIONS(s)
        if PLAYER(s) = agent then chosen ← false
        v ← none
        for each a in ACTIONS(s) do
            if chosen and a ≠ USUAL(s) then skip it
            w ← VALUE(RESULT(s, a), chosen or (PLAYER(s) ≠ agent and a ≠ USUAL(s)))
            if v = none or (PLAYER(s) = agent and w[agent] > v[agent])
                        or (PLAYER(s) ≠ agent and w[agent] < v[agent]) then v ← w
        return v
    """

    def __init__(self, game: Game, **options: Any) -> None:
        super().__init__(game, **options)
        self._chosen = False
        self._usual: dict[int, tuple[State, Action]] = {}

    def value(self, s: State, ply: int, window: Window | None) -> Vector:
        """As in paranoid; a choice made below this node does not affect its siblings."""
        before = self._chosen
        v = super().value(s, ply, window)
        self._chosen = before
        return v

    def read(self, s: State, ply: int) -> Any:
        """All actions, or only the usual one if another opponent has already chosen."""
        mover = self.game.player(s)
        if mover == self.agent:
            self._chosen = False
        return iter([self.usual(s, ply)]) if self._chosen and mover != CHANCE else super().read(s, ply)

    def follow(self, s: State, a: Action, ply: int) -> Vector:
        """The value of action a in s; an unusual action of an opponent uses up the one choice."""
        before = self._chosen
        self._chosen = before or (self.game.player(s) != self.agent and a != self.usual(s, ply))
        found = super().follow(s, a, ply)
        self._chosen = before
        return found

    def usual(self, s: State, ply: int) -> Action:
        """The action of a player without a choice in s: the first of those with the highest `order`."""
        known = self._usual.get(ply)
        if known is None or known[0] is not s:
            best = max(self.budget.each(self.game.actions(s)), key=lambda a: self.game.order(s, a))
            known = self._usual[ply] = (s, best)
        return known[1]
