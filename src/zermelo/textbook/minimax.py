"""Minimax, complete and depth-limited."""

from __future__ import annotations

from typing import Any

from zermelo.core.game import MAX, MIN, State
from zermelo.core.trace import Window
from zermelo.textbook.horizon import HorizonSearch


class Minimax(HorizonSearch):
    """MAX takes the greatest value, MIN the least. Complete on finite trees; O(b^m) time, O(bm) space.

    With a depth it is the lectures' H-minimax: EVAL replaces UTILITY where CUTOFF-TEST is true.
    """

    name = "minimax"
    pseudocode = """
    function VALUE(s)
        if TERMINAL(s) then return UTILITY(s, MAX)
        if CUTOFF(s, depth) then return EVAL(s, MAX)
        if PLAYER(s) = MAX then return MAX-VALUE(s)
        if PLAYER(s) = MIN then return MIN-VALUE(s)

    function MAX-VALUE(s)
        v ← −∞
        for each a in ACTIONS(s) do
            v ← MAX(v, VALUE(RESULT(s, a)))
        return v

    function MIN-VALUE(s)
        v ← +∞
        for each a in ACTIONS(s) do
            v ← MIN(v, VALUE(RESULT(s, a)))
        return v
    """
    lit = HorizonSearch.lit | {
        "max enter": ("MAX-VALUE: v ← −∞",),
        "max improve": ("MAX-VALUE: v ← MAX",),
        "max leave": ("MAX-VALUE: return v",),
        "min enter": ("MIN-VALUE: v ← +∞",),
        "min improve": ("MIN-VALUE: v ← MIN",),
        "min leave": ("MIN-VALUE: return v",),
    }

    def value(self, s: State, ply: int, window: Window | None) -> Any:
        """The value of an inner node: MAX's or MIN's."""
        player = self.game.player(s)
        if player == MAX:
            return self.max_value(s, ply)
        if player == MIN:
            return self.min_value(s, ply)
        raise self.invalid_answer("player", s, player)

    def max_value(self, s: State, ply: int) -> Any:
        """The greatest value among the actions."""
        v = self.stand_pat(s) if self.is_quiet(ply) else self.minus_infinity
        for a in self.read(s, ply):
            w = self.visit(self.result(s, a), ply + 1, a)
            if w > v:
                v = w
                self.improve(ply, a, v)
        return v

    def min_value(self, s: State, ply: int) -> Any:
        """The least value among the actions."""
        v = self.stand_pat(s) if self.is_quiet(ply) else self.plus_infinity
        for a in self.read(s, ply):
            w = self.visit(self.result(s, a), ply + 1, a)
            if w < v:
                v = w
                self.improve(ply, a, v)
        return v
