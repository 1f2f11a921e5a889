"""Expectiminimax: minimax for games with chance."""

from __future__ import annotations

from typing import Any

from zermelo.core.game import CHANCE, State
from zermelo.core.trace import Window
from zermelo.textbook.minimax import Minimax


class Expectiminimax(Minimax):
    """Minimax with chance nodes, whose value is the expected value of their outcomes."""

    name = "expectiminimax"
    takes_chance = True
    single_valued = False
    pseudocode = """
    function VALUE(s)
        if TERMINAL(s) then return UTILITY(s, MAX)
        if CUTOFF(s, depth) then return EVAL(s, MAX)
        if PLAYER(s) = CHANCE then return CHANCE-VALUE(s)
        if PLAYER(s) = MAX then return MAX-VALUE(s)
        if PLAYER(s) = MIN then return MIN-VALUE(s)

    function CHANCE-VALUE(s)
        v ← 0
        for each a in ACTIONS(s) do
            v ← v + P(s, a) · VALUE(RESULT(s, a))
        return v

    MAX-VALUE and MIN-VALUE as in minimax
    """
    lit = Minimax.lit | {
        "chance enter": ("CHANCE-VALUE: v ← 0",),
        "chance improve": ("CHANCE-VALUE: v ← v +",),
        "chance leave": ("CHANCE-VALUE: return v",),
    }

    def value(self, s: State, ply: int, window: Window | None) -> Any:
        """The value of an inner node: chance's, MAX's or MIN's."""
        if self.game.player(s) == CHANCE:
            return self.chance_value(s, ply)
        return super().value(s, ply, window)

    def chance_value(self, s: State, ply: int) -> float:
        """The expected value of the outcomes."""
        v = 0.0
        for a in self.read(s, ply):
            v += self.probability(s, a) * self.visit(self.result(s, a), ply + 1, a)
            self.accumulate(v)
        return v
