"""Alpha-beta pruning, fail-soft and fail-hard."""

from __future__ import annotations

from math import inf
from typing import Any

from zermelo.errors import KindError
from zermelo.game import MAX, Action, Game, State
from zermelo.textbook.minimax import Minimax
from zermelo.textbook.search import ZeroSumSearch
from zermelo.trace import Window


class AlphaBeta(ZeroSumSearch):
    """Minimax that leaves unread what cannot change the root's value.

    With a window (alpha, beta), the value v that is returned and the minimax value m stand so: alpha < v < beta
    implies m = v; v ≤ alpha implies m ≤ v; v ≥ beta implies m ≥ v. Fail-hard keeps v inside the window; fail-soft
    returns what was found. An action improves a node only if it is better than those before it, so the root's action is
    one whose own value was established.
    """

    name = "alphabeta"
    pseudocode = """
    function VALUE(s, α, β)
        if TERMINAL(s) then return UTILITY(s, MAX)
        if CUTOFF(s, depth) then return EVAL(s, MAX)
        if PLAYER(s) = MAX then return MAX-VALUE(s, α, β)
        if PLAYER(s) = MIN then return MIN-VALUE(s, α, β)

    function MAX-VALUE(s, α, β)
        v ← −∞                                             (fail-hard: v ← α)
        for each a in ACTIONS(s) do
            v ← MAX(v, VALUE(RESULT(s, a), α, β))
            α ← MAX(α, v)
            if v ≥ β then return v                         (fail-hard: return β)
        return v

    function MIN-VALUE(s, α, β)
        v ← +∞                                             (fail-hard: v ← β)
        for each a in ACTIONS(s) do
            v ← MIN(v, VALUE(RESULT(s, a), α, β))
            β ← MIN(β, v)
            if v ≤ α then return v                         (fail-hard: return α)
        return v
    """

    def __init__(self, game: Game, *, fail: str = "soft", window: Window = (-inf, inf), **options: Any) -> None:
        super().__init__(game, **options)
        if fail not in ("soft", "hard"):
            raise KindError(f"alpha-beta fails soft or hard, not '{fail}'")
        if not window[0] < window[1]:
            raise KindError(f"the window ({window[0]}, {window[1]}) is empty: alpha has to be below beta")
        self.hard = fail == "hard"
        self.window = window

    def visit(self, s: State, ply: int, action: Action | None = None, window: Window | None = None) -> Any:
        """As every search, with the window that was given for the root."""
        return super().visit(s, ply, action, window or self.window)

    def value(self, s: State, ply: int, window: Window | None) -> float:
        """The value of an inner node, as far as the window asks for it."""
        alpha, beta = window or self.window
        if self.game.player(s) == MAX:
            return self.max_value(s, ply, alpha, beta)
        return self.min_value(s, ply, alpha, beta)

    def max_value(self, s: State, ply: int, alpha: float, beta: float) -> float:
        """The greatest value among the actions, until it is no less than beta."""
        v = alpha if self.hard else -inf
        actions = self.read(s, ply)
        for i, a in enumerate(actions, 1):
            w = self.visit(self.game.result(s, a), ply + 1, a, (alpha, beta))
            if w > v:
                v = w
                alpha = max(alpha, v)
                self.improve(ply, a, v, (alpha, beta))
            if v >= beta:
                self.cut(ply, (v, "≥", "beta", beta), actions[i:])
                return beta if self.hard else v
        return v

    def min_value(self, s: State, ply: int, alpha: float, beta: float) -> float:
        """The least value among the actions, until it is no more than alpha."""
        v = beta if self.hard else inf
        actions = self.read(s, ply)
        for i, a in enumerate(actions, 1):
            w = self.visit(self.game.result(s, a), ply + 1, a, (alpha, beta))
            if w < v:
                v = w
                beta = min(beta, v)
                self.improve(ply, a, v, (alpha, beta))
            if v <= alpha:
                self.cut(ply, (v, "≤", "alpha", alpha), actions[i:])
                return alpha if self.hard else v
        return v

    def cut(self, ply: int, inequality: tuple[float, str, str, float], unread: list[Action]) -> None:
        """Notes a cut that leaves something unread."""
        if self.recorder and unread:
            self.recorder.cut(self, ply, inequality, unread)

    def best_first(self, s: State, ply: int, actions: list[Action]) -> list[Action]:
        """The actions, the best for the mover first, by their minimax values at this search's own depth."""
        rest = None if self.depth is None else self.depth - ply - 1

        def value(a: Action) -> float:
            return float(Minimax(self.game, depth=rest, symmetry=self.symmetry).run(self.game.result(s, a)))

        return sorted(actions, key=value, reverse=self.game.player(s) == MAX)
