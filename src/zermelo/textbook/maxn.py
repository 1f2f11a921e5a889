"""Max^n: many players, general sums."""

from __future__ import annotations

from zermelo.core.game import CHANCE, Action, State
from zermelo.core.trace import Window
from zermelo.core.values import Vector
from zermelo.textbook.search import Search


class MaxN(Search):
    """Each player maximises its own value; values are vectors with one number for each player.

    Ties of the mover go to the first action. With general sums another choice may give the other players other values.
    """

    name = "maxn"
    takes_chance = True
    pseudocode = """
    function VALUE(s)                                      a vector: one number for each player
        if TERMINAL(s) then return (UTILITY(s, 1), ..., UTILITY(s, n))
        if CUTOFF(s, depth) then return (EVAL(s, 1), ..., EVAL(s, n))
        if PLAYER(s) = CHANCE then return the sum of P(s, a) · VALUE(RESULT(s, a)), a in ACTIONS(s)
        v ← none
        for each a in ACTIONS(s) do
            w ← VALUE(RESULT(s, a))
            if v = none or w[PLAYER(s)] > v[PLAYER(s)] then v ← w
        return v
    """
    lit = Search.lit | {
        "enter": ("VALUE: v ← none",),
        "improve": ("VALUE: if v = none",),
        "leave": ("VALUE: return v",),
        "chance enter": ("VALUE: if PLAYER(s) = CHANCE",),
        "chance improve": ("VALUE: if PLAYER(s) = CHANCE",),
        "chance leave": ("VALUE: if PLAYER(s) = CHANCE",),
    }

    def value(self, s: State, ply: int, window: Window | None) -> Vector:
        """The vector that is best for the mover, or the expected vector of a chance node."""
        mover = self.game.player(s)
        if mover == CHANCE:
            return self.chance_value(s, ply)
        if mover not in range(self.game.players):
            raise self.invalid_answer("player", s, mover)
        v: Vector | None = None
        for a in self.read(s, ply):
            w = self.follow(s, a, ply)
            if v is None or self.prefers(mover, w, v):
                v = w
                self.improve(ply, a, v)
        assert v is not None
        return v

    def follow(self, s: State, a: Action, ply: int) -> Vector:
        """The value of action a in s."""
        found: Vector = self.visit(self.result(s, a), ply + 1, a)
        return found

    def prefers(self, mover: int, w: Vector, v: Vector) -> bool:
        """Whether the mover prefers w to v."""
        return w[mover] > v[mover]

    def chance_value(self, s: State, ply: int) -> Vector:
        """The expected value of the outcomes, for each player."""
        v: Vector = (0,) * self.game.players
        for a in self.read(s, ply):
            p = self.probability(s, a)
            w: Vector = self.visit(self.result(s, a), ply + 1, a)
            v = tuple(x + p * y for x, y in zip(v, w, strict=True))
            self.accumulate(v)
        return v

    def leaf_value(self, s: State, leaf: str) -> Vector:
        """The value of a leaf to each player."""
        return tuple(self.value_to(s, leaf, p) for p in range(self.game.players))
